#include "atoms/calls.h"

#include <algorithm>
#include <array>

namespace raddle::atoms {
namespace {

struct Row {
  std::string_view name;
  CallAccess access;
};

constexpr CallAccess kRead{Effect::kRead};
constexpr CallAccess kReadKey{Effect::kRead, true};
constexpr CallAccess kAdd{Effect::kAdd};
constexpr CallAccess kAddKey{Effect::kAdd, true};
constexpr CallAccess kAddAbsent{Effect::kAdd, true, true};
constexpr CallAccess kRemove{Effect::kRemove};
constexpr CallAccess kRemoveKey{Effect::kRemove, true};
constexpr CallAccess kChange{Effect::kChange};
constexpr CallAccess kChangeKey{Effect::kChange, true};
constexpr CallAccess kUpdate{Effect::kChange, false, true};
constexpr CallAccess kUpdateKey{Effect::kChange, true, true};

// Sorted by name. What makes an iterator, a view or a stream is not here: its reads come later.
constexpr std::array kCalls = std::to_array<Row>({
    {"accumulateAndGet", kUpdate},
    {"add", kAddKey},
    {"addAll", kAdd},
    {"addAndGet", kChange},
    {"addElement", kAddKey},
    {"addFirst", kAddKey},
    {"addLast", kAddKey},
    {"append", kAdd},
    {"ceilingEntry", kRead},
    {"ceilingKey", kRead},
    {"charAt", kRead},
    {"clear", kRemove},
    {"compareAndSet", kUpdate},
    {"compute", kUpdateKey},
    {"computeIfAbsent", kAddAbsent},
    {"computeIfPresent", kUpdateKey},
    {"contains", kReadKey},
    {"containsAll", kRead},
    {"containsKey", kReadKey},
    {"containsValue", kRead},
    {"decrementAndGet", kRemove},
    {"delete", kRemove},
    {"deleteCharAt", kRemove},
    {"drainTo", kRemove},
    {"element", kRead},
    {"elementAt", kRead},
    {"firstElement", kRead},
    {"firstEntry", kRead},
    {"firstKey", kRead},
    {"floorEntry", kRead},
    {"floorKey", kRead},
    {"get", kReadKey},
    {"getAcquire", kRead},
    {"getAndAccumulate", kUpdate},
    {"getAndAdd", kChange},
    {"getAndDecrement", kRemove},
    {"getAndIncrement", kAdd},
    {"getAndSet", kChange},
    {"getAndUpdate", kUpdate},
    {"getFirst", kRead},
    {"getLast", kRead},
    {"getOpaque", kRead},
    {"getOrDefault", kReadKey},
    {"getPlain", kRead},
    {"higherEntry", kRead},
    {"higherKey", kRead},
    {"incrementAndGet", kAdd},
    {"indexOf", kReadKey},
    {"insert", kAdd},
    {"insertElementAt", kAdd},
    {"intValue", kRead},
    {"isEmpty", kRead},
    {"lastElement", kRead},
    {"lastEntry", kRead},
    {"lastIndexOf", kReadKey},
    {"lastKey", kRead},
    {"lazySet", kChange},
    {"length", kRead},
    {"longValue", kRead},
    {"lowerEntry", kRead},
    {"lowerKey", kRead},
    {"merge", kUpdateKey},
    {"offer", kAddKey},
    {"offerFirst", kAddKey},
    {"offerLast", kAddKey},
    {"peek", kRead},
    {"peekFirst", kRead},
    {"peekLast", kRead},
    {"poll", kRemove},
    {"pollFirst", kRemove},
    {"pollFirstEntry", kRemove},
    {"pollLast", kRemove},
    {"pollLastEntry", kRemove},
    {"pop", kRemove},
    {"push", kAddKey},
    {"put", kAddKey},
    {"putAll", kAdd},
    {"putFirst", kAddKey},
    {"putIfAbsent", kAddAbsent},
    {"putLast", kAddKey},
    {"remainingCapacity", kRead},
    {"remove", kRemoveKey},
    {"removeAll", kRemove},
    {"removeAllElements", kRemove},
    {"removeElement", kRemoveKey},
    {"removeElementAt", kRemove},
    {"removeFirst", kRemove},
    {"removeIf", kRemove},
    {"removeLast", kRemove},
    {"replace", kUpdateKey},
    {"replaceAll", kChange},
    {"retainAll", kRemove},
    {"reverse", kChange},
    {"set", kChange},
    {"setCharAt", kChange},
    {"setElementAt", kChange},
    {"setLength", kChange},
    {"setPlain", kChange},
    {"setRelease", kChange},
    {"size", kRead},
    {"substring", kRead},
    {"take", kRemove},
    {"updateAndGet", kUpdate},
    {"weakCompareAndSet", kUpdate},
    {"weakCompareAndSetPlain", kUpdate},
    {"weakCompareAndSetVolatile", kUpdate},
});

constexpr bool ByName(const Row& a, const Row& b) {
  return a.name < b.name;
}
static_assert(std::is_sorted(kCalls.begin(), kCalls.end(), ByName));

}  // namespace

std::optional<CallAccess> AccessOfCall(std::string_view class_name, std::string_view method,
                                       std::string_view descriptor) {
  if (!FamilyOf(class_name)) return std::nullopt;
  const auto row = std::lower_bound(kCalls.begin(), kCalls.end(), Row{method, kRead}, ByName);
  if (row == kCalls.end() || row->name != method) return std::nullopt;
  CallAccess access = row->access;
  // An index is no key, since elements move; nor is what add(index, element) or remove() begin with.
  if (!descriptor.starts_with("(L")) access.keyed = false;
  return access;
}

// Builders of texts, and those of java.util and java.util.concurrent whose calls are accesses of the object itself.
std::optional<Family> FamilyOf(std::string_view name) {
  if (name == "java/lang/StringBuilder" || name == "java/lang/StringBuffer") return Family::kText;
  if (name.starts_with("java/util/concurrent/atomic/Atomic")) {
    const bool is_one = !name.ends_with("FieldUpdater") && !name.ends_with("Array");  // each element for itself
    return is_one ? std::optional(Family::kAtomic) : std::nullopt;
  }
  std::string_view last;
  for (std::string_view package : {"java/util/concurrent/", "java/util/"}) {
    if (last.empty() && name.starts_with(package)) last = name.substr(package.size());
  }
  if (last.find('/') != std::string_view::npos || last.find('$') != std::string_view::npos) return std::nullopt;
  if (last.ends_with("Map") || last == "Hashtable" || last == "Properties") return Family::kMap;
  for (std::string_view whole : {"Collection", "Vector", "Stack"}) {
    if (last == whole) return Family::kCollection;
  }
  for (std::string_view kind : {"List", "Set", "Queue", "Deque"}) {
    if (last.ends_with(kind)) return Family::kCollection;
  }
  return std::nullopt;
}

}  // namespace raddle::atoms
