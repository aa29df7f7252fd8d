#include "FeatureReader.hpp"

#include <cctype>

namespace {

constexpr size_t shown = 40;

struct TypeWords {
  const char *name;
  const char *form; // how its coordinates nest
};

// In the order of FeatureReader::Type, from the first geometry on.
constexpr TypeWords types[] = {
  {"Point", "[x,y]"}, {"MultiPoint", "[[x,y],...]"}, {"LineString", "[[x,y],...]"},
  {"MultiLineString", "[[[x,y],...],...]"}, {"Polygon", "[[[x,y],...],...]"},
  {"MultiPolygon", "[[[[x,y],...],...],...]"}, {"GeometryCollection", ""}, {"Feature", ""}, {"FeatureCollection", ""}};

std::string letters(std::string_view text) {
  std::string plain;
  for (char byte : text) {
    if (std::isalpha(static_cast<unsigned char>(byte))) plain += char(std::tolower(static_cast<unsigned char>(byte)));
  }
  return plain;
}

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

// A type of GeoJSON that matches a name except for its case: types are case-sensitive.
std::string FeatureReader::suggestion(const std::string &name) {
  for (const TypeWords &type : types) {
    bool same = name.find(type.name) != std::string::npos;
    if (!same && letters(type.name) == letters(name)) return std::string(", did you mean \"") + type.name + "\"?";
  }
  return "";
}

bool FeatureReader::nesting_fault(const char *token) {
  const TypeWords &type = types[size_t(coordinates_of_) - 1];
  return check_unread(token)
      && fault(CSFaultInvalidCoordinates, token,
               std::string("the coordinates of a ") + type.name + " are nested wrongly: expected " + type.form
                   + found(token));
}

// The first byte that is not part of a character of UTF-8 (Unicode 15, table 3-7).
bool FeatureReader::utf8_fault() {
  const char *at = start_;
  for (size_t length = 1; at < end_ && length > 0; at += length) {
    const unsigned char first = static_cast<unsigned char>(*at);
    size_t wanted = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    const unsigned char second = at + 1 < end_ ? static_cast<unsigned char>(at[1]) : 0;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90)
        || (first == 0xF4 && second > 0x8F)) {
      wanted = 0;
    }
    for (size_t index = 1; index < wanted; ++index) {
      if (at + index >= end_ || (static_cast<unsigned char>(at[index]) & 0xC0) != 0x80) wanted = 0;
    }
    if (wanted == 0) break;
    length = wanted;
  }
  return fault(CSFaultInvalidUTF8, at < end_ ? at : start_, "the text is not valid UTF-8; iconv converts other encodings");
}
