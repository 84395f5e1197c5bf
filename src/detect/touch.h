// Touch: the slow path of an access, from one shadow word to the next.
//
// The current word goes in, and the word that should replace it comes out. The caller stores it, since the word lies in
// a Java object. Compare-and-swap is needed for a word that was untouched, for a new record, and for a hand-over. If
// that fails, call GiveBack() for the new record, if there is one, and Touch() again with the word found; what was
// reported stays true. If the word was already this thread's and stays a plain word, a plain store will do
// (shadow_word.h says what it risks). A word that comes back unchanged need not be stored.
//
//   untouched            → this thread's
//   this thread's        → restamped, or a record if the word has no room for both accesses
//   another thread's     → this thread's if all detectors can forget what was, else a record
//   a record             → the same; its detectors are told. One that other words share: a copy of it, and the caller
//                          drops the share of the word it replaces
//
// An access for which AlreadySeen() is true need not come here; nothing is lost if it does.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "detect/detector.h"
#include "runtime/record.h"
#include "runtime/runtime.h"

namespace raddle::detect {

struct AccessInfo {
  VariableKey variable;
  SiteId site = {};
  StackId stack = {};
  bool carries_objects = false;  // the variable holds a reference, or is a collection of them
  bool counted = false;          // its word counts for the record it names, so that it can leave it
  uint32_t object = 0;           // a hint whose field it is: History::Find
};

// The enabled detectors, with the pool of records that have a part for each.
class DetectorSet {
 public:
  explicit DetectorSet(std::vector<std::unique_ptr<Detector>> detectors);

  std::span<const std::unique_ptr<Detector>> all() const { return detectors_; }
  runtime::RecordPool& pool() { return pool_; }

  bool CanForget(std::span<const Past> past, const Now& now) const;
  bool IsSettled(runtime::Record& record, const runtime::Settled& settled) const;
  void Remember(runtime::Record& record, const Past& past);
  void OnAccess(runtime::Record& record, const Now& now);

 private:
  std::vector<std::unique_ptr<Detector>> detectors_;
  runtime::RecordPool pool_;
};

// Called by the accessing thread. `record_only`: it gets a record, whoever has touched it so far.
uint64_t Touch(runtime::Runtime& runtime, DetectorSet& detectors, ThreadState& thread, uint64_t word, AccessKind kind,
               const AccessInfo& info, bool record_only = false);

// A record that did not get into its word.
inline void GiveBack(DetectorSet& detectors, uint64_t word_not_stored) {
  if (runtime::TagOf(word_not_stored) != runtime::WordTag::kRecord) return;
  detectors.pool().GiveBack(runtime::Record::FromWord(word_not_stored));
}

}  // namespace raddle::detect
