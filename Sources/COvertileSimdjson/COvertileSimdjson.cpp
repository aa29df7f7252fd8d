#include "COvertileSimdjson.h"
#include "FeatureReader.hpp"

#include <cstring>
#include <memory>
#include <string>

namespace {

// What callers see of the columns, and the columns.
struct Owner : CSColumns {
  Columns columns;

  void show();
};

template <typename Entry> CSColumn column(const std::vector<Entry> &entries) { return {entries.data(), entries.size()}; }

void Owner::show() {
  sources = column(columns.sources);
  ids = column(columns.ids);
  geometry_types = column(columns.geometry_types);
  feature_ends = column(columns.feature_ends);
  row_ends = column(columns.row_ends);
  element_kinds = column(columns.element_kinds);
  element_ends = column(columns.element_ends);
  ring_ends = column(columns.ring_ends);
  x = column(columns.x);
  y = column(columns.y);
  key_indices = column(columns.key_indices);
  values = column(columns.values);
  keys = column(columns.keys);
  faults = column(columns.faults);
  std::memcpy(notes, columns.notes, sizeof notes);
  feature_notes = column(columns.feature_notes);
  crs = column(columns.crs);
  closed = column(columns.closed);
  arena = reinterpret_cast<const uint8_t *>(columns.arena.data());
}

} // namespace

extern "C" CSColumns *cs_parse(const uint8_t *bytes, size_t readable, const CSRange *ranges, size_t count,
                               int closes_rings) {
  try {
    auto owner = std::make_unique<Owner>();
    owner->columns.reserve(count);
    FeatureReader reader(owner->columns, closes_rings != 0);
    for (size_t index = 0; index < count; ++index) {
      const CSRange &range = ranges[index];
      reader.read(uint32_t(index), reinterpret_cast<const char *>(bytes) + range.start, range.length,
                  readable - range.start);
    }
    owner->show();
    return owner.release();
  } catch (...) {
    return nullptr;
  }
}

extern "C" void cs_columns_free(CSColumns *columns) { delete static_cast<Owner *>(columns); }

extern "C" size_t cs_value_length(const uint8_t *bytes, size_t count) {
  try {
    const char *start = reinterpret_cast<const char *>(bytes);
    JSONWalker walker(start, start + count);
    return walker.value(nullptr) ? size_t(walker.position() - start) : 0;
  } catch (...) {
    return 0;
  }
}

extern "C" const char *cs_simdjson_version(void) {
  static const std::string version = std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
                                     std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
                                     std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
  return version.c_str();
}
