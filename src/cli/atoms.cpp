// atoms: atomic sections from class files, compared with them, or (learn.h) pruned by runs of the program.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "atomicity/infer.h"
#include "atoms/match.h"
#include "base/mapped_file.h"
#include "classfile/descriptor.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/learn.h"
#include "cli/output.h"
#include "report/files.h"
#include "report/words.h"

namespace raddle::cli {
namespace {

Result<atomicity::Kinds> ReadKinds(const std::string& text) {
  atomicity::Kinds kinds{.load_store = false, .test_use = false, .invariant = false};
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (word == "all") {
      kinds = {.load_store = true, .test_use = true, .invariant = true};
    } else if (word == "load-store") {
      kinds.load_store = true;
    } else if (word == "test-use") {
      kinds.test_use = true;
    } else if (word == "invariant") {
      kinds.invariant = true;
    } else {
      return Error{.reason =
                       fmt::format("--kinds {}: '{}' is none of load-store, test-use, invariant and all", text, word)};
    }
  }
  return kinds;
}

// Whether the sections of a file are still those of the classes: a line for each class in which something is not.
Result<int> Check(const std::string& file, const classpath::ClassPath& class_path) {
  RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
  RADDLE_TRY(atoms::Repository repository, atoms::Parse(mapped.text(), file));
  const atoms::Matcher matcher(std::move(repository));
  bool all_fit = true;
  for (const std::string& name : matcher.ClassNames()) {
    const auto complain = [&](const std::string& problem) {
      Tell("atoms", problem);
      all_fit = false;
    };
    Result<std::optional<classpath::ClassBytes>> found = class_path.Find(name);
    if (!found || !*found) {
      complain(fmt::format("class {} is not on the class path: its atomic sections are left out",
                           classfile::DottedName(name)));
      continue;
    }
    const auto bytes = (**found).bytes();
    Result<classfile::ClassFile> read = classfile::ReadClass(bytes);
    if (!read) {
      complain(read.error().In(classfile::DottedName(name)).ToString());
    } else if (const atoms::ClassMarks marks =
                   matcher.Match(*read, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
               !marks.problem.empty()) {
      complain(marks.problem);
    }
  }
  if (all_fit) Print(fmt::format("{} sections fit\n", matcher.repository().sections.size()));
  return all_fit ? kOk : kFailed;
}

}  // namespace

int RunAtoms(const options::AtomsOptions& options) {
  if (!options.learn.empty()) return Learn(options);
  if (!options.command.empty()) {
    return Complain("atoms", Error{.reason = "a program is run with --learn FILE only; classes are read from -cp"});
  }
  if (options.class_path.empty()) {
    return Complain("atoms", Error{.reason = "no class path: name the program's jars and directories with -cp"});
  }
  atomicity::Settings settings;
  Result<atomicity::Kinds> kinds = ReadKinds(options.kinds);
  if (!kinds) return Complain("atoms", kinds.error());
  settings.kinds = *kinds;
  settings.main = options.main;
  settings.include = options.include.names;
  settings.exclude = options.exclude.names;
  options::MaybeText jdk = options.jdk;
  jdk.given = true;
  Result<classpath::ClassPath> class_path = OpenClassPath(options.class_path, jdk);
  if (!class_path) return Complain("atoms", class_path.error());
  if (Result<void> any = HasClasses(*class_path); !any) return Complain("atoms", any.error());
  for (const Error& note : class_path->notes()) Tell("atoms", note.ToString());
  if (!options.check.empty()) {
    Result<int> checked = Check(options.check, *class_path);
    return checked ? *checked : Complain("atoms", checked.error());
  }

  const Result<atomicity::Outcome> outcome = atomicity::Infer(*class_path, settings);
  if (!outcome) return Complain("atoms", outcome.error());
  for (const std::string& note : outcome->notes) Tell("atoms", note);
  const std::string output = options.output.empty() ? "-" : options.output;
  if (Result<void> written = report::WriteWholeFile(output, atoms::Print(outcome->repository)); !written) {
    return Complain("atoms", written.error(), kFailed);
  }
  if (output != "-") {
    Print(fmt::format("{} in {}\n", report::Plural(outcome->repository.sections.size(), "section"), output));
  }
  return kOk;
}

}  // namespace raddle::cli
