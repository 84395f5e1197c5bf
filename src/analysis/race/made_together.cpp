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

bool HoldsEach(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Maker& at,
               program::Var var) {
  const MethodCode& code = *analysis[at.first].code;
  if (std::find(code.parameters.begin(), code.parameters.end(), var) != code.parameters.end()) {
    const auto& calls = threads.CallsTo(at.first);
    return !code.statements[at.second].in_loop && calls.size() == 1 && std::ranges::all_of(calls, [&](uint32_t e) {
      const CallEdge& edge = analysis.edges()[e];
      return threads.IsRepeated(edge) && !threads.IsMany(edge.caller) &&
             !analysis[edge.caller].code->statements[edge.statement].in_loop;
    });
  }
  if (threads.IsMany(at.first)) return false;
  const std::vector<uint32_t>& loops = LoopsAround(code, at.second);
  for (uint32_t s = 0; s < code.statements.size(); ++s) {
    const program::Statement& made = code.statements[s];
    const bool is_call = made.what == program::Do::kCall;
    if ((is_call ? code.calls[made.target].result : made.result) != var) continue;
    const bool passes = made.what == program::Do::kCopy || made.what == program::Do::kCast;
    if (passes) return made.value != program::kNoVar && HoldsEach(analysis, threads, at, made.value);
    const bool is_element = made.what == program::Do::kLoadElement && code.numbers[made.number].varies;
    const bool is_next = is_call && code.calls[made.target].name == "next";
    return (is_element || is_next) && loops.size() == 1 && LoopsAround(code, s) == loops;
  }
  return false;
}

// Made by the method that starts it, in all the loops that the start is in.
bool IsMadeForStart(const PointerAnalysis& analysis, const CallEdge& start) {
  const auto& makers = analysis.MadeBy(start.RunsOn());
  return makers.size() == 1 && MadeInLoopsOf(analysis, makers[0], {start.caller, start.statement});
}

}  // namespace raddle::race
