#include "classfile/descriptor.h"

#include <gtest/gtest.h>

#include <vector>

namespace raddle::classfile {
namespace {

std::string Repeat(int n, std::string_view text) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

std::string Verdict(const Result<void>& result) {
  return result ? "ok" : result.error().ToString();
}

struct Case {
  std::string text;
  std::string verdict;
};

void ExpectVerdicts(Result<void> (*check)(std::string_view), const std::vector<Case>& cases) {
  for (const Case& it : cases) {
    EXPECT_EQ(Verdict(check(it.text)), it.verdict) << it.text.substr(0, 80);
    // Wherever a good text is cut it is bad, or at least nothing is read behind its end: the copy makes that visible
    // to the address sanitizer.
    for (size_t n = 0; n < it.text.size() && n < 300; ++n) {
      std::vector<char> cut(it.text.begin(), it.text.begin() + n);
      (void)check({cut.data(), cut.size()});
    }
  }
}

// clang-format off

TEST(Descriptor, FieldDescriptorsAreChecked) {
  ExpectVerdicts(CheckFieldDescriptor, {
      {"I", "ok"},
      {"Z", "ok"},
      {"Ljava/lang/String;", "ok"},
      {"[[J", "ok"},
      {"[La;", "ok"},
      {"La-b<c>)d;", "ok"},  // all of it legal in a class name
      {Repeat(255, "[") + "I", "ok"},
      {Repeat(256, "[") + "I", "offset 0: array of more than 255 dimensions"},
      {"", "offset 0: unexpected end"},
      {"V", "offset 0: not a type"},
      {"[V", "offset 1: not a type"},
      {"[", "offset 1: unexpected end"},
      {"Q", "offset 0: not a type"},
      {"IJ", "offset 1: text behind the end"},
      {"La;;", "offset 3: text behind the end"},
      {"L;", "offset 1: empty name"},
      {"La//b;", "offset 3: empty name"},
      {"L/a;", "offset 1: empty name"},
      {"La/;", "offset 3: empty name"},
      {"La.b;", "offset 2: character not allowed in a name"},
      {"La[b;", "offset 2: character not allowed in a name"},
      {std::string("La\0b;", 5), "offset 2: character not allowed in a name"},
      {"Ljava/lang", "offset 10: unexpected end"},
  });
}

TEST(Descriptor, MethodDescriptorsAreChecked) {
  ExpectVerdicts(CheckMethodDescriptor, {
      {"()V", "ok"},
      {"(IJ[DLa/B;)[La/B;", "ok"},
      {"(La)b;)I", "ok"},
      {"", "offset 0: expected '('"},
      {"I", "offset 0: expected '('"},
      {"(", "offset 1: unexpected end"},
      {"(I", "offset 2: unexpected end"},
      {"()", "offset 2: unexpected end"},
      {"(V)V", "offset 1: not a type"},
      {"()[V", "offset 3: not a type"},
      {"()VV", "offset 3: text behind the end"},
      {"()I)", "offset 3: text behind the end"},
      {"(I)" + Repeat(256, "[") + "I", "offset 3: array of more than 255 dimensions"},
  });
}

TEST(Descriptor, ClassSignaturesAreChecked) {
  ExpectVerdicts(CheckClassSignature, {
      {"Ljava/lang/Object;", "ok"},
      {"Ljava/lang/Object;Ljava/util/List<TT;>;", "ok"},
      {"<T:Ljava/lang/Object;>Ljava/lang/Object;", "ok"},
      {"<T::Ljava/lang/Comparable<-TT;>;U:>La/B;", "ok"},
      {"<K:TE;E:[I>La/Outer<TK;>.Inner<*>;", "ok"},
      {"", "offset 0: unexpected end"},
      {"TT;", "offset 0: not a type"},
      {"<>La;", "offset 1: empty name"},
      {"<T>La;", "offset 2: expected ':'"},
      {"<T::>La;", "offset 4: not a type"},
      {"<T:", "offset 3: unexpected end"},
      {"<T:La;>", "offset 7: unexpected end"},
      {"La;I", "offset 3: not a type"},
  });
}

TEST(Descriptor, MethodSignaturesAreChecked) {
  ExpectVerdicts(CheckMethodSignature, {
      {"()V", "ok"},
      {"<T:Ljava/lang/Object;>(TT;[I)TT;^La/E;^TX;", "ok"},
      {"(Ljava/util/Map<+La;-[TB;>;)I", "ok"},
      {"()", "offset 2: unexpected end"},
      {"(V)V", "offset 1: not a type"},
      {"()V^I", "offset 4: not a class or type variable"},
      {"()V^[La;", "offset 4: not a class or type variable"},
      {"()V^", "offset 4: not a class or type variable"},
      {"()VI", "offset 3: text behind the end"},
      {"(I", "offset 2: unexpected end"},
      {"I", "offset 0: expected '('"},
  });
}

TEST(Descriptor, FieldSignaturesAreChecked) {
  ExpectVerdicts(CheckFieldSignature, {
      {"TT;", "ok"},
      {"[I", "ok"},
      {"[[TT;", "ok"},
      {"La/b/C<*>.D<TE;>.F;", "ok"},
      {"La<[I>;", "ok"},
      {"La<[I", "offset 5: unexpected end"},
      {"I", "offset 0: not a type"},
      {"La<>;", "offset 3: not a type"},
      {"La<I>;", "offset 3: not a type"},
      {"La<+*>;", "offset 4: not a type"},
      {"La<*>", "offset 5: unexpected end"},
      {"La<*>b;", "offset 5: expected ';'"},
      {"La<*>/b;", "offset 5: expected ';'"},
      {"La.;", "offset 3: empty name"},
      {"T;", "offset 1: empty name"},
      {"TT", "offset 2: unexpected end"},
      {"TT;TT;", "offset 3: text behind the end"},
      {"La:b;", "offset 2: expected ';'"},
      {Repeat(256, "[") + "I", "offset 0: array of more than 255 dimensions"},
      {Repeat(256, "La<") + "*" + Repeat(256, ">;"), "ok"},
      {Repeat(257, "La<") + "*" + Repeat(257, ">;"), "offset 770: type arguments nested more than 256 deep"},
      {Repeat(20000, "La<"), "offset 770: type arguments nested more than 256 deep"},
      {Repeat(20000, "La<["), "offset 1026: type arguments nested more than 256 deep"},
  });
}

// clang-format on

TEST(Descriptor, MethodDescriptorListsItsTypes) {
  struct {
    std::string_view text, types, result;
    int slots;
  } cases[] = {
      {"()V", "", "V", 0},
      {"(IJ[[DLa/B;F)La/B;", "I J [[D La/B; F ", "La/B;", 6},
      {"(La)b;D)[La)b;", "La)b; D ", "[La)b;", 3},
      // Not checked: what is there is listed, then it stops.
      {"", "", "V", 0},
      {"I", "", "V", 0},
      {"(", "", "V", 0},
      {"()", "", "V", 0},
      {"(IL", "I ", "V", 1},
      {"(I[", "I ", "V", 1},
      {"(VI)V", "", "V", 0},
  };
  for (const auto& it : cases) {
    MethodDescriptor descriptor(it.text);
    std::string types;
    int count = 0;
    for (TypeDescriptor type : descriptor) {
      types += std::string(type.text) + ' ';
      ++count;
    }
    EXPECT_EQ(types, it.types) << it.text;
    EXPECT_EQ(descriptor.Return().text, it.result) << it.text;
    EXPECT_EQ(descriptor.ParameterCount(), count) << it.text;
    EXPECT_EQ(descriptor.ParameterSlots(), it.slots) << it.text;
  }
}

TEST(Descriptor, TypesKnowTheirKindAndClass) {
  struct {
    std::string_view text;
    BaseKind kind;
    std::string_view class_name;
  } cases[] = {
      {"V", BaseKind::kVoid, ""},         {"Z", BaseKind::kInt, ""},
      {"B", BaseKind::kInt, ""},          {"C", BaseKind::kInt, ""},
      {"S", BaseKind::kInt, ""},          {"I", BaseKind::kInt, ""},
      {"J", BaseKind::kLong, ""},         {"F", BaseKind::kFloat, ""},
      {"D", BaseKind::kDouble, ""},       {"La/B;", BaseKind::kReference, "a/B"},
      {"[I", BaseKind::kReference, "[I"}, {"[La/B;", BaseKind::kReference, "[La/B;"},
  };
  for (const auto& it : cases) {
    TypeDescriptor type{it.text};
    EXPECT_EQ(type.kind(), it.kind) << it.text;
    EXPECT_EQ(type.ClassName(), it.class_name) << it.text;
  }
}

TEST(Descriptor, NamesAreReadable) {
  EXPECT_EQ(Readable({"I"}), "int");
  EXPECT_EQ(Readable({"V"}), "void");
  EXPECT_EQ(Readable({"[Ljava/util/Map;"}), "java.util.Map[]");
  EXPECT_EQ(Readable({"[[Z"}), "boolean[][]");
  EXPECT_EQ(Readable({"Lbroken"}), "Lbroken");
  EXPECT_EQ(Readable({"[["}), "[[");
  EXPECT_EQ(Readable({""}), "");
  EXPECT_EQ(ReadableMethod("add", "(ILjava/lang/Object;)V"), "add(int, java.lang.Object)");
  EXPECT_EQ(ReadableMethod("<init>", "()V"), "<init>()");
  EXPECT_EQ(ReadableMethod("broken", "([[J"), "broken(long[][])");
  EXPECT_EQ(DottedName("java/util/Map$Entry"), "java.util.Map$Entry");
  EXPECT_EQ(DottedName("[Ljava/util/Map;"), "java.util.Map[]");
}

TEST(Descriptor, ModifiedUtf8IsMadePrintable) {
  struct {
    std::string_view text, printable;
  } cases[] = {
      {"plain", "plain"},
      {"", ""},
      {"a\nb\t\r", "a\\nb\\t\\r"},
      {"C:\\x", "C:\\\\x"},
      {"\x01\x7f", "\\u0001\\u007f"},
      {std::string_view("a\xc0\x80z", 4), "a\\u0000z"},
      {std::string_view("a\0z", 3), "a\\x00z"},  // NUL has the form above, not this
      {"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f"},
      {"\xe2\x82\xac", "\xe2\x82\xac"},                  // euro sign
      {"\xed\xa0\xbd\xed\xb8\x80", "\xf0\x9f\x98\x80"},  // a pair of surrogates
      {"\xed\xa0\xbdx", "\\ud83dx"},                     // one alone
      {"\xed\xb8\x80\xed\xa0\xbd", "\\ude00\\ud83d"},    // the wrong way round
      {"\xed\xa0\xbd", "\\ud83d"},
      {"\xf0\x9f\x98\x80", "\\xf0\\x9f\\x98\\x80"},  // plain UTF-8, not allowed here
      {"\xc1\x81", "\\xc1\\x81"},                    // longer than need be
      {"\xe0\x81\x81", "\\xe0\\x81\\x81"},
      {"\xc3", "\\xc3"},
      {"\xe2\x82", "\\xe2\\x82"},
      {"\xc2\x9b[", "\\u009b["},          // starts a command to the terminal
      {"\xe2\x80\xaexyz", "\\u202exyz"},  // would print backwards
      {"\xe2\x80\xa8", "\\u2028"},
  };
  for (const auto& it : cases) EXPECT_EQ(Printable(it.text), it.printable);
}

}  // namespace
}  // namespace raddle::classfile
