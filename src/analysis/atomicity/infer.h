// Infer: a class path in, a repository of atomic sections out (AtomRace, §2: patterns, and access-interleaving
// invariants after AVIO).
//
//   code.h       the methods' IR
//   values.h     where values come from and go to; touches.h: the accesses, those in calls by summaries.h
//   guards.h     locks held; facts.h: what holds of a variable everywhere
//   patterns.h   the sections of a method
//
// Left out: final and synthetic fields, <clinit>, objects that a method or constructor has made itself, variables that
// are never written once made, and sections under a lock that every access of the variable holds: none can be violated.
//
// May miss: objects reached by different paths, calls that several methods may answer, accesses by reflection. May
// list too much: what is never shared (without Settings::main), and whatever its author did not mean to be atomic;
// `raddle atoms --learn` drops those. The order and the ids depend on the classes alone.
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
  std::string main;                           // a class: no sections that only one thread can be in; empty: all
  std::vector<std::string> include, exclude;  // packages "a.b" or classes; sections whose scope lies in them
};

struct Outcome {
  atoms::Repository repository;
  std::vector<std::string> notes;  // classes that could not be read; sorted
};

// The error: there is no such main class.
Result<Outcome> Infer(const classpath::ClassPath& class_path, const Settings& settings);

}  // namespace raddle::atomicity
