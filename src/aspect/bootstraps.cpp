#include "aspect/bootstraps.h"

#include <algorithm>

namespace raddle::aspect {

using namespace classfile;

namespace {

constexpr std::string_view kLink =
    "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;"
    "Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/invoke/CallSite;";

}  // namespace

Result<void> Bootstraps::Read() {
  if (const Attribute* attribute = Find(file_.attributes, AttributeKind::kBootstrapMethods)) {
    RADDLE_TRY(AttributeValue value, DecodeAttribute(*attribute, file_.pool, file_.arena));
    const auto& methods = std::get_if<BootstrapMethods>(&value)->methods;
    all_.assign(methods.begin(), methods.end());
  }
  return {};
}

Index Bootstraps::Call(std::string_view name, std::string_view descriptor, const std::vector<std::string>& arguments) {
  const auto [known, added] = ours_.emplace(arguments, all_.size());
  if (added) {
    std::vector<Index> constants;
    for (const std::string& argument : arguments) constants.push_back(file_.pool.AddString(argument));
    const Index link = file_.pool.AddMember(Tag::kMethodref, owner_, "link", kLink);
    all_.push_back({file_.pool.AddMethodHandle(HandleKind::kInvokeStatic, link),
                    file_.arena.Copy(std::span<const Index>(constants))});
  }
  return file_.pool.AddDynamic(Tag::kInvokeDynamic, static_cast<uint16_t>(known->second), name, descriptor);
}

Result<void> Bootstraps::Write() {
  if (ours_.empty()) return {};
  if (all_.size() > 0xffff) return Error{"more than 65535 bootstrap methods"};
  ByteWriter body;
  EncodeAttribute(BootstrapMethods{all_}, body);
  Attribute attribute{AttributeKind::kBootstrapMethods, file_.pool.AddUtf8("BootstrapMethods"), 0,
                      file_.arena.Copy(body.bytes())};
  std::erase_if(file_.attributes, [](const Attribute& it) { return it.kind == AttributeKind::kBootstrapMethods; });
  file_.attributes.push_back(attribute);
  return {};
}

}  // namespace raddle::aspect
