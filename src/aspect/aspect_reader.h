// Understands the classes of aspect jars: puts an aspect together with what it inherits, gives parameters their roles
// and pointcuts their names, and refuses what cannot be meant. Errors as in read.h, without the jar.
//
// A Reader is for one class: Read() or Check(), once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "aspect/advice_class.h"
#include "aspect/read.h"
#include "pointcut/ast.h"
#include "pointcut/named.h"

namespace raddle::aspect {

using Classes = std::map<std::string, AdviceClass, std::less<>>;

class Reader {
 public:
  Reader(const Classes& classes, const ReadOptions& options, pointcut::TypeOracle& oracle)
      : classes_(classes), options_(options), oracle_(oracle) {}

  Result<Aspect> Read(const AdviceClass& concrete);
  // What can be checked of a class that is no concrete aspect.
  Result<void> Check(const AdviceClass& other) const;

 private:
  // The class and those above it in the jars, nearest first.
  Result<std::vector<const AdviceClass*>> ChainOf(const AdviceClass& from) const;
  Result<Advice> ReadAdvice(const AdviceClass& declaring, const AnnotatedMethod& method);
  Result<std::vector<Parameter>> ParametersOf(const AnnotatedMethod& method) const;
  Result<std::vector<std::string>> NamesOf(const AnnotatedMethod& method, const std::vector<Parameter>& roles) const;
  Result<void> CheckSignature(const AnnotatedMethod& method, const std::vector<Parameter>& parameters) const;
  Result<pointcut::Pointcut> ReadPointcut(std::string_view text, const std::vector<pointcut::Formal>& formals,
                                          const AdviceClass& in);
  Result<void> Define(const pointcut::Pointcut& pointcut, const AdviceClass& in, pointcut::Pointcut& renamed);
  const AdviceClass* FindClass(std::string_view name, const AdviceClass& in) const;
  bool IsAbove(const AdviceClass& other) const { return std::ranges::find(chain_, &other) != chain_.end(); }
  void OpenPackageOf(const AdviceClass& in);

  const Classes& classes_;
  const ReadOptions& options_;
  pointcut::TypeOracle& oracle_;
  std::vector<const AdviceClass*> chain_;
  pointcut::PointcutTable table_;
  Aspect aspect_;
};

}  // namespace raddle::aspect
