#include "classfile/attributes.h"

#include <gtest/gtest.h>

#include <deque>
#include <initializer_list>
#include <string>
#include <vector>

namespace raddle::classfile {
namespace {

constexpr uint32_t kOffset = 1000;  // where the attribute is said to lie in its file

// A pool with one constant a kind, and bodies made of their indices.
class AttributesTest : public testing::Test {
 protected:
  using Body = std::vector<uint8_t>;

  ConstantPool pool;
  Arena arena;
  const Index utf8 = pool.AddUtf8("LName;");
  const Index integer = pool.AddInteger(7);
  const Index float_ = pool.AddFloat(1.5f);
  const Index long_ = pool.AddLong(8);
  const Index double_ = pool.AddDouble(2.5);
  const Index class_ = pool.AddClass("a/B");
  const Index string = pool.AddString("text");
  const Index name_and_type = pool.AddNameAndType("run", "()V");
  const Index method = pool.AddMember(Tag::kMethodref, "a/B", "run", "()V");
  const Index handle = pool.AddMethodHandle(HandleKind::kInvokeStatic, method);

  // Each number as two bytes.
  static Body Shorts(std::initializer_list<int> values) {
    Body body;
    for (int value : values) {
      body.push_back(static_cast<uint8_t>(value >> 8));
      body.push_back(static_cast<uint8_t>(value));
    }
    return body;
  }
  static Body Join(std::initializer_list<Body> parts) {
    Body all;
    for (const Body& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  Result<AttributeValue> Decode(AttributeKind kind, const Body& body, uint32_t code_length = kAnyCodeLength) {
    Attribute attribute{kind, utf8, kOffset, body};
    return DecodeAttribute(attribute, pool, arena, code_length);
  }

  std::string ErrorOf(AttributeKind kind, const Body& body, uint32_t code_length = kAnyCodeLength) {
    Result<AttributeValue> value = Decode(kind, body, code_length);
    return value ? "no error" : value.error().ToString();
  }

  // It decodes, encodes to the same bytes; cut anywhere or with a byte too many it is an error.
  template <typename T>
  T ExpectRoundTrip(AttributeKind kind, const Body& body) {
    Attribute attribute{kind, utf8, kOffset, *kept_.insert(kept_.end(), body)};
    Result<AttributeValue> value = DecodeAttribute(attribute, pool, arena);
    EXPECT_TRUE(value) << value.error().ToString();
    if (!value) return {};
    EXPECT_TRUE(std::holds_alternative<T>(*value));
    ByteWriter writer;
    EncodeAttribute(*value, writer);
    EXPECT_EQ(Body(writer.bytes().begin(), writer.bytes().end()), body);
    for (size_t n = 0; n < body.size(); ++n) {
      Body cut(body.begin(), body.begin() + n);
      EXPECT_FALSE(Decode(kind, cut)) << "cut to " << n;
    }
    EXPECT_EQ(ErrorOf(kind, Join({body, {0}})),
              "offset " + std::to_string(kOffset + body.size()) + ": 1 bytes behind the end of the attribute");
    T* result = std::get_if<T>(&*value);
    return result == nullptr ? T{} : *result;
  }

 private:
  std::deque<Body> kept_;  // decoded values may look into their bodies
};

TEST_F(AttributesTest, UnknownAttributesAreBytes) {
  for (AttributeKind kind : {AttributeKind::kUnknown, AttributeKind::kCode, AttributeKind::kStackMapTable}) {
    Body body = {1, 2, 3};
    Result<AttributeValue> value = Decode(kind, body);
    ASSERT_TRUE(value);
    ASSERT_TRUE(std::holds_alternative<Unknown>(*value));
    EXPECT_EQ(std::get_if<Unknown>(&*value)->bytes.size(), 3u);
    ByteWriter writer;
    EncodeAttribute(*value, writer);
    EXPECT_EQ(Body(writer.bytes().begin(), writer.bytes().end()), body);
  }
  Result<AttributeValue> text = Decode(AttributeKind::kSourceDebugExtension, {'S', 'M', 'A', 'P'});
  ASSERT_TRUE(text);
  EXPECT_TRUE(std::holds_alternative<Text>(*text));
}

TEST_F(AttributesTest, MarkersAreEmpty) {
  ExpectRoundTrip<Empty>(AttributeKind::kSynthetic, {});
  ExpectRoundTrip<Empty>(AttributeKind::kDeprecated, {});
}

TEST_F(AttributesTest, ConstantValueNamesAnyLiteral) {
  for (Index index : {integer, float_, long_, double_, string}) {
    EXPECT_EQ(ExpectRoundTrip<OneIndex>(AttributeKind::kConstantValue, Shorts({index})).index, index);
  }
  for (int index : {0, int{utf8}, int{class_}, long_ + 1, 0xffff}) {
    EXPECT_EQ(ErrorOf(AttributeKind::kConstantValue, Shorts({index})),
              "offset 1000: constant " + std::to_string(index) + " is not a number or String");
  }
}

TEST_F(AttributesTest, OneIndexIsCheckedAgainstItsTag) {
  ExpectRoundTrip<OneIndex>(AttributeKind::kSignature, Shorts({utf8}));
  ExpectRoundTrip<OneIndex>(AttributeKind::kSourceFile, Shorts({utf8}));
  ExpectRoundTrip<OneIndex>(AttributeKind::kNestHost, Shorts({class_}));
  ExpectRoundTrip<OneIndex>(AttributeKind::kModuleMainClass, Shorts({class_}));
  EXPECT_EQ(ErrorOf(AttributeKind::kSignature, Shorts({0})), "offset 1000: constant 0 is not a Utf8");
  EXPECT_EQ(ErrorOf(AttributeKind::kNestHost, Shorts({9999})), "offset 1000: constant 9999 is not a Class");
  EXPECT_EQ(ErrorOf(AttributeKind::kSignature, {0}), "offset 1000: unexpected end");
}

TEST_F(AttributesTest, ListsOfClasses) {
  for (AttributeKind kind :
       {AttributeKind::kExceptions, AttributeKind::kNestMembers, AttributeKind::kPermittedSubclasses}) {
    EXPECT_TRUE(ExpectRoundTrip<IndexList>(kind, Shorts({0})).indices.empty());
    EXPECT_EQ(ExpectRoundTrip<IndexList>(kind, Shorts({2, class_, class_})).indices.size(), 2u);
    EXPECT_EQ(ErrorOf(kind, Shorts({2, class_, 0})), "offset 1004: constant 0 is not a Class");
    EXPECT_EQ(ErrorOf(kind, Shorts({3, class_, class_})), "offset 1002: 3 entries do not fit into the 4 bytes left");
  }
}

TEST_F(AttributesTest, InnerClassesMayBeAnonymous) {
  InnerClasses value = ExpectRoundTrip<InnerClasses>(AttributeKind::kInnerClasses,
                                                     Shorts({2, class_, class_, utf8, 0x19, class_, 0, 0, 0x4008}));
  ASSERT_EQ(value.classes.size(), 2u);
  EXPECT_EQ(value.classes[0].outer, class_);
  EXPECT_EQ(value.classes[0].name, utf8);
  EXPECT_EQ(value.classes[1].outer, 0);
  EXPECT_EQ(value.classes[1].access, 0x4008);
  EXPECT_EQ(ErrorOf(AttributeKind::kInnerClasses, Shorts({1, 0, 0, 0, 0})), "offset 1002: constant 0 is not a Class");
  EXPECT_EQ(ErrorOf(AttributeKind::kInnerClasses, Shorts({1, class_, utf8, 0, 0})),
            "offset 1004: constant " + std::to_string(utf8) + " is not a Class");
}

TEST_F(AttributesTest, EnclosingMethodMayNameNoMethod) {
  ExpectRoundTrip<EnclosingMethod>(AttributeKind::kEnclosingMethod, Shorts({class_, 0}));
  EnclosingMethod value =
      ExpectRoundTrip<EnclosingMethod>(AttributeKind::kEnclosingMethod, Shorts({class_, name_and_type}));
  EXPECT_EQ(value.method, name_and_type);
  EXPECT_EQ(ErrorOf(AttributeKind::kEnclosingMethod, Shorts({class_, method})),
            "offset 1002: constant " + std::to_string(method) + " is not a NameAndType");
}

TEST_F(AttributesTest, DebugTablesLieWithinTheCode) {
  Body lines = Shorts({2, 0, 10, 5, 11});
  EXPECT_EQ(ExpectRoundTrip<LineNumberTable>(AttributeKind::kLineNumberTable, lines).lines[1].line, 11);
  EXPECT_TRUE(Decode(AttributeKind::kLineNumberTable, lines, 6));
  EXPECT_EQ(ErrorOf(AttributeKind::kLineNumberTable, lines, 5), "offset 1006: line number at 5 of 5 bytes of code");

  Body variables = Shorts({1, 2, 8, utf8, utf8, 3});
  for (AttributeKind kind : {AttributeKind::kLocalVariableTable, AttributeKind::kLocalVariableTypeTable}) {
    EXPECT_EQ(ExpectRoundTrip<LocalVariableTable>(kind, variables).variables[0].local, 3);
    EXPECT_TRUE(Decode(kind, variables, 10));
    EXPECT_EQ(ErrorOf(kind, variables, 9), "offset 1002: local variable from 2 for 8 of 9 bytes of code");
    EXPECT_EQ(ErrorOf(kind, Shorts({1, 2, 8, utf8, class_, 3})),
              "offset 1008: constant " + std::to_string(class_) + " is not a Utf8");
  }
}

TEST_F(AttributesTest, BootstrapArgumentsAreLoadable) {
  BootstrapMethods value = ExpectRoundTrip<BootstrapMethods>(
      AttributeKind::kBootstrapMethods, Shorts({2, handle, 4, integer, long_, class_, handle, handle, 0}));
  ASSERT_EQ(value.methods.size(), 2u);
  EXPECT_EQ(value.methods[0].arguments.size(), 4u);
  EXPECT_EQ(ErrorOf(AttributeKind::kBootstrapMethods, Shorts({1, handle, 1, utf8})),
            "offset 1006: constant " + std::to_string(utf8) + " is not loadable");
  EXPECT_EQ(ErrorOf(AttributeKind::kBootstrapMethods, Shorts({1, method, 0})),
            "offset 1002: constant " + std::to_string(method) + " is not a MethodHandle");
}

TEST_F(AttributesTest, MethodParametersMayHaveNoName) {
  MethodParameters value =
      ExpectRoundTrip<MethodParameters>(AttributeKind::kMethodParameters, Join({{2}, Shorts({utf8, 0x10, 0, 0x8000})}));
  ASSERT_EQ(value.parameters.size(), 2u);
  EXPECT_EQ(value.parameters[1].access, 0x8000);
}

TEST_F(AttributesTest, RecordComponentsCarryAttributes) {
  Index signature = pool.AddUtf8("Signature");
  Index code = pool.AddUtf8("Code");
  Record value = ExpectRoundTrip<Record>(AttributeKind::kRecord,
                                         Shorts({2, utf8, utf8, 2, signature, 0, 2, utf8, code, 0, 0, utf8, utf8, 0}));
  ASSERT_EQ(value.components.size(), 2u);
  ASSERT_EQ(value.components[0].attributes.size(), 2u);
  const Attribute& first = value.components[0].attributes[0];
  EXPECT_EQ(first.kind, AttributeKind::kSignature);
  EXPECT_EQ(first.offset, kOffset + 14);
  EXPECT_EQ(first.body.size(), 2u);
  EXPECT_EQ(value.components[0].attributes[1].kind, AttributeKind::kUnknown);  // means nothing in that place
  EXPECT_EQ(ErrorOf(AttributeKind::kRecord, Shorts({1, utf8, utf8, 1, signature, 0x7fff, 0xffff})),
            "offset 1014: unexpected end");
}

TEST_F(AttributesTest, ModulesNameModulesPackagesAndClasses) {
  // Nobody adds such constants to a pool, so they have to be read: 1 a name, 2 a Module, 3 a Package, 4 a Class.
  static const Body kPool = {0, 5, 1, 0, 1, 'm', 19, 0, 1, 20, 0, 1, 7, 0, 1};
  ByteReader reader(kPool);
  Result<ConstantPool> read = ConstantPool::Read(reader);
  ASSERT_TRUE(read) << read.error().ToString();
  pool = *std::move(read);
  // clang-format off
  Module value = ExpectRoundTrip<Module>(AttributeKind::kModule, Shorts({2, 0x20, 1,
                                                                         2, 2, 0x8000, 1, 2, 0, 0,      // requires
                                                                         2, 3, 0, 0, 3, 0x1000, 1, 2,   // exports
                                                                         1, 3, 0, 2, 2, 2,              // opens
                                                                         1, 4,                          // uses
                                                                         1, 4, 2, 4, 4}));              // provides
  // clang-format on
  EXPECT_EQ(value.version, 1);
  ASSERT_EQ(value.requires_.size(), 2u);
  EXPECT_EQ(value.requires_[1].version, 0);
  ASSERT_EQ(value.exports.size(), 2u);
  EXPECT_EQ(value.exports[1].to.size(), 1u);
  ASSERT_EQ(value.opens.size(), 1u);
  EXPECT_EQ(value.opens[0].to.size(), 2u);
  EXPECT_EQ(value.uses.size(), 1u);
  ASSERT_EQ(value.provides.size(), 1u);
  EXPECT_EQ(value.provides[0].with.size(), 2u);
  ExpectRoundTrip<Module>(AttributeKind::kModule, Shorts({2, 0, 0, 0, 0, 0, 0, 0}));
  ExpectRoundTrip<IndexList>(AttributeKind::kModulePackages, Shorts({2, 3, 3}));
  EXPECT_EQ(ErrorOf(AttributeKind::kModule, Shorts({4, 0, 0, 0, 0, 0, 0, 0})),
            "offset 1000: constant 4 is not a Module");
  EXPECT_EQ(ErrorOf(AttributeKind::kModulePackages, Shorts({1, 4})), "offset 1002: constant 4 is not a Package");
}

TEST_F(AttributesTest, AnnotationsOfEveryValue) {
  // clang-format off
  Body body = Join({Shorts({1, utf8, 13}),
                    Shorts({utf8}), {'B'}, Shorts({integer}),
                    Shorts({utf8}), {'C'}, Shorts({integer}),
                    Shorts({utf8}), {'D'}, Shorts({double_}),
                    Shorts({utf8}), {'F'}, Shorts({float_}),
                    Shorts({utf8}), {'I'}, Shorts({integer}),
                    Shorts({utf8}), {'J'}, Shorts({long_}),
                    Shorts({utf8}), {'S'}, Shorts({integer}),
                    Shorts({utf8}), {'Z'}, Shorts({integer}),
                    Shorts({utf8}), {'s'}, Shorts({utf8}),
                    Shorts({utf8}), {'e'}, Shorts({utf8, utf8}),
                    Shorts({utf8}), {'c'}, Shorts({utf8}),
                    Shorts({utf8}), {'@'}, Shorts({utf8, 1, utf8}), {'s'}, Shorts({utf8}),
                    Shorts({utf8}), {'['}, Shorts({2}), {'I'}, Shorts({integer}), {'['}, Shorts({0})});
  // clang-format on
  Annotations value = ExpectRoundTrip<Annotations>(AttributeKind::kRuntimeVisibleAnnotations, body);
  ASSERT_EQ(value.annotations.size(), 1u);
  ASSERT_EQ(value.annotations[0].pairs.size(), 13u);
  EXPECT_EQ(value.annotations[0].pairs[9].value->second, utf8);
  EXPECT_EQ(value.annotations[0].pairs[11].value->annotation.pairs.size(), 1u);
  EXPECT_EQ(value.annotations[0].pairs[12].value->values.size(), 2u);
  ExpectRoundTrip<Annotations>(AttributeKind::kRuntimeInvisibleAnnotations, body);

  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, {'?', 0, 1}), "offset 1000: unknown element value tag 0x3f");
  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, Join({{'J'}, Shorts({integer})})),
            "offset 1001: constant " + std::to_string(integer) + " is not a Long");
  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, {'I', 0, 0}), "offset 1001: constant 0 is not an Integer");
}

TEST_F(AttributesTest, DefaultsAndParameterAnnotations) {
  ExpectRoundTrip<AnnotationDefault>(AttributeKind::kAnnotationDefault, Join({{'s'}, Shorts({utf8})}));
  ParameterAnnotations value = ExpectRoundTrip<ParameterAnnotations>(
      AttributeKind::kRuntimeVisibleParameterAnnotations, Join({{3}, Shorts({0, 1, utf8, 0, 2, utf8, 0, utf8, 0})}));
  ASSERT_EQ(value.parameters.size(), 3u);
  EXPECT_EQ(value.parameters[0].annotations.size(), 0u);
  EXPECT_EQ(value.parameters[2].annotations.size(), 2u);
}

TEST_F(AttributesTest, TypeAnnotationsOfEveryTarget) {
  struct {
    std::vector<int> types;
    Body target;
  } cases[] = {
      {{0x00, 0x01, 0x16}, {9}},
      {{0x10, 0x17, 0x42, 0x43, 0x44, 0x45, 0x46}, {1, 2}},
      {{0x11, 0x12}, {3, 4}},
      {{0x13, 0x14, 0x15}, {}},
      {{0x40, 0x41}, Shorts({2, 0, 5, 1, 6, 7, 2})},
      {{0x47, 0x48, 0x49, 0x4a, 0x4b}, {1, 2, 3}},
  };
  std::vector<bool> known(256);
  for (const auto& it : cases) {
    for (int type : it.types) {
      known[type] = true;
      Body body = Join({Shorts({1}), {static_cast<uint8_t>(type)}, it.target, {2, 0, 0, 3, 1}, Shorts({utf8, 0})});
      TypeAnnotations value = ExpectRoundTrip<TypeAnnotations>(AttributeKind::kRuntimeVisibleTypeAnnotations, body);
      ASSERT_EQ(value.annotations.size(), 1u);
      EXPECT_EQ(value.annotations[0].path.size(), 2u);
    }
  }
  for (int type = 0; type < 256; ++type) {
    if (known[type]) continue;
    Body body = Join({Shorts({1}), {static_cast<uint8_t>(type)}, {0, 0, 0, 0, 0, 0, 0}});
    EXPECT_TRUE(
        ErrorOf(AttributeKind::kRuntimeInvisibleTypeAnnotations, body).starts_with("offset 1002: unknown target"))
        << type;
  }
  EXPECT_EQ(
      ErrorOf(AttributeKind::kRuntimeVisibleTypeAnnotations, Join({Shorts({1}), {0x13, 1, 4, 0}, Shorts({utf8, 0})})),
      "offset 1004: unknown type path kind 4");
}

TEST_F(AttributesTest, NestingIsLimited) {
  auto nested = [&](int depth) {
    Body body;
    for (int i = 0; i < depth; ++i) body = Join({body, {'[', 0, 1}});
    return Join({body, {'s'}, Shorts({utf8})});
  };
  ExpectRoundTrip<AnnotationDefault>(AttributeKind::kAnnotationDefault, nested(63));
  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, nested(64)), "offset 1192: annotation nested more than 64 deep");
  Body deep;
  for (int i = 0; i < 100000; ++i) deep.insert(deep.end(), {'[', 0, 1});
  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, deep), "offset 1192: annotation nested more than 64 deep");
  deep.clear();
  for (int i = 0; i < 100000; ++i) {
    for (uint8_t byte : Join({{'@'}, Shorts({utf8, 1, utf8})})) deep.push_back(byte);
  }
  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, deep), "offset 1448: annotation nested more than 64 deep");
}

// An array of 60,000 whose first element is an array of 60,000 and so on: each count alone fits into the bytes left,
// all together do not, and only what fits may be allocated.
TEST_F(AttributesTest, NestedCountsCannotClaimTheSameBytes) {
  Body body;
  for (int i = 0; i < 60; ++i) body = Join({body, {'['}, Shorts({60000})});
  body.resize(60000 * 4, 0);
  EXPECT_EQ(ErrorOf(AttributeKind::kAnnotationDefault, body),
            "offset 1006: 60000 entries do not fit into the 239994 bytes left");
}

TEST_F(AttributesTest, HostileCountsFailBeforeTheyCost) {
  for (AttributeKind kind : {AttributeKind::kExceptions, AttributeKind::kInnerClasses, AttributeKind::kLineNumberTable,
                             AttributeKind::kLocalVariableTable, AttributeKind::kRuntimeVisibleAnnotations,
                             AttributeKind::kRuntimeVisibleTypeAnnotations, AttributeKind::kBootstrapMethods,
                             AttributeKind::kModulePackages, AttributeKind::kRecord}) {
    EXPECT_EQ(ErrorOf(kind, Shorts({0xffff, 1})), "offset 1002: 65535 entries do not fit into the 2 bytes left");
  }
}

}  // namespace
}  // namespace raddle::classfile
