#include "weave/call_weaver.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "classfile/descriptor.h"
#include "weave/array_calls.h"
#include "weave/call_contracts.h"
#include "weave/operand_stack.h"
#include "weave/stream_use.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// What an access mode of a VarHandle does, as the shim has it, and how many of the arguments are values. Of a
// compare-and-set nobody knows beforehand whether it writes.
struct AccessMode {
  std::string_view name;
  int32_t effects;
  int values;
};
constexpr int32_t kPlainRead = 1, kPlainWrite = 2, kPublish = 4, kReceive = 8;
constexpr int32_t kAtomicRead = 16, kAtomicWrite = 32;  // no race among themselves, but with plain accesses
constexpr std::array kModes = {
    AccessMode{"get", kPlainRead, 0},
    AccessMode{"set", kPlainWrite, 1},
    AccessMode{"getOpaque", kReceive, 0},  // these two by a class that has fences; else they order nothing
    AccessMode{"setOpaque", kPublish, 1},
    AccessMode{"getVolatile", kReceive | kAtomicRead, 0},
    AccessMode{"setVolatile", kPublish | kAtomicWrite, 1},
    AccessMode{"getAcquire", kReceive | kAtomicRead, 0},
    AccessMode{"setRelease", kPublish | kAtomicWrite, 1},
    AccessMode{"compareAndSet", kPublish | kReceive | kAtomicRead, 2},
    AccessMode{"compareAndExchange", kPublish | kReceive | kAtomicRead, 2},
    AccessMode{"compareAndExchangeAcquire", kReceive | kAtomicRead, 2},
    AccessMode{"compareAndExchangeRelease", kPublish | kAtomicRead, 2},
    AccessMode{"weakCompareAndSetPlain", kPlainRead | kPlainWrite, 2},
    AccessMode{"weakCompareAndSet", kPublish | kReceive | kAtomicRead, 2},
    AccessMode{"weakCompareAndSetAcquire", kReceive | kAtomicRead, 2},
    AccessMode{"weakCompareAndSetRelease", kPublish | kAtomicRead, 2},
    AccessMode{"getAndSet", kPublish | kReceive | kAtomicWrite, 1},
    AccessMode{"getAndSetAcquire", kReceive | kAtomicWrite, 1},
    AccessMode{"getAndSetRelease", kPublish | kAtomicWrite, 1},
    AccessMode{"getAndAdd", kPublish | kReceive | kAtomicWrite, 1},
    AccessMode{"getAndAddAcquire", kReceive | kAtomicWrite, 1},
    AccessMode{"getAndAddRelease", kPublish | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseOr", kPublish | kReceive | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseOrAcquire", kReceive | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseOrRelease", kPublish | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseAnd", kPublish | kReceive | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseAndAcquire", kReceive | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseAndRelease", kPublish | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseXor", kPublish | kReceive | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseXorAcquire", kReceive | kAtomicWrite, 1},
    AccessMode{"getAndBitwiseXorRelease", kPublish | kAtomicWrite, 1},
};

const AccessMode* FindMode(std::string_view name) {
  const auto found = std::find_if(kModes.begin(), kModes.end(), [&](const AccessMode& m) { return m.name == name; });
  return found == kModes.end() ? nullptr : &*found;
}

// A fence orders what lies around it with whatever access carries the news, even if that one itself orders nothing.
// Which one that is nobody says: those of the same class are taken for it.
bool HasFences(const ConstantPool& pool) {
  for (Index i = 1; i < pool.size(); ++i) {
    if (!pool.Is(i, Tag::kMethodref)) continue;
    const MemberRef method = pool.Member(i);
    if (method.owner != "java/lang/ref/Reference" && method.name.ends_with("Fence")) return true;
  }
  return false;
}

class CallWeaver {
 public:
  CallWeaver(MethodContext& context, uint32_t i)
      : context_(context),
        editor_(context.editor),
        i_(i),
        op_(editor_.code().instructions[i].op),
        method_(context.file.pool.Member(editor_.code().instructions[i].index)) {}

  void Weave() {
    if (context_.plan.arrays || context_.plan.views) WeaveGivenArray(context_, i_, method_);
    if (op_ == Op::invokestatic) {
      if (method_.owner == "java/lang/invoke/VarHandle" || method_.owner == "java/lang/ref/Reference") {
        return context_.plan.order ? WeaveFence() : void();
      }
      return context_.plan.arrays || context_.plan.views ? WeaveArrayCall(context_, i_, method_) : void();
    }
    if (method_.name == "<init>") return;
    if (context_.plan.order && WeaveSynchronisation()) return;
    if (method_.owner == "java/lang/invoke/VarHandle") return context_.plan.order ? WeaveVarHandle() : void();
    if (method_.owner == "sun/misc/Unsafe" && context_.plan.order) WeaveFence();
    if (method_.owner.starts_with("java/util/concurrent/atomic/Atomic") && context_.plan.order) WeaveLoose();
    if (method_.owner == "java/lang/invoke/MethodHandle") return context_.plan.order ? WeaveMethodHandle() : void();
    const bool copied = context_.plan.fields || context_.plan.views;
    if (copied && method_.name == "clone" && method_.descriptor == "()Ljava/lang/Object;") return WeaveClone();
    if (context_.plan.calls != nullptr) WeaveContract();
  }

 private:
  bool Is(std::string_view name, std::string_view descriptor) const {
    return method_.name == name && method_.descriptor == descriptor;
  }

  bool WeaveSynchronisation() {
    if (Is("wait", "()V") || Is("wait", "(J)V") || Is("wait", "(JI)V")) {
      SavedArguments arguments(context_, i_, method_.descriptor, true);
      Snippet& before = editor_.Before(i_);
      arguments.Push(before, 0);
      context_.Sync(before, "beforeWait", "(Ljava/lang/Object;)V");
      context_.Sync(editor_.After(i_), "endWait", "()V");
      return true;
    }
    if (Is("notify", "()V") || Is("notifyAll", "()V")) {
      context_.Sync(editor_.Before(i_).Do(Op::dup), "beforeNotify", "(Ljava/lang/Object;)V");
      return true;
    }
    if (Is("isAlive", "()Z")) {
      SavedArguments arguments(context_, i_, method_.descriptor, true);
      Snippet& after = editor_.After(i_).Do(Op::dup);
      arguments.Push(after, 0);
      context_.Sync(after, "asked", "(ZLjava/lang/Object;)V");
      return true;
    }
    if (Is("tryOptimisticRead", "()J") && IsDropped()) {
      context_.Sync(editor_.After(i_), "unvalidated", "()V");
      return true;
    }
    return false;
  }

  // Whether nobody looks at the long that the call gives.
  bool IsDropped() const {
    const std::span<const Instruction> code = editor_.code().instructions;
    const Instruction& next = code[i_ + 1];
    if (next.op == Op::pop2) return true;
    return IsStore(next) && std::ranges::none_of(code, [&](const Instruction& each) {
             return IsLoadOf(each, "J") && LocalOf(each) == LocalOf(next);
           });
  }

  // Fences of the program's own, around accesses that are opaque or not seen at all. What is done before
  // reachabilityFence is done before a reference to the object is cleared: RaddleSync has the other end.
  void WeaveFence() {
    const bool full = method_.name == "fullFence";
    const bool releases =
        method_.name == "releaseFence" || method_.name == "storeStoreFence" || method_.name == "storeFence";
    if (full || releases || method_.name == "reachabilityFence") {
      context_.Sync(editor_.Before(i_).Push(kPublish), "fence", "(I)V");
    }
    if (full || method_.name == "acquireFence" || method_.name == "loadLoadFence" || method_.name == "loadFence") {
      context_.Sync(editor_.After(i_).Push(kReceive), "fence", "(I)V");
    }
  }

  // An access of an atomic that orders nothing by itself.
  void WeaveLoose() {
    const bool reads = method_.name == "getOpaque" || method_.name == "getPlain";
    if (!reads && method_.name != "setOpaque" && method_.name != "setPlain") return;
    if (!HasFences(context_.file.pool)) return;
    SavedArguments arguments(context_, i_, method_.descriptor, true);
    Snippet& snippet = reads ? editor_.After(i_) : editor_.Before(i_);
    arguments.Push(snippet, 0);
    context_.Sync(snippet.Push(reads ? kReceive : kPublish), "loose", "(Ljava/lang/Object;I)V");
  }

  void WeaveClone() {
    SavedArguments arguments(context_, i_, method_.descriptor, true);
    const uint32_t site = context_.NewSite(i_, SiteKind::kCall);
    Snippet& after = editor_.After(i_).Do(Op::dup);
    arguments.Push(after, 0);
    context_.Call(after, site, "cloned", "(Ljava/lang/Object;Ljava/lang/Object;JI)V");
  }

  void WeaveVarHandle() {
    const AccessMode* const mode = FindMode(method_.name);
    if (mode == nullptr || (method_.name.ends_with("Opaque") && !HasFences(context_.file.pool))) return;
    SavedArguments arguments(context_, i_, method_.descriptor, true);
    const int coordinates = static_cast<int>(arguments.count()) - 1 - mode->values;
    if (coordinates < 0) return;
    const size_t end = 1 + static_cast<size_t>(coordinates);
    size_t object = 1, index = 1;
    while (object < end && !arguments.type(object).IsReference()) ++object;
    while (index < end && arguments.type(index).kind() != BaseKind::kInt) ++index;
    const bool usual = coordinates == 0 || (coordinates == 1 && object < end);
    const uint32_t site = context_.NewSite(i_, SiteKind::kCall);
    auto tell = [&](Snippet& snippet, int32_t effects) {
      if (effects == 0) return;
      arguments.Push(snippet, 0);
      object < end ? arguments.Push(snippet, object) : void(snippet.Do(Op::aconst_null));
      index < end ? arguments.Push(snippet, index) : void(snippet.Push(usual ? -1 : 0));
      snippet.Push(effects);
      context_.Call(snippet, site, "varHandle", "(Ljava/lang/Object;Ljava/lang/Object;IIJI)V", kShimHandlesClass);
    };
    tell(editor_.Before(i_), mode->effects & ~kReceive);
    tell(editor_.After(i_), mode->effects & kReceive);
  }

  // The handle may read or write a field or an element: then the object is among the first two, an index the first int,
  // and at most five come with a VarHandle. Which it is shows at run time.
  void WeaveMethodHandle() {
    if (method_.name != "invoke" && method_.name != "invokeExact" && method_.name != "invokeWithArguments") return;
    SavedArguments arguments(context_, i_, method_.descriptor, true);
    if (arguments.count() > 6) return;
    const uint32_t site = context_.NewSite(i_, SiteKind::kCall);
    auto tell = [&](Snippet& snippet, bool behind) {
      arguments.Push(snippet, 0);
      size_t next = 1;
      for (int each = 0; each < 2; ++each, ++next) {
        while (next < arguments.count() && !arguments.type(next).IsReference()) ++next;
        next < arguments.count() ? arguments.Push(snippet, next) : void(snippet.Do(Op::aconst_null));
      }
      size_t index = 1;
      while (index < arguments.count() && arguments.type(index).text != "I") ++index;
      index < arguments.count() ? arguments.Push(snippet, index) : void(snippet.Push(-1));
      context_.Call(snippet.Push(behind ? 1 : 0), site, "methodHandle",
                    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;IIJI)V", kShimHandlesClass);
    };
    tell(editor_.Before(i_), false);
    tell(editor_.After(i_), true);
  }

  // Whether a method of the program's may be one of a collection that its class extends: generic, and none that every
  // class has. size() and the like are left out, since they are common and such a class is seldom asked nothing else.
  bool MayBeCollection() const {
    if (op_ != Op::invokevirtual) return false;
    if (method_.name == "equals" || method_.name == "compareTo" || method_.name == "clone") return false;
    return method_.descriptor.find("Ljava/lang/Object;") != std::string_view::npos ||
           method_.descriptor.find("Ljava/util/") != std::string_view::npos;
  }

  // A method that some class's contract says reads or writes it. Which class the object is of shows at run time.
  void WeaveContract() {
    if (!method_.owner.starts_with("java/") && !MayBeCollection()) return;
    const int32_t number = context_.plan.calls->Find(method_.name, method_.descriptor);
    if (number < 0) return;
    if (GivesStream(method_) && !IsUsedAtOnce(context_.file, editor_.code(), i_)) return;
    SavedArguments arguments(context_, i_, method_.descriptor, true);
    const int32_t called = op_ == Op::invokespecial ? ~number : number;
    const uint32_t site = context_.NewSite(i_, SiteKind::kCall);
    if (!context_.plan.views_only && context_.plan.calls->IsLate(number)) {
      return TellAround(context_, i_, method_.descriptor, arguments, 0, called, site);
    }
    Snippet& before = editor_.Before(i_);
    arguments.Push(before, 0);
    before.Push(called);
    if (!context_.plan.views_only) return context_.CallAccess(before, site, "call", "(Ljava/lang/Object;IJI)V");
    context_.Touch();
    before.Push(static_cast<int32_t>(site))
        .Invoke(Op::invokestatic, kShimViewsClass, "call", "(Ljava/lang/Object;II)V");
  }

  MethodContext& context_;
  CodeEditor& editor_;
  const uint32_t i_;
  const Op op_;
  const MemberRef method_;
};

}  // namespace

int32_t EffectsOfMode(std::string_view name) {
  const AccessMode* const mode = FindMode(name);
  return mode == nullptr ? -1 : mode->effects;
}

void WeaveCall(MethodContext& context, uint32_t instruction) {
  CallWeaver(context, instruction).Weave();
}

void WeaveHandlers(MethodContext& context) {
  std::set<uint32_t> done;
  for (const Handler& handler : context.editor.code().handlers) {
    if (handler.catch_type == 0 || !done.insert(handler.handler).second) continue;
    const std::string_view type = context.file.pool.ClassName(handler.catch_type);
    constexpr std::string_view kTelling[] = {"java/lang/NoClassDefFoundError", "java/lang/LinkageError", "java/lang/Error",
                                             "java/lang/Throwable"};
    if (std::ranges::find(kTelling, type) == std::end(kTelling)) continue;
    context.Sync(context.editor.Before(handler.handler).Do(Op::dup), "caught", "(Ljava/lang/Throwable;)V");
  }
}

}  // namespace raddle::weave
