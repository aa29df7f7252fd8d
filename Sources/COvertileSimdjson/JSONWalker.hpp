#pragma once

#include "COvertileSimdjson.h"

#include <string>
#include <string_view>
#include <vector>

// Reads JSON text strictly and without recursion, for what simdjson skips unread: nested property values, foreign
// members, and a search for the exact place of a fault.
class JSONWalker {
public:
  // How deep arrays and objects may nest.
  static constexpr size_t maximum_depth = 512;

  JSONWalker(const char *start, const char *end) : at_(start), end_(end) {}

  // Reads one value. With `out`, appends its canonical text: no white space, strings with the shortest escapes, numbers
  // as they are. False on a fault.
  bool value(std::string *out);

  // Moves into an object, or past the value that was read last, and reads the next key; false at its end or on a fault.
  bool next_key(std::string &key);

  // A string's text without quotes and escapes, or with quotes and the shortest escapes.
  enum class Form { unescaped, canonical };

  // Reads a string; with `out`, appends it. Those with escapes are read by simdjson.
  bool string(std::string *out, Form form = Form::unescaped);

  // Skips white space; true at the end.
  bool at_end();

  static bool is_space(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

  // The first place that is not white space, or the end.
  static const char *after_space(const char *at, const char *end) {
    while (at < end && is_space(*at)) ++at;
    return at;
  }

  const char *position() const { return at_; }
  CSFaultCode code() const { return code_; }
  const char *message() const { return message_; }

private:
  const char *at_;
  const char *end_;
  CSFaultCode code_ = CSFaultNone;
  const char *message_ = "";
  bool first_ = true;
  std::vector<bool> open_; // per open bracket: true for an object

  const char *missing_value() const;
  bool fail(CSFaultCode code, const char *message);
  void skip_space() { at_ = after_space(at_, end_); }
  char peek() const { return at_ < end_ ? *at_ : '\0'; }
  bool scalar(std::string *out);
  bool literal(std::string_view text, std::string *out);
  bool number(std::string *out);
  bool digits();
  bool key_and_colon(std::string *out, Form form);
  bool close_brackets(std::string *out);
};
