#include "FeatureReader.hpp"

#include <algorithm>
#include <cstring>

// The type of the object that starts here, wherever its type member is. If it is the first member, the rest
// is not read; otherwise the whole object is, and the last of several types counts.
FeatureReader::FoundType FeatureReader::find_type(const char *object) {
  const char *at = JSONWalker::after_space(object + 1, end_);
  static const char key[] = "\"type\"";
  if (size_t(end_ - at) > sizeof key && std::memcmp(at, key, sizeof key - 1) == 0) {
    at = JSONWalker::after_space(at + sizeof key - 1, end_);
    if (at < end_ && *at == ':') at = JSONWalker::after_space(at + 1, end_);
    const std::string_view rest(at, size_t(end_ - at));
    const Type type = type_named(rest.substr(0, std::min(rest.find('"', 1), rest.size() - 1) + 1));
    if (type != Type::unknown) return {type};
  }
  std::string text;
  if (!JSONWalker(object, end_).last_member("type", text) || text.empty()) return {Type::missing};
  return {type_named(text), text.substr(0, 60)};
}

// A second type member: harmless if it is the same.
bool FeatureReader::repeated_type(const char *token, Type type) {
  out_.note("duplicate-key", "type");
  std::string text;
  JSONWalker walker(token, end_);
  if (!walker.value(&text)) return json_fault(token);
  return type_named(text) == type || fault("unknown-type", token, "the type is given twice and differs");
}

bool FeatureReader::check_unread(const char *token) {
  JSONWalker walker(token, end_);
  return walker.value(nullptr) || fault(walker);
}

bool FeatureReader::record_crs(const char *token) {
  std::string text;
  JSONWalker walker(token, end_);
  if (!walker.value(&text)) return fault(walker);
  for (const CSCRSText &known : out_.crs) {
    if (std::string_view(out_.arena).substr(known.text.offset, known.text.length) == text) return true;
  }
  out_.crs.push_back({source_, out_.text(text)});
  return true;
}
