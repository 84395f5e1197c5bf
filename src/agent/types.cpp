#include "agent/types.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cstdio>

#include "classfile/class_file.h"

namespace raddle::agent {
namespace {

std::string Property(const char* name) {
  Allocated<char> value;
  return g_jvmti->GetSystemProperty(name, &value) == JVMTI_ERROR_NONE ? std::string(value.get()) : std::string();
}

std::unique_ptr<pointcut::ClassFacts> ReadFacts(classfile::Bytes bytes) {
  Result<classfile::ClassFile> file = classfile::ReadClass(bytes);
  if (!file) return nullptr;
  Result<pointcut::ClassFacts> facts = pointcut::FactsOf(*file);
  return facts ? std::make_unique<pointcut::ClassFacts>(*std::move(facts)) : nullptr;
}

// Calls a method that takes no arguments and returns an object; null if there is none or it failed.
jobject Get(JNIEnv* env, jobject of, const char* method, const char* descriptor) {
  if (of == nullptr) return nullptr;
  const jclass type = env->GetObjectClass(of);
  const jmethodID id = env->GetMethodID(type, method, descriptor);
  env->DeleteLocalRef(type);
  const jobject result = id == nullptr ? nullptr : env->CallObjectMethod(of, id);
  if (!env->ExceptionCheck()) return result;
  env->ExceptionClear();
  return nullptr;
}

// Decodes %20 and the like.
std::string Decoded(std::string_view path) {
  std::string decoded;
  for (size_t i = 0; i < path.size(); ++i) {
    unsigned value = 0;
    const bool escape = path[i] == '%' && i + 2 < path.size() && isxdigit(path[i + 1]) && isxdigit(path[i + 2]);
    if (escape && sscanf(std::string(path.substr(i + 1, 2)).c_str(), "%2x", &value) == 1) i += 2;
    decoded += escape ? static_cast<char>(value) : path[i];
  }
  return decoded;
}

}  // namespace

std::string FileOf(JNIEnv* env, jobject protection_domain) {
  if (protection_domain == nullptr || env->ExceptionCheck() || env->PushLocalFrame(8) != JNI_OK) return {};
  const jobject source = Get(env, protection_domain, "getCodeSource", "()Ljava/security/CodeSource;");
  const jobject url = Get(env, source, "getLocation", "()Ljava/net/URL;");
  const bool file = TextOf(env, Get(env, url, "getProtocol", "()Ljava/lang/String;")) == "file";
  std::string path = file ? Decoded(TextOf(env, Get(env, url, "getPath", "()Ljava/lang/String;"))) : std::string();
  env->PopLocalFrame(nullptr);
  return path;
}

Result<void> LoadedTypes::Open(const std::vector<std::string>& more) {
  std::vector<std::string> elements;
  if (std::string own = Property("java.class.path"); !own.empty()) elements.push_back(std::move(own));
  elements.insert(elements.end(), more.begin(), more.end());
  const std::string path = fmt::format("{}", fmt::join(elements, ":"));
  RADDLE_TRY(classpath::ClassPath opened, classpath::ClassPath::Open(path, {.jdk_home = Property("java.home")}));
  paths_.push_back(std::move(opened));
  return {};
}

void LoadedTypes::OpenProgram() {
  if (const std::string path = Property("java.class.path"); !path.empty()) AddPlace(path);
}

void LoadedTypes::See(std::string_view name, classfile::Bytes bytes) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<pointcut::ClassFacts>& facts = known_[std::string(name)];
  if (facts == nullptr) facts = ReadFacts(bytes);
}

void LoadedTypes::AddPlace(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (!places_.insert(path).second) return;
  Result<classpath::ClassPath> opened = classpath::ClassPath::Open(path);
  if (!opened) return;
  paths_.push_back(*std::move(opened));
  std::erase_if(known_, [](const auto& each) { return each.second == nullptr; });
}

const pointcut::ClassFacts* LoadedTypes::Find(std::string_view internal_name) {
  const std::lock_guard lock(mutex_);
  if (auto known = known_.find(internal_name); known != known_.end()) return known->second.get();
  std::unique_ptr<pointcut::ClassFacts>& facts = known_[std::string(internal_name)];
  for (const classpath::ClassPath& path : paths_) {
    Result<std::optional<classpath::ClassBytes>> bytes = path.Find(internal_name);
    if (!bytes || !*bytes) continue;
    facts = ReadFacts((*bytes)->bytes());
    break;
  }
  return facts.get();
}

}  // namespace raddle::agent
