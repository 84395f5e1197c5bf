#include "pointer/object_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace raddle::pointer {

size_t ObjectSet::size() const {
  size_t count = small_.size();
  for (const Piece& piece : pieces_) count += static_cast<size_t>(std::popcount(piece.bits));
  return count;
}

bool ObjectSet::Contains(uint32_t object) const {
  if (IsSmall()) return std::binary_search(small_.begin(), small_.end(), object);
  auto at = std::lower_bound(pieces_.begin(), pieces_.end(), object / 64,
                             [](const Piece& piece, uint32_t index) { return piece.index < index; });
  return at != pieces_.end() && at->index == object / 64 && (at->bits >> (object % 64) & 1) != 0;
}

bool ObjectSet::Insert(uint32_t object) {
  if (IsSmall()) {
    auto at = std::lower_bound(small_.begin(), small_.end(), object);
    if (at != small_.end() && *at == object) return false;
    if (small_.size() < kSmall) {
      small_.insert(at, object);
      return true;
    }
    MakeLarge();
  }
  auto at = std::lower_bound(pieces_.begin(), pieces_.end(), object / 64,
                             [](const Piece& piece, uint32_t index) { return piece.index < index; });
  if (at == pieces_.end() || at->index != object / 64) at = pieces_.insert(at, {object / 64, 0});
  uint64_t bit = uint64_t{1} << (object % 64);
  if ((at->bits & bit) != 0) return false;
  at->bits |= bit;
  return true;
}

void ObjectSet::Clear() {
  small_.clear();
  pieces_.clear();
}

void ObjectSet::MakeLarge() {
  for (uint32_t object : small_) {
    if (pieces_.empty() || pieces_.back().index != object / 64) pieces_.push_back({object / 64, 0});
    pieces_.back().bits |= uint64_t{1} << (object % 64);
  }
  small_ = {};
}

bool ObjectSet::Unite(const ObjectSet& from, ObjectSet* added) {
  if (from.IsSmall()) {
    bool grew = false;
    for (uint32_t object : from.small_) {
      if (!Insert(object)) continue;
      grew = true;
      if (added != nullptr) added->Insert(object);
    }
    return grew;
  }
  if (IsSmall()) MakeLarge();
  static thread_local std::vector<Piece> news;  // in order
  news.clear();
  size_t missing = 0;  // pieces that this set has nothing of yet
  auto mine = pieces_.begin();
  for (const Piece& piece : from.pieces_) {
    while (mine != pieces_.end() && mine->index < piece.index) ++mine;
    if (mine == pieces_.end() || mine->index != piece.index) {
      ++missing;
      news.push_back(piece);
      continue;
    }
    uint64_t fresh = piece.bits & ~mine->bits;
    if (fresh == 0) continue;
    mine->bits |= fresh;
    news.push_back({piece.index, fresh});
  }
  if (news.empty()) return false;
  if (missing > 0) {
    std::vector<Piece> all;
    all.reserve(pieces_.size() + missing);
    auto a = pieces_.begin();
    for (const Piece& piece : news) {
      while (a != pieces_.end() && a->index < piece.index) all.push_back(*a++);
      if (a == pieces_.end() || a->index != piece.index) all.push_back(piece);
    }
    all.insert(all.end(), a, pieces_.end());
    pieces_ = std::move(all);
  }
  if (added != nullptr) added->AddPieces(news);
  return true;
}

void ObjectSet::AddPieces(const std::vector<Piece>& news) {
  if (IsSmall()) MakeLarge();
  if (pieces_.empty()) {
    pieces_ = news;
    return;
  }
  std::vector<Piece> all;
  all.reserve(pieces_.size() + news.size());
  auto a = pieces_.begin();
  for (const Piece& piece : news) {
    while (a != pieces_.end() && a->index < piece.index) all.push_back(*a++);
    if (a != pieces_.end() && a->index == piece.index) {
      all.push_back({piece.index, piece.bits | a++->bits});
    } else {
      all.push_back(piece);
    }
  }
  all.insert(all.end(), a, pieces_.end());
  pieces_ = std::move(all);
}

bool ObjectSet::Intersects(const ObjectSet& other) const {
  if (!IsSmall() && other.IsSmall()) return other.Intersects(*this);
  if (IsSmall()) return std::any_of(small_.begin(), small_.end(), [&](uint32_t o) { return other.Contains(o); });
  auto a = pieces_.begin(), b = other.pieces_.begin();
  while (a != pieces_.end() && b != other.pieces_.end()) {
    if (a->index == b->index && (a->bits & b->bits) != 0) return true;
    a->index <= b->index ? ++a : ++b;
  }
  return false;
}

ObjectSet ObjectSet::Intersection(const ObjectSet& a, const ObjectSet& b) {
  if (!a.IsSmall() && b.IsSmall()) return Intersection(b, a);
  ObjectSet both;
  if (a.IsSmall()) {
    for (uint32_t object : a.small_) {
      if (b.Contains(object)) both.small_.push_back(object);
    }
    return both;
  }
  auto x = a.pieces_.begin(), y = b.pieces_.begin();
  while (x != a.pieces_.end() && y != b.pieces_.end()) {
    if (x->index < y->index) {
      ++x;
    } else if (y->index < x->index) {
      ++y;
    } else {
      if ((x->bits & y->bits) != 0) both.pieces_.push_back({x->index, x->bits & y->bits});
      ++x, ++y;
    }
  }
  return both;
}

std::vector<uint32_t> ObjectSet::ToVector() const {
  std::vector<uint32_t> all;
  ForEach([&](uint32_t object) { all.push_back(object); });
  return all;
}

bool ObjectSet::IsSingle(uint32_t& object) const {
  if (small_.size() == 1) {
    object = small_.front();
    return true;
  }
  if (pieces_.size() != 1 || std::popcount(pieces_[0].bits) != 1) return false;
  object = pieces_[0].index * 64 + static_cast<uint32_t>(std::countr_zero(pieces_[0].bits));
  return true;
}

bool ObjectSet::operator==(const ObjectSet& other) const {
  if (IsSmall() == other.IsSmall()) return small_ == other.small_ && pieces_ == other.pieces_;
  return ToVector() == other.ToVector();
}

}  // namespace raddle::pointer
