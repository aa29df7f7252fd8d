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

  // Reads an object up to a fault between its members, with the canonical text of the last one that has a name. False on a
  // fault in a value.
  bool last_member(std::string_view name, std::string &text);

  // Skips white space; true at the end.
  bool at_end();

  // The first place that is not white space, or the end.
  static const char *after_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
    return at;
  }

  const char *position() const { return at_; }
  const char *code() const { return code_; }
  const char *message() const { return message_; }

private:
  const char *at_;
  const char *end_;
  const char *code_ = nullptr;
  const char *message_ = "";
  std::vector<bool> open_; // per open bracket: true for an object

  const char *missing_value() const;
  bool fail(const char *code, const char *message);
  void skip_space() { at_ = after_space(at_, end_); }
  char peek() const { return at_ < end_ ? *at_ : '\0'; }
  bool scalar(std::string *out);
  bool string(std::string *out);
  bool literal(std::string_view text, std::string *out);
  bool number(std::string *out);
  bool digits();
  bool key_and_colon(std::string *out);
  bool close_brackets(std::string *out);
};
