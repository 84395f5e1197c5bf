// What `raddle dump` prints, for classes made here by hand: so the text does not hang on which javac is installed.
#include "classfile/print.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "classfile/opcodes.h"

namespace raddle::classfile {
namespace {

class PrintTest : public testing::Test {
 protected:
  PrintTest() {
    file.major = 61;
    file.access = kPublic | kSuper;
    file.this_class = file.pool.AddClass("demo/Sample");
    file.super_class = file.pool.AddClass("java/lang/Object");
  }

  ClassFile file;
  PrintOptions options;

  Attribute Make(std::string_view name, Place place, const ByteWriter& body) {
    Bytes bytes = file.arena.Copy(body.bytes());
    return {AttributeKindOf(name, place), file.pool.AddUtf8(name), 0, bytes};
  }

  // A body of two-byte items, which most are.
  static ByteWriter Shorts(std::initializer_list<int> values) {
    ByteWriter body;
    for (int value : values) body.U2(static_cast<uint16_t>(value));
    return body;
  }

  Attribute MakeCode(const std::vector<int>& code, const ByteWriter& handlers, const Attributes& inside) {
    ByteWriter body;
    body.U2(2);
    body.U2(3);
    body.U4(static_cast<uint32_t>(code.size()));
    for (int byte : code) body.U1(static_cast<uint8_t>(byte));
    body.Raw(handlers.bytes());
    WriteAttributes(inside, body);
    return Make("Code", Place::kMethod, body);
  }

  std::string Print() {
    std::string out;
    PrintClass(file, options, out);
    return out;
  }
};

TEST_F(PrintTest, AClassWithoutMembers) {
  file.interfaces.push_back(file.pool.AddClass("java/lang/Runnable"));
  EXPECT_EQ(Print(), R"(class demo/Sample
  version 61.0 (Java 17)
  flags public super
  extends java/lang/Object
  implements java/lang/Runnable
)");
  file.access = kInterface | kAbstract | 0x0100;
  file.major = 45;
  file.minor = 3;
  file.super_class = 0;
  file.interfaces.clear();
  EXPECT_EQ(Print(), R"(class demo/Sample
  version 45.3 (Java 1.1)
  flags interface abstract 0x0100
)");
}

TEST_F(PrintTest, ConstantsOfEveryKind) {
  file.pool = ConstantPool();
  ConstantPool& pool = file.pool;
  file.this_class = pool.AddClass("demo/Sample");
  file.super_class = 0;
  pool.AddInteger(-1);
  pool.AddFloat(1.5f);
  pool.AddLong(1ll << 40);
  pool.AddDouble(0.1);
  pool.AddString("say \"hi\"\n");
  pool.AddMember(Tag::kFieldref, "demo/Sample", "f", "I");
  Index method = pool.AddMember(Tag::kMethodref, "demo/Sample", "m", "()V");
  pool.AddMember(Tag::kInterfaceMethodref, "a/I", "m", "()V");
  pool.AddMethodHandle(HandleKind::kInvokeStatic, method);
  pool.AddMethodType("(I)V");
  pool.AddDynamic(Tag::kInvokeDynamic, 3, "m", "()V");
  options.constants = true;
  EXPECT_EQ(Print(), R"(class demo/Sample
  version 61.0 (Java 17)
  flags public super

  constants
       #1  Utf8 "demo/Sample"
       #2  Class demo/Sample
       #3  int -1
       #4  float 1.5
       #5  long 1099511627776
       #7  double 0.1
       #9  Utf8 "say \"hi\"\n"
      #10  String "say \"hi\"\n"
      #11  Utf8 "f"
      #12  Utf8 "I"
      #13  NameAndType f:I
      #14  Field demo/Sample.f:I
      #15  Utf8 "m"
      #16  Utf8 "()V"
      #17  NameAndType m:()V
      #18  Method demo/Sample.m:()V
      #19  Utf8 "a/I"
      #20  Class a/I
      #21  InterfaceMethod a/I.m:()V
      #22  MethodHandle invokeStatic demo/Sample.m:()V
      #23  Utf8 "(I)V"
      #24  MethodType (I)V
      #25  InvokeDynamic m:()V bootstrap 3
)");
}

TEST_F(PrintTest, FieldsAndTheirAttributes) {
  Member& field = file.AddField(kPrivate | kStatic | kFinal, "limit", "I");
  field.attributes.push_back(Make("ConstantValue", Place::kField, Shorts({file.pool.AddInteger(42)})));
  field.attributes.push_back(Make("Deprecated", Place::kField, {}));
  ByteWriter annotation = Shorts({1, file.pool.AddUtf8("La/Tag;"), 1, file.pool.AddUtf8("value")});
  annotation.U1('s');
  annotation.U2(file.pool.AddUtf8("x"));
  field.attributes.push_back(Make("RuntimeVisibleAnnotations", Place::kField, annotation));
  ByteWriter vendor;
  vendor.U4(0x01020304);
  field.attributes.push_back(Make("VendorThing", Place::kField, vendor));
  options.hex_bytes = 3;
  EXPECT_EQ(Print(), R"(class demo/Sample
  version 61.0 (Java 17)
  flags public super
  extends java/lang/Object

  field limit:I
    flags private static final
    ConstantValue int 42
    Deprecated
    RuntimeVisibleAnnotations
      @a.Tag(value="x")
    VendorThing (unknown, 4 bytes) 01 02 03 ...
)");
}

TEST_F(PrintTest, CodeWithAllItsTables) {
  ConstantPool& pool = file.pool;
  int call = pool.AddMember(Tag::kMethodref, "java/lang/Object", "hashCode", "()I");
  Attributes inside;
  inside.push_back(Make("LineNumberTable", Place::kCode, Shorts({1, 0, 7})));
  inside.push_back(Make("LocalVariableTable", Place::kCode,
                        Shorts({1, 0, 46, pool.AddUtf8("this"), pool.AddUtf8("Ldemo/Sample;"), 0})));
  ByteWriter frames;
  frames.U2(3);
  frames.Raw(std::vector<uint8_t>{252, 0, 35, 1});  // append at 35: int
  frames.U1(5);                                     // same at 41
  frames.U1(64 + 1);                                // same with one on the stack, at 43
  frames.U1(7);
  frames.U2(file.super_class);
  inside.push_back(Make("StackMapTable", Place::kCode, frames));
  ByteWriter handlers = Shorts({2, 0, 4, 43, 0, 0, 46, 43, pool.AddClass("a/Oops")});
  Member& method = file.AddMethod(kPublic | kSynchronized, "run", "()V");
  // clang-format off
  method.attributes.push_back(MakeCode({0x2a, 0xb6, call >> 8, call & 0xff,     // 0: aload_0; invokevirtual
                                        0xaa, 0, 0, 0,                          // 4: tableswitch, padded
                                        0, 0, 0, 38, 0, 0, 0, 1, 0, 0, 0, 2,    //    default 42, low 1, high 2
                                        0, 0, 0, 31, 0, 0, 0, 37,               //    35, 41
                                        0x03, 0xc4, 0x84, 0, 1, 1, 0, 0x00,     // 28: iconst_0; wide iinc; nop
                                        0x10, 0xfe, 0xbc, 10, 0x57,             // 36: bipush; newarray; pop
                                        0xb1,                                   // 41: return
                                        0xb1,                                   // 42: return
                                        0xa7, 0xff, 0xfe},                      // 43: goto 41
                                       handlers, inside));
  // clang-format on
  const std::string text = Print();
  EXPECT_EQ(text, R"(class demo/Sample
  version 61.0 (Java 17)
  flags public super
  extends java/lang/Object

  method run:()V
    flags public synchronized
    Code stack 2, locals 3, 46 bytes
          0  aload_0
          1  invokevirtual #8  // Method java/lang/Object.hashCode:()I
          4  tableswitch
               1 -> 35
               2 -> 41
               default -> 42
         28  iconst_0
         29  wide iinc 1, 256
         35  nop
         36  bipush -2
         38  newarray int
         40  pop
         41  return
         42  return
         43  goto 41
      handlers
        [0, 4) -> 43 catch any
        [0, 46) -> 43 catch a/Oops
      LineNumberTable
            0  line 7
      LocalVariableTable
        local 0  this:Ldemo/Sample; in [0, 46)
      StackMapTable
           35  append [int]
           41  same
           43  same, stack [java/lang/Object]
)");

  options.code = false;
  options.debug = false;
  EXPECT_TRUE(Print().ends_with("    Code stack 2, locals 3, 46 bytes\n"));
}

TEST_F(PrintTest, WhatDoesNotDecodeIsAnErrorInItsPlace) {
  Member& method = file.AddMethod(kPublic, "run", "()V");
  method.attributes.push_back(Make("Code", Place::kMethod, Shorts({1, 1})));
  method.attributes.push_back(Make("Signature", Place::kMethod, Shorts({0})));
  method.attributes.push_back(Make("Deprecated", Place::kMethod, {}));
  Attributes inside;
  inside.push_back(Make("StackMapTable", Place::kCode, Shorts({1})));
  inside.push_back(Make("LineNumberTable", Place::kCode, Shorts({1, 1, 1})));
  file.AddMethod(kPublic, "go", "()V").attributes.push_back(MakeCode({0xb1}, Shorts({0}), inside));
  const std::string text = Print();
  EXPECT_NE(text.find("    Code <error: offset 4: unexpected end>\n"
                      "    Signature <error: offset 0: constant 0 is not a Utf8>\n"
                      "    Deprecated\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("          0  return\n      StackMapTable <error: "), std::string::npos) << text;
  EXPECT_NE(text.find("      LineNumberTable <error: offset 29: line number at 1 of 1 bytes of code>\n"),
            std::string::npos)
      << text;
}

TEST_F(PrintTest, TextFromTheFileIsTamed) {
  file.AddField(0, "a\x1b[2J", "I");
  file.AddField(0, std::string(60000, 'x'), "I");
  const std::string text = Print();
  EXPECT_NE(text.find("field a\\u001b[2J:I\n"), std::string::npos);
  EXPECT_NE(text.find("xxx... (60000 bytes):I\n"), std::string::npos);
  EXPECT_LT(text.size(), 1000u);
}

TEST_F(PrintTest, ClassAttributes) {
  ConstantPool& pool = file.pool;
  int inner = pool.AddClass("demo/Sample$In");
  int signature = pool.AddUtf8("Signature");
  file.attributes.push_back(Make("SourceFile", Place::kClass, Shorts({pool.AddUtf8("Sample.java")})));
  file.attributes.push_back(Make("NestMembers", Place::kClass, Shorts({1, inner})));
  file.attributes.push_back(Make("InnerClasses", Place::kClass,
                                 Shorts({2, inner, file.this_class, pool.AddUtf8("In"), kPrivate | kStatic,
                                         pool.AddClass("demo/Sample$1"), 0, 0, 0})));
  file.attributes.push_back(
      Make("EnclosingMethod", Place::kClass, Shorts({pool.AddClass("a/Outer"), pool.AddNameAndType("make", "()V")})));
  file.attributes.push_back(Make(
      "Record", Place::kClass,
      Shorts({1, pool.AddUtf8("names"), pool.AddUtf8("La/List;"), 1, signature, 0, 2, pool.AddUtf8("La/List<TT;>;")})));
  Index bootstrap = pool.AddMethodHandle(HandleKind::kInvokeStatic, pool.AddMember(Tag::kMethodref, "a/B", "b", "()V"));
  file.attributes.push_back(
      Make("BootstrapMethods", Place::kClass, Shorts({1, bootstrap, 2, pool.AddMethodType("()V"), pool.AddLong(5)})));
  ByteWriter map;
  for (char c : std::string("SMAP\nx.kt\n")) map.U1(static_cast<uint8_t>(c));
  file.attributes.push_back(Make("SourceDebugExtension", Place::kClass, map));
  ByteWriter types;
  types.U2(1);
  types.U1(0x11);
  types.U2(0x0001);
  types.Raw(std::vector<uint8_t>{2, 0, 0, 3, 1});
  types.U2(pool.AddUtf8("La/Tag;"));
  types.U2(0);
  file.attributes.push_back(Make("RuntimeInvisibleTypeAnnotations", Place::kClass, types));
  EXPECT_EQ(Print(), R"(class demo/Sample
  version 61.0 (Java 17)
  flags public super
  extends java/lang/Object

  SourceFile Sample.java
  NestMembers
    demo/Sample$In
  InnerClasses
    demo/Sample$In in demo/Sample as In, flags private static
    demo/Sample$1, anonymous, flags none
  EnclosingMethod a/Outer.make:()V
  Record
    names:La/List;
      Signature La/List<TT;>;
  BootstrapMethods
        0  MethodHandle invokeStatic a/B.b:()V
             MethodType ()V
             long 5
  SourceDebugExtension
    SMAP
    x.kt
  RuntimeInvisibleTypeAnnotations
    @a.Tag on type parameter 0, bound 1 / element / argument 1
)");
}

}  // namespace
}  // namespace raddle::classfile
