#include "race/bags.h"

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
