#include "weave/array_calls.h"

#include <algorithm>
#include <array>

#include "classfile/descriptor.h"
#include "weave/stream_use.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

constexpr int32_t kRead = 0, kWrite = 1;                     // as the shim has them
constexpr int32_t kEquals = 0, kCompare = 1, kMismatch = 2;  // what a comparison answers, as RaddleArrays has it
constexpr std::string_view kRange = "(Ljava/lang/Object;IIIJI)V";

enum class Does { kReads, kWrites, kReadsFirst, kCompares, kSearches, kStreams };
struct ArraysMethod {
  std::string_view name;
  Does does;
  int32_t answer = 0;
};
constexpr std::array kArraysMethods = {
    ArraysMethod{"binarySearch", Does::kSearches},
    ArraysMethod{"compare", Does::kCompares, kCompare},
    ArraysMethod{"compareUnsigned", Does::kCompares, kCompare},
    ArraysMethod{"copyOf", Does::kReadsFirst},
    ArraysMethod{"copyOfRange", Does::kReads},
    ArraysMethod{"deepEquals", Does::kCompares, kEquals},
    ArraysMethod{"deepHashCode", Does::kReads},
    ArraysMethod{"deepToString", Does::kReads},
    ArraysMethod{"equals", Does::kCompares, kEquals},
    ArraysMethod{"fill", Does::kWrites},
    ArraysMethod{"hashCode", Does::kReads},
    ArraysMethod{"mismatch", Does::kCompares, kMismatch},
    ArraysMethod{"parallelPrefix", Does::kWrites},
    ArraysMethod{"parallelSetAll", Does::kWrites},
    ArraysMethod{"parallelSort", Does::kWrites},
    ArraysMethod{"setAll", Does::kWrites},
    ArraysMethod{"sort", Does::kWrites},
    ArraysMethod{"stream", Does::kStreams},
    ArraysMethod{"toString", Does::kReads},
};

class ArrayCallWeaver {
 public:
  ArrayCallWeaver(MethodContext& context, uint32_t i, const MemberRef& method)
      : context_(context), editor_(context.editor), i_(i), arguments_(context, i, method.descriptor, false) {}

  void Copy() {
    Snippet& before = editor_.Before(i_);
    for (size_t a = 0; a < arguments_.count(); ++a) arguments_.Push(before, a);
    Tell(before, "copied", "(Ljava/lang/Object;ILjava/lang/Object;IIJI)V");
  }

  // The array, then perhaps from and to.
  void Range(int32_t kind) {
    Snippet& before = editor_.Before(i_);
    PushRange(before, 0, HasIndexes());
    Tell(before.Push(kind), "range", kRange);
  }

  // The array and how many of its elements.
  void First() {
    Snippet& before = editor_.Before(i_);
    arguments_.Push(before, 0);
    before.Push(0);
    arguments_.Push(before, 1);
    Tell(before.Push(kRead), "range", kRange);
  }

  // Two arrays, each with from and to or neither, and perhaps a comparator.
  void Compare(int32_t answer) {
    Snippet& after = editor_.After(i_).Do(Op::dup);
    PushRange(after, 0, HasIndexes());
    PushRange(after, HasIndexes() ? 3 : 1, HasIndexes());
    Tell(after.Push(answer), "compared", "(ILjava/lang/Object;IILjava/lang/Object;IIIJI)V");
  }

  // The array, perhaps from and to, a key, perhaps a comparator.
  void Search() {
    Snippet& after = editor_.After(i_).Do(Op::dup);
    PushRange(after, 0, HasIndexes() && arguments_.count() > 3);
    Tell(after, "searched", "(ILjava/lang/Object;IIJI)V");
  }

 private:
  bool HasIndexes() const {
    return arguments_.count() > 2 && arguments_.type(1).text == "I" && arguments_.type(2).text == "I";
  }

  void PushRange(Snippet& snippet, size_t array, bool indexes) {
    arguments_.Push(snippet, array);
    if (!indexes) return void(snippet.Push(0).Push(-1));
    arguments_.Push(snippet, array + 1);
    arguments_.Push(snippet, array + 2);
  }

  void Tell(Snippet& snippet, std::string_view name, std::string_view descriptor) {
    context_.Call(snippet, context_.NewSite(i_, SiteKind::kCall), name, descriptor, kShimArraysClass);
  }

  MethodContext& context_;
  CodeEditor& editor_;
  const uint32_t i_;
  const SavedArguments arguments_;
};

}  // namespace

void WeaveArrayCall(MethodContext& context, uint32_t i, const MemberRef& method) {
  if (method.owner == "java/lang/System" && method.name == "arraycopy")
    return ArrayCallWeaver(context, i, method).Copy();
  if (method.owner != "java/util/Arrays" || !method.descriptor.starts_with("([")) return;
  const auto known = std::find_if(kArraysMethods.begin(), kArraysMethods.end(),
                                  [&](const ArraysMethod& m) { return m.name == method.name; });
  if (known == kArraysMethods.end()) return;
  if (known->does == Does::kStreams && !IsUsedAtOnce(context.file, context.editor.code(), i)) return;
  ArrayCallWeaver weaver(context, i, method);
  switch (known->does) {
    case Does::kReads:
    case Does::kStreams:
      return weaver.Range(kRead);
    case Does::kWrites:
      return weaver.Range(kWrite);
    case Does::kReadsFirst:
      return weaver.First();
    case Does::kCompares:
      return weaver.Compare(known->answer);
    case Does::kSearches:
      return weaver.Search();
  }
}

}  // namespace raddle::weave
