// What the parts of the weaver share while they work on one method: the editor, the thread's local, new sites.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/code_editor.h"
#include "weave/lines.h"
#include "weave/site_table.h"
#include "weave/weaver.h"

namespace raddle::weave {

// The atomic sections of a method, while it is woven.
struct SectionContext {
  static constexpr uint16_t kNoLocal = 0xFFFF;

  std::vector<atoms::Mark> marks;
  uint16_t activation = kNoLocal;
  std::map<uint32_t, uint16_t> handles;          // of guarded sections that lie in the method: their locals
  std::optional<std::vector<uint32_t>> objects;  // same_object.h, once asked for
  std::vector<SectionSite> sites;                // what was woven
};

class MethodContext {
 public:
  MethodContext(classfile::ClassFile& file, classfile::Member& method, const Plan& plan, classfile::CodeEditor& editor,
                const SiteMethod& place, SiteTable& sites, SectionContext& sections);

  classfile::ClassFile& file;
  classfile::Member& method;
  const Plan& plan;
  classfile::CodeEditor& editor;
  SectionContext& sections;

  // Whether an instruction may do to a variable what some section on it does not allow.
  bool MayDisturb(uint32_t instruction);

  uint32_t NewSite(uint32_t instruction, SiteKind kind, const classfile::MemberRef& member = {});
  Allocations::Place PlaceOf(uint32_t instruction) const;

  // A call of the shim with what is on the stack, the thread and the site.
  void Call(classfile::Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor,
            std::string_view owner = kShimClass);
  // The same for an access that hot code passes over.
  void CallAccess(classfile::Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor) {
    Call(snippet, site, name, descriptor, kShimAccessClass);
  }
  // A call of the shim's atomrace part with what is on the stack and the site.
  void CallAtom(classfile::Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor);
  // A call of its healing part with what is on the stack.
  void CallGuard(classfile::Snippet& snippet, std::string_view name, std::string_view descriptor);
  void CallElement(classfile::Snippet& snippet, std::string_view name, std::string_view descriptor);
  // The same for a call that names neither.
  void Sync(classfile::Snippet& snippet, std::string_view name, std::string_view descriptor);
  void PushThread(classfile::Snippet& snippet);

  bool touched() const { return touched_; }
  void Touch() { touched_ = true; }
  uint32_t class_id() const { return place_.class_id; }

 private:
  uint16_t ThreadLocalSlot();

  const SiteMethod& place_;
  SiteTable& sites_;
  const SiteMethod* site_method_ = nullptr;
  std::vector<std::string> array_types_;  // array_types.h, once asked for
  Lines lines_;
  bool touched_ = false;
  bool has_thread_ = false;
  uint16_t thread_local_ = 0;
};

// Copies of the arguments of a call, kept while the call lasts. Before(i): all arguments go into scratch locals and
// back; then any of them can be pushed, in front of the call and behind it. The first one stays where it is, which is
// the receiver: what the JVM says of a null there ("because "list" is null") tells where it was pushed.
class SavedArguments {
 public:
  // `receiver`: the call has one, which is number 0.
  SavedArguments(MethodContext& context, uint32_t instruction, std::string_view descriptor, bool receiver);

  size_t count() const { return saved_.size(); }
  classfile::TypeDescriptor type(size_t i) const { return saved_[i].type; }
  void Push(classfile::Snippet& snippet, size_t i) const;

 private:
  struct Saved {
    classfile::TypeDescriptor type;
    uint16_t local;
  };
  std::vector<Saved> saved_;
};

// Around a call that shows only by its end whether it was a write: it is told as one of that number on an argument. The
// descriptor is the call's own.
void TellAround(MethodContext& context, uint32_t instruction, std::string_view descriptor,
                const SavedArguments& arguments, size_t argument, int32_t number, uint32_t site);

}  // namespace raddle::weave
