#include "COvertileSimdjson.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Structural scanning in blocks of 64 bytes, a bit per byte, after Langdale and Lemire, "Parsing Gigabytes of JSON per
// Second" (2019): strings are masked by the parity of unescaped quotes, so only brackets outside them are counted.

namespace {

struct Block {
  uint64_t quote, backslash, open, close, stop;
};

#if defined(__SSE2__)

inline uint64_t equal(const __m128i lanes[4], __m128i wanted) {
  uint64_t mask = 0;
  for (int i = 0; i < 4; ++i) {
    mask |= uint64_t(uint32_t(_mm_movemask_epi8(_mm_cmpeq_epi8(lanes[i], wanted)))) << (16 * i);
  }
  return mask;
}

inline Block read_block(const uint8_t *bytes, int stop) {
  __m128i raw[4], folded[4];
  for (int i = 0; i < 4; ++i) {
    raw[i] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + 16 * i));
    folded[i] = _mm_or_si128(raw[i], _mm_set1_epi8(0x20)); // [ becomes {, ] becomes }
  }
  Block block;
  block.quote = equal(raw, _mm_set1_epi8('"'));
  block.backslash = equal(raw, _mm_set1_epi8('\\'));
  block.open = equal(folded, _mm_set1_epi8('{'));
  block.close = equal(folded, _mm_set1_epi8('}'));
  block.stop = stop < 0 ? 0 : equal(raw, _mm_set1_epi8(char(stop)));
  return block;
}

#else

inline Block read_block(const uint8_t *bytes, int stop) {
  Block block = {0, 0, 0, 0, 0};
  for (int i = 0; i < 64; ++i) {
    uint64_t bit = uint64_t(1) << i;
    uint8_t byte = bytes[i], folded = byte | 0x20;
    block.quote |= byte == '"' ? bit : 0;
    block.backslash |= byte == '\\' ? bit : 0;
    block.open |= folded == '{' ? bit : 0;
    block.close |= folded == '}' ? bit : 0;
    block.stop |= int(byte) == stop ? bit : 0;
  }
  return block;
}

#endif

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
    Block block = read_block(from, stop);
    if (length < 64) block.stop &= (uint64_t(1) << length) - 1;
    uint64_t carry = state->escaped;
    uint64_t escaped = find_escaped(block.backslash, carry);
    uint64_t inside = prefix_xor(block.quote & ~escaped) ^ state->in_string;
    uint64_t open = block.open & ~inside, close = block.close & ~inside;
    if (block.stop == 0 && state->depth > size_t(__builtin_popcountll(close))) {
      state->depth += size_t(__builtin_popcountll(open)) - size_t(__builtin_popcountll(close));
    } else {
      for (uint64_t bits = open | close | block.stop; bits != 0; bits &= bits - 1) {
        int index = __builtin_ctzll(bits);
        uint64_t bit = uint64_t(1) << index;
        if (block.stop & bit) {
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
#if defined(__SSE2__)
  const __m128i feed = _mm_set1_epi8('\n');
  for (; index + 16 <= count; index += 16) {
    __m128i lane = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + index));
    lines += size_t(__builtin_popcount(unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(lane, feed)))));
  }
#endif
  for (; index < count; ++index) lines += bytes[index] == '\n';
  return lines;
}
