// Reads aspect jars: classes with the annotations of org.aspectj.lang.annotation, compiled by javac.
//
// Everything that can be wrong with an aspect is found here, before the program starts. An error is one line, with the
// aspect and the method:
//
//   aspects.jar: com.acme.Locking.taken(java.lang.Object): l gets no value: bind it with this(l), target(l) or args(l)
#pragma once

#include <map>
#include <string>
#include <vector>

#include "aspect/advice_class.h"
#include "aspect/aspect.h"
#include "base/result.h"
#include "pointcut/type_oracle.h"

namespace raddle::aspect {

struct ReadOptions {
  // Jars or directories.
  std::vector<std::string> jars;
  // Whether the oracle knows all classes that the program has: then a parameter's type that it does not know is an
  // error.
  bool knows_program = false;
};

// The oracle knows the JDK and the classes of the jars.
Result<AspectSet> ReadAspects(const ReadOptions& options, pointcut::TypeOracle& oracle);

struct AspectJar {
  std::string name;
  std::map<std::string, AdviceClass, std::less<>> classes;  // by internal name
};

// The same, of classes that have been read (advice_class.h).
Result<AspectSet> UnderstandAspects(std::vector<AspectJar> jars, const ReadOptions& options,
                                    pointcut::TypeOracle& oracle);

}  // namespace raddle::aspect
