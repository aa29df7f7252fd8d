#pragma once

#include "Columns.hpp"
#include "JSONWalker.hpp"

#include <optional>
#include <simdjson.h>
#include <utility>

// Reads one feature after the other into columns, with simdjson's on-demand interface.
//
// Every `read_...` answers false after `fault`, and then the whole feature is taken back. On-demand skips unread values
// without checking them, so whatever is not read here goes through the walker.
class FeatureReader {
public:
  // How deep geometry collections may nest.
  static constexpr int maximum_collection_depth = 32;

  FeatureReader(Columns &columns, bool closes_rings) : out_(columns), closes_rings_(closes_rings) {}

  // Reads a feature. `allocated` bytes from `text` on can be read.
  void read(uint32_t source, const char *text, size_t length, size_t allocated);

private:
  using Value = simdjson::ondemand::value;
  using Object = simdjson::ondemand::object;
  using Array = simdjson::ondemand::array;
  using Field = simdjson::ondemand::field;

  enum class Type : uint8_t {
    none = 0, // also GeometryType's raw values
    point, multi_point, line_string, multi_line_string, polygon, multi_polygon, geometry_collection,
    feature, feature_collection, unknown, missing
  };

  // The type of an object, and its JSON text if it is unknown.
  struct FoundType {
    Type type;
    std::string text = {};
  };

  Columns &out_;
  const bool closes_rings_;
  bool closed_ = false; // whether a ring of the feature was closed
  simdjson::ondemand::parser parser_;
  std::string scratch_;
  const char *start_ = nullptr;
  const char *end_ = nullptr;
  uint32_t source_ = 0;
  uint64_t row_ = 0;
  Columns::Mark mark_ = {};
  Type coordinates_of_ = Type::point; // the geometry whose coordinates are being read
  CSFinding fault_ = {};
  std::string message_;

  bool fault(const char *code, const char *at, std::string message);
  bool fault(const JSONWalker &walker) { return fault(walker.code(), walker.position(), walker.message()); }
  bool json_fault(const char *at);
  bool number_fault(const char *at);
  bool value_fault(const char *code, const char *token, std::string_view expected);
  bool type_fault(const char *token, const FoundType &found, bool of_geometry);
  bool nesting_fault(const char *token);
  bool utf8_fault();
  void refuse();
  std::string found(const char *token) const;

  // Members of any object.
  static Type type_named(std::string_view json);
  FoundType find_type(const char *object);
  bool repeated_type(const char *token, Type type);
  bool check_unread(const char *token);
  bool record_crs(const char *token);
  template <typename Read> bool read_members(Object &object, const char *start, const FoundType &type, Read read);

  // What is odd but accepted.
  void note_mixed(const char *object, std::string_view name);
  void check_bounds(const char *token, size_t first);

  // Features.
  bool read_text();
  bool read_feature(Object &object, const FoundType &type, CSValue &id, Type &geometry);
  bool read_id(Value &value, CSValue &id);
  bool read_properties(Value &value);
  bool read_value(Value &value, CSValue &out);
  bool read_double(Value &value, std::string_view token, double &number);
  bool read_number(Value &value, std::string_view token, CSValue &out);

  // Geometries.
  bool read_geometry_value(Value &value, int depth, Type &type);
  bool read_geometry(Object &object, const char *start, const FoundType &type, int depth);
  bool read_geometries(Value &value, int depth);
  bool read_coordinates(Value &value, Type type);
  bool read_points(Value &value);
  bool read_line(Value &value);
  bool read_polygon(Value &value);
  bool check_ring(size_t first, const char *token);
  bool read_position(Value &value);
  bool read_coordinate(Value &value, double &number);
  template <typename Read> bool read_each(Value &value, Read read);
};

// Reads the members of an object: `read` answers whether it could read one, or nothing for those that the type does not have.
template <typename Read>
bool FeatureReader::read_members(Object &object, const char *start, const FoundType &type, Read read) {
  const size_t first = out_.x.size();
  const char *bounds = nullptr;
  int types = 0;
  for (auto item : object) {
    Field field;
    std::string_view name;
    if (std::move(item).get(field) || field.unescaped_key().get(name)) return json_fault(start);
    Value value = field.value();
    const char *token = value.raw_json_token().data();
    if (name == "type") {
      if (++types > 1 && !repeated_type(token, type.type)) return false;
      continue;
    }
    if (const std::optional<bool> was_read = read(name, value)) {
      if (!*was_read) return false;
      continue;
    }
    if (name == "crs" && !record_crs(token)) return false;
    if (name == "geometry" || name == "properties" || name == "features" || name == "coordinates"
        || name == "geometries") {
      note_mixed(type.type == Type::feature ? "feature" : "geometry", name);
    }
    if (!check_unread(token)) return false;
    if (name == "bbox") bounds = token;
  }
  if (bounds != nullptr) check_bounds(bounds, first);
  return true;
}
