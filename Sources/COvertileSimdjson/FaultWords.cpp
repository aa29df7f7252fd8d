#include "FeatureReader.hpp"

#include <strings.h>

namespace {

constexpr size_t shown = 40;

struct TypeWords {
  std::string_view name;
  const char *form; // how its coordinates nest
};

// In the order of FeatureReader::Type, from the first geometry on.
constexpr TypeWords types[] = {
  {"Point", "[x,y]"}, {"MultiPoint", "[[x,y],...]"}, {"LineString", "[[x,y],...]"},
  {"MultiLineString", "[[[x,y],...],...]"}, {"Polygon", "[[[x,y],...],...]"},
  {"MultiPolygon", "[[[[x,y],...],...],...]"}, {"GeometryCollection", ""}, {"Feature", ""}, {"FeatureCollection", ""}};

} // namespace

// The value found instead of the expected one: ", found 5"; of a long value only its beginning.
std::string FeatureReader::found(const char *token) const {
  JSONWalker walker(token, end_);
  std::string text;
  if (!walker.value(&text)) return "";
  if (text.size() > shown) {
    size_t length = shown;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
    text = text.substr(0, length) + "...";
  }
  return ", found " + text;
}

// Refuses a value for what it is; one that is not JSON for that.
bool FeatureReader::value_fault(const char *code, const char *token, std::string_view expected) {
  return check_unread(token) && fault(code, token, std::string(expected) + found(token));
}

// A type by its JSON text.
FeatureReader::Type FeatureReader::type_named(std::string_view json) {
  if (json.size() < 2 || json.front() != '"') return Type::unknown;
  const std::string_view name = json.substr(1, json.size() - 2);
  size_t index = 0;
  for (const TypeWords &type : types) {
    index += 1;
    if (type.name == name) return Type(index);
  }
  return Type::unknown;
}

// Refuses an object that has no type, or one that it may not have, with the type that was meant if only case differs.
bool FeatureReader::type_fault(const char *token, const FoundType &found, bool of_geometry) {
  const char *code = of_geometry ? "invalid-geometry" : "unknown-type";
  if (found.type == Type::missing) {
    return value_fault(code, token, of_geometry ? "the geometry has no type" : "there is no type");
  }
  const bool is_known = found.type < Type::unknown;
  const std::string text = is_known ? '"' + std::string(types[size_t(found.type) - 1].name) + '"' : found.text;
  std::string message = "the type " + text + " is not a " + (of_geometry ? "geometry's" : "feature's or geometry's");
  for (const TypeWords &type : types) {
    const std::string name = '"' + std::string(type.name) + '"';
    if (!is_known && strcasecmp(text.c_str(), name.c_str()) == 0) message += ", did you mean " + name + "?";
  }
  return check_unread(token) && fault(code, token, message);
}

bool FeatureReader::nesting_fault(const char *token) {
  const TypeWords &type = types[size_t(coordinates_of_) - 1];
  return value_fault("invalid-coordinates", token,
                     "the coordinates of a " + std::string(type.name) + " are nested wrongly: expected " + type.form);
}

// The first byte that is not part of a character of UTF-8.
bool FeatureReader::utf8_fault() {
  const char *at = start_;
  while (at < end_) {
    const unsigned char first = static_cast<unsigned char>(*at);
    const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length > size_t(end_ - at) || !simdjson::validate_utf8(at, length)) break;
    at += length;
  }
  return fault("invalid-utf8", at, "the text is not valid UTF-8; iconv converts other encodings");
}
