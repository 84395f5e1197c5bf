#include "race/made_together.h"

#include <algorithm>

namespace raddle::race {

using pointer::CallEdge;
using pointer::ObjectId;
using pointer::PointerAnalysis;
using program::MethodCode;

namespace {

const std::vector<uint32_t>& LoopsAround(const MethodCode& code, uint32_t statement) {
  return std::find_if(code.blocks.begin(), code.blocks.end(),
                      [&](const program::CodeBlock& b) { return b.first <= statement && statement < b.end; })
      ->loops;
}

// All the loops that `other` is in, `maker` is in too: there is one of the first for each of the second.
bool MadeInLoopsOf(const PointerAnalysis& analysis, const Maker& maker, const Maker& other) {
  if (maker.first != other.first) return false;
  const MethodCode& code = *analysis[maker.first].code;
  const std::vector<uint32_t>& around = LoopsAround(code, maker.second);
  const std::vector<uint32_t>& needed = LoopsAround(code, other.second);
  return std::all_of(needed.begin(), needed.end(),
                     [&](uint32_t loop) { return std::find(around.begin(), around.end(), loop) != around.end(); });
}

}  // namespace

bool MadeTogether(const PointerAnalysis& analysis, ObjectId part, ObjectId whole) {
  const auto& parts = analysis.MadeBy(part);
  const auto& wholes = analysis.MadeBy(whole);
  if (parts.empty() || wholes.empty()) return false;
  return std::all_of(parts.begin(), parts.end(), [&](const Maker& maker) {
    return std::any_of(wholes.begin(), wholes.end(),
                       [&](const Maker& other) { return MadeInLoopsOf(analysis, maker, other); });
  });
}

// Made by the method that starts it, in all the loops that the start is in.
bool IsMadeForStart(const PointerAnalysis& analysis, const CallEdge& start) {
  const auto& makers = analysis.MadeBy(start.RunsOn());
  return makers.size() == 1 && MadeInLoopsOf(analysis, makers[0], {start.caller, start.statement});
}

}  // namespace raddle::race
