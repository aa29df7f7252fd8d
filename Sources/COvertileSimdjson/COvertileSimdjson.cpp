#include "COvertileSimdjson.h"
#include "FeatureReader.hpp"

#include <memory>
#include <string>

namespace {

template <typename Entry> CSColumn column(const std::vector<Entry> &entries) { return {entries.data(), entries.size()}; }

// What callers see of the columns, and the columns.
struct Owner : CSColumns {
  Columns columns;

  void show() {
    const Columns &all = columns;
    static_cast<CSColumns &>(*this) = {
      column(all.sources), column(all.ids), column(all.geometry_types), column(all.feature_ends), column(all.row_ends),
      column(all.element_kinds), column(all.element_ends), column(all.ring_ends),
      column(all.x), column(all.y),
      column(all.key_indices), column(all.values), column(all.keys), column(all.faults), column(all.notes),
      column(all.crs), column(all.closed), reinterpret_cast<const uint8_t *>(all.arena.data())};
  }
};

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
