"""The page of Samples/web in Chromium, with MapLibre as the other tests have it."""
import importlib.util
import json
from pathlib import Path

import pytest
import yaml

from browser import Browser, RangeServer
from conftest import ROOT

SAMPLE = ROOT / "Samples/web"
LIBRARY = Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"
LOADED = "globalThis.map && map.loaded() && map.areTilesLoaded()"
# The smallest cluster of airports with more than a page of points in the middle of the map; it falls apart within the layer's zooms.
CLUSTER = """const {x: middle, y: center} = map.project(map.getCenter());
  return map.queryRenderedFeatures({layers: ['airports-markers']}).map(({properties, geometry}) => ({...properties, ...map.project(geometry.coordinates)}))
    .filter(({point_count: count, x, y}) => count > 10 && Math.hypot(x - middle, y - center) < 150)
    .sort((one, two) => one.point_count - two.point_count)[0];"""
COUNT = """return [...new Map(map.querySourceFeatures('airports', {sourceLayer: 'airports'}).map((one) => [one.id, one.properties.point_count ?? 1])).values()]
  .reduce((sum, count) => sum + count, 0);"""


@pytest.fixture(scope="session")
def bundles(built_once):
    """The bundle of the sample, and one of a later night with fewer airports."""
    def written(folder, name):
        pipeline = yaml.safe_load((SAMPLE / "airports.yaml").read_text())
        for source in pipeline["sources"].values():
            source["path"] = str(SAMPLE / source["path"])
        if name == "two":
            pipeline["layers"]["airports"]["filter"] = ["all", ["has", "iata"], ["<", ["get", "elevation_ft"], 100]]
        pipeline["output"] = {"path": "bundle"}
        (folder / "sample.yaml").write_text(json.dumps(pipeline))
        return folder / "sample.yaml"

    return [built_once(f"sample-{name}", lambda folder, name=name: written(folder, name)) for name in ("one", "two")]


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def show(browser, bundles):
    server = RangeServer({"": SAMPLE, "reader/": ROOT / "Sources/OverlayBundleWeb", "bundle/": bundles[0].folder})
    for name in ("maplibre-gl.js", "maplibre-gl.css"):
        server.texts[name] = (LIBRARY / name).read_text()

    def open_page(*size, place="3/-22/175", **media):
        page = browser.open(f"{server.url}#map={place}", *size, **media)
        page.wait(LOADED)
        return page

    open_page.server = server
    yield open_page
    server.close()


def test_it_is_short():
    assert sum(len((SAMPLE / name).read_text().splitlines()) for name in ("index.html", "page.js")) <= 250


@pytest.mark.parametrize("size, scheme", [((900, 600), "light"), ((390, 844), "dark")])
def test_switches_clusters_members_popups_and_a_new_night(show, bundles, size, scheme):
    page = show(*size, prefers_color_scheme=scheme, prefers_reduced_motion="no-preference")
    # The panel covers no attribution, on a phone neither.
    covered = page.run("""const {left, right, top, bottom} = document.querySelector('.maplibregl-ctrl-attrib').getBoundingClientRect();
      const panel = document.getElementById('panel').getBoundingClientRect();
      return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;""")
    assert not covered and page.run("return getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 255, 255)" if scheme == "light" else "rgb(22, 32, 43)")
    # Circles move: the ring that is drawn over them does.
    page.run("globalThis.drawn = () => document.getElementById('pulse').toDataURL(); globalThis.before = drawn();")
    page.wait("drawn() !== before")
    # Counts are drawn without a server of glyphs.
    assert page.run("return map.queryRenderedFeatures({layers: ['airports-counts']}).length") > 5
    cluster = page.run(CLUSTER)
    page.click(cluster["x"], cluster["y"])
    page.wait("!document.getElementById('members').hidden")
    page.wait(f"map.getZoom() > {cluster['expansion_zoom']} - 0.01 && map.loaded()")
    names = set()
    for start in range(1, cluster["point_count"] + 1, 10):
        page.wait(f"document.querySelector('#members ol').start === {start}")
        assert page.run("return document.querySelector('#pages span').textContent").endswith(f" of {cluster['point_count']:,}")
        shown = page.run("return [...document.querySelectorAll('#members li')].map((one) => one.textContent)")
        assert len(shown) == min(10, cluster["point_count"] + 1 - start)
        names.update(shown)
        page.run("document.querySelector('#pages button:last-child').click()")
    assert len(names) == cluster["point_count"]
    # Its own layer is switched off, and no other.
    page.run("document.querySelector('input[name=airports]').click()")
    page.wait("map.loaded() && map.queryRenderedFeatures({layers: ['airports-markers', 'airports-counts']}).length === 0")
    assert page.run("return map.getLayoutProperty('airfields-markers', 'visibility')") == "visible"
    # A single point tells about itself.
    single = page.run("""map.jumpTo({center: [174, -39], zoom: 8}); await new Promise((resolve) => map.once('idle', resolve));
      const {x: middle, y: center} = map.project(map.getCenter());
      return map.queryRenderedFeatures({layers: ['airfields-markers']}).filter(({properties}) => properties.point_count === undefined)
        .map(({properties, geometry}) => ({...properties, ...map.project(geometry.coordinates)}))
        .sort((one, two) => Math.hypot(one.x - middle, one.y - center) - Math.hypot(two.x - middle, two.y - center))[0];""")
    page.click(single["x"], single["y"])
    page.wait("document.querySelector('.maplibregl-popup')")
    told = page.run("return document.querySelector('.maplibregl-popup').innerText")
    assert single["name"] in told and str(single["elevation_ft"]) in told and single["country"] in told
    assert page.errors == [] and page.run("return document.getElementById('message').hidden")
    assert all(url.startswith(show.server.url) or url.startswith(("data:", "blob:")) for url in page.requests)
    if scheme == "dark":
        goes_over(page, show, bundles)
    page.close()


def goes_over(page, show, bundles):
    """A bundle is published again: all layers go over at once, without a word to the reader of the page."""
    page.run("document.querySelector('input[name=airports]').click(); map.jumpTo({center: [0, 0], zoom: 0});")
    counts = [bundle.layers["airports"]["features"] for bundle in bundles]
    page.wait(f"map.loaded() && (() => {{ {COUNT} }})() === {counts[0]}")
    assert counts[0] != counts[1]
    show.server.folders["bundle/"] = bundles[1].folder
    page.run("map.jumpTo({center: [10, 50], zoom: 5});")
    page.wait("map.loaded() && map.areTilesLoaded()")
    page.run("map.jumpTo({center: [0, 0], zoom: 0});")
    page.wait(f"map.loaded() && (() => {{ {COUNT} }})() === {counts[1]}")
    assert page.run("return document.getElementById('message').hidden")


def test_a_host_without_ranges_is_one_message(show):
    show.server.ranges = False
    page = show(320, 240, place="4/50/10")
    page.wait("!document.getElementById('message').hidden")
    assert "supports range requests" in page.run("return document.getElementById('message').textContent")
    before = len(page.requests)
    page.run("map.jumpTo({center: [-100, 40]}); await new Promise((resolve) => map.once('idle', resolve));")
    assert page.errors == [] and len(page.requests) <= before + 1
    page.close()
