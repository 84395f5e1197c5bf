// The pointcuts of pointcuts.txt, tried by AspectJ's own weaver on the same class files: it says for each advice which
// join points it applies to, and where a test at run time remains. Both must say the same.
//
// A field or static method is named by the class that declares it, as AspectJ does, not by the one in the constant
// pool. Left out are our own pointcuts and the lines marked ~. Locks of synchronized methods are compared as AspectJ
// has them: it turns the method into a block first, and then does not know the line.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "classfile/descriptor.h"
#include "pointcut/member_lookup.h"
#include "program.h"

namespace raddle::pointcut {
namespace {

namespace fs = std::filesystem;

// Behind a dot it is a method's name.
bool IsOurs(const std::string& text) {
  static const std::regex ours(R"((^|[^.\w])(arrayget|arrayset|fork|join|volatileget|volatileset|maybeShared)\()");
  return std::regex_search(text, ours);
}

// As AspectJ prints it.
std::string SignatureOf(const Shadow& shadow, const Types& types) {
  std::string owner = shadow.owner.empty() ? std::string() : classfile::DottedName(shadow.owner);
  bool call = shadow.kind == ShadowKind::kMethodCall;
  bool field = shadow.kind == ShadowKind::kFieldGet || shadow.kind == ShadowKind::kFieldSet;
  if (field || (call && shadow.is_static)) {
    MemberName name{field ? MemberName::Kind::kField : MemberName::Kind::kMethod, shadow.owner, shadow.name,
                    shadow.descriptor, shadow.is_static};
    owner = classfile::DottedName(FindMember(name, types).owner);
  }
  auto method = [&](std::string_view name) {
    return fmt::format("{} {}.{}", classfile::Readable(classfile::MethodDescriptor(shadow.descriptor).Return()), owner,
                       classfile::ReadableMethod(name, shadow.descriptor));
  };
  switch (shadow.kind) {
    case ShadowKind::kHandler:
      return fmt::format("{}(void {}.<catch>({}))", Name(shadow.kind), classfile::DottedName(shadow.within->name),
                         owner);
    case ShadowKind::kLock:
    case ShadowKind::kUnlock:
      return fmt::format("{0}(void java.lang.Object.<{0}>(java.lang.Object))", Name(shadow.kind));
    case ShadowKind::kFieldGet:
    case ShadowKind::kFieldSet:
      return fmt::format("{}({} {}.{})", Name(shadow.kind), classfile::Readable({shadow.descriptor}), owner,
                         shadow.name);
    default:
      return fmt::format("{}({})", Name(shadow.kind), method(shadow.name));
  }
}

// Lines of what is a whole method or class are nobody's business.
bool HasLine(std::string_view signature) {
  for (std::string_view kind : {"method-call", "constructor-call", "field-", "exception-handler"}) {
    if (signature.starts_with(kind)) return true;
  }
  return false;
}

// AspectJ says the same thing once only.
using Matches = std::set<std::string>;  // "signature in class:line", with " ?" where a test remains

std::string Entry(const std::string& signature, const std::string& within, int line, bool test) {
  return fmt::format("{} in {}{}{}", signature, within, HasLine(signature) ? fmt::format(":{}", line) : "",
                     test ? " ?" : "");
}

Matches Ours(const Row& row) {
  static PathOracle oracle;
  static Scope scope;
  Matches matches;
  Pointcut pointcut = *Parse(row.text, row.formals);
  for (const Shadow& shadow : TheProgram().shadows()) {
    Verdict verdict = VerdictOf(Match(pointcut, shadow, {scope, oracle}));
    bool array = shadow.kind == ShadowKind::kArrayGet || shadow.kind == ShadowKind::kArraySet;
    if (verdict == Verdict::kNever || array) continue;
    matches.insert(Entry(SignatureOf(shadow, Types(scope, oracle)), classfile::DottedName(shadow.within->name),
                         shadow.line, verdict == Verdict::kMaybe));
  }
  return matches;
}

std::string Difference(const Matches& ours, const Matches& theirs) {
  std::string text;
  for (const std::string& entry : ours) {
    if (!theirs.contains(entry)) text += "  only here: " + entry + "\n";
  }
  for (const std::string& entry : theirs) {
    if (!ours.contains(entry)) text += "  only AspectJ: " + entry + "\n";
  }
  return text;
}

TEST(AspectJ, SeesTheSameJoinPoints) {
  if (std::system("command -v ajc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no ajc on the path (Debian: aspectj)";
  fs::path folder = fs::path(RADDLE_POINTCUT_CLASSES).parent_path() / "aspectj";
  fs::remove_all(folder);
  fs::create_directories(folder / "out");

  std::vector<Row> rows;
  for (Row& row : ReadRows("pointcuts.txt")) {
    if (!row.differs && !IsOurs(row.text)) rows.push_back(std::move(row));
  }
  ASSERT_GT(rows.size(), 200u);
  {
    // Line n+2 of the aspect has pointcut n; its advice does nothing, and not to itself.
    std::ofstream aspect(folder / "Log.aj");
    aspect << "aspect Log {\n";
    for (const Row& row : rows) {
      std::string formals;
      for (const Formal& formal : row.formals) {
        formals += fmt::format("{}{} {}", formals.empty() ? "" : ", ", formal.type, formal.name);
      }
      aspect << fmt::format("  before({}): !within(Log) && ({}) {{}}\n", formals, row.text);
    }
    aspect << "}\n";
  }
  // Quoted: a folder's name may have spaces.
  std::string command = fmt::format(
      "cd '{}' && ajc -showWeaveInfo -Xlint:ignore -Xjoinpoints:synchronization -1.8 -inpath '{}' -d out "
      "-cp /usr/share/java/aspectjrt.jar Log.aj >log.txt 2>&1",
      folder.string(), RADDLE_POINTCUT_CLASSES);
  int status = std::system(command.c_str());

  static const std::regex line_form(
      R"(Join point '(.*)' in Type '(.*)' \([^:)]*:?(\d*)\) advised by before advice from 'Log' \(Log\.aj:(\d+)\)(.*))");
  std::map<size_t, Matches> theirs;
  std::ifstream log(folder / "log.txt");
  size_t found = 0;
  std::string errors;
  for (std::string line; std::getline(log, line);) {
    std::smatch match;
    if (line.find("[error]") != std::string::npos) errors += line + "\n";
    if (!std::regex_match(line, match, line_form)) continue;
    ++found;
    if (match[1].str().starts_with("preinitialization")) continue;  // which we do not have
    int at = match[3].length() == 0 ? 0 : std::stoi(match[3]);
    bool test = match[5].str().find("runtime test") != std::string::npos;
    theirs[std::stoul(match[4]) - 2].insert(Entry(match[1], match[2], at, test));
  }
  ASSERT_EQ(status, 0) << errors;
  ASSERT_GT(found, 1000u);
  for (size_t i = 0; i < rows.size(); ++i) {
    std::string difference = Difference(Ours(rows[i]), theirs[i]);
    EXPECT_TRUE(difference.empty()) << rows[i].text << "\n" << difference;
  }
}

}  // namespace
}  // namespace raddle::pointcut
