#include "agent/aspects.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "aspect/read.h"
#include "aspect/weaver.h"

namespace raddle::agent {
namespace {

namespace fs = std::filesystem;

// The runtime of aspects lies beside this library: lib/libraddle.so, java/raddle_aspect.jar.
Result<std::string> RuntimeJar() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&RuntimeJar), &info) == 0) return Error{"the agent's own place cannot be told"};
  std::error_code error;
  const fs::path library = fs::canonical(info.dli_fname, error);
  const fs::path jar = library.parent_path().parent_path() / "java" / "raddle_aspect.jar";
  if (!fs::exists(jar, error)) return Error{.reason = "is missing: build Raddle again", .place = jar.string()};
  return jar.string();
}

// JVMTI takes only jars. The loader's method that JVMTI calls takes directories too.
bool AddDirectory(JNIEnv* env, const std::string& path) {
  if (env->PushLocalFrame(8) != JNI_OK) return false;
  const jclass loaders = env->FindClass("java/lang/ClassLoader");
  const jmethodID get = env->GetStaticMethodID(loaders, "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
  const jobject system = env->CallStaticObjectMethod(loaders, get);
  const jmethodID add = system == nullptr
                            ? nullptr
                            : env->GetMethodID(env->GetObjectClass(system), "appendToClassPathForInstrumentation",
                                               "(Ljava/lang/String;)V");
  if (add != nullptr) env->CallVoidMethod(system, add, env->NewStringUTF(path.c_str()));
  const bool added = add != nullptr && !env->ExceptionCheck();
  env->ExceptionClear();
  env->PopLocalFrame(nullptr);
  return added;
}

}  // namespace

Result<void> Aspects::Load(const std::vector<std::string>& jars, LoadedTypes& types) {
  jars_ = jars;
  types_ = &types;
  RADDLE_TRY(runtime_, RuntimeJar());
  RADDLE_TRY(set_, aspect::ReadAspects({.jars = jars_}, types));
  return {};
}

Result<void> Aspects::Open(JNIEnv* env) {
  Result<void> opened = OpenAll(env);
  if (!opened) set_ = {};
  return opened;
}

Result<void> Aspects::OpenAll(JNIEnv* env) const {
  std::vector<std::string> all = jars_;
  all.push_back(runtime_);  // last: the program's own aspectjrt.jar comes first
  for (const std::string& jar : all) {
    std::error_code ignored;
    const bool taken = fs::is_directory(jar, ignored)
                           ? AddDirectory(env, jar)
                           : g_jvmti->AddToSystemClassLoaderSearch(jar.c_str()) == JVMTI_ERROR_NONE;
    if (!taken) return Error{.reason = "the JVM's system loader does not take it", .place = jar};
  }
  return {};
}

bool Aspects::Owns(std::string_view class_name) const {
  if (empty()) return false;
  return set_.classes.contains(class_name) || class_name.starts_with("raddle/aspect/");
}

Result<std::vector<uint8_t>> Aspects::Weave(classfile::Bytes bytes, std::vector<std::string>& notes,
                                            std::function<bool(const pointcut::Shadow&)> may_be_shared) {
  aspect::WeaveSettings settings;
  settings.may_be_shared = std::move(may_be_shared);
  settings.link_class = "java/lang/RaddleAdvice";
  RADDLE_TRY(std::optional<aspect::WovenClass> woven, aspect::Weave(bytes, set_, *types_, settings));
  if (!woven) return std::vector<uint8_t>();
  notes.insert(notes.end(), woven->notes.begin(), woven->notes.end());
  return std::move(woven->bytes);
}

}  // namespace raddle::agent
