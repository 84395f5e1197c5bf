// The weaver: takes a class file, and gives back the same class with calls that tell its events to the shim.
//
// What is put where (T is the local that holds the thread's block, set at the method's entry; S is the site's number):
//
//   getfield          the object kept below, T S wasRead    after; own fields: readWord, with the field's word
//   putfield          the object brought up, T S write      before; fields of `this`: writeWord, or fresh
//   getstatic         T S readStatic(J,I)                   after
//   putstatic         T S writeStatic(J,I)                  after; publishStatic before, if it may be volatile
//   xaload, xastore   array and index brought up, T S ...   before
//   monitorenter      forMonitor, identityHashCode before; T S acquire(Object,J,I) after
//   monitorexit       T S release(Object,J,I)               before
//   synchronized      acquire at entry; release before each return and in a handler around all
//
// If no detector asks for accesses, fields that are or may be volatile have S mayReceive after reads, S mayPublish
// before writes (RaddleVolatile).
//
// It also adds one `long` beside each instance field that can be watched: NAME + kShadowSuffix or, for a volatile,
// kChannelSuffix. The added field is synthetic and transient, and has the access of the field itself. Final fields are
// not watched: the memory model makes them safe. Statics have their word outside the heap, since a class has few of
// them and keeps them long.
//
// Not woven: code of a constructor before its super() call, since `this` must not be passed on there; fields of
// interfaces, which are final; methods that would grow past 64 KiB.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "atoms/match.h"
#include "base/result.h"
#include "classfile/bytes.h"
#include "classfile/class_file.h"
#include "weave/allocations.h"
#include "weave/object_analysis.h"
#include "weave/site_table.h"

namespace raddle::weave {

inline constexpr std::string_view kShimAccessClass = "java/lang/invoke/RaddleAccess";  // accesses
inline constexpr std::string_view kShimClass = "java/lang/Raddle";                     // statics, and the rest
inline constexpr std::string_view kShimVolatileClass = "java/lang/RaddleVolatile";     // if only volatiles matter
inline constexpr std::string_view kShimArraysClass = "java/lang/RaddleArrays";         // java.util.Arrays and the like
inline constexpr std::string_view kShimHandlesClass = "java/lang/RaddleHandles";       // accesses through handles
inline constexpr std::string_view kShimFieldClass = "java/lang/RaddleField";           // what reflection shows
inline constexpr std::string_view kShimSyncClass = "java/lang/RaddleSync";             // contracts
inline constexpr std::string_view kShimAtomClass = "java/lang/RaddleAtom";             // atomrace and noise
inline constexpr std::string_view kShimGuardClass = "java/lang/RaddleGuard";           // healing
inline constexpr std::string_view kShimElementClass = "java/lang/RaddleElement";       // healing, for array elements
inline constexpr std::string_view kShimStackClass = "java/lang/RaddleStack";
inline constexpr std::string_view kShimViewsClass = "java/lang/RaddleViews";
inline constexpr std::string_view kViewWord = "$raddleView";  // an object's word: RaddleViews.java
inline constexpr std::string_view kShadowSuffix = "$raddle";
inline constexpr std::string_view kChannelSuffix = "$raddleSync";  // of a volatile

// Which accesses are told, by instruction; accesses beyond the end of the answer are told. A "no" is allowed only if
// the field is not volatile and the access initialises no class: synchronisation is always told.
using AccessFilter = std::function<std::vector<bool>(const classfile::ClassFile&, const classfile::Member&)>;

// A site at which atomic sections begin, end or are left.
struct SectionSite {
  uint32_t site;
  atoms::Mark mark;
};

struct Plan {
  bool fields = true;
  bool arrays = true;
  bool locks = true;
  bool order = true;          // what orders but is no lock: volatiles, class initialisation, fences
  bool lock_events = true;    // the engine is told of each monitor; otherwise RaddleObject or RaddleViews is
  bool views = false;         // what is touched while a lock is held: view_weaver.h
  bool view_locks = false;    // RaddleViews is told of each monitor
  bool views_strict = false;  // also what a constructor writes
  bool views_only = false;    // only views asks for accesses and calls
  bool every_access = false;  // no access is left out because another one tells the same
  bool freezes = false;       // final fields of finished objects: freeze_weaver.h
  bool marks = false;         // atomrace, noise or atomic sections: atom_weaver.h
  bool mark_all = false;      // all accesses are marked, not only those to variables of sections
  bool guards = false;        // sections of fields are healed: guard_weaver.h
  bool guests = false;        // writes to these outside of sections are told when over
  const atoms::Matcher* sections = nullptr;  // null: there are none
  // Whether elements of an array of this type, such as "[Lcom/acme/Bank;", may have sections. None: those of any array
  // may.
  bool (*may_have_sections)(std::string_view array) = nullptr;
  const CallContracts* calls = nullptr;       // null: calls of collections are not told
  const CallContracts* references = nullptr;  // references to such methods become lambdas: method_references.h
  bool objects = false;                       // object races: object_weaver.h
  ObjectRules object;
  bool count_objects = false;  // for --stats: each use of an object is counted
  // Whether objects of a class have a word for object races that woven code can read as a field. True only for classes
  // that were woven earlier, by the loader of this one. None: no class has one, not even by inheritance.
  std::function<bool(std::string_view internal_name)> has_object_word = nullptr;
  bool (*is_program_class)(std::string_view internal_name) = [](std::string_view) { return false; };
  AccessFilter accesses = nullptr;     // none: all are told
  Allocations* allocations = nullptr;  // if given, learns where objects are made

  // Whether the weaver may add fields to classes.
  bool AddsFields() const { return fields || order || objects || views; }

  // Only atomic sections are watched: most classes stay as they are, and should cost nothing.
  bool SectionsOnly() const {
    return marks && !mark_all && sections != nullptr && !fields && !arrays && !locks && !order && !objects && !views &&
           calls == nullptr;
  }
};

struct StaticField {
  enum class Kind : uint8_t { kPlain, kVolatile, kFinalReference, kFinalPrimitive };
  std::string name;
  Kind kind;
};

struct Woven {
  std::vector<uint8_t> bytes;
  uint64_t methods = 0;  // methods with code, even if there was nothing to weave
  std::vector<StaticField> statics;
  std::vector<std::string> safe;     // instance fields that are final or volatile, if objects or views are watched
  std::vector<std::string> plain;    // the others, if views are
  std::vector<std::string> shadows;  // the names of the fields that were added
  bool has_object_word = false;      // as Plan::has_object_word says
  std::vector<SectionSite> section_sites;
  std::vector<std::string> notes;  // methods left as they were, and why
};

// class_id: the agent's number for the class, kept in its sites.
Result<Woven> WeaveClass(classfile::Bytes bytes, const Plan& plan, uint32_t class_id, SiteTable& sites);

}  // namespace raddle::weave
