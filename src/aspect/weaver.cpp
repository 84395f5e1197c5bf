#include "aspect/weaver.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "aspect/shadow_weaver.h"
#include "classfile/attributes.h"
#include "classfile/descriptor.h"
#include "pointcut/shadows.h"
#include "weave/serial_version.h"

namespace raddle::aspect {
namespace {

using namespace classfile;
using pointcut::Residue;
using pointcut::Shadow;
using pointcut::ShadowKind;

constexpr uint16_t kFirstMajorWithDynamic = 51;  // Java 7

void AddInitialiser(ClassFile& file) {
  constexpr uint8_t kReturn[] = {0, 0, 0, 0, 0, 0, 0, 1, Byte(Op::return_), 0, 0, 0, 0};
  Member& method = file.AddMethod(kStatic, "<clinit>", "()V");
  method.attributes.push_back({AttributeKind::kCode, file.pool.AddUtf8("Code"), 0, file.arena.Copy(Bytes(kReturn))});
}

class ClassWeaver {
 public:
  ClassWeaver(ClassFile& file, const AspectSet& aspects, pointcut::TypeOracle& oracle, const WeaveSettings& settings)
      : file_(file),
        aspects_(aspects),
        oracle_(oracle),
        settings_(settings),
        bootstraps_(file, settings.link_class),
        caller_(bootstraps_, file, oracle) {}

  Result<bool> Weave() {
    RADDLE_TRY(facts_, pointcut::FactsOf(file_));
    RADDLE_TRY(shadows_, pointcut::ShadowsOf(file_, facts_));
    for (const Shadow& shadow : shadows_) advised_.push_back(AdviceFor(shadow));
    KeepAdvised();
    if (advised_.empty()) return false;
    if (file_.major < kFirstMajorWithDynamic) {
      return Error{"advice applies to it, but it was compiled for a Java before 7"};
    }
    RADDLE_CHECK(bootstraps_.Read());
    if (ChangesMembers()) RADDLE_CHECK(weave::KeepSerialVersion(file_));
    const bool initialised_here =
        std::ranges::any_of(advised_, [](const Advised& it) { return it.shadow->code == nullptr; });
    if (initialised_here) AddInitialiser(file_);
    for (Member& method : file_.methods) {
      if (Result<void> done = WeaveMethod(method); !done) {
        notes_.push_back(fmt::format("method {}.{} has no advice: {}", DottedName(file_.Name()),
                                     ReadableMethod(file_.NameOf(method), file_.DescriptorOf(method)),
                                     done.error().ToString()));
      }
    }
    notes_.insert(notes_.end(), caller_.notes().begin(), caller_.notes().end());
    RADDLE_CHECK(bootstraps_.Write());
    return true;
  }

  uint32_t places() const { return places_; }
  std::vector<std::string> TakeNotes() { return std::move(notes_); }

 private:
  Advised AdviceFor(const Shadow& shadow) const {
    Advised advised{.shadow = &shadow, .before = {}, .after = {}};
    // Java 25 lets a constructor set fields before super(...), when there is no object yet that could be passed on.
    const bool before_super = shadow.code != nullptr && shadow.code->name == "<init>" && shadow.this_type.empty();
    if (before_super && shadow.kind == ShadowKind::kFieldSet && !shadow.is_static) return advised;
    for (const Aspect& aspect : aspects_.aspects) {
      const pointcut::World world{aspect.scope, oracle_, settings_.may_be_shared};
      auto match = [&](const Advice& advice, std::vector<Applied>& into) {
        Residue residue = pointcut::Match(advice.pointcut, shadow, world);
        if (shadow.kind == ShadowKind::kHandler) residue = OnlyIfCaughtHere(std::move(residue), shadow);
        if (pointcut::VerdictOf(residue) != pointcut::Verdict::kNever && !OnlyUnknown(residue)) {
          into.push_back({&aspect, &advice, std::move(residue)});
        }
      };
      for (const Advice& advice : aspect.before) match(advice, advised.before);
      if (shadow.kind == ShadowKind::kHandler) continue;
      std::vector<Applied> after;
      for (const Advice& advice : aspect.after) match(advice, after);
      // Aspects enclose each other: the one that is first before is last behind.
      advised.after.insert(advised.after.begin(), after.begin(), after.end());
    }
    return advised;
  }

  // Drops what has no advice; but where an object's initialization has, each constructor that hands the object on by
  // this(...), or is handed one, must take part.
  void KeepAdvised() {
    auto empty = [](const Advised& it) { return it.before.empty() && it.after.empty(); };
    auto is_initialization = [](const Advised& it) { return it.shadow->kind == ShadowKind::kInitialization; };
    std::set<std::string_view> called;
    for (const Advised& it : advised_) {
      if (is_initialization(it) && !it.shadow->calls_this.empty()) called.insert(it.shadow->calls_this);
    }
    for (Advised& it : advised_) {
      it.called_by_this = is_initialization(it) && called.contains(it.shadow->descriptor);
    }
    const bool initialises =
        std::ranges::any_of(advised_, [&](const Advised& it) { return is_initialization(it) && !empty(it); });
    std::erase_if(advised_, [&](const Advised& it) {
      const bool hands_over = it.called_by_this || (is_initialization(it) && !it.shadow->calls_this.empty());
      return empty(it) && !(initialises && hands_over);
    });
  }

  // What nobody knows does not hold (advice_call.cpp).
  static bool OnlyUnknown(const Residue& residue) { return residue.kind == Residue::Kind::kUnknown; }

  // One catch clause of several types has a shadow for each of them, at one place.
  Residue OnlyIfCaughtHere(Residue residue, const Shadow& shadow) const {
    const auto here = std::ranges::count_if(shadows_, [&](const Shadow& other) {
      return other.kind == ShadowKind::kHandler && other.code == shadow.code && other.instruction == shadow.instruction;
    });
    if (here < 2) return residue;
    Residue test{.kind = Residue::Kind::kInstanceOf,
                 .slot = {pointcut::Slot::Kind::kArgument, 0},
                 .type = shadow.arguments[0],
                 .from = "Ljava/lang/Throwable;"};
    return MakeAnd(std::move(test), std::move(residue));
  }

  // A synchronized method that no longer is, a new <clinit>: a computed serialVersionUID would change.
  bool ChangesMembers() const {
    return std::ranges::any_of(advised_, [](const Advised& it) {
      const bool monitor = it.shadow->kind == ShadowKind::kLock || it.shadow->kind == ShadowKind::kUnlock;
      return it.shadow->code == nullptr || (monitor && it.shadow->instruction == Shadow::kWhole);
    });
  }

  Result<void> WeaveMethod(Member& method) {
    std::vector<Advised> whole, instructions;
    for (const Advised& each : advised_) {
      if (!IsIn(*each.shadow, method)) continue;
      const ShadowKind kind = each.shadow->kind;
      const bool of_constructor = kind == ShadowKind::kConstructorExecution || kind == ShadowKind::kInitialization;
      (each.shadow->instruction == Shadow::kWhole || of_constructor ? whole : instructions).push_back(each);
    }
    if (whole.empty() && instructions.empty()) return {};
    const uint16_t access = method.access;
    RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file_, method));
    const MethodToWeave to{file_, method, editor, caller_};
    RADDLE_CHECK(WeaveWhole(to, whole));
    WeaveInstructions(to, instructions);
    if (Result<void> done = editor.Finish(); !done) {
      method.access = access;
      return done;
    }
    places_ += static_cast<uint32_t>(whole.size() + instructions.size());
    return {};
  }

  bool IsIn(const Shadow& shadow, const Member& method) const {
    const std::string_view name = file_.NameOf(method), descriptor = file_.DescriptorOf(method);
    if (shadow.code == nullptr) return name == "<clinit>";
    return shadow.code->name == name && shadow.code->descriptor == descriptor;
  }

  ClassFile& file_;
  const AspectSet& aspects_;
  pointcut::TypeOracle& oracle_;
  const WeaveSettings& settings_;
  Bootstraps bootstraps_;
  AdviceCaller caller_;
  pointcut::ClassFacts facts_;
  std::vector<Shadow> shadows_;
  std::vector<Advised> advised_;
  std::vector<std::string> notes_;
  uint32_t places_ = 0;
};

}  // namespace

Result<std::optional<WovenClass>> Weave(Bytes bytes, const AspectSet& aspects, pointcut::TypeOracle& oracle,
                                        const WeaveSettings& settings) {
  RADDLE_TRY(ClassFile file, ReadClass(bytes));
  if (file.Has(kModule) || aspects.classes.contains(file.Name())) return std::optional<WovenClass>();
  ClassWeaver weaver(file, aspects, oracle, settings);
  RADDLE_TRY(const bool woven, weaver.Weave());
  if (!woven) return std::optional<WovenClass>();
  ByteWriter writer;
  RADDLE_CHECK(WriteClass(file, writer));
  WovenClass result;
  result.bytes.assign(writer.bytes().begin(), writer.bytes().end());
  result.places = weaver.places();
  result.notes = weaver.TakeNotes();
  return std::optional<WovenClass>(std::move(result));
}

}  // namespace raddle::aspect
