#include "COvertileSimdjson.h"
#include "FeatureReader.hpp"

#include <cstring>
#include <memory>
#include <string>

namespace {

struct Owner {
  CSColumns face;
  Columns columns;
};

void show(Owner &owner) {
  CSColumns &face = owner.face;
  Columns &columns = owner.columns;
  face.feature_count = columns.sources.size();
  face.sources = columns.sources.data();
  face.ids = columns.ids.data();
  face.geometry_types = columns.geometry_types.data();
  face.feature_ends = columns.feature_ends.data();
  face.row_ends = columns.row_ends.data();
  face.element_count = columns.element_ends.size();
  face.element_kinds = columns.element_kinds.data();
  face.element_ends = columns.element_ends.data();
  face.ring_count = columns.ring_ends.size();
  face.ring_ends = columns.ring_ends.data();
  face.coordinate_count = columns.x.size();
  face.x = columns.x.data();
  face.y = columns.y.data();
  face.entry_count = columns.values.size();
  face.key_indices = columns.key_indices.data();
  face.values = columns.values.data();
  face.key_count = columns.keys.size();
  face.keys = columns.keys.data();
  face.fault_count = columns.faults.size();
  face.faults = columns.faults.data();
  std::memcpy(face.notes, columns.notes, sizeof face.notes);
  face.feature_note_count = columns.feature_notes.size();
  face.feature_notes = columns.feature_notes.data();
  face.crs_count = columns.crs.size();
  face.crs = columns.crs.data();
  face.closed_count = columns.closed.size();
  face.closed = columns.closed.data();
  face.arena = reinterpret_cast<const uint8_t *>(columns.arena.data());
  face.owner = &owner;
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
    show(*owner);
    return &owner.release()->face;
  } catch (...) {
    return nullptr;
  }
}

extern "C" void cs_columns_free(CSColumns *columns) {
  if (columns != nullptr) delete static_cast<Owner *>(columns->owner);
}

extern "C" size_t cs_canonical(const uint8_t *json, size_t count, uint8_t *out) {
  try {
    std::string text;
    const char *start = reinterpret_cast<const char *>(json);
    if (!JSONWalker(start, start + count).value(&text) || text.size() > count) return 0;
    std::memcpy(out, text.data(), text.size());
    return text.size();
  } catch (...) {
    return 0;
  }
}

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
