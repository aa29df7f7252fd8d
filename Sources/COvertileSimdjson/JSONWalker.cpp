#include "JSONWalker.hpp"

#include <new>
#include <simdjson.h>

bool JSONWalker::fail(const char *code, const char *message) {
  if (code_ == nullptr) {
    code_ = code;
    message_ = message;
  }
  return false;
}

bool JSONWalker::at_end() {
  skip_space();
  return at_ == end_;
}

bool JSONWalker::value(std::string *out) {
  open_.clear();
  for (;;) {
    skip_space();
    char byte = peek();
    if (byte == '{' || byte == '[') {
      if (open_.size() >= maximum_depth) return fail("too-deep", "arrays and objects nest more than 512 deep");
      ++at_;
      if (out) *out += byte;
      open_.push_back(byte == '{');
      skip_space();
      if (peek() != (byte == '{' ? '}' : ']')) {
        if (byte == '{' && !key_and_colon(out)) return false;
        continue;
      }
    } else if (!scalar(out)) {
      return false;
    }
    if (!close_brackets(out)) return false;
    if (open_.empty()) return true;
  }
}

// After a value or an opening bracket that closes at once: closes what ends here, then moves past a comma.
bool JSONWalker::close_brackets(std::string *out) {
  while (!open_.empty()) {
    skip_space();
    char byte = peek();
    bool object = open_.back();
    if (byte == (object ? '}' : ']')) {
      ++at_;
      if (out) *out += byte;
      open_.pop_back();
    } else if (byte == ',') {
      ++at_;
      if (out) *out += byte;
      return object ? key_and_colon(out) : true;
    } else {
      return fail("invalid-json", object ? "a comma or } is missing" : "a comma or ] is missing");
    }
  }
  return true;
}

bool JSONWalker::key_and_colon(std::string *out) {
  skip_space();
  if (peek() == '\'') return fail("invalid-json", "a key stands in single quotes; JSON has double quotes");
  if (peek() != '"') return fail("invalid-json", "a key must be a string");
  if (!string(out)) return false;
  skip_space();
  if (peek() != ':') return fail("invalid-json", "a colon is missing after a key");
  ++at_;
  if (out) *out += ':';
  return true;
}

// The reason that there is no value here.
const char *JSONWalker::missing_value() const {
  const char byte = peek();
  if (byte == '\'') return "a string stands in single quotes; JSON has double quotes";
  if ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')) {
    return "a word is no JSON value; NaN, Infinity, None and undefined are written as null";
  }
  return "a value is missing";
}

bool JSONWalker::last_member(std::string_view name, std::string &text) {
  const std::string wanted = '"' + std::string(name) + "\":";
  std::string key, found;
  skip_space();
  for (char before = '{'; peek() == before; before = ',') {
    ++at_;
    key.clear();
    if (!key_and_colon(&key)) break;
    found.clear();
    if (!value(key == wanted ? &found : nullptr)) return false;
    if (key == wanted) text = found;
    skip_space();
  }
  return true;
}

bool JSONWalker::scalar(std::string *out) {
  switch (peek()) {
  case '"': return string(out);
  case 't': return literal("true", out);
  case 'f': return literal("false", out);
  case 'n': return literal("null", out);
  default: return number(out);
  }
}

bool JSONWalker::literal(std::string_view text, std::string *out) {
  if (size_t(end_ - at_) < text.size() || std::string_view(at_, text.size()) != text) {
    return fail("invalid-json", "a value is neither true, false nor null");
  }
  at_ += text.size();
  if (out) *out += text;
  return true;
}

bool JSONWalker::digits() {
  const char *start = at_;
  while (at_ < end_ && *at_ >= '0' && *at_ <= '9') ++at_;
  return at_ > start;
}

bool JSONWalker::number(std::string *out) {
  const char *start = at_;
  if (peek() == '-') ++at_;
  const char *whole = at_;
  if (!digits()) return fail("invalid-json", missing_value());
  if (*whole == '0' && at_ - whole > 1) return fail("invalid-json", "a number begins with a zero");
  if (peek() == '.') {
    ++at_;
    if (!digits()) return fail("invalid-json", "a number ends with its point");
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    if (!digits()) return fail("invalid-json", "a number's exponent has no digits");
  }
  if (out) out->append(start, size_t(at_ - start));
  return true;
}

bool JSONWalker::string(std::string *out) {
  const char *const quote = at_;
  bool has_escapes = false;
  for (++at_; at_ < end_ && *at_ != '"'; ++at_) {
    if (static_cast<unsigned char>(*at_) < 0x20) return fail("invalid-json", "a string has a raw control character");
    if (*at_ != '\\') continue;
    has_escapes = true;
    ++at_;
  }
  if (at_ >= end_) return fail("invalid-json", "a string never ends");
  ++at_;
  const std::string_view text(quote, size_t(at_ - quote));
  static thread_local simdjson::dom::parser parser;
  simdjson::dom::element value;
  const simdjson::error_code error =
      has_escapes ? parser.parse(text.data(), text.size()).get(value) : simdjson::UTF8_ERROR;
  // Text without escapes stays as it is, and so does what is not UTF-8: that is judged for a feature as a whole.
  if (error == simdjson::UTF8_ERROR) {
    if (out) *out += text;
    return true;
  }
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error) {
    at_ = quote;
    return fail("invalid-escape", "a string has an unknown escape or half a surrogate pair");
  }
  if (out) *out += simdjson::minify(value);
  return true;
}
