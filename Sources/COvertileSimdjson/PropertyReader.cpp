#include "FeatureReader.hpp"

#include <cmath>
#include <cstring>
#include <utility>

using namespace simdjson;

// The token that starts at a value, without the white space after it.
static std::string_view trimmed(std::string_view token) {
  size_t length = token.find_last_not_of(" \n\r\t");
  return token.substr(0, length == token.npos ? 0 : length + 1);
}

bool FeatureReader::read_id(Value &value, CSValue &id) {
  const char *token = value.raw_json_token().data();
  id = {};
  switch (*token) {
  case '{': case '[': case 't': case 'f':
    return value_fault("invalid-id", token, "an id must be a string or a number");
  default: return read_value(value, id);
  }
}

bool FeatureReader::read_properties(Value &value) {
  std::string_view token = trimmed(value.raw_json_token());
  if (token == "null") return true;
  Object object;
  if (token.front() != '{') {
    return value_fault("invalid-properties", token.data(), "properties must be an object or null");
  }
  if (value.get_object().get(object)) return json_fault(token.data());
  size_t position = 0;
  for (auto item : object) {
    Field field;
    std::string_view name;
    if (std::move(item).get(field) || field.unescaped_key().get(name)) return json_fault(token.data());
    const uint32_t key = out_.key(name, position++);
    CSValue entry = {};
    if (!read_value(field.value(), entry)) return false;
    if (!out_.entry(row_, key, entry)) out_.note("duplicate-key", name);
  }
  return true;
}

bool FeatureReader::read_value(Value &value, CSValue &out) {
  std::string_view token = value.raw_json_token();
  switch (token.front()) {
  case '"': {
    std::string_view text;
    if (value.get_string().get(text)) return json_fault(token.data());
    const CSText stored = out_.text(text);
    out = {stored.offset, stored.length, 5};
    return true;
  }
  case '{': case '[': {
    JSONWalker walker(token.data(), end_);
    out.kind = 6;
    out.bits = out_.arena.size();
    if (!walker.value(&out_.arena)) return fault(walker);
    out.length = uint32_t(out_.arena.size() - out.bits);
    return true;
  }
  case 't': case 'f': case 'n':
    token = trimmed(token);
    if (token != "true" && token != "false" && token != "null") return json_fault(token.data());
    out.kind = token != "null";
    out.bits = token == "true";
    return true;
  default: return read_number(value, token, out);
  }
}

// A number with a fraction or exponent is a double, as is a whole one beyond 64 bits.
bool FeatureReader::read_number(Value &value, std::string_view token, CSValue &out) {
  bool whole = true;
  for (char byte : token) whole = whole && byte != '.' && byte != 'e' && byte != 'E';
  int64_t integer;
  if (whole && !value.get_int64().get(integer)) {
    out.kind = 2;
    out.bits = uint64_t(integer);
    return true;
  }
  if (whole && !value.get_uint64().get(out.bits)) {
    out.kind = 3;
    return true;
  }
  double real;
  if (!read_double(value, token, real)) return number_fault(token.data());
  out.kind = 4;
  std::memcpy(&out.bits, &real, sizeof real);
  return true;
}

// The digits of a number, without its sign, point and exponent and the zeros before the first other digit.
static size_t significant_digits(std::string_view number) {
  size_t count = 0;
  for (char byte : number) {
    if (byte == '-' || byte == '.') continue;
    if (byte < '0' || byte > '9') break;
    count += count > 0 || byte != '0';
  }
  return count;
}

// simdjson 3.0.1 reads numbers with more than 19 digits wrongly, without an error, if they begin with "0." or come
// through get_number (0.1000000000000000055511151 becomes 1.8e-36). Those are read in its slow way, which is right.
bool FeatureReader::read_double(Value &value, std::string_view token, double &number) {
  if (token.size() < 20 || significant_digits(token) < 20) return !value.get_double().get(number);
  JSONWalker walker(token.data(), token.data() + token.size());
  bool is_number = token[0] == '-' || (token[0] >= '0' && token[0] <= '9');
  if (!is_number || !walker.value(nullptr) || !walker.at_end()) return false;
  number = internal::from_chars(token.data(), walker.position());
  return std::isfinite(number);
}
