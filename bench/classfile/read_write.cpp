// bench_classfile CONTAINER: our side of the comparison with ASM; see README.md.
//
// For each line of input, "reencode" or "copy", reads and writes every class of the container once, on one thread, and
// answers with the nanoseconds that took. Whoever asks decides when, so that the two sides can take turns.
//
// The container: repeated [u2 name length][name][u4 length][class file], big-endian.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "base/mapped_file.h"
#include "classfile/class_file.h"

namespace {

using namespace raddle;
using namespace raddle::classfile;

Result<std::vector<Bytes>> ReadContainer(Bytes bytes) {
  std::vector<Bytes> classes;
  ByteReader reader(bytes);
  while (reader.ok() && !reader.AtEnd()) {
    reader.Raw(reader.U2());
    classes.push_back(reader.Raw(reader.U4()));
  }
  if (!reader.ok()) return reader.error();
  return classes;
}

// The writer is kept from class to class, as anybody with many classes to write would.
Result<void> ReadAndWrite(Bytes bytes, WriteMode mode, ByteWriter& writer) {
  writer.Clear();
  RADDLE_TRY(ClassFile file, ReadClass(bytes));
  return WriteClass(file, writer, mode);
}

int Fail(const Error& error) {
  fmt::print(stderr, "bench_classfile: {}\n", error.ToString());
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: bench_classfile CONTAINER\n");
    return 2;
  }
  Result<MappedFile> file = MappedFile::Open(arguments[1]);
  if (!file) return Fail(file.error());
  Result<std::vector<Bytes>> classes = ReadContainer(file->bytes());
  if (!classes) return Fail(classes.error());

  // Before anything is measured: is what is measured right?
  ByteWriter writer;
  for (WriteMode mode : {WriteMode::kCopy, WriteMode::kReencode}) {
    for (Bytes bytes : *classes) {
      if (Result<void> result = ReadAndWrite(bytes, mode, writer); !result) return Fail(result.error());
      if (!std::ranges::equal(writer.bytes(), bytes)) return Fail(Error{.reason = "a class came out changed"});
    }
  }

  std::string line;
  while (std::getline(std::cin, line)) {
    WriteMode mode = line == "copy" ? WriteMode::kCopy : WriteMode::kReencode;
    auto begin = std::chrono::steady_clock::now();
    for (Bytes bytes : *classes) {
      if (Result<void> result = ReadAndWrite(bytes, mode, writer); !result) return Fail(result.error());
    }
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begin;
    fmt::print("{}\n", taken.count());
    std::fflush(stdout);
  }
  return 0;
}
