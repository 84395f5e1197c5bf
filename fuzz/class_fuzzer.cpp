// Class files: reader, both writers, printer, editor, IR.
//
// Nothing here says what a bad class is: any input may be refused, with a reason. What is demanded is that what was
// accepted once is accepted again: a class that was read is written back as it was, and what the editor has made of one
// can be read, decoded and edited in turn.
//
// Most random changes to a class file break its constant pool or a length, and the reader is all that is ever tried. So
// half of the mutations stay inside one attribute of a class that can be read, code most of all, and set its length
// right; what comes out goes through the reader and falls to the decoders behind it.
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "check.h"
#include "check_ir.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/code_editor.h"
#include "classfile/descriptor.h"
#include "classfile/print.h"
#include "ir/builder.h"
#include "ir/class_context.h"

namespace {

using namespace raddle;
using namespace raddle::classfile;

void CheckWrite(const ClassFile& file, Bytes bytes) {
  ByteWriter copy;
  FUZZ_CHECK(WriteClass(file, copy, WriteMode::kCopy).ok(), "a class that was read cannot be written");
  FUZZ_CHECK(std::ranges::equal(copy.bytes(), bytes), "a copy differs from its original");
  ByteWriter reencoded;
  // Here an attribute may turn out to be malformed.
  if (!WriteClass(file, reencoded, WriteMode::kReencode)) return;
  FUZZ_CHECK(std::ranges::equal(reencoded.bytes(), bytes), "a class encoded anew differs from its original");
}

void CheckPrint(const ClassFile& file) {
  std::string text;
  PrintClass(file, PrintOptions{.constants = true}, text);
  FUZZ_CHECK(!text.empty(), "a class printed as nothing");
}

// The kinds of edit. Which one an input gets depends on its bytes, so that libFuzzer can find its way to each.
enum class Edit { kNop, kBranches, kReplace, kLocalsAndHandler, kCount };

void InsertBranch(CodeEditor& editor, Snippet& snippet) {
  Label skip = editor.NewLabel();
  snippet.Push(1).Jump(Op::ifne, skip).Do(Op::nop).Place(skip);
}

void Insert(CodeEditor& editor, Edit edit) {
  auto count = static_cast<uint32_t>(editor.code().instructions.size());
  switch (edit) {
    case Edit::kNop:
      for (uint32_t i = 0; i < count; ++i) editor.Before(i).Do(Op::nop);
      break;
    case Edit::kBranches:
      for (uint32_t i = 0; i < count; ++i) {
        InsertBranch(editor, editor.Before(i));
        if (FallsThrough(editor.code().instructions[i].op)) InsertBranch(editor, editor.After(i));
      }
      break;
    case Edit::kReplace:
      for (uint32_t i = 0; i < count; ++i) {
        const Instruction& instruction = editor.code().instructions[i];
        if (IsSwitch(instruction.op) || IsJump(instruction.op)) continue;
        editor.Replace(i).Do(Op::nop).Copy(instruction);
      }
      break;
    case Edit::kLocalsAndHandler: {
      uint16_t local = editor.AddLocal(TypeDescriptor{"J"});
      uint16_t scratch = editor.AddScratch(BaseKind::kReference);
      editor.AtEntry().PushLong(0x123456789).Store(BaseKind::kLong, local);
      for (uint32_t i = 0; i < count; i += 3) {
        Snippet& snippet = editor.Before(i).PushString("here").Store(BaseKind::kReference, scratch);
        snippet.Load(BaseKind::kLong, local).Do(Op::pop2);
      }
      editor.AddHandler(0, count, 0, HandlerOrder::kOutermost).Do(Op::athrow);
      break;
    }
    case Edit::kCount: break;
  }
}

// Edits every method that can be; the class must then still be one.
void CheckEdit(Bytes bytes, Edit edit) {
  Result<ClassFile> file = ReadClass(bytes);
  for (Member& method : file->methods) {
    Result<CodeEditor> editor = CodeEditor::Open(*file, method);
    if (!editor) continue;
    Insert(*editor, edit);
    if (!editor->Finish()) continue;
    const Attribute* code = Find(method.attributes, AttributeKind::kCode);
    FUZZ_CHECK(code != nullptr, "the code of an edited method is gone");
    Arena arena;
    Result<Code> decoded = DecodeCode(*code, file->pool, arena);
    if (!decoded) std::fprintf(stderr, "%s\n", decoded.error().ToString().c_str());
    FUZZ_CHECK(decoded.ok(), "edited code cannot be decoded");
  }
  ByteWriter writer;
  // Constants may have been added past what a class can hold.
  if (!WriteClass(*file, writer)) return;
  Result<ClassFile> again = ReadClass(writer.bytes());
  if (!again) std::fprintf(stderr, "%s\n", again.error().ToString().c_str());
  FUZZ_CHECK(again.ok(), "an edited class cannot be read");
}

void CheckIr(const ClassFile& file) {
  Result<std::unique_ptr<ir::ClassContext>> context = ir::ClassContext::Create(file);
  if (!context) return;
  ir::Builder builder;
  for (const Member& method : file.methods) {
    Arena arena;
    Result<ir::Method> built = builder.Build(**context, method, arena);
    if (built) {
      fuzz::CheckMethod(*built);
    } else {
      FUZZ_CHECK(!built.error().reason.empty(), "a refusal without a reason");
    }
  }
}

struct Region {
  size_t begin, length;
  size_t attribute;  // offset of the attribute's body
};

// Where attributes lie in the bytes; the instructions of a method are a region of their own.
std::vector<Region> FindRegions(const ClassFile& file, const uint8_t* data) {
  std::vector<Region> regions;
  auto add = [&](const Attributes& attributes) {
    for (const Attribute& attribute : attributes) {
      auto body = static_cast<size_t>(attribute.body.data() - data);
      regions.push_back({body, attribute.body.size(), body});
      if (attribute.kind != AttributeKind::kCode || attribute.body.size() < 8) continue;
      ByteReader reader(attribute.body.subspan(4));
      size_t length = reader.U4();
      if (length == 0 || length > attribute.body.size() - 8) continue;
      // Three times, since there is more to find than in any other attribute.
      for (int i = 0; i < 3; ++i) regions.push_back({body + 8, length, body});
      regions.push_back({body + 8 + length, attribute.body.size() - 8 - length, body});
    }
  };
  add(file.attributes);
  for (const Member& field : file.fields) add(field.attributes);
  for (const Member& method : file.methods) add(method.attributes);
  std::erase_if(regions, [](const Region& region) { return region.length == 0; });
  return regions;
}

void PutU4(uint8_t* at, uint32_t value) {
  uint32_t swapped = __builtin_bswap32(value);
  std::memcpy(at, &swapped, 4);
}

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  if (random() % 2 == 0 || size == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::vector<Region> regions;
  if (Result<ClassFile> file = ReadClass({data, size}); file.ok()) regions = FindRegions(*file, data);
  if (regions.empty()) return LLVMFuzzerMutate(data, size, max_size);
  Region region = regions[random() % regions.size()];
  size_t room = region.length + std::min<size_t>(max_size - size, 64);
  std::vector<uint8_t> part(data + region.begin, data + region.begin + region.length);
  part.resize(room);
  size_t length = LLVMFuzzerMutate(part.data(), region.length, room);
  if (length == 0) return size;

  uint32_t body_length = ByteReader({data + region.attribute - 4, 4}).U4();
  size_t end = region.begin + region.length;
  std::memmove(data + region.begin + length, data + end, size - end);
  std::memcpy(data + region.begin, part.data(), length);
  PutU4(data + region.attribute - 4, static_cast<uint32_t>(body_length - region.length + length));
  bool is_code = region.begin == region.attribute + 8;
  if (is_code) PutU4(data + region.attribute + 4, static_cast<uint32_t>(length));
  return size - region.length + length;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Result<ClassFile> file = ReadClass(bytes);
  if (!file) {
    FUZZ_CHECK(!file.error().reason.empty(), "a refusal without a reason");
    return 0;
  }
  CheckWrite(*file, bytes);
  CheckPrint(*file);
  CheckIr(*file);
  CheckEdit(bytes, static_cast<Edit>(data[size - 1] % static_cast<int>(Edit::kCount)));
  return 0;
}
