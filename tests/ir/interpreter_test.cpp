// Arithmetic.java, run by the JVM when the tests were built and by the interpreter of its IR now.
#include "interpreter.h"

#include <bit>
#include <cmath>
#include <fstream>

#include "base/mapped_file.h"
#include "gtest/gtest.h"
#include "ir/builder.h"

namespace raddle::ir {
namespace {

std::optional<int64_t> CallLibrary(std::string_view name, std::span<const int64_t> arguments) {
  if (name == "compare") return arguments[0] < arguments[1] ? -1 : arguments[0] > arguments[1] ? 1 : 0;
  if (name != "abs") return {};
  // Of double or of long; the programs call the former with small numbers only, whose bits are large.
  double real = std::bit_cast<double>(arguments[0]);
  if (std::abs(arguments[0]) > int64_t{1} << 40) return std::bit_cast<int64_t>(std::abs(real));
  return std::abs(arguments[0]);
}

TEST(Interpreter, AgreesWithTheJvm) {
  Result<MappedFile> bytes = MappedFile::Open(RADDLE_IR_CLASSES "/Arithmetic.class");
  ASSERT_TRUE(bytes) << bytes.error().ToString();
  Result<classfile::ClassFile> file = classfile::ReadClass(bytes->bytes());
  ASSERT_TRUE(file) << file.error().ToString();
  Result<std::unique_ptr<ClassContext>> context = ClassContext::Create(*file);
  ASSERT_TRUE(context) << context.error().ToString();
  Builder builder;
  Arena arena;
  std::map<std::string, Method> methods;
  for (const classfile::Member& member : file->methods) {
    Result<Method> method = builder.Build(**context, member, arena);
    ASSERT_TRUE(method) << method.error().ToString();
    methods[std::string(method->name)] = *method;
  }
  std::ifstream expected(RADDLE_IR_CLASSES "/arithmetic.txt");
  std::string name, result;
  int64_t a, b;
  int compared = 0;
  while (expected >> name >> a >> b >> result) {
    Interpreter::Outcome outcome = Interpreter(methods, CallLibrary).Run(methods.at(name), {a, b});
    std::string got = outcome.exception.empty() ? std::to_string(outcome.value) : outcome.exception;
    std::replace(got.begin(), got.end(), '/', '.');
    EXPECT_EQ(got, result) << name << "(" << a << ", " << b << ")";
    compared++;
  }
  EXPECT_GT(compared, 3000);
}

}  // namespace
}  // namespace raddle::ir
