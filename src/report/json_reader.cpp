#include <functional>
#include <limits>

#include <fmt/format.h>

#include "report/json.h"
#include "report/json_parts.h"

namespace raddle::report {
namespace {

// Takes the members of one object, all optional unless it is said otherwise, and keeps the first thing that is wrong.
class Members {
 public:
  Members(const Json& object, std::string place) : object_(object), place_(std::move(place)) {
    if (!object_.is_object()) Fail("", "is not an object");
  }

  void Text(const char* key, std::string& to) {
    if (const Json* value = Find(key)) {
      if (!value->is_string()) return Fail(key, "is not a string");
      to = *value->get_ptr<const std::string*>();
    }
  }

  template <typename Number>
  void Count(const char* key, Number& to) {
    if (const Json* value = Find(key)) {
      if (!value->is_number_unsigned()) return Fail(key, "is not a number that counts something");
      uint64_t number = value->get<uint64_t>();
      if (number > std::numeric_limits<Number>::max()) return Fail(key, "is too large");
      to = static_cast<Number>(number);
    }
  }

  void Flag(const char* key, bool& to) {
    if (const Json* value = Find(key)) {
      if (!value->is_boolean()) return Fail(key, "is neither true nor false");
      to = value->get<bool>();
    }
  }

  void Texts(const char* key, std::vector<std::string>& to) {
    Each(key, [&](const Json& element, std::string place) -> Result<void> {
      if (!element.is_string()) return Error{.reason = "is not a string", .place = std::move(place)};
      to.push_back(*element.get_ptr<const std::string*>());
      return {};
    });
  }

  // One of a few names, which must be there.
  template <typename Enum>
  void Name(const char* key, Enum& to, std::optional<Enum> (*named)(std::string_view)) {
    std::string name;
    Text(key, name);
    if (error_) return;
    if (Find(key) == nullptr) return Fail(key, "is missing");
    std::optional<Enum> value = named(name);
    if (!value) return Fail(key, fmt::format("is '{}', which this version does not know", name));
    to = *value;
  }

  // Calls take(element, place) -> Result<void> on each element of an array.
  template <typename Take>
  void Each(const char* key, Take&& take) {
    const Json* value = Find(key);
    if (value == nullptr) return;
    if (!value->is_array()) return Fail(key, "is not an array");
    for (size_t i = 0; i < value->size() && !error_; ++i) {
      Result<void> taken = take((*value)[i], fmt::format("{}[{}]", PlaceOf(key), i));
      if (!taken) error_ = std::move(taken).error();
    }
  }

  // Calls take(value, place) -> Result<void> on a member that is there.
  template <typename Take>
  void One(const char* key, Take&& take) {
    if (const Json* value = Find(key)) {
      Result<void> taken = take(*value, PlaceOf(key));
      if (!taken) error_ = std::move(taken).error();
    }
  }

  Result<void> Done() {
    if (error_) return *std::move(error_);
    return {};
  }

 private:
  const Json* Find(const char* key) const {
    if (error_) return nullptr;
    auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  std::string PlaceOf(std::string_view key) const {
    return place_.empty() || key.empty() ? fmt::format("{}{}", place_, key) : fmt::format("{}.{}", place_, key);
  }

  void Fail(std::string_view key, std::string reason) {
    if (!error_) error_ = Error{.reason = std::move(reason), .place = PlaceOf(key)};
  }

  const Json& object_;
  const std::string place_;
  std::optional<Error> error_;
};

// Makes a Take for Members out of a function that reads a T.
template <typename T, typename Use>
auto Into(Result<T> (*read)(const Json&, std::string), Use use) {
  return [read, use](const Json& json, std::string place) -> Result<void> {
    RADDLE_TRY(T value, read(json, std::move(place)));
    use(std::move(value));
    return {};
  };
}

template <typename T>
auto Appending(Result<T> (*read)(const Json&, std::string), std::vector<T>& to) {
  return Into(read, [&to](T value) { to.push_back(std::move(value)); });
}

template <typename T>
auto Setting(Result<T> (*read)(const Json&, std::string), T& to) {
  return Into(read, [&to](T value) { to = std::move(value); });
}

Result<Access> AccessFromJson(const Json& json, std::string place) {
  Access access;
  Members members(json, std::move(place));
  members.Name("op", access.op, OpNamed);
  members.Text("thread", access.thread);
  members.Text("class", access.class_name);
  members.Text("method", access.method);
  members.Text("descriptor", access.descriptor);
  members.Text("file", access.file);
  members.Count("line", access.line);
  members.Texts("locks", access.locks);
  members.Texts("stack", access.stack);
  members.Texts("view", access.view);
  members.Count("thread_id", access.thread_id);
  members.Text("starter", access.starter);
  members.Texts("started", access.started);
  members.Flag("stack_exact", access.stack_exact);
  RADDLE_CHECK(members.Done());
  return access;
}

Result<std::vector<Access>> PairFromJson(const Json& json, std::string place) {
  if (!json.is_array()) return Error{.reason = "is not an array", .place = std::move(place)};
  std::vector<Access> pair;
  for (size_t i = 0; i < json.size(); ++i) {
    RADDLE_TRY(Access access, AccessFromJson(json[i], fmt::format("{}[{}]", place, i)));
    pair.push_back(std::move(access));
  }
  return pair;
}

Result<LockUse> LockUseFromJson(const Json& json, std::string place) {
  LockUse use;
  Members members(json, std::move(place));
  members.Text("lock", use.lock);
  members.Count("held", use.held);
  RADDLE_CHECK(members.Done());
  return use;
}

Result<Summary> SummaryFromJson(const Json& json, std::string place) {
  Summary summary;
  Members members(json, std::move(place));
  members.Count("suppressed", summary.suppressed);
  members.Count("known", summary.known);
  RADDLE_CHECK(members.Done());
  return summary;
}

Result<Hidden> HiddenFromJson(const Json& json, std::string place) {
  Hidden hidden;
  Members members(json, std::move(place));
  members.Text("suppression", hidden.suppression);
  members.Text("reason", hidden.reason);
  members.Texts("hid", hidden.ids);
  RADDLE_CHECK(members.Done());
  return hidden;
}

// The parser that does not throw does not say where it stopped either; this finds out, once something is wrong.
class FaultFinder : public Json::json_sax_t {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(Json::number_integer_t) override { return true; }
  bool number_unsigned(Json::number_unsigned_t) override { return true; }
  bool number_float(Json::number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(Json::binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool key(std::string&) override { return true; }
  bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception&) override {
    offset = position == 0 ? 0 : position - 1;  // it counts the bytes it has taken, this one included
    return false;
  }

  size_t offset = 0;
};

}  // namespace

Result<Json> ParseJson(std::string_view text) {
  Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_discarded()) return json;
  FaultFinder fault;
  Json::sax_parse(text.begin(), text.end(), &fault);
  return Error{.reason = "this is not JSON", .offset = fault.offset};
}

Result<Statistics> StatisticsFromJson(const Json& json, std::string place) {
  Statistics statistics;
  Members members(json, std::move(place));
  members.Count("accesses", statistics.accesses);
  members.Each("locks", Appending(LockUseFromJson, statistics.locks));
  RADDLE_CHECK(members.Done());
  return statistics;
}

Result<Finding> FindingFromJson(const Json& json, std::string place) {
  Finding finding;
  Members members(json, std::move(place));
  members.Name("kind", finding.kind, KindNamed);
  members.Name("grade", finding.grade, GradeNamed);
  members.Texts("detectors", finding.detectors);
  members.Text("variable", finding.variable);
  members.Texts("variables", finding.variables);
  members.Text("object", finding.object);
  members.Count("count", finding.count);
  members.Each("accesses", Appending(AccessFromJson, finding.accesses));
  members.Each("pairs", Appending(PairFromJson, finding.pairs));
  members.Flag("doubtful", finding.is_doubtful);
  members.Text("message", finding.message);
  members.Text("advice", finding.advice);
  members.Text("reproduce", finding.reproduce);
  members.Texts("sections", finding.sections);
  members.One("statistics", Setting(StatisticsFromJson, finding.statistics));
  RADDLE_CHECK(members.Done());
  Complete(finding);
  return finding;
}

Result<FindingsFile> ParseFindings(std::string_view text) {
  RADDLE_TRY(Json json, ParseJson(text));
  if (!json.is_object() || !json.contains("findings")) return Error{.reason = "this is not a findings file of Raddle"};
  FindingsFile file;
  Members members(json, "");
  members.Text("raddle", file.raddle);
  members.Texts("command", file.command);
  members.One("summary", Setting(SummaryFromJson, file.summary));
  members.Texts("notes", file.notes);
  members.Each("suppressions", Appending(HiddenFromJson, file.suppressions));
  members.Each("findings", Appending(FindingFromJson, file.findings));
  RADDLE_CHECK(members.Done());
  Tally(file);
  return file;
}

}  // namespace raddle::report
