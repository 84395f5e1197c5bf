// Words: a line of text taken word by word, for formats whose words blanks separate.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/blanks.h"

namespace raddle {

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) { Next(); }

  std::string_view word() const { return word_; }
  bool done() const { return word_.empty(); }
  size_t column() const { return column_ + 1; }  // of the word, or of the end of the line
  std::string_view Take() {
    const std::string_view taken = word_;
    Next();
    return taken;
  }
  bool TakeIf(std::string_view word) {
    if (word_ != word) return false;
    Next();
    return true;
  }

 private:
  void Next() {
    column_ = std::min(text_.find_first_not_of(kBlanks, column_ + word_.size()), text_.size());
    const size_t end = std::min(text_.find_first_of(kBlanks, column_), text_.size());
    word_ = text_.substr(column_, end - column_);
  }

  std::string_view text_, word_;
  size_t column_ = 0;
};

}  // namespace raddle
