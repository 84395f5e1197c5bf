#include "classfile/print.h"

#include "classfile/printer.h"

namespace raddle::classfile {

void PrintClass(const ClassFile& file, const PrintOptions& options, std::string& out) {
  Printer(file, options, out).PrintAll();
}

void Printer::PrintAll() {
  PrintHeader();
  Deeper deeper(*this);
  if (options_.constants) PrintConstants();
  for (const Member& field : file_.fields) PrintMember(field, "field", FlagsOf::kField);
  for (const Member& method : file_.methods) PrintMember(method, "method", FlagsOf::kMethod);
  if (!file_.attributes.empty()) out_ += '\n';
  PrintAttributes(file_.attributes);
}

void Printer::PrintHeader() {
  Line("class {}", NameText(file_.Name()));
  Deeper deeper(*this);
  // Java 1.1 wrote 45.3; from 1.2 (46) on the version is the major less 44.
  int java = file_.major - 44;
  Line("version {}.{} (Java {}{}{})", file_.major, file_.minor, java < 5 ? "1." : "", java,
       file_.minor == 0xffff ? ", preview" : "");
  Line("flags {}", FlagsText(file_.access, FlagsOf::kClass));
  if (file_.super_class != 0) Line("extends {}", NameText(file_.SuperName()));
  for (Index interface : file_.interfaces) Line("implements {}", OperandText(pool_, interface));
}

void Printer::PrintConstants() {
  out_ += '\n';
  Line("constants");
  Deeper deeper(*this);
  for (uint32_t i = 1; i < pool_.size(); ++i) {
    Index index = static_cast<Index>(i);
    if (pool_.tag(index) != Tag::kNone) Line("{:>5}  {}", fmt::format("#{}", i), ConstantText(pool_, index));
  }
}

void Printer::PrintMember(const Member& member, std::string_view word, FlagsOf owner) {
  out_ += '\n';
  Line("{} {}:{}", word, OperandText(pool_, member.name), OperandText(pool_, member.descriptor));
  Deeper deeper(*this);
  Line("flags {}", FlagsText(member.access, owner));
  PrintAttributes(member.attributes);
  arena_.Reset();
}

}  // namespace raddle::classfile
