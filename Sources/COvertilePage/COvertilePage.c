// The files of Sources/OvertileServing/Page, put into the program by the compiler: a file that changes compiles this one anew.
#include "COvertilePage.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// Texts end with a zero.
#define BYTES (const unsigned char[])

static const struct {
  const char *name;
  const unsigned char *bytes;
} files[] = {
  {"attribution.mjs", BYTES {
#embed "../OvertileServing/Page/attribution.mjs" suffix(, 0)
  }},
  {"cameras.mjs", BYTES {
#embed "../OvertileServing/Page/cameras.mjs" suffix(, 0)
  }},
  {"compare.mjs", BYTES {
#embed "../OvertileServing/Page/compare.mjs" suffix(, 0)
  }},
  {"configuration.mjs", BYTES {
#embed "../OvertileServing/Page/configuration.mjs" suffix(, 0)
  }},
  {"differences.mjs", BYTES {
#embed "../OvertileServing/Page/differences.mjs" suffix(, 0)
  }},
  {"dom.mjs", BYTES {
#embed "../OvertileServing/Page/dom.mjs" suffix(, 0)
  }},
  {"images.mjs", BYTES {
#embed "../OvertileServing/Page/images.mjs" suffix(, 0)
  }},
  {"index.html", BYTES {
#embed "../OvertileServing/Page/index.html" suffix(, 0)
  }},
  {"keyboard.mjs", BYTES {
#embed "../OvertileServing/Page/keyboard.mjs" suffix(, 0)
  }},
  {"land.json", BYTES {
#embed "../OvertileServing/Page/land.json" suffix(, 0)
  }},
  {"layers-panel.mjs", BYTES {
#embed "../OvertileServing/Page/layers-panel.mjs" suffix(, 0)
  }},
  {"map-style.mjs", BYTES {
#embed "../OvertileServing/Page/map-style.mjs" suffix(, 0)
  }},
  {"messages.mjs", BYTES {
#embed "../OvertileServing/Page/messages.mjs" suffix(, 0)
  }},
  {"preview.css", BYTES {
#embed "../OvertileServing/Page/preview.css" suffix(, 0)
  }},
  {"preview.mjs", BYTES {
#embed "../OvertileServing/Page/preview.mjs" suffix(, 0)
  }},
  {"pulse.mjs", BYTES {
#embed "../OvertileServing/Page/pulse.mjs" suffix(, 0)
  }},
  {"reader/bundle.mjs", BYTES {
#embed "../OvertileServing/Page/reader/bundle.mjs" suffix(, 0)
  }},
  {"reader/bytes.mjs", BYTES {
#embed "../OvertileServing/Page/reader/bytes.mjs" suffix(, 0)
  }},
  {"reader/errors.mjs", BYTES {
#embed "../OvertileServing/Page/reader/errors.mjs" suffix(, 0)
  }},
  {"reader/layer.mjs", BYTES {
#embed "../OvertileServing/Page/reader/layer.mjs" suffix(, 0)
  }},
  {"reader/manifest.mjs", BYTES {
#embed "../OvertileServing/Page/reader/manifest.mjs" suffix(, 0)
  }},
  {"reader/maplibre.mjs", BYTES {
#embed "../OvertileServing/Page/reader/maplibre.mjs" suffix(, 0)
  }},
  {"reader/member-blocks.mjs", BYTES {
#embed "../OvertileServing/Page/reader/member-blocks.mjs" suffix(, 0)
  }},
  {"reader/members.mjs", BYTES {
#embed "../OvertileServing/Page/reader/members.mjs" suffix(, 0)
  }},
  {"reader/options.mjs", BYTES {
#embed "../OvertileServing/Page/reader/options.mjs" suffix(, 0)
  }},
  {"reader/overlay-bundle.mjs", BYTES {
#embed "../OvertileServing/Page/reader/overlay-bundle.mjs" suffix(, 0)
  }},
  {"reader/pmtiles.mjs", BYTES {
#embed "../OvertileServing/Page/reader/pmtiles.mjs" suffix(, 0)
  }},
  {"reader/runs.mjs", BYTES {
#embed "../OvertileServing/Page/reader/runs.mjs" suffix(, 0)
  }},
  {"reader/snapshot.mjs", BYTES {
#embed "../OvertileServing/Page/reader/snapshot.mjs" suffix(, 0)
  }},
  {"reader/tile-geometry.mjs", BYTES {
#embed "../OvertileServing/Page/reader/tile-geometry.mjs" suffix(, 0)
  }},
  {"reader/tiles.mjs", BYTES {
#embed "../OvertileServing/Page/reader/tiles.mjs" suffix(, 0)
  }},
  {"reader/transport.mjs", BYTES {
#embed "../OvertileServing/Page/reader/transport.mjs" suffix(, 0)
  }},
  {"reader/vector-tile.mjs", BYTES {
#embed "../OvertileServing/Page/reader/vector-tile.mjs" suffix(, 0)
  }},
  {"selection.mjs", BYTES {
#embed "../OvertileServing/Page/selection.mjs" suffix(, 0)
  }},
  {"style.mjs", BYTES {
#embed "../OvertileServing/Page/style.mjs" suffix(, 0)
  }},
  {"tiles.mjs", BYTES {
#embed "../OvertileServing/Page/tiles.mjs" suffix(, 0)
  }},
  {"view.mjs", BYTES {
#embed "../OvertileServing/Page/view.mjs" suffix(, 0)
  }},
};

size_t overtile_page_count(void) { return sizeof files / sizeof *files; }

struct overtile_page_file overtile_page_file_at(size_t number) {
  const unsigned char *bytes = files[number].bytes;
  return (struct overtile_page_file){files[number].name, bytes, strlen((const char *)bytes)};
}
