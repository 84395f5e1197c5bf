// What is known of the objects and arrays that java/objects/Places.java uses.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/arena.h"
#include "classfile/attributes.h"
#include "compiled_class.h"
#include "weave/array_types.h"
#include "weave/same_object.h"

namespace raddle::weave {
namespace {

using classfile::Op;

class PlacesTest : public testing::Test {
 protected:
  void Open(std::string_view name) {
    for (const classfile::Member& method : file_->methods) {
      if (file_->NameOf(method) != name) continue;
      method_ = &method;
      code_ = *classfile::DecodeCode(*classfile::Find(method.attributes, classfile::AttributeKind::kCode), file_->pool,
                                     arena_);
    }
  }

  // The object of the first read of `count` in a method and that of the last write.
  std::pair<uint32_t, uint32_t> ReadAndWritten(std::string_view name) {
    Open(name);
    const std::vector<uint32_t> objects = FindObjects(*file_, *method_, code_);
    std::optional<uint32_t> read;
    uint32_t written = kUnknownObject;
    for (uint32_t i = 0; i < objects.size(); ++i) {
      const classfile::Instruction& it = code_.instructions[i];
      if (!classfile::IsFieldAccess(it.op) || file_->pool.Member(it.index).name != "count") continue;
      if (it.op == Op::getfield && !read) read = objects[i];
      if (it.op == Op::putfield) written = objects[i];
    }
    return {read.value_or(kUnknownObject), written};
  }

  std::vector<std::string> ArraysOf(std::string_view name) {
    Open(name);
    std::vector<std::string> types = FindArrayTypes(*file_, *method_, code_);
    std::erase_if(types, [](const std::string& type) { return type.empty(); });
    return types;
  }

  const CompiledClass file_{"objects/objects/Places"};
  Arena arena_;
  const classfile::Member* method_ = nullptr;
  classfile::Code code_;
};

TEST_F(PlacesTest, ThisIsTheSameEverywhere) {
  const auto [read, written] = ReadAndWritten("twiceThis");
  EXPECT_EQ(read, kThisObject);
  EXPECT_EQ(written, kThisObject);
}

TEST_F(PlacesTest, AnObjectStaysTheSameWhereItIsCopiedOrKept) {
  for (const char* method : {"sameFromAField", "sameInALocal"}) {
    const auto [read, written] = ReadAndWritten(method);
    EXPECT_NE(read, kUnknownObject) << method;
    EXPECT_EQ(read, written) << method;
  }
}

TEST_F(PlacesTest, AnotherObjectOrPerhapsAnotherIsNotTheSame) {
  for (const char* method : {"anotherInTheLocal", "perhapsAnother", "thisIsAParameter"}) {
    const auto [read, written] = ReadAndWritten(method);
    EXPECT_NE(read, written) << method;
  }
}

TEST_F(PlacesTest, AnArrayIsWhatTheVerifierTakesItFor) {
  EXPECT_EQ(ArraysOf("declared"), (std::vector<std::string>{"[Ljava/lang/String;", "[Ljava/lang/Object;"}));
  EXPECT_EQ(ArraysOf("joined"), std::vector<std::string>{"[Ljava/io/Serializable;"});
  EXPECT_EQ(ArraysOf("inner"), (std::vector<std::string>{"[[Lobjects/Places;", "[Lobjects/Places;"}));
}

}  // namespace
}  // namespace raddle::weave
