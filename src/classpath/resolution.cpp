// Hierarchy's answers: subtypes, resolution (JVMS §5.4.3), overriding (§5.4.5), selection (§5.4.6), access (§5.4.4).
#include <algorithm>
#include <unordered_set>

#include "classpath/hierarchy.h"

namespace raddle::classpath {
namespace {

using classfile::kAbstract;
using classfile::kPrivate;
using classfile::kProtected;
using classfile::kPublic;
using classfile::kStatic;

template <typename Table, typename Selector>
auto Search(const Table& table, const Selector& selector) {
  auto found = std::lower_bound(table.begin(), table.end(), selector,
                                [](const auto& row, const Selector& wanted) { return row.first < wanted; });
  using MemberId = std::remove_cvref_t<decltype(found->second)>;
  return found == table.end() || found->first != selector ? MemberId() : found->second;
}

}  // namespace

Truth Hierarchy::IsSubtype(ClassId sub, ClassId super) const {
  while (true) {
    if (sub == super || super == object_) return Truth::kYes;
    const ClassInfo& from = (*this)[sub];
    const ClassInfo& to = (*this)[super];
    if (!from.IsArray()) {
      if (std::binary_search(from.supertypes.begin(), from.supertypes.end(), super)) return Truth::kYes;
      const bool has_none = to.IsArray() || (to.access & classfile::kFinal) != 0;  // below it
      return from.is_complete || has_none ? Truth::kNo : Truth::kUnknown;
    }
    if (!to.IsArray()) return super == cloneable_ || super == serializable_ ? Truth::kYes : Truth::kNo;
    if (!from.component || !to.component) return Truth::kNo;  // arrays of primitives have only themselves
    sub = from.component;
    super = to.component;
  }
}

std::vector<ClassId> Hierarchy::AllSubtypes(ClassId of) const {
  std::vector<ClassId> all;
  std::unordered_set<ClassId> seen = {of};
  auto add = [&](ClassId id) {
    for (ClassId sub : (*this)[id].subtypes) {
      if (seen.insert(sub).second) all.push_back(sub);
    }
  };
  add(of);
  for (size_t i = 0; i < all.size(); ++i) add(all[i]);
  return all;
}

std::optional<Hierarchy::Selector> Hierarchy::FindSelector(std::string_view name, std::string_view descriptor) const {
  Selector selector = {symbols_.Find(name), symbols_.Find(descriptor)};
  if (!selector.name || !selector.descriptor) return std::nullopt;  // no class seen so far has any such member
  return selector;
}

MethodId Hierarchy::Declared(ClassId in, const Selector& selector) const {
  return Search(method_tables_[in.value()], selector);
}

FieldId Hierarchy::DeclaredField(ClassId in, const Selector& selector) const {
  return Search(field_tables_[in.value()], selector);
}

MethodId Hierarchy::DeclaredMethod(ClassId in, std::string_view name, std::string_view descriptor) const {
  std::optional<Selector> selector = FindSelector(name, descriptor);
  return selector ? Declared(in, *selector) : MethodId();
}

FieldId Hierarchy::DeclaredField(ClassId in, std::string_view name, std::string_view descriptor) const {
  std::optional<Selector> selector = FindSelector(name, descriptor);
  return selector ? DeclaredField(in, *selector) : FieldId();
}

// Of each class on the way up: itself, then its superinterfaces depth-first, then its superclass.
Found<FieldId> Hierarchy::ResolveField(ClassId in, std::string_view name, std::string_view descriptor) const {
  Selector selector = FindSelector(name, descriptor).value_or(Selector{});
  std::unordered_set<ClassId> seen;
  std::vector<ClassId> stack;
  bool unknown = false;
  for (ClassId at = in; at; at = (*this)[at].super) {
    stack.push_back(at);
    while (!stack.empty()) {
      ClassId next = stack.back();
      stack.pop_back();
      if (!seen.insert(next).second) continue;
      unknown |= IsMissing(next);
      if (FieldId field = DeclaredField(next, selector)) return {unknown ? Outcome::kUnknown : Outcome::kFound, field};
      const std::vector<ClassId>& interfaces = (*this)[next].interfaces;
      stack.insert(stack.end(), interfaces.rbegin(), interfaces.rend());
    }
  }
  return {unknown ? Outcome::kUnknown : Outcome::kNoSuchMember};
}

// The one method of that name in MethodHandle or VarHandle, if it is signature polymorphic; its descriptor is then
// whatever the call says.
MethodId Hierarchy::SignaturePolymorphic(ClassId in, SymbolId name) const {
  MethodId only;
  for (MethodId method : (*this)[in].methods) {
    if ((*this)[method].name != name) continue;
    if (only) return {};
    only = method;
  }
  return only && (*this)[only].is_signature_polymorphic ? only : MethodId();
}

Found<MethodId> Hierarchy::ResolveMethod(ClassId in, std::string_view name, std::string_view descriptor) const {
  if (IsMissing(in)) return {Outcome::kUnknown};
  if ((*this)[in].IsInterface()) return {Outcome::kIncompatible};
  // A descriptor that nobody declares may still be that of a signature-polymorphic call.
  Selector selector = {symbols_.Find(name), symbols_.Find(descriptor)};
  for (ClassId at = in; at; at = (*this)[at].super) {
    if (IsMissing(at)) return {Outcome::kUnknown};
    if (std::string_view owner = (*this)[at].name; owner.starts_with("java/lang/invoke/")) {
      if (MethodId method = SignaturePolymorphic(at, selector.name)) return {Outcome::kFound, method};
    }
    if (MethodId method = Declared(at, selector)) return {Outcome::kFound, method};
  }
  return FromInterfaces(in, selector, true);
}

Found<MethodId> Hierarchy::ResolveInterfaceMethod(ClassId in, std::string_view name,
                                                  std::string_view descriptor) const {
  if (IsMissing(in)) return {Outcome::kUnknown};
  if (!(*this)[in].IsInterface()) return {Outcome::kIncompatible};
  Selector selector = {symbols_.Find(name), symbols_.Find(descriptor)};
  if (MethodId method = Declared(in, selector)) return {Outcome::kFound, method};
  if (MethodId method = Declared(object_, selector)) {
    if ((*this)[method].Has(kPublic) && !(*this)[method].Has(kStatic)) return {Outcome::kFound, method};
  }
  return FromInterfaces(in, selector, true);
}

// The maximally-specific superinterface methods (§5.4.3.3): the one that is not abstract, if there is exactly one;
// else, if any will do, one of those that are neither private nor static. The spec leaves open which; this takes a
// maximally specific one.
Found<MethodId> Hierarchy::FromInterfaces(ClassId of, const Selector& selector, bool any_will_do) const {
  std::vector<MethodId> candidates;
  for (ClassId type : (*this)[of].supertypes) {
    if (!(*this)[type].IsInterface()) continue;
    MethodId method = Declared(type, selector);
    if (method && !(*this)[method].Has(kPrivate) && !(*this)[method].Has(kStatic)) candidates.push_back(method);
  }
  auto hidden = [&](MethodId method) {
    ClassId owner = (*this)[method].owner;
    return std::any_of(candidates.begin(), candidates.end(), [&](MethodId other) {
      return other != method && IsSubtype((*this)[other].owner, owner) == Truth::kYes;
    });
  };
  std::vector<MethodId> specific;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(specific), std::not_fn(hidden));
  MethodId concrete, any = specific.empty() ? MethodId() : specific.front();
  size_t concrete_count = 0;
  for (MethodId method : specific) {
    if ((*this)[method].Has(kAbstract)) continue;
    concrete = method;
    ++concrete_count;
  }
  MethodId chosen = concrete_count == 1 ? concrete : any_will_do ? any : MethodId();
  if (!(*this)[of].is_complete) return {Outcome::kUnknown, chosen};
  if (chosen) return {Outcome::kFound, chosen};
  if (any_will_do) return {Outcome::kNoSuchMember};
  return {concrete_count > 1 ? Outcome::kIncompatible : Outcome::kAbstract, any};
}

// §5.4.5. A package-private method is overridden from its own package, or by way of a method between that was
// overridden in turn: so this walks from `overriding` up to `overridden`, then down again with what is known to
// override. On the way down one method open to subclasses settles all below it, otherwise the packages reached so far
// do.
bool Hierarchy::CanOverride(MethodId overriding, MethodId overridden) const {
  const MethodInfo& upper = (*this)[overridden];
  const MethodInfo& lower = (*this)[overriding];
  if (lower.name != upper.name || lower.descriptor != upper.descriptor) return false;
  if (lower.Has(kPrivate) || lower.Has(kStatic) || upper.Has(kPrivate) || upper.Has(kStatic)) return false;
  auto is_open = [](const MethodInfo& method) { return method.Has(kPublic) || method.Has(kProtected); };
  auto package = [&](const MethodInfo& method) { return (*this)[method.owner].Package(); };
  if (is_open(upper) || package(lower) == package(upper)) return true;

  std::vector<const MethodInfo*> between;  // lowest first
  Selector selector = {upper.name, upper.descriptor};
  for (ClassId at = lower.owner; at && at != upper.owner; at = (*this)[at].super) {
    MethodId method = Declared(at, selector);
    if (method && !(*this)[method].Has(kPrivate) && !(*this)[method].Has(kStatic)) between.push_back(&(*this)[method]);
  }
  std::vector<std::string_view> packages = {package(upper)};
  for (auto it = between.rbegin(); it != between.rend(); ++it) {
    bool overrides = std::find(packages.begin(), packages.end(), package(**it)) != packages.end();
    if (*it == &lower) return overrides;
    if (!overrides) continue;
    if (is_open(**it)) return true;
    packages.push_back(package(**it));
  }
  return false;  // not a subclass after all
}

Found<MethodId> Hierarchy::Select(Invoke how, ClassId receiver, MethodId resolved) const {
  const MethodInfo& method = (*this)[resolved];
  if (method.Has(kStatic)) return {Outcome::kIncompatible, resolved};
  if (method.Has(kPrivate) || method.is_signature_polymorphic) return {Outcome::kFound, resolved};
  Selector selector = {method.name, method.descriptor};
  for (ClassId at = receiver; at; at = (*this)[at].super) {
    if (IsMissing(at)) return {Outcome::kUnknown, resolved};
    MethodId candidate = Declared(at, selector);
    if (!candidate || (candidate != resolved && !CanOverride(candidate, resolved))) continue;
    if (how == Invoke::kInterface && !(*this)[candidate].Has(kPublic)) return {Outcome::kInaccessible, candidate};
    if ((*this)[candidate].Has(kAbstract)) return {Outcome::kAbstract, candidate};
    return {Outcome::kFound, candidate};
  }
  return FromInterfaces(receiver, selector, false);
}

Found<MethodId> Hierarchy::SelectSpecial(ClassId caller, ClassId named, MethodId resolved) const {
  const MethodInfo& method = (*this)[resolved];
  if (method.Has(kStatic)) return {Outcome::kIncompatible, resolved};
  if (Text(method.name) == "<init>") return {Outcome::kFound, resolved};
  // ACC_SUPER counts as set in every class since Java 8 (§4.1).
  bool is_super_call = !(*this)[named].IsInterface() && named != caller && IsSubtype(caller, named) == Truth::kYes;
  ClassId start = is_super_call ? (*this)[caller].super : named;
  Selector selector = {method.name, method.descriptor};
  auto take = [&](MethodId found) -> Found<MethodId> {
    return {(*this)[found].Has(kAbstract) ? Outcome::kAbstract : Outcome::kFound, found};
  };
  bool is_interface = (*this)[start].IsInterface();
  for (ClassId at = start; at; at = is_interface ? ClassId() : (*this)[at].super) {
    if (IsMissing(at)) return {Outcome::kUnknown, resolved};
    MethodId found = Declared(at, selector);
    if (found && !(*this)[found].Has(kStatic)) return take(found);
  }
  if (is_interface) {
    MethodId found = Declared(object_, selector);
    if (found && (*this)[found].Has(kPublic) && !(*this)[found].Has(kStatic)) return take(found);
  }
  return FromInterfaces(start, selector, false);
}

ClassId Hierarchy::NestHost(ClassId of) const {
  const ClassInfo& info = (*this)[of];
  if (!info.nest_host) return of;
  const ClassInfo& host = (*this)[info.nest_host];
  bool known = std::any_of(host.nest_members.begin(), host.nest_members.end(),
                           [&](SymbolId member) { return Text(member) == info.name; });
  return known && host.Package() == info.Package() ? info.nest_host : of;
}

Truth Hierarchy::CanAccess(ClassId from, MethodId method) const {
  return CanAccess(from, (*this)[method].owner, (*this)[method].access);
}

Truth Hierarchy::CanAccess(ClassId from, FieldId field) const {
  return CanAccess(from, (*this)[field].owner, (*this)[field].access);
}

Truth Hierarchy::CanAccess(ClassId from, ClassId owner, uint16_t access) const {
  if ((access & kPublic) != 0 || from == owner) return Truth::kYes;
  if ((access & kPrivate) != 0) return NestHost(from) == NestHost(owner) ? Truth::kYes : Truth::kNo;
  if ((*this)[from].Package() == (*this)[owner].Package()) return Truth::kYes;
  return (access & kProtected) != 0 ? IsSubtype(from, owner) : Truth::kNo;
}

}  // namespace raddle::classpath
