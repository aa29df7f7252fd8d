#include "FeatureReader.hpp"
#include "PlainPositions.hpp"

#include <utility>

static_assert(plain_positions::overread <= simdjson::SIMDJSON_PADDING);

namespace {
constexpr uint8_t points_element = 1, line_element = 2, polygon_element = 3;
}

bool FeatureReader::read_geometry_value(Value &value, int depth, Type &type) {
  const char *token = value.raw_json_token().data();
  if (*token == 'n' && depth == 0) {
    type = Type::none;
    return check_unread(token);
  }
  if (*token != '{') return value_fault("invalid-geometry", token, "a geometry must be an object or null");
  const FoundType found = find_type(token);
  type = found.type;
  if (type == Type::none || type >= Type::feature) {
    return type_fault(token, found, true);
  }
  Object object;
  if (value.get_object().get(object)) return json_fault(token);
  return read_geometry(object, token, found, depth);
}

bool FeatureReader::read_geometry(Object &object, const char *start, const FoundType &type, int depth) {
  if (depth > maximum_collection_depth) {
    return fault("too-deep", start, "geometry collections nest more than 32 deep");
  }
  const bool is_collection = type.type == Type::geometry_collection;
  const std::string_view wanted = is_collection ? "geometries" : "coordinates";
  const Columns::Mark mark = out_.mark();
  bool found = false;
  const bool read = read_members(object, start, type, [&](std::string_view name, Value &value) -> std::optional<bool> {
    if (name != wanted) return std::nullopt;
    if (std::exchange(found, true)) {
      out_.note("duplicate-key", name);
      out_.rewind_geometry(mark);
    }
    return is_collection ? read_geometries(value, depth) : read_coordinates(value, type.type);
  });
  if (!read) return false;
  return found || fault("invalid-geometry", start, "the geometry has no " + std::string(wanted) + " member");
}

// Calls `read` with each element of an array, until it answers false.
template <typename Read> bool FeatureReader::read_each(Value &value, Read read) {
  const char *token = value.raw_json_token().data();
  if (*token != '[') return nesting_fault(token);
  Array array;
  if (value.get_array().get(array)) return json_fault(token);
  for (auto item : array) {
    Value element;
    if (std::move(item).get(element)) return json_fault(token);
    if (!read(element)) return false;
  }
  return true;
}

bool FeatureReader::read_geometries(Value &value, int depth) {
  const char *token = value.raw_json_token().data();
  if (*token != '[') return value_fault("invalid-geometry", token, "geometries must be an array");
  return read_each(value, [&](Value &member) {
    Type type;
    return read_geometry_value(member, depth + 1, type);
  });
}

bool FeatureReader::read_coordinates(Value &value, Type type) {
  const size_t first = out_.x.size();
  coordinates_of_ = type;
  switch (type) {
  case Type::point: case Type::multi_point:
    if (type == Type::point ? !read_position(value) : !read_points(value)) return false;
    if (out_.x.size() > first) {
      out_.end_ring();
      out_.end_element(points_element);
    }
    return true;
  case Type::line_string: return read_line(value);
  case Type::multi_line_string: return read_each(value, [&](Value &line) { return read_line(line); });
  case Type::polygon: return read_polygon(value);
  default: return read_each(value, [&](Value &polygon) { return read_polygon(polygon); });
  }
}

bool FeatureReader::read_points(Value &value) {
  // simdjson skips a value that is left to it.
  return plain_positions::read_array(value.raw_json_token().data(), end_, out_)
      || read_each(value, [&](Value &position) { return read_position(position); });
}

bool FeatureReader::read_line(Value &value) {
  const char *token = value.raw_json_token().data();
  const size_t first = out_.x.size();
  if (!read_points(value)) return false;
  const size_t count = out_.x.size() - first;
  if (count == 0) return true;
  if (count < 2) return fault("line-too-short", token, "a line needs two positions");
  out_.end_ring();
  out_.end_element(line_element);
  return true;
}

bool FeatureReader::check_ring(size_t first, const char *token) {
  const bool open = out_.x[first] != out_.x.back() || out_.y[first] != out_.y.back();
  if (open && closes_rings_ && out_.x.size() - first >= 3) {
    const double x = out_.x[first], y = out_.y[first]; // not by reference into a growing vector
    out_.x.push_back(x);
    out_.y.push_back(y);
    closed_ = true;
    return true;
  }
  if (out_.x.size() - first < 4) return fault("ring-too-short", token, "a ring needs four positions");
  return !open || fault("ring-not-closed", token, "a ring's last position is not its first");
}

bool FeatureReader::read_polygon(Value &value) {
  const char *token = value.raw_json_token().data();
  const size_t first_ring = out_.ring_ends.size();
  bool empty_exterior = false, first = true;
  const bool read = read_each(value, [&](Value &ring) {
    const char *ring_token = ring.raw_json_token().data();
    const size_t start = out_.x.size();
    if (!read_points(ring)) return false;
    const bool is_empty = out_.x.size() == start;
    if (!is_empty) {
      if (empty_exterior) return fault("ring-too-short", token, "the exterior ring is empty but a hole is not");
      if (!check_ring(start, ring_token)) return false;
      out_.end_ring();
    }
    empty_exterior = empty_exterior || (first && is_empty);
    first = false;
    return true;
  });
  if (!read) return false;
  if (out_.ring_ends.size() > first_ring) out_.end_element(polygon_element);
  return true;
}

// The first two numbers of a position; the others must be numbers and are left out. That of a point may be empty.
bool FeatureReader::read_position(Value &value) {
  const char *token = value.raw_json_token().data();
  double pair[2] = {0, 0};
  if (plain_positions::read_one(token, end_, pair[0], pair[1])) {
    out_.x.push_back(pair[0]);
    out_.y.push_back(pair[1]);
    return true;
  }
  size_t count = 0;
  const bool read = read_each(value, [&](Value &number) {
    double coordinate;
    if (!read_coordinate(number, coordinate)) return false;
    if (count < 2) pair[count] = coordinate;
    count += 1;
    return true;
  });
  if (!read) return false;
  if (count == 0 && coordinates_of_ == Type::point) return true;
  if (count < 2) return fault("invalid-coordinates", token, "a position needs two numbers" + found(token));
  out_.x.push_back(pair[0]);
  out_.y.push_back(pair[1]);
  return true;
}

bool FeatureReader::read_coordinate(Value &value, double &number) {
  std::string_view token = value.raw_json_token();
  if (read_double(value, token, number)) return true;
  char first = token.front();
  if (first == '-' || (first >= '0' && first <= '9')) return number_fault(token.data());
  if (first == '[') return nesting_fault(token.data());
  return value_fault("invalid-coordinates", token.data(), "a coordinate must be a number");
}
