#!/usr/bin/env python3
"""Renders the pictures of the documents from the quickstart: Samples/pictures/NAME.webp, with the page of `overtile preview`.

    make pictures                                  all of them
    python3 Samples/pictures.py [BUNDLE [FOLDER]]  another bundle of the quickstart, another folder
"""
import base64
import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests/Interop"))

from browser import Browser  # noqa: E402
from previewing import preview  # noqa: E402

LIBRARY = pathlib.Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"
QUALITY = 78
MAP_ONLY = "document.getElementById('panel').hidden = true;"
# A pulse at a time that is not its end.
STILL = "Object.defineProperties(overtile.clock, {moves: {value: true}, seconds: {value: 0.8}});"
CLUSTER = """const [view] = overtile.views; const {choose} = await import('./selection.mjs');
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


def render(browser, url, folder, name, camera, size, before, media):
    page = browser.open(f"{url}#map={'/'.join(map(str, camera))}", *size, **media)
    page.wait("overtile.views[0].map.loaded()")
    page.run(before + "overtile.views[0].map.triggerRepaint(); await new Promise((resolve) => setTimeout(resolve, 1500));")
    assert page.errors == [], page.errors
    data = base64.b64decode(page.call("Page.captureScreenshot", format="webp", quality=QUALITY)["data"])
    (folder / f"{name}.webp").write_bytes(data)
    print(f"{folder / name}.webp: {len(data)} bytes")
    page.close()


def main():
    bundle = sys.argv[1] if len(sys.argv) > 1 else HERE.parent / ".bundles/quickstart"
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    try:
        with preview(f"quickstart={bundle}", "--maplibre", LIBRARY) as (url, _):
            for picture in PICTURES:
                render(browser, url, folder, *picture)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
