#include "race/from_static.h"

#include <algorithm>

#include "race/plain_call.h"

namespace raddle::race {

using pointer::CallEdge;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

namespace {

constexpr size_t kMostItems = 300;
constexpr size_t kMostFields = 3;

FromStatic::Place PlaceOf(uint32_t field, const std::vector<uint32_t>& fields) {
  FromStatic::Place place = {field};
  place.insert(place.end(), fields.rbegin(), fields.rend());
  return place;
}

}  // namespace

FromStatic::Place FromStatic::Of(InstanceId instance, Var var) {
  if (var == kNoVar) return {};
  Items all = {{instance, var, {}}};
  std::vector<Place> places;
  for (size_t i = 0; i < all.size(); ++i) {
    Items from;
    if (all.size() > kMostItems || !Follow(Item(all[i]), from, places)) return {};
    if (!places.empty() && places.front() != places.back()) return {};
    for (Item& next : from) {
      if (next.var != kNoVar && std::find(all.begin(), all.end(), next) == all.end()) all.push_back(std::move(next));
    }
  }
  return places.empty() ? Place() : places.front();
}

bool FromStatic::Follow(const Item& item, Items& from, std::vector<Place>& places) {
  const MethodCode& code = *analysis_[item.instance].code;
  for (uint32_t i = 0; i < code.parameters.size(); ++i) {
    if (code.parameters[i] == item.var && !FollowParameter(item, i, from)) return false;
  }
  for (uint32_t at : definitions_.Of(code)[item.var]) {
    const Statement& s = code.statements[at];
    switch (s.what) {
      case Do::kCopy:
      case Do::kCast:
        from.push_back({item.instance, s.value, item.fields});
        break;
      case Do::kLoadStatic:
        places.push_back(PlaceOf(s.target, item.fields));
        break;
      case Do::kNew: {
        const auto put = std::find_if(code.statements.begin(), code.statements.end(), [&](const Statement& each) {
          return each.what == Do::kStoreStatic && each.value == item.var;
        });
        if (put == code.statements.end()) return false;
        places.push_back(PlaceOf(put->target, item.fields));
        break;
      }
      case Do::kLoad: {
        if (item.fields.size() == kMostFields) return false;
        Item base = {item.instance, s.base, item.fields};
        base.fields.push_back(s.target);
        from.push_back(std::move(base));
        break;
      }
      case Do::kCall:
        if (!FollowCall(item, at, from)) return false;
        break;
      default:
        return false;
    }
    if (!places.empty() && places.front() != places.back()) return false;
  }
  return true;
}

bool FromStatic::FollowParameter(const Item& item, uint32_t parameter, Items& from) const {
  const std::vector<uint32_t>& calls = threads_.CallsTo(item.instance);
  if (calls.empty() || calls.size() > kMostItems) return false;
  for (uint32_t e : calls) {
    const CallEdge& edge = analysis_.edges()[e];
    if (!IsPlainCall(analysis_, edge)) return false;
    const MethodCode& caller = *analysis_[edge.caller].code;
    from.push_back({edge.caller, caller.calls[caller.statements[edge.statement].target].arguments[parameter],
                    item.fields});
  }
  return true;
}

bool FromStatic::FollowCall(const Item& item, uint32_t at, Items& from) const {
  bool runs_ours = false;
  for (uint32_t e : threads_.CallsFrom(item.instance)) {
    const CallEdge& edge = analysis_.edges()[e];
    if (edge.statement != at) continue;
    if (!IsPlainCall(analysis_, edge)) return false;
    runs_ours = true;
    for (const Statement& s : analysis_[edge.callee].code->statements) {
      if (s.what == Do::kReturn) from.push_back({edge.callee, s.value, item.fields});
    }
  }
  return runs_ours;
}

}  // namespace raddle::race
