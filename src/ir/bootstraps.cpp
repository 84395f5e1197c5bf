#include "ir/bootstraps.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "classfile/descriptor.h"
#include "fmt/format.h"

namespace raddle::ir {
namespace {

using classfile::ConstantPool;
using classfile::HandleKind;
using classfile::Index;
using classfile::Tag;

// A label of a pattern switch is a constant made by a constant made by a constant; javac needs three.
constexpr int kMaxLabelDepth = 4;

// LambdaMetafactory.FLAG_*
constexpr int32_t kSerializable = 1;
constexpr int32_t kMarkers = 2;
constexpr int32_t kBridges = 4;

constexpr std::pair<std::string_view, ConstantOperation> kConstantOperations[] = {
    {"nullConstant", ConstantOperation::kNull},
    {"primitiveClass", ConstantOperation::kPrimitiveClass},
    {"enumConstant", ConstantOperation::kEnumConstant},
    {"getStaticFinal", ConstantOperation::kGetStaticFinal},
    {"invoke", ConstantOperation::kInvoke},
    {"fieldVarHandle", ConstantOperation::kFieldVarHandle},
    {"staticFieldVarHandle", ConstantOperation::kStaticFieldVarHandle},
    {"arrayVarHandle", ConstantOperation::kArrayVarHandle},
    {"explicitCast", ConstantOperation::kExplicitCast},
};

class Describer {
 public:
  Describer(const ConstantPool& pool, std::span<const classfile::BootstrapMethod> methods, Arena& arena)
      : pool_(pool), methods_(methods), arena_(arena) {}

  Result<BootstrapCall> Describe(Index constant) {
    classfile::DynamicRef ref = pool_.Dynamic(constant);
    if (ref.bootstrap >= methods_.size()) {
      return Error{.reason = fmt::format("constant {} names bootstrap method {} of {}", constant, ref.bootstrap,
                                         methods_.size())};
    }
    const classfile::BootstrapMethod& method = methods_[ref.bootstrap];
    if (!pool_.Is(method.handle, Tag::kMethodHandle)) {
      return Error{.reason = fmt::format("bootstrap method {} is not a MethodHandle", ref.bootstrap)};
    }
    BootstrapCall call{.constant = constant,
                       .name = ref.name,
                       .descriptor = ref.descriptor,
                       .bootstrap = HandleOf(pool_, method.handle),
                       .arguments = method.arguments,
                       .meaning = Opaque{}};
    if (std::optional<BootstrapMeaning> meaning = Meaning(call)) call.meaning = *meaning;
    return call;
  }

 private:
  // Nothing where the bootstrap method is not known or not called the way it should be.
  std::optional<BootstrapMeaning> Meaning(const BootstrapCall& call) {
    const classfile::MemberRef& member = call.bootstrap.member;
    if (call.bootstrap.kind != HandleKind::kInvokeStatic) return {};
    bool dynamic_constant = pool_.Is(call.constant, Tag::kDynamic);
    if (member.owner == "java/lang/invoke/ConstantBootstraps") return Constant(member.name);
    if (dynamic_constant || !classfile::CheckMethodDescriptor(call.descriptor)) return {};
    if (member.owner == "java/lang/invoke/LambdaMetafactory") {
      if (member.name == "metafactory") return LambdaOf(call, /*alternative=*/false);
      if (member.name == "altMetafactory") return LambdaOf(call, /*alternative=*/true);
    } else if (member.owner == "java/lang/invoke/StringConcatFactory") {
      if (member.name == "makeConcat")
        return call.arguments.empty() ? StringConcat{} : std::optional<BootstrapMeaning>();
      if (member.name == "makeConcatWithConstants") return Concat(call);
    } else if (member.owner == "java/lang/runtime/ObjectMethods") {
      if (member.name == "bootstrap") return Record(call);
    } else if (member.owner == "java/lang/runtime/SwitchBootstraps") {
      if (member.name == "typeSwitch") return Switch(call, /*of_enum=*/false);
      if (member.name == "enumSwitch") return Switch(call, /*of_enum=*/true);
    }
    return {};
  }

  std::optional<BootstrapMeaning> LambdaOf(const BootstrapCall& call, bool alternative) {
    std::span<const Index> arguments = call.arguments;
    if (arguments.size() < 3 || (!alternative && arguments.size() != 3)) return {};
    if (!pool_.Is(arguments[0], Tag::kMethodType) || !pool_.Is(arguments[1], Tag::kMethodHandle) ||
        !pool_.Is(arguments[2], Tag::kMethodType)) {
      return {};
    }
    classfile::TypeDescriptor made = classfile::MethodDescriptor(call.descriptor).Return();
    Handle implementation = HandleOf(pool_, arguments[1]);
    if (made.first() != 'L' || implementation.kind < HandleKind::kInvokeVirtual) return {};
    Lambda lambda{.interface = made.ClassName(),
                  .method = call.name,
                  .erased_descriptor = pool_.MethodType(arguments[0]),
                  .instantiated_descriptor = pool_.MethodType(arguments[2]),
                  .implementation = implementation,
                  .serializable = false,
                  .markers = {},
                  .bridges = {}};
    if (alternative && !AddAlternatives(arguments.subspan(3), lambda)) return {};
    return lambda;
  }

  // flags, then with kMarkers a count and classes, then with kBridges a count and method types.
  bool AddAlternatives(std::span<const Index> rest, Lambda& lambda) {
    std::optional<int32_t> flags = TakeInt(rest);
    if (!flags) return false;
    lambda.serializable = (*flags & kSerializable) != 0;
    if ((*flags & kMarkers) != 0 && !TakeTexts(rest, Tag::kClass, lambda.markers)) return false;
    if ((*flags & kBridges) != 0 && !TakeTexts(rest, Tag::kMethodType, lambda.bridges)) return false;
    return rest.empty();
  }

  std::optional<int32_t> TakeInt(std::span<const Index>& rest) {
    if (rest.empty() || !pool_.Is(rest[0], Tag::kInteger)) return {};
    int32_t value = pool_.Integer(rest[0]);
    rest = rest.subspan(1);
    return value;
  }

  bool TakeTexts(std::span<const Index>& rest, Tag tag, std::span<const std::string_view>& texts) {
    std::optional<int32_t> count = TakeInt(rest);
    if (!count || *count < 0 || static_cast<size_t>(*count) > rest.size()) return false;
    std::span<std::string_view> found = arena_.Allocate<std::string_view>(static_cast<size_t>(*count));
    for (size_t i = 0; i < found.size(); i++) {
      if (!pool_.Is(rest[i], tag)) return false;
      found[i] = tag == Tag::kClass ? pool_.ClassName(rest[i]) : pool_.MethodType(rest[i]);
    }
    rest = rest.subspan(found.size());
    texts = found;
    return true;
  }

  std::optional<BootstrapMeaning> Concat(const BootstrapCall& call) {
    if (call.arguments.empty() || !pool_.Is(call.arguments[0], Tag::kString)) return {};
    std::string_view recipe = pool_.String(call.arguments[0]);
    std::span<const Index> constants = call.arguments.subspan(1);
    // Both characters are single bytes in modified UTF-8 and occur in no longer one.
    if (std::count(recipe.begin(), recipe.end(), '\1') !=
            classfile::MethodDescriptor(call.descriptor).ParameterCount() ||
        static_cast<size_t>(std::count(recipe.begin(), recipe.end(), '\2')) != constants.size()) {
      return {};
    }
    return StringConcat{recipe, constants};
  }

  std::optional<BootstrapMeaning> Record(const BootstrapCall& call) {
    RecordMethod method{};
    if (call.name == "toString") {
      method.operation = RecordOperation::kToString;
    } else if (call.name == "hashCode") {
      method.operation = RecordOperation::kHashCode;
    } else if (call.name == "equals") {
      method.operation = RecordOperation::kEquals;
    } else {
      return {};
    }
    std::span<const Index> arguments = call.arguments;
    if (arguments.size() < 2 || !pool_.Is(arguments[0], Tag::kClass) || !pool_.Is(arguments[1], Tag::kString))
      return {};
    method.record = pool_.ClassName(arguments[0]);
    method.names = pool_.String(arguments[1]);
    std::span<Handle> getters = arena_.Allocate<Handle>(arguments.size() - 2);
    for (size_t i = 0; i < getters.size(); i++) {
      if (!pool_.Is(arguments[i + 2], Tag::kMethodHandle)) return {};
      getters[i] = HandleOf(pool_, arguments[i + 2]);
    }
    method.getters = getters;
    return method;
  }

  std::optional<BootstrapMeaning> Switch(const BootstrapCall& call, bool of_enum) {
    classfile::MethodDescriptor descriptor(call.descriptor);
    if (descriptor.ParameterCount() != 2) return {};
    std::string_view selector = (*descriptor.begin()).IsReference() ? (*descriptor.begin()).ClassName() : "";
    std::span<SwitchLabel> labels = arena_.Allocate<SwitchLabel>(call.arguments.size());
    for (size_t i = 0; i < labels.size(); i++) {
      labels[i] = Label(call.arguments[i], kMaxLabelDepth);
      if (of_enum && labels[i].which == SwitchLabel::kString) {
        labels[i].which = SwitchLabel::kEnumConstant;
        labels[i].enum_class = selector;
      }
    }
    return PatternSwitch{of_enum, labels};
  }

  SwitchLabel Label(Index constant, int depth) {
    SwitchLabel label{.which = SwitchLabel::kOther, .constant = constant, .text = {}, .enum_class = {}, .value = 0};
    switch (pool_.tag(constant)) {
      case Tag::kClass:
        label.which = SwitchLabel::kClass;
        label.text = pool_.ClassName(constant);
        break;
      case Tag::kString:
        label.which = SwitchLabel::kString;
        label.text = pool_.String(constant);
        break;
      case Tag::kInteger:
        label.which = SwitchLabel::kInteger;
        label.value = pool_.Integer(constant);
        break;
      case Tag::kDynamic:
        DynamicLabel(label, depth);
        break;
      default:
        break;
    }
    return label;
  }

  // invoke(EnumDesc.of, invoke(ClassDesc.of, "a.B"), "NAME") is the constant NAME of the enum a.B; the inner one alone
  // comes back with the class's name as its text.
  void DynamicLabel(SwitchLabel& label, int depth) {
    classfile::DynamicRef ref = pool_.Dynamic(label.constant);
    if (depth == 0 || ref.bootstrap >= methods_.size()) return;
    const classfile::BootstrapMethod& method = methods_[ref.bootstrap];
    std::span<const Index> arguments = method.arguments;
    if (arguments.size() < 2 || !pool_.Is(method.handle, Tag::kMethodHandle) ||
        !pool_.Is(arguments[0], Tag::kMethodHandle)) {
      return;
    }
    const classfile::MemberRef bootstrap = HandleOf(pool_, method.handle).member;
    const classfile::MemberRef target = HandleOf(pool_, arguments[0]).member;
    if (bootstrap.owner != "java/lang/invoke/ConstantBootstraps" || bootstrap.name != "invoke" || target.name != "of") {
      return;
    }
    if (target.owner == "java/lang/constant/ClassDesc" && pool_.Is(arguments[1], Tag::kString)) {
      label.text = pool_.String(arguments[1]);
    } else if (target.owner == "java/lang/Enum$EnumDesc" && arguments.size() == 3 &&
               pool_.Is(arguments[2], Tag::kString)) {
      label.which = SwitchLabel::kEnumConstant;
      SwitchLabel owner = Label(arguments[1], depth - 1);
      if (owner.which == SwitchLabel::kOther) label.enum_class = owner.text;
      label.text = pool_.String(arguments[2]);
    }
  }

  static std::optional<BootstrapMeaning> Constant(std::string_view name) {
    for (const auto& [known, operation] : kConstantOperations) {
      if (name == known) return KnownConstant{operation};
    }
    return {};
  }

  const ConstantPool& pool_;
  std::span<const classfile::BootstrapMethod> methods_;
  Arena& arena_;
};

}  // namespace

Handle HandleOf(const ConstantPool& pool, Index method_handle) {
  classfile::HandleRef handle = pool.MethodHandle(method_handle);
  return {handle.kind, pool.Is(handle.reference, Tag::kInterfaceMethodref), pool.Member(handle.reference)};
}

Result<BootstrapCall> DescribeBootstrap(Index constant, const ConstantPool& pool,
                                        std::span<const classfile::BootstrapMethod> methods, Arena& arena) {
  return Describer(pool, methods, arena).Describe(constant);
}

}  // namespace raddle::ir
