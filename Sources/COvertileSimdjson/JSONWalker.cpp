#include "JSONWalker.hpp"

bool JSONWalker::fail(CSFaultCode code, const char *message) {
  if (code_ == CSFaultNone) {
    code_ = code;
    message_ = message;
  }
  return false;
}

void JSONWalker::skip_space() {
  while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
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
      if (open_.size() >= maximum_depth) return fail(CSFaultTooDeep, "arrays and objects nest more than 512 deep");
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
      return fail(CSFaultInvalidJSON, object ? "a comma or } is missing" : "a comma or ] is missing");
    }
  }
  return true;
}

bool JSONWalker::key_and_colon(std::string *out) {
  skip_space();
  if (peek() == '\'') return fail(CSFaultInvalidJSON, "a key stands in single quotes; JSON has double quotes");
  if (peek() != '"') return fail(CSFaultInvalidJSON, "a key must be a string");
  if (!canonical_string(out)) return false;
  skip_space();
  if (peek() != ':') return fail(CSFaultInvalidJSON, "a colon is missing after a key");
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

bool JSONWalker::enter_object() {
  skip_space();
  if (peek() != '{') return false;
  ++at_;
  first_ = true;
  return true;
}

bool JSONWalker::next_key(std::string &key) {
  key.clear();
  skip_space();
  if (peek() == '}') {
    ++at_;
    return false;
  }
  if (!first_) {
    if (peek() != ',') return fail(CSFaultInvalidJSON, "a comma or } is missing");
    ++at_;
    skip_space();
  }
  first_ = false;
  if (peek() == '\'') return fail(CSFaultInvalidJSON, "a key stands in single quotes; JSON has double quotes");
  if (peek() != '"') return fail(CSFaultInvalidJSON, "a key must be a string");
  if (!string(key)) return false;
  skip_space();
  if (peek() != ':') return fail(CSFaultInvalidJSON, "a colon is missing after a key");
  ++at_;
  return true;
}

bool JSONWalker::scalar(std::string *out) {
  switch (peek()) {
  case '"': return canonical_string(out);
  case 't': return literal("true", out);
  case 'f': return literal("false", out);
  case 'n': return literal("null", out);
  default: return number(out);
  }
}

bool JSONWalker::literal(std::string_view text, std::string *out) {
  if (size_t(end_ - at_) < text.size() || std::string_view(at_, text.size()) != text) {
    return fail(CSFaultInvalidJSON, "a value is neither true, false nor null");
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
  if (!digits()) return fail(CSFaultInvalidJSON, missing_value());
  if (*whole == '0' && at_ - whole > 1) return fail(CSFaultInvalidJSON, "a number begins with a zero");
  if (peek() == '.') {
    ++at_;
    if (!digits()) return fail(CSFaultInvalidJSON, "a number ends with its point");
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    if (!digits()) return fail(CSFaultInvalidJSON, "a number's exponent has no digits");
  }
  if (out) out->append(start, size_t(at_ - start));
  return true;
}

bool JSONWalker::four_hex(uint32_t &unit) {
  if (end_ - at_ < 4) return false;
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    char digit = *at_;
    uint32_t nibble;
    if (digit >= '0' && digit <= '9') nibble = uint32_t(digit - '0');
    else if (digit >= 'a' && digit <= 'f') nibble = uint32_t(digit - 'a' + 10);
    else if (digit >= 'A' && digit <= 'F') nibble = uint32_t(digit - 'A' + 10);
    else return false;
    unit = unit << 4 | nibble;
  }
  return true;
}

static void append_utf8(uint32_t point, std::string &out) {
  if (point < 0x80) {
    out += char(point);
  } else if (point < 0x800) {
    out += char(0xC0 | point >> 6);
    out += char(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    out += char(0xE0 | point >> 12);
    out += char(0x80 | (point >> 6 & 0x3F));
    out += char(0x80 | (point & 0x3F));
  } else {
    out += char(0xF0 | point >> 18);
    out += char(0x80 | (point >> 12 & 0x3F));
    out += char(0x80 | (point >> 6 & 0x3F));
    out += char(0x80 | (point & 0x3F));
  }
}

// After the backslash.
bool JSONWalker::escape(std::string &out) {
  if (at_ == end_) return fail(CSFaultInvalidJSON, "a string never ends");
  char letter = *at_++;
  switch (letter) {
  case '"': case '\\': case '/': out += letter; return true;
  case 'b': out += '\b'; return true;
  case 'f': out += '\f'; return true;
  case 'n': out += '\n'; return true;
  case 'r': out += '\r'; return true;
  case 't': out += '\t'; return true;
  case 'u': break;
  default: return fail(CSFaultInvalidEscape, "a string has an unknown escape");
  }
  uint32_t unit;
  if (!four_hex(unit)) return fail(CSFaultInvalidEscape, "\\u needs four hexadecimal digits");
  if (unit >= 0xDC00 && unit <= 0xDFFF) return fail(CSFaultInvalidEscape, "a low surrogate has no high one before it");
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    uint32_t low;
    if (end_ - at_ < 6 || at_[0] != '\\' || at_[1] != 'u') {
      return fail(CSFaultInvalidEscape, "a high surrogate has no low one after it");
    }
    at_ += 2;
    if (!four_hex(low) || low < 0xDC00 || low > 0xDFFF) {
      return fail(CSFaultInvalidEscape, "a high surrogate has no low one after it");
    }
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }
  append_utf8(unit, out);
  return true;
}

bool JSONWalker::string(std::string &out) {
  ++at_; // the quote
  const char *run = at_;
  for (; at_ < end_; ++at_) {
    unsigned char byte = static_cast<unsigned char>(*at_);
    if (byte == '"') {
      out.append(run, size_t(at_ - run));
      ++at_;
      return true;
    }
    if (byte < 0x20) return fail(CSFaultInvalidJSON, "a string has a raw control character");
    if (byte == '\\') {
      out.append(run, size_t(at_ - run));
      ++at_;
      if (!escape(out)) return false;
      run = at_--;
    }
  }
  return fail(CSFaultInvalidJSON, "a string never ends");
}

static void append_escaped(std::string_view text, std::string &out) {
  static const char hex[] = "0123456789abcdef";
  out += '"';
  for (char byte : text) {
    switch (byte) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\b': out += "\\b"; break;
    case '\f': out += "\\f"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    default:
      if (static_cast<unsigned char>(byte) < 0x20) {
        out += "\\u00";
        out += hex[byte >> 4];
        out += hex[byte & 15];
      } else {
        out += byte;
      }
    }
  }
  out += '"';
}

bool JSONWalker::canonical_string(std::string *out) {
  std::string text;
  if (!string(text)) return false;
  if (out) append_escaped(text, *out);
  return true;
}
