#pragma once

#include "Columns.hpp"

// Positions as nearly all files write them: `[[1.25,-3.5],[2,0.125]]`, without exponents, with at most a space after a
// comma. simdjson reads the same numbers, and everything else, but looks at each bracket and number several times.
namespace plain_positions {

// How far behind `end` may be read.
constexpr size_t overread = 32;

// Reads an array of positions into columns. False if it is not written so; nothing is added then.
bool read_array(const char *start, const char *end, Columns &out);

// Reads one position. False if it is not written so.
bool read_one(const char *start, const char *end, double &x, double &y);

} // namespace plain_positions
