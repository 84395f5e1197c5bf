// Harness: stands in for the callers of an open program (§2.1 of the Chord paper).
//
// Somebody outside has an object of each public class, made by each of its public constructors, and a variable of each
// type that a public method takes or gives; calls every public method of the API's types on whatever fits, at the same
// time from several threads; and keeps what is returned. The API is all public classes unless types are named, and with
// them the interfaces of the library that their methods return and classes here implement: what a driver hands out as a
// java.sql.Connection is called as one.
//
// Constructors run before the object is shared. Objects of types that the library has (a Map, a Runnable) are the
// library's own. May miss: what a caller does by subclassing; classes that only reflection makes.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "pointer/pointer_analysis.h"

namespace raddle::harness {

// `api`: class names as Java writes them; empty for all public ones. An error names the type that is not there. The
// number of calls that were made.
Result<size_t> AddCallers(pointer::PointerAnalysis& analysis, const std::vector<std::string>& api);

// The class that a Java name means: a.b.C.D is a/b/C$D if there is such a class. None if there is not.
ClassId FindClass(program::Program& program, std::string_view name);

}  // namespace raddle::harness
