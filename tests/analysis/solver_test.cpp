// The solver against a twin that knows no better than to apply every constraint until nothing changes.
#include "pointer/solver.h"

#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace raddle::pointer {
namespace {

constexpr uint32_t kEven = 1;  // the filter that lets even objects pass

struct Constraint {
  enum Kind { kObject, kCopy, kFiltered, kLoad, kStore, kCall } kind;
  uint32_t a, b, c;
};

// A call constraint: whatever object comes into `a` is put into variable b + object, as a dispatch would.
class Twin {
 public:
  explicit Twin(uint32_t variables) : variables_(variables) {}

  void Solve(const std::vector<Constraint>& all) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Constraint& one : all) changed |= Apply(one);
    }
  }
  const std::set<uint32_t>& operator[](uint32_t variable) { return variables_[variable]; }

 private:
  static bool Add(std::set<uint32_t>& to, const std::set<uint32_t>& from, bool only_even) {
    size_t before = to.size();
    for (uint32_t object : std::set<uint32_t>(from)) {
      if (!only_even || object % 2 == 0) to.insert(object);
    }
    return to.size() > before;
  }
  bool Apply(const Constraint& one) {
    std::set<uint32_t>& a = variables_[one.a];
    switch (one.kind) {
      case Constraint::kObject:
        return a.insert(one.b).second;
      case Constraint::kCopy:
        return Add(variables_[one.b], a, false);
      case Constraint::kFiltered:
        return Add(variables_[one.b], a, true);
      default:
        break;
    }
    bool changed = false;
    for (uint32_t object : std::set<uint32_t>(a)) {
      std::set<uint32_t>& field = fields_[{object, one.c}];
      if (one.kind == Constraint::kLoad) changed |= Add(variables_[one.b], field, false);
      if (one.kind == Constraint::kStore) changed |= Add(field, variables_[one.b], false);
      if (one.kind == Constraint::kCall) {
        changed |= Add(variables_[(one.b + object) % variables_.size()], {object}, false);
      }
    }
    return changed;
  }

  std::vector<std::set<uint32_t>> variables_;
  std::map<std::pair<uint32_t, uint32_t>, std::set<uint32_t>> fields_;
};

class Fast : public Solver::Listener {
 public:
  explicit Fast(uint32_t variables, size_t patience = 0) : solver_(*this, patience), variables_(variables) {
    solver_.NewNodes(variables);
  }

  void Solve(const std::vector<Constraint>& all) {
    for (const Constraint& one : all) {
      switch (one.kind) {
        case Constraint::kObject:
          solver_.AddObject(one.a, one.b);
          break;
        case Constraint::kCopy:
          solver_.AddCopy(one.a, one.b);
          break;
        case Constraint::kFiltered:
          solver_.AddCopy(one.a, one.b, kEven);
          break;
        case Constraint::kLoad:
          solver_.AddLoad(one.a, one.c, one.b);
          break;
        case Constraint::kStore:
          solver_.AddStore(one.a, one.c, one.b);
          break;
        case Constraint::kCall:
          solver_.Watch(one.a, one.b);
          break;
      }
    }
    EXPECT_TRUE(solver_.Solve([] { return false; }));
  }
  void OnObject(WatchId watch, ObjectId object) override {
    ++told_;
    solver_.AddObject((watch + object) % variables_, object);
  }
  bool Passes(FilterId, ObjectId object) override { return object % 2 == 0; }
  FilterId StoreFilter(ObjectId, FieldKey) override { return kNoFilter; }
  std::vector<uint32_t> operator[](uint32_t variable) const { return solver_.PointsTo(variable).ToVector(); }
  const Solver& solver() const { return solver_; }
  size_t told() const { return told_; }

 private:
  size_t told_ = 0;
  Solver solver_;
  uint32_t variables_;
};

void ExpectSame(uint32_t variables, const std::vector<Constraint>& all) {
  Twin twin(variables);
  twin.Solve(all);
  Fast fast(variables);
  fast.Solve(all);
  for (uint32_t v = 0; v < variables; ++v) {
    ASSERT_EQ(fast[v], std::vector<uint32_t>(twin[v].begin(), twin[v].end())) << "variable " << v;
  }
}

TEST(Solver, CarriesObjectsAlongCopiesAndThroughFields) {
  // x = new 1; y = new 2; x.f = y; z = x.f
  ExpectSame(3, {{Constraint::kObject, 0, 1, 0},
                 {Constraint::kObject, 1, 2, 0},
                 {Constraint::kStore, 0, 1, 9},
                 {Constraint::kLoad, 0, 2, 9}});
}

TEST(Solver, GivesAllNodesOfALongCycleTheSameValue) {
  constexpr uint32_t kLong = 3000;
  Fast fast(kLong);
  std::vector<Constraint> all;
  for (uint32_t v = 0; v < kLong; ++v) all.push_back({Constraint::kCopy, v, (v + 1) % kLong, 0});
  for (uint32_t v = 0; v < kLong; v += 100) all.push_back({Constraint::kObject, v, v, 0});
  fast.Solve(all);
  EXPECT_EQ(fast[0].size(), 30u);
  EXPECT_EQ(fast[0], fast[kLong - 1]);
  EXPECT_GT(fast.solver().merged_count(), 0u);
}

TEST(Solver, TellsAWatcherOfAWholeCycleOnce) {
  constexpr uint32_t kLong = 3000, kWatch = 7;
  Fast fast(kLong);
  std::vector<Constraint> all;
  for (uint32_t v = 0; v < kLong; ++v) all.push_back({Constraint::kCopy, v, (v + 1) % kLong, 0});
  for (uint32_t v = 0; v < kLong; ++v) all.push_back({Constraint::kCall, v, kWatch, 0});
  all.push_back({Constraint::kObject, 0, 0, 0});
  fast.Solve(all);
  ASSERT_GT(fast.solver().merged_count(), 0u);
  const size_t before = fast.told();
  fast.Solve({{Constraint::kObject, 5, 1, 0}});
  EXPECT_EQ(fast.told() - before, 1u);
}

TEST(Solver, AgreesWithItsTwinOnRandomSystems) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    uint32_t variables = 3 + random() % 30;
    std::vector<Constraint> all;
    for (uint32_t i = random() % 80; i > 0; --i) {
      auto kind = static_cast<Constraint::Kind>(random() % 6);
      uint32_t second = kind == Constraint::kObject ? random() % 12 : random() % variables;
      all.push_back({kind, static_cast<uint32_t>(random() % variables), second, static_cast<uint32_t>(random() % 3)});
    }
    ExpectSame(variables, all);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace raddle::pointer
