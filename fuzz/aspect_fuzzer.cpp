// Class files as an aspect's, and as those of a program to weave: what is wrong is an error with a reason, never a
// crash, and what comes out of the weaver can be read and woven once more.
#include <cstdint>
#include <optional>

#include "aspect/read.h"
#include "aspect/weaver.h"
#include "check.h"
#include "classfile/class_file.h"
#include "pointcut/parse.h"

using namespace raddle;

namespace {

struct KnowsNothing : pointcut::TypeOracle {
  const pointcut::ClassFacts* Find(std::string_view) override { return nullptr; }
};

// What the seeds extend: an abstract aspect whose advice they inherit and whose pointcut they make concrete.
aspect::AdviceClass Base() {
  aspect::AdviceClass base;
  base.name = "a/Base";
  base.access = classfile::kAbstract;
  base.is_aspect = true;
  aspect::AnnotatedMethod here;
  here.name = "here";
  here.descriptor = "()V";
  here.access = classfile::kAbstract;
  aspect::AnnotatedMethod advice;
  advice.kind = aspect::AnnotatedMethod::Kind::kAdvice;
  advice.name = "inherited";
  advice.descriptor = "(Ljava/lang/Object;)V";
  advice.expression = "here() && this(it)";
  advice.names = {"it"};
  base.methods = {here, advice};
  return base;
}

aspect::AspectSet Everywhere() {
  constexpr std::string_view kAll =
      "call(* *(..)) || call(new(..)) || execution(* *(..)) || execution(new(..)) || initialization(new(..)) || get(* "
      "*) "
      "|| set(* *) || handler(*) || staticinitialization(*) || lock() || unlock() || arrayget(*) || arrayset(*)";
  aspect::Advice advice;
  advice.method = "m";
  advice.descriptor = "(Lorg/aspectj/lang/JoinPoint;)V";
  advice.parameters = {{aspect::Parameter::Role::kJoinPoint, {}, "Lorg/aspectj/lang/JoinPoint;"}};
  advice.pointcut = *pointcut::Parse(kAll);
  aspect::Aspect all;
  all.name = "A";
  all.before = {advice};
  advice.kind = aspect::AdviceKind::kAfter;
  all.after = {advice};
  aspect::AspectSet set;
  set.aspects.push_back(std::move(all));
  return set;
}

void Weave(classfile::Bytes bytes, const aspect::AspectSet& aspects, int times) {
  KnowsNothing oracle;
  Result<std::optional<aspect::WovenClass>> woven = aspect::Weave(bytes, aspects, oracle);
  if (!woven) {
    FUZZ_CHECK(!woven.error().reason.empty(), "a refusal without a reason");
    return;
  }
  if (!*woven) return;
  FUZZ_CHECK(classfile::ReadClass((*woven)->bytes).ok(), "a woven class that cannot be read");
  if (times > 1) Weave((*woven)->bytes, aspects, times - 1);
}

// An aspect that passes the checks is woven into the class itself, under another name.
void Understand(classfile::Bytes bytes) {
  Result<classfile::ClassFile> file = classfile::ReadClass(bytes);
  if (!file) return;
  Result<aspect::AdviceClass> read = aspect::ReadAdviceClass(*file);
  if (!read) {
    FUZZ_CHECK(!read.error().reason.empty(), "a refusal without a reason");
    return;
  }
  aspect::AspectJar jar{"aspects.jar", {{"a/Base", Base()}}};
  jar.classes.emplace(read->name, *read);
  KnowsNothing oracle;
  Result<aspect::AspectSet> aspects = aspect::UnderstandAspects({std::move(jar)}, {.jars = {}}, oracle);
  if (!aspects) {
    FUZZ_CHECK(!aspects.error().reason.empty(), "a refusal without a reason");
    FUZZ_CHECK(aspects.error().place.starts_with("aspects.jar"), "an error without a place");
    return;
  }
  aspects->classes.clear();
  Weave(bytes, *aspects, 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const aspect::AspectSet everywhere = Everywhere();
  const classfile::Bytes bytes(data, size);
  Understand(bytes);
  Weave(bytes, everywhere, 2);
  return 0;
}
