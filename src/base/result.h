// Result<T>: a value, or the Error that says why there is none. Everything that reads bytes from outside returns one.
//
//   Result<ClassFile> file = ReadClass(bytes);
//   if (!file) return file.error().In("Foo.class");
//   Use(*file);
//
// RADDLE_TRY(name, expression) does the middle line: it returns the error from the enclosing function, or binds the
// value.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace raddle {

struct Error {
  static constexpr uint64_t kNoOffset = ~uint64_t{0};

  std::string reason;           // what is wrong, in a few words, lower case, no full stop
  uint64_t offset = kNoOffset;  // byte offset in the innermost place, where there is one
  std::string place = {};       // file, jar entry, class or method; outermost first, joined by ": "

  // The same error seen from further out.
  Error In(std::string_view outer) &&;
  Error In(std::string_view outer) const&;

  // "app.jar: a/B.class: offset 17: constant 9 is not a Class"
  std::string ToString() const;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  bool ok() const { return state_.index() == 0; }

  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }

  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// A Result with nothing to carry: `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  bool ok() const { return !error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

#define RADDLE_CONCAT_(a, b) a##b
#define RADDLE_CONCAT(a, b) RADDLE_CONCAT_(a, b)
#define RADDLE_TRY(declaration, expression) RADDLE_TRY_(declaration, expression, RADDLE_CONCAT(result_, __LINE__))
#define RADDLE_TRY_(declaration, expression, result) \
  auto result = (expression);                        \
  if (!result) return std::move(result).error();     \
  declaration = *std::move(result)
#define RADDLE_CHECK(expression)                                               \
  do {                                                                         \
    if (auto check_ = (expression); !check_) return std::move(check_).error(); \
  } while (false)

}  // namespace raddle
