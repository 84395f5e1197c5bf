#include "ir/builder.h"

#include <algorithm>

#include "ir/assembler.h"
#include "ir/draft.h"
#include "ir/liveness.h"
#include "ir/node_graph.h"
#include "ir/ssa.h"
#include "ir/structure.h"
#include "ir/translator.h"

namespace raddle::ir {
namespace {

using classfile::LineNumber;

// A compiler may give the table in any order and in several pieces.
Result<std::span<const LineNumber>> SortedLines(const classfile::Code& code, const classfile::ConstantPool& pool,
                                                Arena& scratch, Arena& arena) {
  std::vector<LineNumber> lines;
  for (const classfile::Attribute& attribute : code.attributes) {
    if (attribute.kind != classfile::AttributeKind::kLineNumberTable) continue;
    RADDLE_TRY(classfile::AttributeValue value, DecodeAttribute(attribute, pool, scratch));
    const auto* table = std::get_if<classfile::LineNumberTable>(&value);
    if (table != nullptr) lines.insert(lines.end(), table->lines.begin(), table->lines.end());
  }
  auto before = [](const LineNumber& a, const LineNumber& b) { return a.pc < b.pc; };
  if (!std::is_sorted(lines.begin(), lines.end(), before)) std::stable_sort(lines.begin(), lines.end(), before);
  return std::span<const LineNumber>(arena.Copy(lines));
}

}  // namespace

struct Builder::Scratch {
  Arena arena{1 << 16};
  Structure structure;
  NodeGraph graph;
  Liveness liveness;
  Translator translator;
  Draft draft;
  Ssa ssa;
  Assembler assembler;
};

Builder::Builder() : scratch_(std::make_unique<Scratch>()) {}
Builder::~Builder() = default;

Result<Method> Builder::Build(ClassContext& context, const classfile::Member& member, Arena& arena) {
  scratch_->arena.Reset();
  const classfile::Attribute* attribute = Find(member.attributes, classfile::AttributeKind::kCode);
  if (attribute == nullptr) {
    RADDLE_TRY(const Signature* signature, context.SignatureOf(member.descriptor));
    Method method;
    method.context = &context;
    method.signature = signature;
    method.name = context.file().NameOf(member);
    method.access = member.access;
    return method;
  }
  RADDLE_TRY(classfile::Code code, DecodeCode(*attribute, context.pool(), scratch_->arena));
  return Build(context, member, code, arena);
}

Result<Method> Builder::Build(ClassContext& context, const classfile::Member& member, const classfile::Code& code,
                              Arena& arena) {
  Scratch& s = *scratch_;
  Method method;
  RADDLE_TRY(method.signature, context.SignatureOf(member.descriptor));
  method.context = &context;
  method.name = context.file().NameOf(member);
  method.access = member.access;
  RADDLE_CHECK(s.structure.Build(code, context));
  RADDLE_CHECK(s.graph.Build(code, s.structure));
  RADDLE_CHECK(s.liveness.Solve(code, s.structure, s.graph));
  RADDLE_CHECK(s.translator.Run({.context = context,
                                 .code = code,
                                 .structure = s.structure,
                                 .graph = s.graph,
                                 .liveness = s.liveness,
                                 .signature = *method.signature,
                                 .is_static = method.IsStatic()},
                                s.draft));
  RADDLE_CHECK(s.ssa.Finish(s.graph, context.types(), s.draft));
  s.assembler.Assemble(s.graph, s.draft, s.ssa, arena, method);
  RADDLE_TRY(method.lines, SortedLines(code, context.pool(), s.arena, arena));
  return method;
}

}  // namespace raddle::ir
