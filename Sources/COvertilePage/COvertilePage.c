// The files of Sources/OvertilePreview/Page, put into the program by the compiler: a file that changes compiles this one anew.
#include "COvertilePage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char cameras_mjs[] = {
#embed "../OvertilePreview/Page/cameras.mjs"
};
static const unsigned char compare_mjs[] = {
#embed "../OvertilePreview/Page/compare.mjs"
};
static const unsigned char configuration_mjs[] = {
#embed "../OvertilePreview/Page/configuration.mjs"
};
static const unsigned char differences_mjs[] = {
#embed "../OvertilePreview/Page/differences.mjs"
};
static const unsigned char dom_mjs[] = {
#embed "../OvertilePreview/Page/dom.mjs"
};
static const unsigned char images_mjs[] = {
#embed "../OvertilePreview/Page/images.mjs"
};
static const unsigned char index_html[] = {
#embed "../OvertilePreview/Page/index.html"
};
static const unsigned char keyboard_mjs[] = {
#embed "../OvertilePreview/Page/keyboard.mjs"
};
static const unsigned char land_json[] = {
#embed "../OvertilePreview/Page/land.json"
};
static const unsigned char layers_panel_mjs[] = {
#embed "../OvertilePreview/Page/layers-panel.mjs"
};
static const unsigned char map_style_mjs[] = {
#embed "../OvertilePreview/Page/map-style.mjs"
};
static const unsigned char messages_mjs[] = {
#embed "../OvertilePreview/Page/messages.mjs"
};
static const unsigned char overlay_bundle_mjs[] = {
#embed "../OvertilePreview/Page/overlay-bundle.mjs"
};
static const unsigned char preview_css[] = {
#embed "../OvertilePreview/Page/preview.css"
};
static const unsigned char preview_mjs[] = {
#embed "../OvertilePreview/Page/preview.mjs"
};
static const unsigned char pulse_mjs[] = {
#embed "../OvertilePreview/Page/pulse.mjs"
};
static const unsigned char selection_mjs[] = {
#embed "../OvertilePreview/Page/selection.mjs"
};
static const unsigned char style_mjs[] = {
#embed "../OvertilePreview/Page/style.mjs"
};
static const unsigned char tiles_mjs[] = {
#embed "../OvertilePreview/Page/tiles.mjs"
};
static const unsigned char view_mjs[] = {
#embed "../OvertilePreview/Page/view.mjs"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct overtile_page_file files[] = {
  FILE_OF("cameras.mjs", cameras_mjs),
  FILE_OF("compare.mjs", compare_mjs),
  FILE_OF("configuration.mjs", configuration_mjs),
  FILE_OF("differences.mjs", differences_mjs),
  FILE_OF("dom.mjs", dom_mjs),
  FILE_OF("images.mjs", images_mjs),
  FILE_OF("index.html", index_html),
  FILE_OF("keyboard.mjs", keyboard_mjs),
  FILE_OF("land.json", land_json),
  FILE_OF("layers-panel.mjs", layers_panel_mjs),
  FILE_OF("map-style.mjs", map_style_mjs),
  FILE_OF("messages.mjs", messages_mjs),
  FILE_OF("overlay-bundle.mjs", overlay_bundle_mjs),
  FILE_OF("preview.css", preview_css),
  FILE_OF("preview.mjs", preview_mjs),
  FILE_OF("pulse.mjs", pulse_mjs),
  FILE_OF("selection.mjs", selection_mjs),
  FILE_OF("style.mjs", style_mjs),
  FILE_OF("tiles.mjs", tiles_mjs),
  FILE_OF("view.mjs", view_mjs),
};

size_t overtile_page_count(void) { return sizeof files / sizeof *files; }

struct overtile_page_file overtile_page_file_at(size_t number) { return files[number]; }
