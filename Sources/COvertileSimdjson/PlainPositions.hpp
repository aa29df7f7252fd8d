#pragma once

#include "Columns.hpp"

// Reads positions as nearly all files write them: `[[1.25,-3.5],[2,0.125]]`, without exponents, with at most a space after
// a comma. simdjson reads the same numbers, and everything else, but looks at each bracket and number several times.
class PlainPositions {
public:
  // How far behind `end` may be read.
  static constexpr size_t overread = 32;

  PlainPositions(const char *start, const char *end) : at_(start), end_(end) {}

  // Reads an array of positions into columns. False if it is not written so; nothing is added then.
  bool read_array(Columns &out);

  // Reads one position. False if it is not written so.
  bool read(double &x, double &y);

private:
  const char *at_;
  const char *const end_;

  bool take(char byte) { return *at_ == byte && ++at_ <= end_; }
  void skip_space() { at_ += *at_ == ' '; }
  bool number(double &value);
};
