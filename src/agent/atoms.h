// Atoms: the agent's half of RaddleAtom.java. It decides which sites tell of an access, holds threads up where there is
// noise, leaves marks while it does so, and reports which accesses meet (detect/atomrace, noise).
//
// Every site starts *loud*: its first access comes here, and the field is looked up. A site without noise then goes
// quiet. Now and then it is made loud again for one access (Sampler): the thread waits a few microseconds at its mark,
// and meanwhile all sites of the same variable are loud, so that another thread that comes is seen. So without noise,
// all but a few accesses cost the shim one load. The cost of the few is bounded by time, not by how often accesses
// happen.
//
// Threads are held in native code: the JVM can collect garbage, stop them and look at them there. Nothing here throws.
// Nothing here creates an order between the program's threads, except where they wait anyway.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "agent/jvm.h"
#include "agent/sampler.h"
#include "atoms/match.h"
#include "detect/atomrace/guards.h"
#include "detect/atomrace/marks.h"
#include "detect/atomrace/sections.h"
#include "event/ids.h"
#include "noise/decide.h"
#include "noise/pointcuts.h"
#include "weave/weaver.h"

namespace raddle::agent {

// What is done about a thread that would violate an atomic section: nothing; it waits a little; it waits until the
// section is over, as if there were a lock.
enum class Heal : uint8_t { kNot, kSchedule, kLock };

// How long a sample lingers: as long as another thread takes for some hundred accesses.
inline constexpr auto kLinger = std::chrono::microseconds(5);

struct AtomOptions {
  bool races = false;  // the detector; noise works without it
  std::vector<noise::Rule> noise;
  noise::Pointcuts pointcuts;  // those of the noise
  noise::Budget budget;
  uint32_t seed = 0;
  atoms::Repository sections;
  Heal heal = Heal::kNot;

  // Nothing has to be told of each access.
  bool sampled() const { return races && noise.empty() && sections.sections.empty(); }
  bool heals() const { return heal != Heal::kNot && !sections.sections.empty(); }
  bool any() const { return races || !noise.empty() || !sections.sections.empty(); }
};

// A thread at an access, for as long as the call of the shim lasts.
struct Arrival {
  JNIEnv* env;
  jobject object;  // null for a static
  int64_t index;   // -1 where there is none
  uint32_t hash;
  uint32_t site;
  jobject thread;
  int64_t tid;
};

class Atoms {
 public:
  explicit Atoms(AtomOptions options);

  uint8_t* quiet() { return sampler_.quiet(); }
  const uint8_t* arrays() const { return sampler_.arrays(); }
  bool IsKnown(uint32_t site) const { return Load(site) != State::kUnknown; }
  // Before a class is woven; costs nothing where no noise is given by a pointcut.
  void LookAt(std::span<const uint8_t> class_bytes);
  // Looks the field up in the class that the instruction names, or those above it. Null: it is not watched.
  void Know(uint32_t site, jclass owner);
  void Stop(const Arrival& arrival);

  // Atomic sections; RaddleAtom.java says when. Before the class that the site is in can run:
  void AddSection(const weave::SectionSite& site);
  const atoms::Matcher* matcher() const { return matcher_.repository().sections.empty() ? nullptr : &matcher_; }
  int32_t Section(const Arrival& arrival, int32_t activation);
  // Before a call on a collection, and behind it. The key is null where the call has none or it is null.
  int32_t Call(const Arrival& arrival, jobject key, uint32_t key_hash, int32_t activation);
  void Returned(const Arrival& arrival);
  // Where the number of open sections is; never 0 where each access is to be told of.
  const int32_t* open_on(atoms::Variable::Kind kind, bool writes) const;
  // Types of arrays whose elements have sections, as Class.getName names them, a blank behind each; nothing if all
  // elements are to be told of.
  std::string ArrayTypes() const;
  void Passed(const Arrival& arrival);
  int32_t Calling(int32_t activation, uint32_t site, int64_t tid);
  void Called(int32_t activation, uint32_t site, int64_t tid);
  void Exit(int32_t activation, uint32_t site, int64_t tid);

  // Healing the sections of fields (detect/atomrace/guards.h); RaddleGuard.java says when.
  const void* GuardTable(int which) const;
  uint32_t EnterGuard(const Arrival& arrival, uint32_t number);
  void PassGuard(const Arrival& arrival, uint32_t number);
  void GuardAgain(const Arrival& arrival, uint32_t handle);
  void ReleaseGuard(const Arrival& arrival, uint32_t handle);
  // An access of an element in no section may have to wait: the array's type is its variable's name.
  void NameElement(jobject array, uint32_t site, JNIEnv* env);
  void Noise(const Arrival& arrival);

  void ThreadEnds(int64_t tid);
  // A thread waits for a monitor, or has it.
  void Contended(JNIEnv* env, jobject monitor, int64_t tid);
  void Entered(int64_t tid) { sections_.Unblocked(static_cast<uint64_t>(tid)); }
  // The last counts.
  void Finish();

 private:
  enum class State : uint8_t { kUnknown, kWatched, kIgnored };
  struct SiteInfo {
    uint64_t field = 0;                 // the JVM's id of it; 0 for an array's element or a collection
    const noise::Rule* rule = nullptr;  // null: no noise here
    bool in_section = false;            // there are atomic sections on the variable
    bool is_volatile = false;           // or a call on a collection: two that meet there are no race
    bool is_guest = false;              // a write that sections do not allow and that is told of when it is over
    bool keyed = false;                 // of a call: its first argument counts
    atoms::Effect effect = atoms::Effect::kRead;  // of a call
    uint32_t variable = 0;                        // its name, as Variables numbers it
    uint32_t tries = 0;                           // to find a static field; while unknown
  };
  struct SiteEntry {
    SiteInfo info;                          // does not change once the state says so
    const std::vector<atoms::Mark>* marks;  // does not change once the class can run; null: none
    std::atomic<State> state;
  };
  // Somebody else's access that an arrival met.
  struct Caught {
    uint32_t site;
    bool write;
    int64_t tid;
    std::string thread;
    StackId stack;
    std::vector<std::string> locks;
  };
  // An arrival and what came of it.
  struct Visit {
    const Arrival& arrival;
    SiteInfo info;
    detect::atomrace::Access access;
    std::vector<Caught> caught;
  };
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;  // variable, smaller site, larger
  struct Seen {
    std::string id;
    uint64_t again = 0;
  };

  State Load(uint32_t site) const { return sites_[site].state.load(std::memory_order_acquire); }
  void Ignore(uint32_t site);
  // Guarded by mutex_.
  const noise::Rule* RuleFor(uint32_t site, const std::string& variable) const;
  bool Fits(const noise::Rule& rule, const weave::Site& site, const std::string& variable) const;
  void KnowArray(uint32_t site);
  bool NameArray(const Arrival& arrival, SiteInfo& info);
  const SiteInfo& KnowCall(uint32_t site);
  bool MayBeRace(const Visit& visit) const { return options_.races && !visit.info.is_volatile; }

  std::optional<Visit> See(const Arrival& arrival);
  // Noise, or a sample; looks who is there in any case.
  void Linger(Visit& visit);
  std::optional<noise::Hold> DecideNoise(const Arrival& arrival, const noise::Rule& rule);
  noise::ThreadNoise& NoiseOf(const Arrival& arrival);
  void Look(Visit& visit);
  void Hold(Visit& visit, const noise::Hold& hold);
  template <typename Pause>
  void Rest(const Visit& visit, const detect::atomrace::Mark& mark, noise::Nanos longest, Pause pause);

  void Meet(const detect::atomrace::Mark& other, Visit& visit);
  Key KeyOf(const Visit& visit, uint32_t other) const;
  bool IsNew(const Visit& visit, uint32_t other);
  void Report(const Visit& visit);

  // atom_sections.cpp
  using Waited = detect::atomrace::Sections::Waited;
  const std::vector<atoms::Mark>& MarksOf(uint32_t site) const;
  // The sections that begin at the site. May make an activation.
  std::vector<detect::atomrace::Sections::Beginning> BeginningsAt(const Arrival& arrival, int32_t& activation);
  void ReachEnds(const Visit& visit);
  void Arrive(const Visit& visit, const std::vector<detect::atomrace::Sections::Beginning>& beginnings);
  StackId StackOf(const Arrival& arrival);
  void NameThread(const Arrival& arrival);
  static bool IsWriteSite(uint32_t site);
  void NoteHealing(Waited waited, const std::string& variable, const Arrival& arrival);
  // Where sections on the variable begin, and the first of them; null where there is none.
  const atoms::Section* SectionOn(const std::string& variable, uint32_t& entry_site) const;
  void Report(const Arrival& arrival, const detect::atomrace::Violation& violation);
  std::chrono::nanoseconds Patience() const;

  // atom_guards.cpp
  void NoteGuard(Waited waited, const Arrival& arrival);
  // The variable of a guarded site has been found. Guarded by mutex_.
  void GuardSite(uint32_t site, const std::string& variable);
  // There is nothing to guard at a site. Guarded by mutex_.
  void LeaveUnguarded(uint32_t site);
  void LookAtGuard(uint32_t site, uint32_t number);
  detect::atomrace::Guards::Arrival AtGuard(const Arrival& arrival, uint32_t number) const;
  void FinishSections();  // guarded by mutex_

  const AtomOptions options_;
  const bool array_noise_;
  SiteEntry* const sites_;
  Sampler sampler_;
  detect::atomrace::Marks marks_;
  const atoms::Matcher matcher_;
  detect::atomrace::Sections sections_;
  detect::atomrace::Guards guards_;
  const std::set<std::string> entered_in_calls_;  // variables of which a section begins in a call
  // By site, as RaddleGuard has them: where to look whether anybody is in the way, as an offset from the first guard,
  // and the key; 0 is not known yet.
  int32_t* const guard_looks_;
  int64_t* const guard_keys_;
  int32_t* const guard_sections_;  // by site: the section, plus 1
  const std::set<std::string> section_variables_;
  const bool array_sections_;

  // By thread id modulo their number. A line belongs to one thread; two whose ids meet there start each other's
  // numbers anew, and may do so at the same time: they are random either way.
  struct ThreadLine {
    int64_t tid = 0;
    noise::ThreadNoise noise;
  };
  static constexpr size_t kThreadLines = 4096;
  std::vector<ThreadLine> threads_{kThreadLines};

  mutable std::mutex mutex_;  // guards what follows, and changes of sites_
  std::map<Key, Seen> seen_;
  std::unordered_map<std::string, noise::Pointcuts::Places> noisy_places_;  // by internal class name
  std::unordered_map<std::string, uint64_t> noisy_threads_;                 // how many of each name
  std::unordered_map<uint64_t, std::string> thread_names_;                  // of intruders
  std::unordered_map<uint32_t, std::vector<atoms::Mark>> section_sites_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Seen> violations_;  // by section, end and intruder's site
  struct Healing {
    uint32_t site = 0;  // of the first that waited
    uint64_t tid = 0;
    StackId stack;
    uint64_t healed = 0, late = 0, deadlocks = 0;
  };
  std::map<std::string, Healing> healed_;  // by variable
};

}  // namespace raddle::agent
