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

// Arrays that other classes of the JDK are given, as one of the arguments: all of it, or two numbers behind it say
// where it begins and how many elements there are.
struct GivenArray {
  std::string_view owner;
  std::string_view name;
  Does does;
};
constexpr std::array kGivenArrays = {
    GivenArray{"java/lang/String", "<init>", Does::kReads},
    GivenArray{"java/lang/String", "copyValueOf", Does::kReads},
    GivenArray{"java/lang/String", "valueOf", Does::kReads},
    GivenArray{"java/lang/StringBuilder", "append", Does::kReads},
    GivenArray{"java/lang/reflect/Array", "get", Does::kReads},
    GivenArray{"java/lang/reflect/Array", "set", Does::kWrites},
    GivenArray{"java/nio/ByteBuffer", "get", Does::kWrites},
    GivenArray{"java/nio/ByteBuffer", "put", Does::kReads},
    GivenArray{"java/security/MessageDigest", "update", Does::kReads},
    GivenArray{"java/util/Collections", "addAll", Does::kReads},
    GivenArray{"java/util/List", "of", Does::kReads},
    GivenArray{"java/util/Random", "nextBytes", Does::kWrites},
    GivenArray{"java/util/Set", "of", Does::kReads},
    GivenArray{"java/util/stream/DoubleStream", "of", Does::kStreams},
    GivenArray{"java/util/stream/IntStream", "of", Does::kStreams},
    GivenArray{"java/util/stream/LongStream", "of", Does::kStreams},
    GivenArray{"java/util/stream/Stream", "of", Does::kStreams},
    GivenArray{"java/util/zip/CRC32", "update", Does::kReads},
};

class ArrayCallWeaver {
 public:
  ArrayCallWeaver(MethodContext& context, uint32_t i, const MemberRef& method, bool receiver = false)
      : context_(context), editor_(context.editor), i_(i), arguments_(context, i, method.descriptor, receiver) {}

  // An array that something else than java.util.Arrays is given, by a call on the first argument if there is a
  // receiver. What is written is told behind the call; `counted`: its result says how many elements.
  void Given(int32_t kind, bool receiver, bool counted, bool element) {
    size_t array = receiver ? 1 : 0;
    while (!element && arguments_.type(array).text[0] != '[') ++array;
    const bool part = array + 2 < arguments_.count() && arguments_.type(array + 1).text == "I" &&
                      arguments_.type(array + 2).text == "I";
    Snippet& snippet = kind == kWrite ? editor_.After(i_) : editor_.Before(i_);
    if (counted)
      snippet.Do(Op::dup);
    else if (element)
      snippet.Push(1);
    else if (part)
      arguments_.Push(snippet, array + 2);
    else
      snippet.Push(-1);
    receiver ? arguments_.Push(snippet, 0) : void(snippet.Do(Op::aconst_null));
    arguments_.Push(snippet, array);
    part || element ? arguments_.Push(snippet, array + 1) : void(snippet.Push(0));
    Tell(snippet.Push(counted ? 1 : 0).Push(kind), "given", "(ILjava/lang/Object;Ljava/lang/Object;IIIJI)V");
  }

  void Copy() {
    Snippet& before = editor_.Before(i_);
    for (size_t a = 0; a < arguments_.count(); ++a) arguments_.Push(before, a);
    Tell(before, "copied", "(Ljava/lang/Object;ILjava/lang/Object;IIJI)V");
  }

  // A buffer and an index.
  void Buffered(int32_t kind, int32_t size) {
    Snippet& snippet = kind == kWrite ? editor_.After(i_) : editor_.Before(i_);
    arguments_.Push(snippet, 0);
    arguments_.Push(snippet, 1);
    Tell(snippet.Push(size).Push(kind), "buffered", kRange);
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

// get(index) and put(index, value) of a buffer, getInt and the like of bytes too: elements of the array behind it.
void WeaveBufferElement(MethodContext& context, uint32_t i, const MemberRef& method) {
  constexpr std::string_view kTypes = "BCSIFJD";
  constexpr std::array kBytes = {1, 2, 2, 4, 4, 8, 8};
  const std::string_view descriptor = method.descriptor;
  const bool gets = method.name.starts_with("get") && descriptor.starts_with("(I)");
  const bool puts = method.name.starts_with("put") && descriptor.starts_with("(I") && descriptor[3] == ')';
  if (!gets && !puts) return;
  const size_t type = kTypes.find(descriptor[gets ? 3 : 2]);
  if (type == std::string_view::npos) return;
  ArrayCallWeaver(context, i, method, true)
      .Buffered(gets ? kRead : kWrite, method.owner == "java/nio/ByteBuffer" ? kBytes[type] : 1);
}

// A varargs call has just made its array.
bool IsFresh(const MethodContext& context, uint32_t i) {
  return i > 0 && IsArrayStore(context.editor.code().instructions[i - 1].op);
}

}  // namespace

void WeaveGivenArray(MethodContext& context, uint32_t i, const MemberRef& method) {
  if (!method.owner.starts_with("java/")) return;
  if (method.owner.starts_with("java/nio/") && method.owner.ends_with("Buffer")) WeaveBufferElement(context, i, method);
  const bool element = method.owner == "java/lang/reflect/Array";
  if (!element && method.descriptor.find('[') > method.descriptor.find(')')) return;
  const bool stream = method.owner.starts_with("java/io/") &&
                      (method.name == "write" || method.name == "read" || method.name == "readNBytes");
  const auto known = std::find_if(kGivenArrays.begin(), kGivenArrays.end(), [&](const GivenArray& g) {
    return g.owner == method.owner && (element ? method.name.starts_with(g.name) : g.name == method.name);
  });
  if (!stream && known == kGivenArrays.end()) return;
  if (element && method.name == "getLength") return;
  if (method.descriptor.find("III)") != std::string_view::npos || IsFresh(context, i)) return;
  const Does does = stream ? method.name == "write" ? Does::kReads : Does::kWrites : known->does;
  if (does == Does::kStreams && !ReadsAllAtOnce(context.file, context.editor.code(), i)) return;
  const bool receiver = stream && method.name != "<init>";
  const bool counted = stream && does == Does::kWrites;
  if (counted && !method.descriptor.ends_with(")I")) return;
  ArrayCallWeaver(context, i, method, receiver)
      .Given(does == Does::kWrites ? kWrite : kRead, receiver, counted, element);
}

void WeaveArrayCall(MethodContext& context, uint32_t i, const MemberRef& method) {
  if (method.owner == "java/lang/System" && method.name == "arraycopy")
    return ArrayCallWeaver(context, i, method).Copy();
  if (method.owner != "java/util/Arrays" || !method.descriptor.starts_with("([")) return;
  const auto known = std::find_if(kArraysMethods.begin(), kArraysMethods.end(),
                                  [&](const ArraysMethod& m) { return m.name == method.name; });
  if (known == kArraysMethods.end()) return;
  if (known->does == Does::kStreams && !ReadsAllAtOnce(context.file, context.editor.code(), i)) return;
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
