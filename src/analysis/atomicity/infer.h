// Infer: takes a class path and returns a repository of atomic sections (AtomRace, §2: patterns, and
// access-interleaving invariants after AVIO).
//
//   code.h       the methods' IR
//   values.h     where values come from and go to; touches.h: the accesses, those in calls by summaries.h
//   guards.h     locks held; facts.h: what holds for a variable everywhere
//   patterns.h   the sections of a method
//
// Some accesses give no section, because it could not be violated: those of final and synthetic fields, in <clinit>, of
// objects that the method or constructor made itself, of variables that are never written after their object was made,
// and those under a lock that every access of the variable holds.
//
// May miss: objects reached by different paths; calls that several methods may answer; accesses by reflection. May list
// too much: sections on objects that are never shared (without Settings::main), and sections that their author did not
// mean to be atomic; `raddle atoms --learn` drops the latter. The order and the ids depend on the classes alone.
#pragma once

#include <string>
#include <vector>

#include "atomicity/patterns.h"
#include "atoms/section.h"
#include "base/result.h"
#include "classpath/class_path.h"

namespace raddle::atomicity {

struct Settings {
  Kinds kinds;
  std::string main;                           // a class: no sections that only one thread can run; empty: all
  std::vector<std::string> include, exclude;  // packages "a.b" or classes; sections whose scope lies in them
};

struct Outcome {
  atoms::Repository repository;
  std::vector<std::string> notes;  // classes that could not be read; sorted
};

// The error: there is no such main class.
Result<Outcome> Infer(const classpath::ClassPath& class_path, const Settings& settings);

}  // namespace raddle::atomicity
