#include "weave/method_references.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "classfile/attributes.h"
#include "classfile/descriptor.h"
#include "weave/lines.h"
#include "weave/stream_use.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// What LambdaMetafactory.metafactory is given: the interface's method, what it comes to, and its type here.
constexpr size_t kArguments = 3, kReferred = 1;

class Speller {
 public:
  Speller(ClassFile& file, const CallContracts& calls) : file_(file), calls_(calls) {}

  Result<void> Spell() {
    const Attribute* attribute = Find(file_.attributes, AttributeKind::kBootstrapMethods);
    if (attribute == nullptr) return {};
    RADDLE_TRY(AttributeValue value, DecodeAttribute(*attribute, file_.pool, file_.arena));
    const auto& methods = std::get_if<BootstrapMethods>(&value)->methods;
    std::vector<BootstrapMethod> all(methods.begin(), methods.end());
    if (std::ranges::none_of(all, [&](const BootstrapMethod& each) { return IsReference(each); })) return {};
    RADDLE_CHECK(FindUses());
    for (const auto& [number, use] : uses_) {
      if (number >= all.size() || !use.is_alike || !IsReference(all[number])) continue;
      std::vector<Index> arguments(all[number].arguments.begin(), all[number].arguments.end());
      arguments[kReferred] = AddCall(arguments[kReferred], number, use);
      all[number].arguments = file_.arena.Copy(std::span<const Index>(arguments));
    }
    ByteWriter body;
    EncodeAttribute(BootstrapMethods{all}, body);
    for (Attribute& each : file_.attributes) {
      if (each.kind == AttributeKind::kBootstrapMethods) each.body = file_.arena.Copy(body.bytes());
    }
    return {};
  }

 private:
  struct Use {
    std::string_view descriptor;  // of the invokedynamic: what it captures
    std::string_view method;
    uint16_t line;
    bool is_alike = true;  // all have that descriptor
  };

  bool IsReference(const BootstrapMethod& bootstrap) const {
    const MemberRef factory = file_.pool.Member(file_.pool.MethodHandle(bootstrap.handle).reference);
    if (factory.owner != "java/lang/invoke/LambdaMetafactory" || factory.name != "metafactory") return false;
    if (bootstrap.arguments.size() != kArguments) return false;
    if (!file_.pool.Is(bootstrap.arguments[kReferred], Tag::kMethodHandle)) return false;
    const HandleRef handle = file_.pool.MethodHandle(bootstrap.arguments[kReferred]);
    if (handle.kind != HandleKind::kInvokeVirtual && handle.kind != HandleKind::kInvokeInterface) return false;
    const MemberRef method = file_.pool.Member(handle.reference);
    const bool of_library = method.owner.starts_with("java/util/") || method.owner.starts_with("java/text/") ||
                            method.owner == "java/lang/StringBuilder";
    return of_library && !GivesStream(method) && calls_.Find(method.name, method.descriptor) >= 0;
  }

  Result<void> FindUses() {
    Arena arena;
    for (const Member& method : file_.methods) {
      const Attribute* attribute = Find(method.attributes, AttributeKind::kCode);
      if (attribute == nullptr) continue;
      RADDLE_TRY(const Code code, DecodeCode(*attribute, file_.pool, arena));
      const Lines lines(code, file_.pool);
      for (const Instruction& it : code.instructions) {
        if (it.op != Op::invokedynamic) continue;
        const DynamicRef call = file_.pool.Dynamic(it.index);
        const Use use{call.descriptor, file_.NameOf(method), lines.At(it.offset)};
        const auto [at, added] = uses_.try_emplace(call.bootstrap, use);
        at->second.is_alike &= at->second.descriptor == call.descriptor;
      }
    }
    return {};
  }

  // The handle of a method that makes the call. What is captured must be of the very type that the method wants.
  Index AddCall(Index referred, uint16_t number, const Use& use) {
    const HandleRef handle = file_.pool.MethodHandle(referred);
    const MemberRef called = file_.pool.Member(handle.reference);
    const MethodDescriptor captured(use.descriptor), type(called.descriptor);
    const bool is_bound = captured.ParameterCount() > 0;
    const std::string object = is_bound ? std::string((*captured.begin()).text) : fmt::format("L{};", called.owner);
    const std::string descriptor = fmt::format("({}{}", object, called.descriptor.substr(1));
    const std::string_view method = use.method == "<init>" ? "new" : use.method == "<clinit>" ? "static" : use.method;
    const std::string name = fmt::format("lambda${}$raddle{}", method, number);

    ByteWriter code;
    uint8_t local = 0;
    auto load = [&](TypeDescriptor each) {
      code.U1(LoadOf(each.kind()));
      code.U1(local);
      local = static_cast<uint8_t>(local + Slots(each.kind()));
    };
    load({object});
    if (TypeDescriptor{object}.ClassName() != called.owner) {
      code.U1(Byte(Op::checkcast));
      code.U2(file_.pool.AddClass(called.owner));
    }
    for (const TypeDescriptor each : type) load(each);
    const bool of_interface = handle.kind == HandleKind::kInvokeInterface;
    code.U1(Byte(of_interface ? Op::invokeinterface : Op::invokevirtual));
    code.U2(handle.reference);
    if (of_interface) code.U2(static_cast<uint16_t>(local << 8));
    code.U1(ReturnOf(type.Return().kind()));

    ByteWriter body;
    body.U2(std::max<uint16_t>(local, 2));
    body.U2(local);
    body.U4(static_cast<uint32_t>(code.bytes().size()));
    body.Raw(code.bytes());
    body.U2(0);  // handlers
    body.U2(1);
    body.U2(file_.pool.AddUtf8("LineNumberTable"));
    body.U4(6);
    for (const uint16_t each : {uint16_t{1}, uint16_t{0}, use.line}) body.U2(each);
    Member& added = file_.AddMethod(kPrivate | kStatic | kSynthetic, name, descriptor);
    added.attributes.push_back({AttributeKind::kCode, file_.pool.AddUtf8("Code"), 0, file_.arena.Copy(body.bytes())});
    const Tag tag = file_.Has(kInterface) ? Tag::kInterfaceMethodref : Tag::kMethodref;
    return file_.pool.AddMethodHandle(HandleKind::kInvokeStatic,
                                      file_.pool.AddMember(tag, file_.Name(), name, descriptor));
  }

  static uint8_t LoadOf(BaseKind kind) {
    return static_cast<uint8_t>(Byte(Op::iload) + static_cast<uint8_t>(kind) - static_cast<uint8_t>(BaseKind::kInt));
  }
  static uint8_t ReturnOf(BaseKind kind) {
    if (kind == BaseKind::kVoid) return Byte(Op::return_);
    return static_cast<uint8_t>(Byte(Op::ireturn) + static_cast<uint8_t>(kind) - static_cast<uint8_t>(BaseKind::kInt));
  }

  ClassFile& file_;
  const CallContracts& calls_;
  std::map<uint16_t, Use> uses_;  // by the number of the bootstrap method
};

// Loads and returns of each kind stand in the order of the kinds.
static_assert(Byte(Op::aload) - Byte(Op::iload) == 4 && Byte(Op::areturn) - Byte(Op::ireturn) == 4);
static_assert(static_cast<int>(BaseKind::kReference) - static_cast<int>(BaseKind::kInt) == 4);

}  // namespace

Result<void> SpellOutReferences(ClassFile& file, const CallContracts& calls) {
  return Speller(file, calls).Spell();
}

}  // namespace raddle::weave
