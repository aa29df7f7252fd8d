// The files of Sources/OvertileServing/Page, put into the program by the compiler: a file that changes compiles this one anew.
#include "COvertilePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct overtile_page_file files[] = {
#define NAME cameras.js
#include "PageFile.h"
#define NAME compare.js
#include "PageFile.h"
#define NAME configuration.js
#include "PageFile.h"
#define NAME dom.js
#include "PageFile.h"
#define NAME index.html
#include "PageFile.h"
#define NAME land.json
#include "PageFile.h"
#define NAME layers-panel.js
#include "PageFile.h"
#define NAME map-style.js
#include "PageFile.h"
#define NAME messages.js
#include "PageFile.h"
#define NAME overlays.js
#include "PageFile.h"
#define NAME preview.css
#include "PageFile.h"
#define NAME preview.js
#include "PageFile.h"
#define NAME pulse.js
#include "PageFile.h"
#define NAME reader/bundle.js
#include "PageFile.h"
#define NAME reader/bytes.js
#include "PageFile.h"
#define NAME reader/errors.js
#include "PageFile.h"
#define NAME reader/layer.js
#include "PageFile.h"
#define NAME reader/manifest.js
#include "PageFile.h"
#define NAME reader/maplibre.js
#include "PageFile.h"
#define NAME reader/members.js
#include "PageFile.h"
#define NAME reader/options.js
#include "PageFile.h"
#define NAME reader/overlay-bundle.js
#include "PageFile.h"
#define NAME reader/pmtiles.js
#include "PageFile.h"
#define NAME reader/requests.js
#include "PageFile.h"
#define NAME reader/snapshot.js
#include "PageFile.h"
#define NAME reader/tiles.js
#include "PageFile.h"
#define NAME reader/transport.js
#include "PageFile.h"
#define NAME reader/vector-tile.js
#include "PageFile.h"
#define NAME selection.js
#include "PageFile.h"
#define NAME style.js
#include "PageFile.h"
#define NAME tiles.js
#include "PageFile.h"
#define NAME view.js
#include "PageFile.h"
};

size_t overtile_page_count(void) { return sizeof files / sizeof *files; }

struct overtile_page_file overtile_page_file_at(size_t number) { return files[number]; }
