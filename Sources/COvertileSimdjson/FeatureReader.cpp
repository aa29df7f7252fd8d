#include "FeatureReader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

using namespace simdjson;

bool FeatureReader::fault(const char *code, const char *at, std::string message) {
  if (fault_.code == nullptr) {
    fault_.code = code;
    fault_.at = uint64_t(at < start_ ? 0 : at - start_);
    message_ = std::move(message);
  }
  return false;
}

// The walker reads again the text that simdjson rejected, since it knows the exact offset; `at` is where simdjson
// noticed the fault.
bool FeatureReader::json_fault(const char *at) {
  JSONWalker walker(start_, end_);
  if (!walker.value(nullptr)) return fault(walker);
  if (!walker.at_end()) return fault("invalid-json", walker.position(), "there is more text after the feature");
  return fault("invalid-json", at, "the JSON text is not valid");
}

bool FeatureReader::number_fault(const char *at) {
  JSONWalker walker(at, end_);
  if (!walker.value(nullptr)) return json_fault(at);
  // A number that goes on where it should end, such as 0x10 or 1.2.3, is not a number at all.
  const char *after = walker.position();
  if (after < end_ && !std::memchr(" \t\n\r,]}", *after, 7)) return json_fault(at);
  return fault("number-out-of-range", at, "a number is beyond the range of 64-bit floating point");
}

void FeatureReader::read(uint32_t source, const char *text, size_t length, size_t allocated) {
  if (allocated < length + SIMDJSON_PADDING) {
    scratch_.assign(text, length);
    scratch_.resize(length + SIMDJSON_PADDING);
    text = scratch_.data();
  }
  start_ = text;
  end_ = text + length;
  source_ = source;
  row_ += 1;
  mark_ = out_.mark();
  fault_ = {};
  closed_ = false;
  if (!read_text()) refuse();
}

void FeatureReader::refuse() {
  out_.rewind_geometry(mark_);
  out_.rewind_properties(mark_);
  out_.notes.resize(mark_.notes);
  fault_.feature = source_;
  fault_.message = out_.text(message_);
  std::string id;
  JSONWalker(start_, end_).last_member("id", id);
  fault_.name = out_.text(!id.empty() && id.front() == '"' ? id.substr(1, id.size() - 2) : id);
  out_.faults.push_back(fault_);
}

bool FeatureReader::read_text() {
  const char *first = JSONWalker::after_space(start_, end_);
  size_t length = size_t(end_ - start_);
  if (length > 0xFFFFFF00) return fault("too-large", start_, "a feature is larger than 4 GiB");
  if (parser_.capacity() < length && parser_.allocate(std::max(length, 2 * parser_.capacity()))) {
    throw std::bad_alloc(); // the feature is no larger than simdjson accepts, so there is no memory for it
  }
  ondemand::document document;
  error_code error = parser_.iterate(padded_string_view(start_, length, length + SIMDJSON_PADDING)).get(document);
  if (error == MEMALLOC) throw std::bad_alloc();
  if (error == UTF8_ERROR) return utf8_fault();
  if (error) return json_fault(start_);
  if (*first != '{') {
    JSONWalker whole(first, end_);
    if (!whole.value(nullptr) || !whole.at_end()) return json_fault(first);
    return value_fault("not-an-object", first, "a feature must be a JSON object");
  }
  Object object;
  if (document.get_object().get(object)) return json_fault(first);
  const FoundType type = find_type(first);
  if (type.type == Type::none || type.type > Type::feature) {
    return type_fault(first, type, false);
  }
  CSValue id = {};
  Type geometry = type.type;
  const bool read = geometry == Type::feature ? read_feature(object, type, id, geometry)
                                              : read_geometry(object, first, type, 0);
  const char *rest;
  if (!read) return false;
  if (!document.current_location().get(rest)) return json_fault(rest);
  if (closed_) out_.closed.push_back(uint32_t(out_.sources.size()));
  out_.sources.push_back(source_);
  out_.ids.push_back(id);
  out_.geometry_types.push_back(uint8_t(geometry));
  out_.feature_ends.push_back(uint32_t(out_.element_ends.size()));
  out_.row_ends.push_back(uint32_t(out_.values.size()));
  return true;
}

bool FeatureReader::read_feature(Object &object, const FoundType &type, CSValue &id, Type &geometry) {
  bool has_geometry = false, has_properties = false;
  const bool read = read_members(object, start_, type, [&](std::string_view name, Value &value) -> std::optional<bool> {
    if (name == "geometry") {
      if (std::exchange(has_geometry, true)) {
        out_.note("duplicate-key", name);
        out_.rewind_geometry(mark_);
      }
      return read_geometry_value(value, 0, geometry);
    }
    if (name == "properties") {
      if (std::exchange(has_properties, true)) {
        out_.note("duplicate-key", name);
        out_.rewind_properties(mark_);
        row_ += 1;
      }
      return read_properties(value);
    }
    if (name != "id") return std::nullopt;
    if (id.kind != 0) out_.note("duplicate-key", name);
    return read_id(value, id);
  });
  if (!read) return false;
  if (!has_geometry) return fault("missing-geometry", start_, "the feature has no geometry member");
  if (!has_properties) out_.note("missing-properties", "properties");
  return true;
}
