#include "weave/serial_version.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "classfile/attributes.h"
#include "classfile/bytes.h"
#include "classfile/descriptor.h"
#include "weave/sha1.h"

namespace raddle::weave {
namespace {

using namespace classfile;

constexpr uint16_t kClassMask = kPublic | kFinal | kInterface | kAbstract;
constexpr uint16_t kFieldMask = kPublic | kPrivate | kProtected | kStatic | kFinal | kVolatile | kTransient;
constexpr uint16_t kMethodMask =
    kPublic | kPrivate | kProtected | kStatic | kFinal | kSynchronized | kNative | kAbstract | kStrict;

struct Line {
  std::string name;
  std::string signature;
  uint16_t modifiers;
};

std::string Dotted(std::string_view text) {
  std::string dotted(text);
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  return dotted;
}

void WriteUtf(std::string_view text, ByteWriter& writer) {
  writer.U2(static_cast<uint16_t>(text.size()));
  writer.Raw({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

void WriteLines(std::vector<Line> lines, ByteWriter& writer) {
  // Modified UTF-8 sorts by its bytes as Java's strings do by their chars.
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::tie(a.name, a.signature) < std::tie(b.name, b.signature);
  });
  for (const Line& line : lines) {
    WriteUtf(line.name, writer);
    writer.U4(line.modifiers);
    WriteUtf(line.signature, writer);
  }
}

// What Class.getModifiers() says: for a nested class the flags of the source, which InnerClasses keeps.
uint16_t ModifiersOf(const ClassFile& file) {
  if (const Attribute* attribute = Find(file.attributes, AttributeKind::kInnerClasses)) {
    Arena arena;
    const Result<AttributeValue> value = DecodeAttribute(*attribute, file.pool, arena);
    const auto* table = value ? std::get_if<InnerClasses>(&*value) : nullptr;
    if (table != nullptr) {
      for (const InnerClass& inner : table->classes) {
        if (inner.inner != 0 && file.pool.ClassName(inner.inner) == file.Name()) return inner.access;
      }
    }
  }
  return file.access;
}

bool StatesItsOwn(const ClassFile& file) {
  return std::any_of(file.fields.begin(), file.fields.end(), [&](const Member& field) {
    return file.NameOf(field) == "serialVersionUID" && field.Has(kStatic) && field.Has(kFinal);
  });
}

}  // namespace

int64_t DefaultSerialVersion(const ClassFile& file) {
  ByteWriter writer;
  WriteUtf(Dotted(file.Name()), writer);
  writer.U4(ModifiersOf(file) & kClassMask);

  std::vector<std::string> interfaces;
  for (const Index interface : file.interfaces) interfaces.push_back(Dotted(file.pool.ClassName(interface)));
  std::sort(interfaces.begin(), interfaces.end());
  for (const std::string& interface : interfaces) WriteUtf(interface, writer);

  std::vector<Line> fields, constructors, methods;
  bool initialiser = false;
  for (const Member& field : file.fields) {
    if (field.Has(kPrivate) && (field.Has(kStatic) || field.Has(kTransient))) continue;
    fields.push_back({std::string(file.NameOf(field)), std::string(file.DescriptorOf(field)),
                      static_cast<uint16_t>(field.access & kFieldMask)});
  }
  for (const Member& method : file.methods) {
    const std::string_view name = file.NameOf(method);
    if (name == "<clinit>") initialiser = true;
    if (name == "<clinit>" || method.Has(kPrivate)) continue;
    (name == "<init>" ? constructors : methods)
        .push_back(
            {std::string(name), Dotted(file.DescriptorOf(method)), static_cast<uint16_t>(method.access & kMethodMask)});
  }
  // Fields of one name keep the order of their declaration.
  std::stable_sort(fields.begin(), fields.end(), [](const Line& a, const Line& b) { return a.name < b.name; });
  for (const Line& line : fields) WriteLines({line}, writer);
  if (initialiser) WriteLines({{"<clinit>", "()V", kStatic}}, writer);
  WriteLines(std::move(constructors), writer);
  WriteLines(std::move(methods), writer);

  const std::array<uint8_t, 20> digest = Sha1(writer.bytes());
  uint64_t hash = 0;
  for (int i = 7; i >= 0; --i) hash = hash << 8 | digest[static_cast<size_t>(i)];
  return static_cast<int64_t>(hash);
}

Result<void> KeepSerialVersion(ClassFile& file) {
  const std::string_view super = file.SuperName();
  const bool cannot_be = super == "java/lang/Object" && file.interfaces.empty();
  if (cannot_be || file.Has(kInterface) || super == "java/lang/Enum" || super == "java/lang/Record" || super.empty() ||
      StatesItsOwn(file)) {
    return {};
  }
  const Index value = file.pool.AddLong(DefaultSerialVersion(file));
  const Index attribute = file.pool.AddUtf8("ConstantValue");
  Member& field = file.AddField(kPrivate | kStatic | kFinal | kSynthetic, "serialVersionUID", "J");
  const std::span<uint8_t> body = file.arena.Allocate<uint8_t>(2);
  body[0] = static_cast<uint8_t>(value >> 8);
  body[1] = static_cast<uint8_t>(value);
  field.attributes.push_back({AttributeKind::kConstantValue, attribute, 0, body});
  return {};
}

}  // namespace raddle::weave
