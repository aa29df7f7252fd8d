#include "PlainPositions.hpp"

#include <cstring>

namespace {
constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
constexpr uint64_t whole_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

// Appends the digits at the beginning of a text, up to eight, to a number, and returns how many there are. Eight bytes can
// be read.
unsigned append_digits(const char *at, uint64_t &number) {
  uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  bytes = __builtin_bswap64(bytes);
#endif
  // The first digit is the lowest byte. Bytes above one that is no digit do not matter.
  bytes ^= 0x3030303030303030;
  const uint64_t others = (bytes | (bytes + 0x7676767676767676)) & 0x8080808080808080;
  const unsigned count = others == 0 ? 8 : unsigned(__builtin_ctzll(others)) >> 3;
  if (count == 0) return 0;
  // Zeros in front, then pairs, fours and all eight are joined.
  bytes <<= 64 - 8 * count;
  bytes = (bytes * 2561) >> 8;
  bytes = ((bytes & 0x00FF00FF00FF00FF) * 6553601) >> 16;
  bytes = ((bytes & 0x0000FFFF0000FFFF) * 42949672960001) >> 32;
  number = number * whole_powers[count] + bytes;
  return count;
}

struct Cursor {
  const char *at;
  const char *const end;

  bool take(char byte) { return *at == byte && ++at <= end; }
  void skip_space() { at += *at == ' '; }

  // A number whose digits make a whole number below 2^53, divided by a power of ten below 10^16: both are exact, so the
  // quotient is the double nearest to it.
  bool number(double &value) {
    if (at >= end) return false;
    const bool negative = *at == '-';
    const char *next = at + negative;
    uint64_t digits = 0;
    const unsigned whole = append_digits(next, digits);
    if (whole == 0 || whole == 8 || (whole > 1 && *next == '0')) return false;
    next += whole;
    unsigned fraction = 0;
    if (*next == '.') {
      next += 1;
      fraction = append_digits(next, digits);
      if (fraction == 0) return false;
      if (fraction == 8) {
        fraction += append_digits(next + 8, digits);
        if (fraction == 16) return false;
      }
      next += fraction;
    }
    // More digits than these could overflow.
    if (whole + fraction > 19 || digits >= uint64_t(1) << 53 || (*next | 0x20) == 'e') return false;
    const double exact = double(int64_t(digits)) / powers[fraction];
    value = negative ? -exact : exact;
    at = next;
    return at <= end;
  }

  bool position(double &x, double &y) {
    if (!take('[') || !number(x) || !take(',')) return false;
    skip_space();
    if (!number(y)) return false;
    if (*at == ',') {
      at += 1;
      skip_space();
      double height;
      if (!number(height)) return false;
    }
    return take(']');
  }
};

} // namespace

bool plain_positions::read_one(const char *start, const char *end, double &x, double &y) {
  return Cursor{start, end}.position(x, y);
}

bool plain_positions::read_array(const char *start, const char *end, Columns &out) {
  Cursor cursor{start, end};
  const size_t first = out.x.size();
  double x, y;
  if (cursor.take('[')) {
    while (cursor.position(x, y)) {
      out.x.push_back(x);
      out.y.push_back(y);
      if (cursor.take(']')) return true;
      if (!cursor.take(',')) break;
      cursor.skip_space();
    }
  }
  out.x.resize(first);
  out.y.resize(first);
  return false;
}
