#!/usr/bin/env python3
"""Renders the pictures of the documents with the page of `overtile preview`: Samples/pictures/NAME.webp from the quickstart,
and for the page Configuring.md borders of countries that are simplified in two ways, as PNG, which pages of DocC show.

    make pictures                                  all of them
    python3 Samples/pictures.py [BUNDLE [FOLDER]]  another bundle of the quickstart, another folder for all
"""
import base64
import importlib.util
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests/Interop"))

from browser import Browser  # noqa: E402
from conftest import build, write_pipeline  # noqa: E402
from previewing import preview  # noqa: E402

PAGES = HERE.parent / "Sources/OvertilePipeline/OvertilePipeline.docc"
LIBRARY = pathlib.Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"
QUALITY = 78
# On a narrow page the attribution lies above the panel, where none is without it.
MAP_ONLY = """document.getElementById('panel').hidden = true;
  document.querySelector('.maplibregl-ctrl-bottom-right').style.bottom = 0;"""
# A pulse at a time that is not its end.
STILL = "Object.defineProperties(overtile.clock, {moves: {value: true}, seconds: {value: 0.8}});"
CLUSTER = """const [view] = overtile.views; const {choose} = await import('./selection.js');
  const [one] = [...view.overlays('airports').values()].filter(({properties}) => properties.point_count > 60);
  choose(view, [one], 0);"""
# Name, camera (zoom, latitude, longitude), size, what is done before, and media features.
PICTURES = [
    ("preview", (3.6, 46, 3), (1200, 760), CLUSTER, {}),
    ("preview-dark", (5.4, -19.5, 176), (1200, 760), STILL, {"prefers_color_scheme": "dark"}),
    ("preview-phone", (3.2, 48, 8), (390, 760), "", {}),
    ("clusters-2", (2, 45, 10), (400, 400), MAP_ONLY, {}),
    ("clusters-4", (4, 48, 9), (400, 400), MAP_ONLY, {}),
    ("clusters-6", (6, 49.4, 9), (400, 400), MAP_ONLY, {}),
    ("circles", (6.2, -17.9, 180), (820, 420), MAP_ONLY + STILL, {}),
    ("shapes", (3.4, 8, 18), (820, 420), MAP_ONLY + "overtile.views[0].show('airports', false);", {}),
]

# Countries alone, through which the background and their overlaps can be seen.
BORDERS_ONLY = MAP_ONLY + """const [{map}] = overtile.views;
  for (const id of ['page:land', 'page:shore']) map.setLayoutProperty(id, 'visibility', 'none');
  map.setPaintProperty('countries-fill', 'fill-opacity', 0.45); map.setPaintProperty('countries-fill', 'fill-antialias', false);
  document.querySelector('.maplibregl-control-container').hidden = true;"""
# The ways of simplifying shapes: each by itself, and all together. At this zoom a tile is shown at twice its size.
BORDERS = ("topology", "coverage")
BORDERS_VIEW = ((3.99, 46.2, 17.4), (400, 400), BORDERS_ONLY, {})


def render(browser, url, path, camera, size, before, media):
    """Writes a picture of the page in the format of its path."""
    page = browser.open(f"{url}#map={'/'.join(map(str, camera))}", *size, **media)
    page.wait("overtile.views[0].map.loaded()")
    page.run(before + "overtile.views[0].map.triggerRepaint(); await new Promise((resolve) => setTimeout(resolve, 1500));")
    assert page.errors == [], page.errors
    format = {"format": "png"} if path.suffix == ".png" else {"format": "webp", "quality": QUALITY}
    path.write_bytes(base64.b64decode(page.call("Page.captureScreenshot", **format)["data"]))
    print(f"{path}: {path.stat().st_size} bytes")
    page.close()


def render_borders(browser, method, folder, pages):
    """Builds countries at a tolerance of three pixels in a folder, and writes borders-METHOD.png."""
    bundle = build(write_pipeline(
        folder / f"{method}.yaml", {"countries": {"path": str(HERE / "countries.geojson")}},
        {"countries": {"source": "countries", "kind": "shape", "zooms": "0-4", "shape": {"method": method, "tolerance": "3px"}}}),
        folder / method)
    with preview(f"borders={bundle.folder}", "--maplibre", LIBRARY) as (url, _):
        render(browser, url, pages / f"borders-{method}.png", *BORDERS_VIEW)


def main():
    bundle = sys.argv[1] if len(sys.argv) > 1 else HERE.parent / ".bundles/quickstart"
    folder, pages = [pathlib.Path(sys.argv[2])] * 2 if len(sys.argv) > 2 else (HERE / "pictures", PAGES)
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    try:
        with preview(f"quickstart={bundle}", "--maplibre", LIBRARY) as (url, _):
            for name, *picture in PICTURES:
                render(browser, url, folder / f"{name}.webp", *picture)
        for method in BORDERS:
            with tempfile.TemporaryDirectory() as temporary:
                render_borders(browser, method, pathlib.Path(temporary), pages)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
