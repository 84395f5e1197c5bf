// Classes run by a JVM under the full verifier.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/subprocess.h"
#include "classfile/bytes.h"
#include "tests/support/class_maker.h"

namespace raddle::selfcheck {

inline void PutFile(const std::string& path, classfile::Bytes bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr) << path;
  EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
  std::fclose(file);
}

// Exit status and standard output. What the JVM has to complain of goes to the test's own standard error.
inline Captured RunJava(const std::string& class_path, const std::string& main_class) {
  Result<Captured> ran = RunAndCapture({RADDLE_JAVA, "-Xverify:all", "-XX:-PrintWarnings", "-XX:TieredStopAtLevel=1",
                                        "-XX:+UseSerialGC", "-Xmx256m", "-cp", class_path, main_class});
  EXPECT_TRUE(ran) << ran.error().ToString();
  return ran ? *std::move(ran) : Captured{};
}

// A made class with a method `static int run(int)`: a main that prints run(0) to run(3), run in a JVM.
inline std::string RunMade(classfile::ClassMaker& made) {
  using classfile::Op;
  using classfile::Tag;
  const std::string name(made.file.Name());
  classfile::Assembler code;
  for (int i = 0; i < 4; ++i) {
    code.Byte2(Op::getstatic, made.pool.AddMember(Tag::kFieldref, "java/lang/System", "out", "Ljava/io/PrintStream;"))
        .Byte1(Op::bipush, i)
        .Byte2(Op::invokestatic, made.pool.AddMember(Tag::kMethodref, name, "run", "(I)I"))
        .Byte2(Op::invokevirtual, made.pool.AddMember(Tag::kMethodref, "java/io/PrintStream", "println", "(I)V"));
  }
  code.Do(Op::return_);
  made.Method(classfile::kPublic | classfile::kStatic, "main", "([Ljava/lang/String;)V",
              {.max_stack = 2, .max_locals = 1, .code = code.bytes()});
  Result<TemporaryDirectory> directory = TemporaryDirectory::Create();
  EXPECT_TRUE(directory);
  if (!directory) return {};
  PutFile(directory->path() + "/" + name + ".class", made.Write());
  const Captured ran = RunJava(directory->path(), name);
  EXPECT_EQ(ran.status, 0);
  return ran.output;
}

}  // namespace raddle::selfcheck
