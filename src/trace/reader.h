// Reader: reads a trace file's bytes and returns its entries in order.
//
// Nothing in the file is trusted. What is wrong is an Error with the offset in the file: not a trace at all, a block
// with a wrong checksum, an entry that is not valid. Only the last block may be cut short, since a kill leaves that
// behind: torn() is then true when the end is reached. The bytes must outlive the reader.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "detect/race.h"
#include "event/event.h"
#include "event/names.h"
#include "trace/format.h"

namespace raddle::trace {

// An event, with the place at which a lock was taken or given up; or the beginning or the end of an object's life.
struct Entry {
  event::Event event;
  detect::Place place = {};
};
// `to` has the same past as `from`, and a life of its own from now on: elements of an array.
struct Copy {
  VariableKey from, to;
};
struct Gone {
  VariableKey variable;
};
using Item = std::variant<Entry, Copy, Gone>;

class Reader : public event::Names {
 public:
  static Result<Reader> Open(std::string_view bytes);

  // The next event; none at the end. Definitions read on the way are kept, and Of() answers from them.
  Result<std::optional<Item>> Next();

  bool torn() const { return torn_; }          // cut short in the middle of a block
  bool finished() const { return finished_; }  // the program ended by itself
  uint64_t events() const { return events_; }

  event::ThreadName Of(ThreadId thread) const override;
  event::SiteName Of(SiteId site) const override;
  std::string Of(VariableId variable) const override;
  std::string Of(LockId lock) const override;
  std::vector<std::string> Of(StackId stack) const override;

 private:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  Result<bool> NextBlock();
  Result<std::optional<Item>> Take(Tag tag);
  Result<void> Define(Tag tag);
  Error Bad(std::string reason) const;

  Result<uint64_t> Number();
  Result<std::string> Text();
  template <typename IdType>
  Result<IdType> Id();
  Result<detect::Place> TakePlace();

  std::string_view bytes_;
  size_t at_ = 0;         // in bytes_, within a block
  size_t block_end_ = 0;  // at_ == block_end_: a block begins here
  bool torn_ = false, finished_ = false;
  uint64_t events_ = 0;
  ThreadId thread_;
  std::map<ThreadId, event::ThreadName> threads_;
  std::map<SiteId, event::SiteName> sites_;
  std::map<VariableId, std::string> variables_;
  std::map<LockId, std::string> locks_;
  std::map<StackId, std::vector<std::string>> stacks_;
};

}  // namespace raddle::trace
