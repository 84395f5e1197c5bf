#include "trace/reader.h"

#include <fmt/format.h>

namespace raddle::trace {
namespace {

uint32_t Get32(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value |= uint32_t{static_cast<uint8_t>(bytes[at + i])} << 8 * i;
  return value;
}

std::optional<Item> Some(Item item) {
  return item;
}

template <typename Map, typename Key>
typename Map::mapped_type Find(const Map& map, Key key) {
  const auto found = map.find(key);
  return found == map.end() ? typename Map::mapped_type() : found->second;
}

}  // namespace

Result<Reader> Reader::Open(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return Error{.reason = "this is no trace of this version", .offset = 0};
  Reader reader(bytes);
  reader.at_ = reader.block_end_ = kMagic.size();
  return reader;
}

Error Reader::Bad(std::string reason) const {
  return Error{.reason = std::move(reason), .offset = at_};
}

// False at the end.
Result<bool> Reader::NextBlock() {
  const size_t left = bytes_.size() - at_;
  if (left == 0) return false;
  if (finished_) return Bad("something follows the end of the trace");
  if (left < kBlockHeader || Get32(bytes_, at_) > left - kBlockHeader) {
    if (left >= kBlockHeader && Get32(bytes_, at_) > kMaxBlock) return Bad("a block that is too long");
    torn_ = true;
    return false;
  }
  const std::string_view payload = bytes_.substr(at_ + kBlockHeader, Get32(bytes_, at_));
  if (payload.size() > kMaxBlock) return Bad("a block that is too long");
  if (Checksum(payload) != Get32(bytes_, at_ + 4)) return Bad("a block that is damaged");
  at_ += kBlockHeader;
  block_end_ = at_ + payload.size();
  return true;
}

Result<uint64_t> Reader::Number() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && at_ < block_end_; shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes_[at_++]);
    value |= uint64_t{byte & 0x7fu} << shift;
    if ((byte & 0x80) == 0) return value;
  }
  return Bad("a number without an end");
}

Result<std::string> Reader::Text() {
  RADDLE_TRY(const uint64_t size, Number());
  if (size > block_end_ - at_) return Bad("a text without an end");
  std::string text(bytes_.substr(at_, size));
  at_ += size;
  return text;
}

template <typename IdType>
Result<IdType> Reader::Id() {
  RADDLE_TRY(const uint64_t value, Number());
  if (value > ~uint32_t{0}) return Bad("an id that is too large");
  return value == 0 ? IdType() : IdType(static_cast<uint32_t>(value - 1));
}

Result<detect::Place> Reader::TakePlace() {
  detect::Place place;
  RADDLE_TRY(place.site, Id<SiteId>());
  RADDLE_TRY(place.stack, Id<StackId>());
  RADDLE_TRY(place.method, Id<MethodId>());
  return place;
}

Result<std::optional<Item>> Reader::Next() {
  while (true) {
    if (at_ == block_end_) {
      RADDLE_TRY(const bool more, NextBlock());
      if (!more) return std::optional<Item>();
      if (at_ == block_end_) continue;
    }
    const auto tag = static_cast<uint8_t>(bytes_[at_]);
    if (tag == 0 || tag >= static_cast<uint8_t>(Tag::kCount)) return Bad(fmt::format("{} is no kind of entry", tag));
    if (finished_) return Bad("something follows the end of the trace");
    ++at_;
    const Tag kind{tag};
    if (kind <= Tag::kSwitch) {
      RADDLE_CHECK(Define(kind));
    } else if (kind == Tag::kFinished) {
      finished_ = true;
    } else {
      if (kind != Tag::kGone && kind != Tag::kCopy && !thread_.valid()) return Bad("an event of no thread");
      ++events_;
      return Take(kind);
    }
  }
}

Result<void> Reader::Define(Tag tag) {
  switch (tag) {
    case Tag::kThread: {
      RADDLE_TRY(const ThreadId id, Id<ThreadId>());
      event::ThreadName name;
      RADDLE_TRY(const uint64_t number, Number());
      name.number = static_cast<int64_t>(number);
      RADDLE_TRY(name.name, Text());
      RADDLE_TRY(name.starter, Text());
      RADDLE_TRY(name.started, Id<StackId>());
      threads_[id] = std::move(name);
      return {};
    }
    case Tag::kSite: {
      RADDLE_TRY(const SiteId id, Id<SiteId>());
      event::SiteName name;
      RADDLE_TRY(name.class_name, Text());
      RADDLE_TRY(name.method, Text());
      RADDLE_TRY(name.descriptor, Text());
      RADDLE_TRY(name.file, Text());
      RADDLE_TRY(const uint64_t line, Number());
      name.line = static_cast<uint32_t>(line);
      sites_[id] = std::move(name);
      return {};
    }
    case Tag::kVariable: {
      RADDLE_TRY(const VariableId id, Id<VariableId>());
      RADDLE_TRY(variables_[id], Text());
      return {};
    }
    case Tag::kLock: {
      RADDLE_TRY(const LockId id, Id<LockId>());
      RADDLE_TRY(locks_[id], Text());
      return {};
    }
    case Tag::kStack: {
      RADDLE_TRY(const StackId id, Id<StackId>());
      RADDLE_TRY(const uint64_t count, Number());
      std::vector<std::string> frames;
      for (uint64_t i = 0; i < count; ++i) {
        RADDLE_TRY(std::string frame, Text());
        frames.push_back(std::move(frame));
      }
      stacks_[id] = std::move(frames);
      return {};
    }
    default: {
      RADDLE_TRY(thread_, Id<ThreadId>());
      return {};
    }
  }
}

Result<std::optional<Item>> Reader::Take(Tag tag) {
  switch (tag) {
    case Tag::kRead:
    case Tag::kWrite:
    case Tag::kReadObject:
    case Tag::kWriteObject: {
      const bool writes = tag == Tag::kWrite || tag == Tag::kWriteObject;
      event::Access access{.thread = thread_,
                           .kind = writes ? event::AccessKind::kWrite : event::AccessKind::kRead,
                           .variable = {},
                           .carries_objects = tag == Tag::kReadObject || tag == Tag::kWriteObject};
      RADDLE_TRY(access.variable.object, Number());
      RADDLE_TRY(access.variable.name, Id<VariableId>());
      RADDLE_TRY(access.site, Id<SiteId>());
      RADDLE_TRY(access.stack, Id<StackId>());
      return Some(Entry{access});
    }
    case Tag::kCopy: {
      Copy copy;
      RADDLE_TRY(copy.from.object, Number());
      RADDLE_TRY(copy.to.object, Number());
      RADDLE_TRY(copy.from.name, Id<VariableId>());
      copy.to.name = copy.from.name;
      return Some(copy);
    }
    case Tag::kGone: {
      Gone gone;
      RADDLE_TRY(gone.variable.object, Number());
      RADDLE_TRY(gone.variable.name, Id<VariableId>());
      return Some(gone);
    }
    case Tag::kAcquire: {
      event::Acquire acquire{.thread = thread_, .lock = {}};
      RADDLE_TRY(acquire.lock, Id<LockId>());
      RADDLE_TRY(const uint64_t how, Number());
      acquire.mode = (how & 1) != 0 ? event::LockMode::kWrite : event::LockMode::kRead;
      acquire.manner = (how & 2) != 0 ? event::Manner::kTries : event::Manner::kWaits;
      RADDLE_TRY(const detect::Place place, TakePlace());
      return Some(Entry{acquire, place});
    }
    case Tag::kRelease: {
      event::Release release{.thread = thread_, .lock = {}};
      RADDLE_TRY(release.lock, Id<LockId>());
      RADDLE_TRY(const uint64_t how, Number());
      release.mode = (how & 1) != 0 ? event::LockMode::kWrite : event::LockMode::kRead;
      RADDLE_TRY(const detect::Place place, TakePlace());
      return Some(Entry{release, place});
    }
    case Tag::kWait: {
      RADDLE_TRY(const LockId lock, Id<LockId>());
      RADDLE_TRY(const detect::Place place, TakePlace());
      return Some(Entry{event::Wait{thread_, lock}, place});
    }
    case Tag::kWoken: {
      RADDLE_TRY(const LockId lock, Id<LockId>());
      RADDLE_TRY(const detect::Place place, TakePlace());
      return Some(Entry{event::Woken{thread_, lock}, place});
    }
    case Tag::kNotify: {
      RADDLE_TRY(const LockId lock, Id<LockId>());
      return Some(Entry{event::Notify{thread_, lock}});
    }
    case Tag::kFork: {
      RADDLE_TRY(const ThreadId child, Id<ThreadId>());
      return Some(Entry{event::Fork{thread_, child}});
    }
    case Tag::kBegin:
      return Some(Entry{event::Begin{thread_}});
    case Tag::kEnd:
      return Some(Entry{event::End{thread_}});
    case Tag::kJoin: {
      RADDLE_TRY(const ThreadId ended, Id<ThreadId>());
      return Some(Entry{event::Join{thread_, ended}});
    }
    case Tag::kPublish: {
      RADDLE_TRY(const ChannelId channel, Id<ChannelId>());
      return Some(Entry{event::Publish{thread_, channel}});
    }
    default: {
      RADDLE_TRY(const ChannelId channel, Id<ChannelId>());
      return Some(Entry{event::Receive{thread_, channel}});
    }
  }
}

event::ThreadName Reader::Of(ThreadId thread) const {
  return Find(threads_, thread);
}
event::SiteName Reader::Of(SiteId site) const {
  return Find(sites_, site);
}
std::string Reader::Of(VariableId variable) const {
  return Find(variables_, variable);
}
std::string Reader::Of(LockId lock) const {
  return Find(locks_, lock);
}
std::vector<std::string> Reader::Of(StackId stack) const {
  return Find(stacks_, stack);
}

}  // namespace raddle::trace
