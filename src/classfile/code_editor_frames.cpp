// The stack map of edited code.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "classfile/code_editor.h"

namespace raddle::classfile {
namespace {

constexpr uint16_t kFirstMajorWithFrames = 50;
constexpr uint16_t kFirstMajorThatNeedsFrames = 51;  // at 50 the JVM falls back to inferring types

// new_at of a `new` that was inserted: its place in the output with this bit set.
constexpr uint32_t kInserted = 0x80000000;

constexpr const char* kDifferentStacks = "paths of inserted code meet with different stacks";

bool IsUninitializedThis(const FrameType& type) {
  return type.tag == VerificationTag::kUninitializedThis;
}

// Whether a place of type `to` takes a `from`, as far as can be told without the classes.
bool Fits(const FrameType& from, const FrameType& to) {
  if (to.tag == VerificationTag::kTop || from == to) return true;
  if (to.tag != VerificationTag::kObject) return false;
  return from.tag == VerificationTag::kNull || (from.tag == VerificationTag::kObject && to.name == "java/lang/Object");
}

// What two paths agree on; false if nothing.
bool Meet(FrameType& into, const FrameType& from) {
  if (Fits(from, into)) return true;
  if (!Fits(into, from)) return false;
  into = from;
  return true;
}

const char* Merge(Frame& into, const Frame& from) {
  if (into.stack.size() != from.stack.size()) return kDifferentStacks;
  for (size_t i = 0; i < into.stack.size(); ++i) {
    if (!Meet(into.stack[i], from.stack[i])) return kDifferentStacks;
  }
  into.locals.resize(std::min(into.locals.size(), from.locals.size()));
  for (size_t i = 0; i < into.locals.size(); ++i) {
    if (!Meet(into.locals[i], from.locals[i])) into.locals[i] = {};
  }
  // A long or double whose second half was cut off is gone with it.
  if (!into.locals.empty() && into.locals.back().IsWide()) into.locals.back() = {};
  return nullptr;
}

bool Fits(const Frame& from, const Frame& to) {
  if (from.stack.size() != to.stack.size()) return false;
  for (size_t i = 0; i < to.stack.size(); ++i) {
    if (!Fits(from.stack[i], to.stack[i])) return false;
  }
  for (size_t i = 0; i < to.locals.size(); ++i) {
    if (!Fits(i < from.locals.size() ? from.locals[i] : FrameType{}, to.locals[i])) return false;
  }
  return true;
}

}  // namespace

// One walk over the code as it will be. Where an instruction needs no new frame, the walk only moves the old ones.
class CodeEditor::FrameBuilder {
 public:
  FrameBuilder(CodeEditor& editor, const std::vector<FrameAt>& own)
      : e_(editor),
        own_(own),
        body_(editor.PositionOf(0)),
        state_(EntryFrame(*editor.file_, *editor.method_)),
        encoder_(editor.file_->pool, state_),
        step_(editor.file_->pool, editor.file_->Name(), editor.arena_),
        in_constructor_(!state_.locals.empty() && IsUninitializedThis(state_.locals[0])),
        sides_(editor.handlers_.size()) {}

  Result<void> Run() {
    FindWanted();
    for (at_ = 0; at_ < e_.out_.size(); ++at_) {
      RADDLE_CHECK(Arrive());
      RADDLE_CHECK(Pass());
    }
    if (lost_new_) return Refuse("a frame names a `new` that was replaced");
    if (encoder_.count() != 0) encoder_.Finish(e_.frames_);
    return {};
  }

  // Whether inserted code is at fault, not the method's own frames.
  bool refused() const { return refused_; }

 private:
  // Which sides of the call of another constructor a handler covers.
  struct Sides {
    bool before = false, behind = false;
  };

  Error Refuse(std::string reason) {
    refused_ = true;
    return Error{std::move(reason)};
  }

  // Places that need a frame that the method does not bring.
  void FindWanted() {
    const size_t count = e_.out_.size();
    wanted_.resize(count + 1);
    loops_.resize(count + 1);
    for (uint32_t i = 0; i < count; ++i) {
      const Out& out = e_.out_[i];
      if (IsJump(out.it.op) && out.origin == kNone) {
        const uint32_t target = e_.PositionOf(out.it.value);
        wanted_[target] = replay_ = true;
        if (target <= i) loops_[target] = true;
      }
      if (out.far && IsConditional(out.it.op)) wanted_[i + 1] = replay_ = true;
    }
    for (const FrameAt& frame : own_) wanted_[e_.PositionOf(frame.instruction)] = false;
    if (in_constructor_ && !e_.handlers_.empty()) replay_ = true;
    if (!e_.covers_.empty()) replay_ = true;
    for (const Covered& it : e_.covers_) {
      starts_.emplace(e_.PositionOf(it.from), &it);
      catches_.emplace(e_.PositionOf(it.handler), &it);
    }
    if (replay_) incoming_.resize(count + 1);
  }

  // The frame before the instruction, and its entry in the table where it needs one.
  Result<void> Arrive() {
    if (at_ == body_ && live_ && !Settle(state_)) return Refuse(kNotSet);
    bool given = false;
    for (; next_own_ < own_.size() && e_.PositionOf(own_[next_own_].instruction) == at_; ++next_own_) {
      state_ = own_[next_own_].frame;
      for (const AddedLocal& added : e_.locals_) state_.SetLocal(added.local, added.type);
      given = true;
    }
    if (next_handler_ < e_.handlers_.size() && e_.handlers_[next_handler_].position == at_) {
      RADDLE_CHECK(EnterHandler());
      given = true;
    }
    if (const auto found = catches_.find(at_); found != catches_.end()) {
      const auto kept = covered_locals_.find(found->second);
      if (kept == covered_locals_.end()) return Refuse("a handler of code that cannot be reached");
      state_ = {kept->second, {}};
      state_.Push({VerificationTag::kObject, 0, 0, "java/lang/Throwable"});
      given = true;
    }
    bool made = false;
    if (!given && wanted_[at_]) {
      std::optional<Frame>& incoming = incoming_[at_];
      made = live_ || incoming;
      if (incoming && !live_) {
        state_ = *std::move(incoming);
      } else if (incoming) {
        if (at_ >= body_ && !Settle(state_)) return Refuse(kNotSet);
        if (const char* reason = Merge(state_, *incoming)) return Refuse(reason);
      }
      incoming.reset();
      if (made && at_ >= body_ && !Settle(state_)) return Refuse(kNotSet);
    }
    ForgetScratch();
    if (made && loops_[at_]) incoming_[at_] = state_;
    if (!given && !made) return {};
    live_ = true;
    encoder_.Add(e_.offsets_[at_], state_, [&](uint32_t new_at) { return OffsetOfNew(new_at); });
    return {};
  }

  Result<void> EnterHandler() {
    const AddedHandler& handler = e_.handlers_[next_handler_];
    const Sides sides = sides_[next_handler_++];
    if (sides.before && sides.behind) return Refuse("a handler covers both sides of a call of another constructor");
    state_ = {};
    if (sides.before) state_.SetLocal(0, {VerificationTag::kUninitializedThis});
    for (const AddedLocal& added : e_.locals_) state_.SetLocal(added.local, added.type);
    const Index type = handler.catch_type;
    const std::string_view name = type == 0 ? "java/lang/Throwable" : e_.file_->pool.ClassName(type);
    state_.Push({VerificationTag::kObject, type, 0, name});
    return {};
  }

  // Over the instruction, to where it falls and jumps.
  Result<void> Pass() {
    const Out& out = e_.out_[at_];
    CoverLocals();
    if (!live_ && (replay_ || e_.out_[at_ - 1].origin == kNone)) {
      std::string reason = fmt::format("no stack-map frame behind the jump before new offset {}", e_.offsets_[at_]);
      return e_.out_[at_ - 1].origin == kNone ? Refuse(std::move(reason)) : Error{std::move(reason)};
    }
    // The entry snippet is always replayed: it must set what AddLocal() gave.
    if (replay_ || at_ < body_) {
      if (in_constructor_) NoteSide();
      const uint32_t name = out.origin == kNone ? at_ | kInserted : out.origin;
      if (const char* reason = step_.Step(state_, out.it, name)) {
        std::string text = fmt::format("at new offset {}: {}", e_.offsets_[at_], reason);
        return out.origin == kNone ? Refuse(std::move(text)) : Error{std::move(text)};
      }
      // The verifier wants a handler that covers the call itself to take both, and no frame can.
      if (in_constructor_ && out.it.op == Op::invokespecial) NoteSide();
      if (IsJump(out.it.op) && wanted_[e_.PositionOf(out.it.value)]) RADDLE_CHECK(Jump(e_.PositionOf(out.it.value)));
    }
    live_ = FallsThrough(out.it.op);
    return {};
  }

  // What all instructions that a Cover() covers have in their locals.
  void CoverLocals() {
    for (auto [it, end] = starts_.equal_range(at_); it != end; ++it) covering_.push_back(it->second);
    std::erase_if(covering_, [&](const Covered* it) { return e_.PositionOf(it->to) <= at_; });
    if (!live_) return;
    for (const Covered* it : covering_) {
      const auto [kept, is_first] = covered_locals_.try_emplace(it, state_.locals);
      if (is_first) continue;
      Frame locals{kept->second, {}};
      Merge(locals, {state_.locals, {}});
      kept->second = std::move(locals.locals);
    }
  }

  Result<void> Jump(uint32_t target) {
    Frame state = state_;
    if (target >= body_ && !Settle(state)) return Refuse(kNotSet);
    std::optional<Frame>& there = incoming_[target];
    if (target <= at_) {
      if (there && !Fits(state, *there)) return Refuse("a loop of inserted code changes the types it started with");
    } else if (!there) {
      there = std::move(state);
    } else if (const char* reason = Merge(*there, state)) {
      return Refuse(reason);
    }
    return {};
  }

  // What AddLocal() gave has one type from the end of the entry snippet on, whatever was stored last. False if it was
  // not set, or to something else.
  bool Settle(Frame& frame) const {
    for (const AddedLocal& added : e_.locals_) {
      if (added.local >= frame.locals.size()) return false;
      const FrameType& now = frame.locals[added.local];
      const bool fits = now.tag == added.type.tag ||
                        (now.tag == VerificationTag::kNull && added.type.tag == VerificationTag::kObject);
      if (!fits) return false;
      frame.SetLocal(added.local, added.type);
    }
    return true;
  }

  // At the start of a group. What an earlier one left there must not end up in frames: a loop could not keep it.
  void ForgetScratch() {
    bool starts = false;
    for (; next_group_ < e_.bodies_.size() && e_.PositionOf(next_group_) == at_; ++next_group_) starts = true;
    if (!starts) return;
    for (const Scratch& scratch : e_.scratch_) {
      const size_t end = scratch.local + static_cast<size_t>(Slots(scratch.kind));
      for (size_t i = scratch.local; i < std::min(end, state_.locals.size()); ++i) state_.locals[i] = {};
    }
  }

  void NoteSide() {
    const bool before = std::any_of(state_.locals.begin(), state_.locals.end(), IsUninitializedThis) ||
                        std::any_of(state_.stack.begin(), state_.stack.end(), IsUninitializedThis);
    for (size_t i = 0; i < sides_.size(); ++i) {
      const AddedHandler& handler = e_.handlers_[i];
      if (at_ < e_.PositionOf(handler.first) || at_ >= e_.PositionOf(handler.end)) continue;
      (before ? sides_[i].before : sides_[i].behind) = true;
    }
  }

  uint32_t OffsetOfNew(uint32_t new_at) {
    const uint32_t position = (new_at & kInserted) != 0 ? new_at & ~kInserted : e_.bodies_[new_at];
    if (position >= e_.out_.size() || e_.out_[position].it.op != Op::new_) lost_new_ = true;
    return e_.offsets_[position];
  }

  static constexpr const char* kNotSet = "a local that is not set on every path, or not to its type";

  CodeEditor& e_;
  const std::vector<FrameAt>& own_;
  const uint32_t body_;  // where the entry snippet ends
  Frame state_;
  FrameEncoder encoder_;
  const Replay step_;
  const bool in_constructor_;

  std::vector<bool> wanted_;                        // by place in the output
  std::vector<bool> loops_;                         // a jump of inserted code goes back to it
  std::vector<std::optional<Frame>> incoming_;      // what jumps have brought; once passed, a loop's own frame
  std::vector<Sides> sides_;                        // by handler
  std::multimap<uint32_t, const Covered*> starts_;  // by place: ranges of Cover() that start there
  std::map<uint32_t, const Covered*> catches_;      // by place: those that are caught there
  std::vector<const Covered*> covering_;            // those that the walk is in
  std::map<const Covered*, std::vector<FrameType>> covered_locals_;
  uint32_t at_ = 0;
  size_t next_own_ = 0, next_handler_ = 0;
  uint32_t next_group_ = 0;
  bool replay_ = false;
  bool live_ = true;
  bool lost_new_ = false;
  bool refused_ = false;
};

Result<void> CodeEditor::BuildFrames() {
  // An older file may carry a stack map, but nobody reads it; its offsets would be wrong.
  if (file_->major < kFirstMajorWithFrames) return {};
  const Attribute* stack_map = Find(code_.attributes, AttributeKind::kStackMapTable);
  const bool may_do_without = file_->major < kFirstMajorThatNeedsFrames;
  const bool branches =
      !code_.handlers.empty() || std::any_of(code_.instructions.begin(), code_.instructions.end(),
                                             [](auto& it) { return IsJump(it.op) || IsSwitch(it.op); });
  if (may_do_without && branches && stack_map == nullptr) return {};
  Result<std::vector<FrameAt>> own = ExpandFrames(*file_, *method_, code_, stack_map, arena_);
  if (!own) return may_do_without ? Result<void>() : std::move(own).error();
  if (!locals_.empty() && uint64_t{own->size()} * max_locals_ > kMaxFrameSlots) {
    return Error{fmt::format("{} frames of {} locals", own->size(), max_locals_)};
  }
  FrameBuilder builder(*this, *own);
  Result<void> built = builder.Run();
  if (!built && may_do_without && !builder.refused()) {
    frames_.Clear();
    return {};
  }
  return built;
}

}  // namespace raddle::classfile
