#include "atomicity/summaries.h"

#include <algorithm>

#include "atomicity/walk.h"

namespace raddle::atomicity {
namespace {

constexpr size_t kMaxTouches = 32;
constexpr size_t kMaxBlocks = 64;
constexpr int kMaxDepth = 8;

bool IsNameable(const Touch& touch, const Body& body) {
  const bool is_static_field = touch.kind == atoms::Variable::Kind::kField && touch.base.IsNone();
  const bool is_named = touch.base.root == Path::Root::kParameter || touch.base.root == Path::Root::kStatic;
  const bool key_is_given = touch.key == ir::kNoReg || ir::Num(touch.key) < body.ir.parameters;
  return (is_static_field || is_named) && key_is_given;
}

}  // namespace

const std::vector<Summary>& Summaries::Of(const Body& body) {
  static const std::vector<Summary> kNothing;
  const auto found = made_.find(&body);
  if (found != made_.end()) return found->second;
  if (depth_ == kMaxDepth) return kNothing;
  made_[&body];
  ++depth_;
  std::vector<Summary> made = Make(body);
  --depth_;
  return made_[&body] = std::move(made);
}

std::vector<Summary> Summaries::Make(const Body& body) {
  if (body.ir.blocks.size() > kMaxBlocks || body.ir.name == "<clinit>") return {};
  const Touches touches(code_, body, *this);
  if (touches.all().size() > kMaxTouches) return {};
  const Values& values = touches.values();
  std::vector<Summary> made;
  for (const Touch& touch : touches.all()) {
    if (!IsNameable(touch, body)) continue;
    Summary each{.kind = touch.kind, .field = touch.field, .base = touch.base, .access = touch.access};
    if (touch.key != ir::kNoReg) each.key = static_cast<int>(ir::Num(touch.key));
    each.body = touch.callee != nullptr ? touch.callee : &body;
    each.bci = touch.callee != nullptr ? touch.callee_bci : body.ir.instructions[touch.at].bci;
    each.type = touch.type;
    for (const ir::Reg input : touch.inputs) each.inputs |= values.ParametersOf(input);
    each.is_returned = touch.value != ir::kNoReg && values.IsReturned(touch.value);
    each.is_retest = touch.is_retest;
    each.is_first = touch.is_first && IsFirst(touches, touch);
    each.is_last = touch.is_last && IsLast(touches, touch);
    made.push_back(each);
  }
  return made;
}

}  // namespace raddle::atomicity
