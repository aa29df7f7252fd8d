#include "COvertileSimdjson.h"

#include <string.h>

// Structural scanning in blocks of 64 bytes, a bit per byte, after Langdale and Lemire, "Parsing Gigabytes of JSON per
// Second" (2019): strings are masked by the parity of unescaped quotes, so only brackets outside them are counted.

namespace {

// The compiler makes of these what the processor has.
using Lanes = uint8_t __attribute__((ext_vector_type(64)));
using Bits = bool __attribute__((ext_vector_type(64)));

// A bit for each byte of a block that equals the wanted one, with `folded` set in it.
inline uint64_t equal(const uint8_t *bytes, uint8_t wanted, uint8_t folded = 0) {
  Lanes lanes;
  memcpy(&lanes, bytes, sizeof lanes);
  return __builtin_bit_cast(uint64_t, __builtin_convertvector((lanes | folded) == wanted, Bits));
}

inline uint64_t prefix_xor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// The bytes that follow an odd run of backslashes. A run that begins at an odd place carries, in the addition, to the byte
// behind it: from there on odd and even have changed places.
inline uint64_t find_escaped(uint64_t backslash, uint64_t &carry) {
  const uint64_t even = 0x5555555555555555;
  backslash &= ~carry;
  const uint64_t follows = backslash << 1 | carry;
  uint64_t from_odd;
  carry = __builtin_add_overflow(backslash & ~even & ~follows, backslash, &from_odd);
  return (even ^ from_odd << 1) & follows;
}

} // namespace

extern "C" size_t cs_scan(CSScan *state, const uint8_t *bytes, size_t count, int stop, CSScanEvent *event) {
  uint8_t last[64];
  for (size_t base = 0; base < count; base += 64) {
    size_t length = count - base;
    const uint8_t *from = bytes + base;
    if (length < 64) {
      memset(last, ' ', sizeof last);
      memcpy(last, from, length);
      from = last;
    } else {
      length = 64;
    }
    uint64_t stops = stop < 0 ? 0 : equal(from, uint8_t(stop));
    if (length < 64) stops &= (uint64_t(1) << length) - 1;
    uint64_t carry = state->escaped;
    uint64_t escaped = find_escaped(equal(from, '\\'), carry);
    uint64_t inside = prefix_xor(equal(from, '"') & ~escaped) ^ state->in_string;
    // With this bit, [ becomes {, and ] becomes }.
    uint64_t open = equal(from, '{', 0x20) & ~inside, close = equal(from, '}', 0x20) & ~inside;
    if (stops == 0 && state->depth > size_t(__builtin_popcountll(close))) {
      state->depth += size_t(__builtin_popcountll(open)) - size_t(__builtin_popcountll(close));
    } else {
      for (uint64_t bits = open | close | stops; bits != 0; bits &= bits - 1) {
        int index = __builtin_ctzll(bits);
        uint64_t bit = uint64_t(1) << index;
        if (stops & bit) {
          state->in_string = inside & bit ? ~uint64_t(0) : 0;
          state->escaped = 0;
          *event = CSScanStop;
          return base + size_t(index);
        }
        if (open & bit) {
          state->depth += 1;
        } else if (state->depth <= 1) {
          state->depth = 0;
          *event = CSScanClosed;
          return base + size_t(index) + 1;
        } else {
          state->depth -= 1;
        }
      }
    }
    state->in_string = uint64_t(int64_t(inside) >> 63);
    // In a part block the padding is not text: the carry is whether the first byte of the padding is escaped.
    state->escaped = length < 64 ? (escaped >> length) & 1 : carry;
  }
  *event = CSScanMore;
  return count;
}

extern "C" size_t cs_count_lines(const uint8_t *bytes, size_t count) {
  size_t lines = 0, index = 0;
  for (; index + 64 <= count; index += 64) lines += size_t(__builtin_popcountll(equal(bytes + index, '\n')));
  for (; index < count; ++index) lines += bytes[index] == '\n';
  return lines;
}
