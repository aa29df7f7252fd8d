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
    if (type != Type::unknown) return {type, true};
  }
  JSONWalker walker(object, end_);
  FoundType found = {Type::missing};
  std::string member, text;
  while (walker.next_key(member)) {
    text.clear();
    const bool is_type = member == "type";
    if (!walker.value(is_type ? &text : nullptr)) return {Type::missing};
    if (is_type) found = {type_named(text), false, text.substr(0, 60)};
  }
  return found;
}

// A second type member: harmless if it is the same, or if the last one was wanted.
bool FeatureReader::repeated_type(const char *token, const FoundType &type) {
  out_.note(CSNoteDuplicateKey, source_, "type");
  if (!type.is_first) return true;
  std::string text;
  JSONWalker walker(token, end_);
  if (!walker.value(&text)) return json_fault(token);
  return type_named(text) == type.type || fault(CSFaultUnknownType, token, "the type is given twice and differs");
}

// The key without its escapes, in place if it has none.
bool FeatureReader::member_name(const Field &field, std::string &storage, std::string_view &name) {
  const char *raw = field.key().raw();
  const char *at = raw;
  while (at < end_ && *at != '"' && *at != '\\') ++at;
  name = {raw, size_t(at - raw)};
  if (at == end_ || *at == '"') return true;
  storage.clear();
  JSONWalker walker(raw - 1, end_);
  if (!walker.string(&storage)) return fault(walker);
  name = storage;
  return true;
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
