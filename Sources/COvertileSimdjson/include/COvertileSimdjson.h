#pragma once

#include <stddef.h>
#include <stdint.h>

// The C face of the JSON machinery: a structural scanner, and a parser of whole slices of features into flat columns.
// No function throws, prints, or knows of earlier calls.

#ifdef __cplusplus
extern "C" {
#endif

// ---- Scanning ------------------------------------------------------------------------------------------------------

// The state of a scan. All zero before the first bracket.
typedef struct {
  size_t depth;       // open brackets
  uint64_t in_string; // 0, or all ones inside a string
  uint64_t escaped;   // 1 when the next byte follows an odd run of backslashes
} CSScan;

typedef enum {
  CSScanMore = 0,   // the bytes ended first
  CSScanClosed = 1, // the depth fell to zero: the result is the index after the bracket
  CSScanStop = 2    // the stop byte was met, inside a string or not: the result is its index
} CSScanEvent;

// Advances from an opening bracket to the bracket that closes it, or to a stop byte (-1: none). Returns the offset that
// it reached.
size_t cs_scan(CSScan *state, const uint8_t *bytes, size_t count, int stop, CSScanEvent *event);

// The length of the JSON value at the front of some bytes, after white space, or 0 if there is no valid one.
size_t cs_value_length(const uint8_t *bytes, size_t count);

// The fault of a bounding box, the text of a `bbox` member, apart from the positions that it should contain; or NULL.
const char *cs_bounds_fault(const uint8_t *json, size_t count);

// The version of simdjson, such as "3.0.1".
const char *cs_simdjson_version(void);

// The number of line feeds.
size_t cs_count_lines(const uint8_t *bytes, size_t count);

// ---- Parsing -------------------------------------------------------------------------------------------------------

// A feature's text inside a slice.
typedef struct {
  size_t start;
  size_t length;
} CSRange;

// Some bytes of the arena.
typedef struct {
  uint64_t offset;
  uint32_t length;
} CSText;

// A value: `kind` is PropertyKind's raw value; `bits` holds a boolean, an integer, a double's bit pattern, or the arena
// offset of a string or JSON text of `length` bytes.
typedef struct {
  uint64_t bits;
  uint32_t length;
  uint8_t kind;
} CSValue;

// A fault of a feature that was rejected, or something odd in an accepted one.
typedef struct {
  const char *code;  // a word that stays: LedgerCode's for faults, FeatureNote's for others
  uint32_t feature;  // of a fault, its index in the ranges; otherwise, its index among the accepted features
  uint64_t at;       // of a fault, its offset from the feature's first byte
  CSText message;
  CSText name;       // of a fault, the text of the feature's id, without quotes, if any; otherwise, of the member or property
} CSFinding;

// A `crs` member's JSON text.
typedef struct {
  uint32_t source;
  CSText text;
} CSCRSText;

// The entries of a column, of the type that its name in CSColumns says.
typedef struct {
  const void *data;
  size_t count;
} CSColumn;

// The content of a slice, in columns; see the Swift types FeatureBatch, GeometryColumns and PropertyColumns.
typedef struct {
  // Per feature: its index in the ranges (uint32_t), id (CSValue) and type (uint8_t), and the ends of its elements and
  // entries (uint32_t).
  CSColumn sources, ids, geometry_types, feature_ends, row_ends;
  // Per element: its kind (uint8_t) and the end of its rings (uint32_t). Per ring: the end of its coordinates (uint32_t).
  CSColumn element_kinds, element_ends, ring_ends;
  CSColumn x, y; // double
  // Per entry: the index of its key (uint32_t), and its value (CSValue).
  CSColumn key_indices, values;
  CSColumn keys;          // CSText
  CSColumn faults, notes; // CSFinding, ascending by feature
  CSColumn crs;           // CSCRSText
  CSColumn closed;        // uint32_t: features, ascending, with a ring that was closed
  const uint8_t *arena;
} CSColumns;

// Parses the features that the ranges name. `readable` bytes from `bytes` on can be read, which may be more than the
// slice; features without the padding that simdjson needs behind them are copied. With `closes_rings` a ring that does
// not end where it began is closed, and its feature listed. NULL when memory runs out. Free the result with
// cs_columns_free.
CSColumns *cs_parse(const uint8_t *bytes, size_t readable, const CSRange *ranges, size_t count, int closes_rings);

void cs_columns_free(CSColumns *columns);

#ifdef __cplusplus
}
#endif
