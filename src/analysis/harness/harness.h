// Harness: stands in for the callers of an open program (§2.1 of the Chord paper).
//
// The simulated callers have an object of each public class, made by each of its public constructors, and a variable of
// each type that a public method takes or returns. They call every public method of the API's types on every object
// that fits, at the same time from several threads, and keep what is returned. The API is all public classes unless
// types are named. It includes the library's interfaces that the API's methods return and that classes here implement:
// an object that a driver returns as a java.sql.Connection is called as one.
//
// Constructors run before the object is shared. Objects of types that the library has (a Map, a Runnable) are library
// objects. May miss: what a caller does by subclassing; classes that only reflection instantiates.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "pointer/pointer_analysis.h"

namespace raddle::harness {

// `api`: class names as Java writes them; empty for all public ones. Returns the number of calls that were made; the
// error names the type that is missing.
Result<size_t> AddCallers(pointer::PointerAnalysis& analysis, const std::vector<std::string>& api);

// The class that a Java name means: a.b.C.D is a/b/C$D if that class exists. None if there is no such class.
ClassId FindClass(program::Program& program, std::string_view name);

}  // namespace raddle::harness
