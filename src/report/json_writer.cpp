#include "report/json.h"

#include "report/json_parts.h"
#include "report/utf8.h"

namespace raddle::report {
namespace {

void PutIfAny(OrderedJson& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = CleanUtf8(text);
}
void PutIfAny(OrderedJson& object, const char* key, const std::vector<std::string>& texts) {
  if (!texts.empty()) object[key] = ToJson(texts);
}

OrderedJson AccessToJson(const Access& access) {
  OrderedJson object = OrderedJson::object();
  object["op"] = NameOf(access.op);
  object["thread"] = CleanUtf8(access.thread);
  object["class"] = CleanUtf8(access.class_name);
  object["method"] = CleanUtf8(access.method);
  object["descriptor"] = CleanUtf8(access.descriptor);
  object["file"] = CleanUtf8(access.file);
  object["line"] = access.line;
  object["locks"] = ToJson(access.locks);
  object["stack"] = ToJson(access.stack);
  PutIfAny(object, "view", access.view);
  if (access.thread_id != 0) object["thread_id"] = access.thread_id;
  PutIfAny(object, "starter", access.starter);
  PutIfAny(object, "started", access.started);
  if (!access.stack_exact) object["stack_exact"] = false;
  return object;
}

OrderedJson SummaryToJson(const Summary& summary) {
  OrderedJson object = OrderedJson::object();
  object["observed"] = summary.observed;
  object["predicted"] = summary.predicted;
  object["suspected"] = summary.suspected;
  object["suppressed"] = summary.suppressed;
  if (summary.known > 0) object["known"] = summary.known;
  return object;
}

OrderedJson HiddenToJson(const Hidden& hidden) {
  OrderedJson object = OrderedJson::object();
  object["suppression"] = CleanUtf8(hidden.suppression);
  object["reason"] = CleanUtf8(hidden.reason);
  object["hid"] = ToJson(hidden.ids);
  return object;
}

template <typename T>
OrderedJson ArrayOf(const std::vector<T>& values, OrderedJson (*to_json)(const T&)) {
  OrderedJson array = OrderedJson::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

OrderedJson PairToJson(const std::vector<Access>& pair) {
  return ArrayOf(pair, AccessToJson);
}

}  // namespace

OrderedJson ToJson(const std::vector<std::string>& texts) {
  OrderedJson array = OrderedJson::array();
  for (const std::string& text : texts) array.push_back(CleanUtf8(text));
  return array;
}

OrderedJson ToJson(const Statistics& statistics) {
  OrderedJson locks = OrderedJson::array();
  for (const LockUse& use : statistics.locks) {
    OrderedJson lock = OrderedJson::object();
    lock["lock"] = CleanUtf8(use.lock);
    lock["held"] = use.held;
    locks.push_back(std::move(lock));
  }
  OrderedJson object = OrderedJson::object();
  object["accesses"] = statistics.accesses;
  object["locks"] = std::move(locks);
  return object;
}

OrderedJson ToJson(const Finding& finding) {
  OrderedJson object = OrderedJson::object();
  object["id"] = finding.id;
  object["kind"] = NameOf(finding.kind);
  object["grade"] = NameOf(finding.grade);
  object["detectors"] = ToJson(finding.detectors);
  object["variable"] = CleanUtf8(finding.variable);
  object["variables"] = ToJson(finding.variables);
  PutIfAny(object, "object", finding.object);
  object["count"] = finding.count;
  object["accesses"] = ArrayOf(finding.accesses, AccessToJson);
  if (!finding.pairs.empty()) object["pairs"] = ArrayOf(finding.pairs, PairToJson);
  if (finding.is_doubtful) object["doubtful"] = true;
  object["message"] = CleanUtf8(finding.message);
  PutIfAny(object, "advice", finding.advice);
  PutIfAny(object, "reproduce", finding.reproduce);
  if (!finding.sections.empty()) object["sections"] = ToJson(finding.sections);
  if (finding.statistics.accesses > 0) object["statistics"] = ToJson(finding.statistics);
  return object;
}

std::string Dump(const OrderedJson& json, int indent) {
  return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string WriteJson(const FindingsFile& file) {
  OrderedJson object = OrderedJson::object();
  object["raddle"] = CleanUtf8(file.raddle);
  object["command"] = ToJson(file.command);
  object["summary"] = SummaryToJson(file.summary);
  object["notes"] = ToJson(file.notes);
  if (!file.suppressions.empty()) object["suppressions"] = ArrayOf(file.suppressions, HiddenToJson);
  object["findings"] = ArrayOf<Finding>(file.findings, ToJson);
  return Dump(object, 2) + "\n";
}

}  // namespace raddle::report
