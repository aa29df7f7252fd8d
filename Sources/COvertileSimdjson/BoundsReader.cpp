#include "FeatureReader.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace {

// The distance by which a position may lie outside, for boxes with fewer digits than the positions: about 10 cm, or a
// rounding.
constexpr double tolerance = 1e-6;

struct Bounds {
  double west, south, east, north;
};

// Reads west, south, east and north (RFC 7946 section 5). The text is valid JSON; returns the fault, or null.
const char *read_bounds(const char *at, const char *end, Bounds &bounds) {
  const auto is_next = [&](char byte) {
    at = JSONWalker::after_space(at, end);
    return *at == byte && ++at;
  };
  if (!is_next('[')) return "is not an array";
  double numbers[6];
  size_t count = 0;
  while (!is_next(']')) {
    char *after;
    const double number = std::strtod(at, &after);
    if (after == at) return "holds what is not a number";
    if (!std::isfinite(number)) return "holds a number that is out of range";
    if (count < 6) numbers[count] = number;
    count += 1;
    at = after;
    is_next(',');
  }
  if (count != 4 && count != 6) return "has neither four numbers nor six";
  const size_t far = count / 2;
  bounds = {numbers[0], numbers[1], numbers[far], numbers[far + 1]};
  return bounds.south > bounds.north ? "has its south above its north" : nullptr;
}

bool is_between(double value, double low, double high) {
  const double room = tolerance * std::max(1.0, std::abs(value));
  return value >= low - room && value <= high + room;
}

// Whether a longitude lies inside; a box whose west is above its east crosses the antimeridian.
bool holds(const Bounds &bounds, double x) {
  const double east = bounds.west <= bounds.east ? bounds.east : bounds.east + 360;
  const auto inside = [&](double x) { return is_between(x, bounds.west, east); };
  return inside(x) || (std::abs(x) <= 540 && (inside(x - 360) || inside(x + 360)));
}

} // namespace

void FeatureReader::note_mixed(const char *object, std::string_view name) {
  const char *owner = name == "features" ? "a FeatureCollection's"
                      : name == "geometry" || name == "properties" ? "a Feature's" : "another type's";
  out_.note("mixed-members", name,
            std::string("the ") + object + " has the member \"" + std::string(name) + "\", which is " + owner
                + " (RFC 7946 section 7.1); it is ignored");
}

// Compares a bounding box with the positions that were read since `first`.
void FeatureReader::check_bounds(const char *token, size_t first) {
  Bounds bounds;
  const char *fault = read_bounds(token, end_, bounds);
  for (size_t index = first; fault == nullptr && index < out_.x.size(); ++index) {
    if (!is_between(out_.y[index], bounds.south, bounds.north) || !holds(bounds, out_.x[index])) {
      fault = "does not contain the geometry";
    }
  }
  if (fault == nullptr) return;
  out_.note("bad-bbox", "bbox", std::string("the bbox ") + fault + "; it is ignored");
}

extern "C" const char *cs_bounds_fault(const uint8_t *json, size_t count) {
  try {
    Bounds bounds;
    const char *start = reinterpret_cast<const char *>(json);
    JSONWalker walker(start, start + count);
    return walker.value(nullptr) ? read_bounds(start, start + count, bounds) : "is not JSON";
  } catch (...) {
    return nullptr;
  }
}
