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
  {"attribution.js", BYTES {
#embed "../OvertileServing/Page/attribution.js" suffix(, 0)
  }},
  {"cameras.js", BYTES {
#embed "../OvertileServing/Page/cameras.js" suffix(, 0)
  }},
  {"compare.js", BYTES {
#embed "../OvertileServing/Page/compare.js" suffix(, 0)
  }},
  {"configuration.js", BYTES {
#embed "../OvertileServing/Page/configuration.js" suffix(, 0)
  }},
  {"differences.js", BYTES {
#embed "../OvertileServing/Page/differences.js" suffix(, 0)
  }},
  {"dom.js", BYTES {
#embed "../OvertileServing/Page/dom.js" suffix(, 0)
  }},
  {"images.js", BYTES {
#embed "../OvertileServing/Page/images.js" suffix(, 0)
  }},
  {"index.html", BYTES {
#embed "../OvertileServing/Page/index.html" suffix(, 0)
  }},
  {"keyboard.js", BYTES {
#embed "../OvertileServing/Page/keyboard.js" suffix(, 0)
  }},
  {"land.json", BYTES {
#embed "../OvertileServing/Page/land.json" suffix(, 0)
  }},
  {"layers-panel.js", BYTES {
#embed "../OvertileServing/Page/layers-panel.js" suffix(, 0)
  }},
  {"map-style.js", BYTES {
#embed "../OvertileServing/Page/map-style.js" suffix(, 0)
  }},
  {"messages.js", BYTES {
#embed "../OvertileServing/Page/messages.js" suffix(, 0)
  }},
  {"preview.css", BYTES {
#embed "../OvertileServing/Page/preview.css" suffix(, 0)
  }},
  {"preview.js", BYTES {
#embed "../OvertileServing/Page/preview.js" suffix(, 0)
  }},
  {"pulse.js", BYTES {
#embed "../OvertileServing/Page/pulse.js" suffix(, 0)
  }},
  {"reader/bundle.js", BYTES {
#embed "../OvertileServing/Page/reader/bundle.js" suffix(, 0)
  }},
  {"reader/bytes.js", BYTES {
#embed "../OvertileServing/Page/reader/bytes.js" suffix(, 0)
  }},
  {"reader/errors.js", BYTES {
#embed "../OvertileServing/Page/reader/errors.js" suffix(, 0)
  }},
  {"reader/layer.js", BYTES {
#embed "../OvertileServing/Page/reader/layer.js" suffix(, 0)
  }},
  {"reader/manifest.js", BYTES {
#embed "../OvertileServing/Page/reader/manifest.js" suffix(, 0)
  }},
  {"reader/maplibre.js", BYTES {
#embed "../OvertileServing/Page/reader/maplibre.js" suffix(, 0)
  }},
  {"reader/member-blocks.js", BYTES {
#embed "../OvertileServing/Page/reader/member-blocks.js" suffix(, 0)
  }},
  {"reader/members.js", BYTES {
#embed "../OvertileServing/Page/reader/members.js" suffix(, 0)
  }},
  {"reader/options.js", BYTES {
#embed "../OvertileServing/Page/reader/options.js" suffix(, 0)
  }},
  {"reader/overlay-bundle.js", BYTES {
#embed "../OvertileServing/Page/reader/overlay-bundle.js" suffix(, 0)
  }},
  {"reader/pmtiles.js", BYTES {
#embed "../OvertileServing/Page/reader/pmtiles.js" suffix(, 0)
  }},
  {"reader/runs.js", BYTES {
#embed "../OvertileServing/Page/reader/runs.js" suffix(, 0)
  }},
  {"reader/snapshot.js", BYTES {
#embed "../OvertileServing/Page/reader/snapshot.js" suffix(, 0)
  }},
  {"reader/tile-geometry.js", BYTES {
#embed "../OvertileServing/Page/reader/tile-geometry.js" suffix(, 0)
  }},
  {"reader/tiles.js", BYTES {
#embed "../OvertileServing/Page/reader/tiles.js" suffix(, 0)
  }},
  {"reader/transport.js", BYTES {
#embed "../OvertileServing/Page/reader/transport.js" suffix(, 0)
  }},
  {"reader/vector-tile.js", BYTES {
#embed "../OvertileServing/Page/reader/vector-tile.js" suffix(, 0)
  }},
  {"selection.js", BYTES {
#embed "../OvertileServing/Page/selection.js" suffix(, 0)
  }},
  {"style.js", BYTES {
#embed "../OvertileServing/Page/style.js" suffix(, 0)
  }},
  {"tiles.js", BYTES {
#embed "../OvertileServing/Page/tiles.js" suffix(, 0)
  }},
  {"view.js", BYTES {
#embed "../OvertileServing/Page/view.js" suffix(, 0)
  }},
};

size_t overtile_page_count(void) { return sizeof files / sizeof *files; }

struct overtile_page_file overtile_page_file_at(size_t number) {
  const unsigned char *bytes = files[number].bytes;
  return (struct overtile_page_file){files[number].name, bytes, strlen((const char *)bytes)};
}
