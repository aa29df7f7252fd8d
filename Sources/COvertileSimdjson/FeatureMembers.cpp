#include "FeatureReader.hpp"

#include <cstring>

FeatureReader::Type FeatureReader::type_named(std::string_view name) const {
  static const std::pair<std::string_view, Type> types[] = {
    {"Feature", Type::feature}, {"Point", Type::point}, {"LineString", Type::line_string},
    {"Polygon", Type::polygon}, {"MultiPoint", Type::multi_point}, {"MultiLineString", Type::multi_line_string},
    {"MultiPolygon", Type::multi_polygon}, {"GeometryCollection", Type::geometry_collection},
    {"FeatureCollection", Type::feature_collection}};
  for (const auto &type : types) {
    if (type.first == name) return type.second;
  }
  return Type::unknown;
}

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
  return at;
}

// The type of the object that starts here, wherever its type member is. If it is the first member, the rest
// is not read; otherwise the whole object is, and the last of several types counts.
FeatureReader::Type FeatureReader::find_type(const char *object, std::string *name) {
  type_was_first_ = false;
  const char *at = skip_space(object + 1, end_);
  static const char key[] = "\"type\"";
  if (size_t(end_ - at) > sizeof key && std::memcmp(at, key, sizeof key - 1) == 0) {
    at = skip_space(at + sizeof key - 1, end_);
    if (at < end_ && *at == ':') at = skip_space(at + 1, end_);
    const char *stop = at;
    if (at < end_ && *at == '"') stop = static_cast<const char *>(std::memchr(at + 1, '"', size_t(end_ - at - 1)));
    if (stop != nullptr && stop > at) {
      std::string_view text(at + 1, size_t(stop - at - 1));
      Type type = type_named(text);
      type_was_first_ = type != Type::unknown;
      if (type_was_first_) return type;
    }
  }
  JSONWalker walker(object, end_);
  Type type = Type::missing;
  std::string member;
  walker.enter_object();
  while (walker.next_key(member)) {
    std::string text;
    bool wanted = member == "type";
    if (!walker.value(wanted ? &text : nullptr)) return Type::missing;
    if (!wanted) continue;
    *name = text.substr(0, 60);
    type = text.front() == '"' ? type_named(std::string_view(text).substr(1, text.size() - 2)) : Type::unknown;
  }
  return type;
}

// A second type member: harmless if it is the same, or if the last one was wanted.
bool FeatureReader::repeated_type(const char *token, Type type, bool prescanned) {
  out_.note(CSNoteDuplicateKey, source_, "type");
  if (prescanned) return true;
  std::string text;
  JSONWalker walker(token, end_);
  if (!walker.value(&text)) return json_fault(token);
  if (text.size() > 2 && type_named(std::string_view(text).substr(1, text.size() - 2)) == type) return true;
  return fault(CSFaultUnknownType, token, "the type is given twice and differs");
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
  if (!walker.string(storage)) return fault(walker.code(), walker.position(), walker.message());
  name = storage;
  return true;
}

bool FeatureReader::check_unread(const char *token) {
  JSONWalker walker(token, end_);
  return walker.value(nullptr) || fault(walker.code(), walker.position(), walker.message());
}

bool FeatureReader::record_crs(const char *token) {
  std::string text;
  JSONWalker walker(token, end_);
  if (!walker.value(&text)) return fault(walker.code(), walker.position(), walker.message());
  for (const CSCRSText &known : out_.crs) {
    if (std::string_view(out_.arena).substr(known.text.offset, known.text.length) == text) return true;
  }
  out_.crs.push_back({source_, out_.text(text)});
  return true;
}
