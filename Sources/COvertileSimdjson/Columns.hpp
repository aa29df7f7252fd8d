#pragma once

#include "COvertileSimdjson.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// A parser's output, growing; a feature that turns out wrong is taken back with `rewind`.
class Columns {
public:
  std::vector<uint32_t> sources;
  std::vector<CSValue> ids;
  std::vector<uint8_t> geometry_types;
  std::vector<uint32_t> feature_ends;
  std::vector<uint32_t> row_ends;
  std::vector<uint8_t> element_kinds;
  std::vector<uint32_t> element_ends;
  std::vector<uint32_t> ring_ends;
  std::vector<double> x, y;
  std::vector<uint32_t> key_indices;
  std::vector<CSValue> values;
  std::vector<CSText> keys;
  std::vector<CSFinding> faults;
  std::vector<CSCRSText> crs;
  std::vector<uint32_t> closed;
  std::vector<CSFinding> notes;
  std::string arena;

  // Lengths to go back to. Keys and the arena only grow.
  struct Mark {
    size_t elements, rings, coordinates, entries, notes;
  };
  Mark mark() const { return {element_ends.size(), ring_ends.size(), x.size(), values.size(), notes.size()}; }
  void rewind_geometry(const Mark &mark) {
    element_kinds.resize(mark.elements);
    element_ends.resize(mark.elements);
    ring_ends.resize(mark.rings);
    x.resize(mark.coordinates);
    y.resize(mark.coordinates);
  }
  void rewind_properties(const Mark &mark) {
    key_indices.resize(mark.entries);
    values.resize(mark.entries);
  }

  void reserve(size_t features) {
    for (auto *column : {&sources, &feature_ends, &row_ends, &element_ends, &ring_ends}) column->reserve(features);
    ids.reserve(features);
    geometry_types.reserve(features);
    element_kinds.reserve(features);
    x.reserve(features);
    y.reserve(features);
    key_indices.reserve(features * 4);
    values.reserve(features * 4);
  }

  void end_ring() { ring_ends.push_back(uint32_t(x.size())); }
  void end_element(uint8_t kind) {
    element_kinds.push_back(kind);
    element_ends.push_back(uint32_t(ring_ends.size()));
  }

  CSText text(std::string_view bytes) {
    CSText text = {arena.size(), uint32_t(bytes.size())};
    arena.append(bytes);
    return text;
  }

  // Notes something odd in a member or property of the feature that is being read.
  void note(const char *code, std::string_view name, std::string_view message = {}) {
    notes.push_back({code, uint32_t(sources.size()), 0, text(message), text(name)});
  }

  // The index of a key, new or not; most likely the one that stood at `position` of the row before: features of one file
  // mostly have the same keys in the same order.
  uint32_t key(std::string_view name, size_t position) {
    if (position < predictions_.size() && names_[predictions_[position]] == name) return predictions_[position];
    auto found = indices_.find(name);
    if (found == indices_.end()) {
      found = indices_.emplace(names_.emplace_back(name), uint32_t(keys.size())).first;
      keys.push_back(text(name));
      last_entries_.push_back({0, 0});
    }
    if (position == predictions_.size()) predictions_.push_back(0);
    return predictions_[position] = found->second;
  }

  // Adds an entry of the row `row` (from 1). False when the row has the key already: the later value took its place.
  bool entry(uint64_t row, uint32_t key, const CSValue &value) {
    LastEntry &last = last_entries_[key];
    if (last.row == row) {
      values[last.entry] = value;
      return false;
    }
    last = {row, uint32_t(values.size())};
    key_indices.push_back(key);
    values.push_back(value);
    return true;
  }

private:
  struct LastEntry {
    uint64_t row;
    uint32_t entry;
  };
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, uint32_t> indices_;
  std::vector<uint32_t> predictions_;
  std::vector<LastEntry> last_entries_;
};
