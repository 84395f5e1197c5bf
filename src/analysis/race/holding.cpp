#include "race/holding.h"

#include <algorithm>
#include <string_view>

namespace raddle::race {

namespace {

constexpr std::string_view kFilledByCalls[] = {"java/util/Collection",
                                               "java/util/Map",
                                               "java/util/Iterator",
                                               "java/lang/ref/Reference",
                                               "java/lang/StringBuilder",
                                               "java/lang/StringBuffer",
                                               "java/util/concurrent/atomic/AtomicReference"};
constexpr std::string_view kPassivePackages[] = {"java/io/", "java/net/", "java/nio/", "java/text/"};

}  // namespace

const ObjectSet& HeldIn(const PointerAnalysis& analysis, ObjectId object, pointer::FieldKey field) {
  static const ObjectSet kNothing;
  for (const auto& [key, node] : analysis.solver().FieldsOf(object)) {
    if (key == field) return analysis.solver().PointsTo(node);
  }
  return kNothing;
}

program::Var Viewed(const PointerAnalysis& analysis, InstanceId id, program::Var var) {
  constexpr int kDeepest = 4;  // entrySet().iterator().next()
  const program::MethodCode& code = *analysis[id].code;
  for (int depth = 0; depth < kDeepest; ++depth) {
    auto got = std::find_if(code.calls.begin(), code.calls.end(),
                            [&](const program::Call& call) { return call.result == var; });
    if (got == code.calls.end() || !got->HasReceiver() || got->arguments[0] == program::kNoVar) return var;
    ObjectSet shown;
    analysis.PointsTo(id, got->arguments[0]).ForEach([&](ObjectId o) { shown.Insert(analysis.object(o).root); });
    bool is_view = true;
    analysis.PointsTo(id, var).ForEach([&](ObjectId o) {
      const ObjectId root = analysis.object(o).root;
      is_view = is_view && root != o && shown.Contains(root);
    });
    if (!is_view) return var;
    var = got->arguments[0];
  }
  return var;
}

const std::vector<std::vector<uint32_t>>& Definitions::Of(const program::MethodCode& code) {
  auto [found, is_new] = known_.try_emplace(code.method);
  if (is_new) {
    found->second.resize(code.var_count);
    for (uint32_t at = 0; at < code.statements.size(); ++at) {
      const program::Statement& s = code.statements[at];
      program::Var result = s.what == program::Do::kCall ? code.calls[s.target].result : s.result;
      if (result != program::kNoVar) found->second[result].push_back(at);
    }
  }
  return found->second;
}

bool IsFilledByCalls(const PointerAnalysis& analysis, ObjectId bag) {
  const auto& types = analysis.program().types();
  const ClassId type = analysis.object(bag).type;
  if (types[type].IsArray()) return true;
  if (std::any_of(std::begin(kPassivePackages), std::end(kPassivePackages),
                  [&](std::string_view package) { return types[type].name.starts_with(package); }))
    return true;
  return std::any_of(std::begin(kFilledByCalls), std::end(kFilledByCalls), [&](std::string_view name) {
    ClassId wanted = types.Find(name);
    return wanted && types.IsSubtype(type, wanted) == classpath::Truth::kYes;
  });
}

}  // namespace raddle::race
