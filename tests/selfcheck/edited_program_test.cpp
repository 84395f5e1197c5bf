// Whole programs, edited in every method, do what they did: same output, same exit status, under the full verifier.
#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/mapped_file.h"
#include "classfile/code_editor.h"
#include "selfcheck/edits.h"
#include "tests/selfcheck/jvm.h"

namespace raddle::selfcheck {
namespace {

using namespace classfile;

using EditClassFn = std::function<Result<void>(ClassFile&)>;

// All classes of the programs, edited, in a directory of their own.
class EditedProgram {
 public:
  explicit EditedProgram(const EditClassFn& edit) : directory_(TemporaryDirectory::Create()) {
    EXPECT_TRUE(directory_);
    for (const auto& entry : std::filesystem::directory_iterator(RADDLE_PROGRAMS)) {
      if (entry.path().extension() == ".class") Add(entry.path(), edit);
    }
    EXPECT_GT(changed_, 10);
  }

  Captured Run(const std::string& main_class) const { return RunJava(directory_->path(), main_class); }

 private:
  void Add(const std::filesystem::path& path, const EditClassFn& edit) {
    SCOPED_TRACE(path.filename().string());
    Result<MappedFile> mapped = MappedFile::Open(path.string());
    ASSERT_TRUE(mapped) << mapped.error().ToString();
    Result<ClassFile> file = ReadClass(mapped->bytes());
    ASSERT_TRUE(file) << file.error().ToString();
    const Result<void> edited = edit(*file);
    ASSERT_TRUE(edited) << edited.error().ToString();
    ByteWriter writer;
    ASSERT_TRUE(WriteClass(*file, writer));
    if (!std::ranges::equal(writer.bytes(), mapped->bytes())) ++changed_;
    PutFile(directory_->path() + "/" + path.filename().string(), writer.bytes());
  }

  Result<TemporaryDirectory> directory_;
  int changed_ = 0;
};

// Both programs; the originals are run once.
void ExpectSameBehaviour(const EditClassFn& edit) {
  const EditedProgram edited(edit);
  for (const char* main_class : {"Everything", "Traces"}) {
    SCOPED_TRACE(main_class);
    const Captured before = RunJava(RADDLE_PROGRAMS, main_class);
    const Captured after = edited.Run(main_class);
    EXPECT_EQ(after.output, before.output);
    EXPECT_EQ(after.status, before.status);
    EXPECT_GT(before.output.size(), 400u);
  }
}

EditClassFn With(Edit edit) {
  return [edit](ClassFile& file) -> Result<void> {
    RADDLE_TRY(const EditCounts counts, EditMethods(file, edit));
    EXPECT_EQ(counts.too_large, 0u);
    return {};
  };
}

// Edits every method by itself.
EditClassFn EachMethod(void (*edit)(ClassFile&, CodeEditor&, const Member&)) {
  return [edit](ClassFile& file) -> Result<void> {
    for (Member& method : file.methods) {
      if (Find(method.attributes, AttributeKind::kCode) == nullptr) continue;
      RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file, method));
      edit(file, editor, method);
      if (Result<void> finished = editor.Finish(); !finished) return finished.error().In(file.NameOf(method));
    }
    return {};
  };
}

TEST(EditedProgramTest, RunsWithANopBeforeEveryInstruction) {
  ExpectSameBehaviour(With(Edit::kNop));
}

TEST(EditedProgramTest, RunsWithABranchAroundEveryInstruction) {
  ExpectSameBehaviour(With(Edit::kBranch));
}

TEST(EditedProgramTest, RunsWithJumpsThatNoLongerReach) {
  ExpectSameBehaviour(With(Edit::kFar));
}

// In a constructor as javac writes it: the call of the other one.
uint32_t ConstructorCall(const ClassFile& file, const Code& code) {
  int news = 0;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& it = code.instructions[i];
    if (it.op == Op::new_) ++news;
    if (it.op == Op::invokespecial && file.pool.Member(it.index).name == "<init>" && news-- == 0) return i;
  }
  return static_cast<uint32_t>(code.instructions.size());
}

TEST(EditedProgramTest, RunsWithEveryMethodInsideAHandlerThatThrowsAgain) {
  ExpectSameBehaviour(EachMethod([](ClassFile& file, CodeEditor& editor, const Member& method) {
    const uint16_t depth = editor.AddLocal({"Ljava/lang/StringBuilder;"});
    editor.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, depth);
    const auto count = static_cast<uint32_t>(editor.code().instructions.size());
    const bool constructor = file.NameOf(method) == "<init>";
    const uint32_t before = constructor ? ConstructorCall(file, editor.code()) : 0;
    const Label made = editor.NewLabel();
    editor.AddHandler(constructor ? before + 1 : 0, count, 0, HandlerOrder::kOutermost)
        .Load(BaseKind::kReference, depth)
        .Jump(Op::ifnonnull, made)
        .Type(Op::new_, "java/lang/StringBuilder")
        .Do(Op::dup)
        .Invoke(Op::invokespecial, "java/lang/StringBuilder", "<init>", "()V")
        .Store(BaseKind::kReference, depth)
        .Place(made)
        .Do(Op::athrow);
    editor.AddHandler(0, before, file.pool.AddClass("java/lang/Error"), HandlerOrder::kInnermost).Do(Op::athrow);
  }));
}

TEST(EditedProgramTest, RunsWithALoopAndALazyLocalBeforeEveryInstruction) {
  ExpectSameBehaviour(EachMethod([](ClassFile&, CodeEditor& editor, const Member&) {
    const uint16_t lazy = editor.AddLocal({"Ljava/lang/Object;"});
    const uint16_t count = editor.AddScratch(BaseKind::kInt), last = editor.AddScratch(BaseKind::kReference);
    editor.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, lazy);
    for (uint32_t i = 0; i < editor.code().instructions.size(); i += 2) {
      const Label head = editor.NewLabel(), out = editor.NewLabel(), set = editor.NewLabel();
      editor.Before(i)
          .Push(2)
          .Store(BaseKind::kInt, count)
          .Place(head)
          .Load(BaseKind::kInt, count)
          .Jump(Op::ifle, out)
          .Increment(count, -1)
          .Load(BaseKind::kReference, lazy)
          .Jump(Op::ifnonnull, set)
          .PushString("made")
          .Store(BaseKind::kReference, lazy)
          .Place(set)
          .PushString("set")
          .Store(BaseKind::kReference, last)
          .Jump(Op::goto_, head)
          .Place(out)
          .Push(static_cast<int>(i))
          .Type(Op::anewarray, "java/lang/Thread")
          .Store(BaseKind::kReference, last);
    }
  }));
}

TEST(EditedProgramTest, RunsWithEveryInstructionReplacedByItself) {
  ExpectSameBehaviour(EachMethod([](ClassFile&, CodeEditor& editor, const Member&) {
    for (uint32_t i = 0; i < editor.code().instructions.size(); ++i) {
      const Instruction& it = editor.code().instructions[i];
      if (IsSwitch(it.op)) continue;
      const Label around = editor.NewLabel();
      editor.Replace(i).Push(0).Jump(Op::ifeq, around).Do(Op::nop).Place(around).Copy(it);
    }
  }));
}

}  // namespace
}  // namespace raddle::selfcheck
