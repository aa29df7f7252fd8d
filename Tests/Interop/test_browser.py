"""The preview in a real browser: MapLibre shows what the bundle holds, where it belongs, in every layout that a page can read.

One browser serves all tests of this file; MapLibre comes from the wheel of the Python package `maplibre`. Maps are small, since
they are drawn without a graphics card. OVERTILE_SLOW=1 looks at many more cameras."""
import base64
import contextlib
import functools
import hashlib
import http.client
import http.server
import importlib.util
import json
import math
import os
import random
import re
import shutil
import tempfile
import threading
import urllib.parse
from pathlib import Path

import pytest
import yaml
from pyproj import Geod
from shapely import affinity
from shapely.geometry import Point, Polygon, box, shape
from shapely.validation import make_valid

import mercator
from browser import PROGRAM, Browser, RangeServer
from bundle import Bundle, features
from conftest import CONTAINERS, ROOT, SEED, build, collection, overtile, point, write_pipeline
from members import Members
from previewing import preview

PAGE = ROOT / "Sources/OvertileServing/Page"
LIBRARY = Path(importlib.util.find_spec("maplibre").submodule_search_locations[0]) / "srcjs"
MAPLIBRE = {"script": "lib/maplibre-gl.js", "css": "lib/maplibre-gl.css"}
SLOW = "OVERTILE_SLOW" in os.environ
WIDTH, HEIGHT = 700, 500
SMALL = (320, 240)
# Longitude, latitude and zoom; around the antimeridian too, and beyond the last zooms of layers.
FIXED = [(0, 20, 0.6), (8, 48, 4), (180, -18, 3.2), (9.5, 47.2, 6.7), (179.99, -17, 7.5), (10, 51, 12)]
NUMBERS = random.Random(SEED)
CAMERAS = FIXED + [((NUMBERS.uniform(170, 190) + 180) % 360 - 180, NUMBERS.uniform(-30, -10), NUMBERS.uniform(1, 9 if SLOW else 8))
                    for _ in range(40 if SLOW else 1)]
FEW_CAMERAS = CAMERAS[:len(FIXED):2] + CAMERAS[len(FIXED):]
# Goes to a camera and waits until everything is there.
SETTLE = """const settled = (map, camera) => new Promise((resolve) => { map.jumpTo(camera); map.triggerRepaint(); map.once('idle', resolve); });
  const [view] = overtile.views; const {map} = view;"""


@pytest.fixture(scope="module")
def browser():
    assert PROGRAM, "there is no chromium here; make test-tools installs it"
    browser = Browser()
    yield browser
    browser.close()


def style_beside(server, path):
    """The styles beside the page, as one makes them who puts it on a server of files."""
    named = re.fullmatch(r"styles/(.+?)(-dark)?\.json", path)
    folder = named and server.folders.get(f"{named[1]}/")
    return overtile("style", folder, *["--dark"] * bool(named[2])).stdout if folder else None


@pytest.fixture(scope="module")
def server(quickstart):
    server = RangeServer({"": PAGE, "lib/": LIBRARY, "quickstart/": quickstart.folder})
    server.texts["preview.json"] = json.dumps({"bundles": [], "maplibre": MAPLIBRE})
    server.make = functools.partial(style_beside, server)
    yield server
    server.close()


@pytest.fixture(scope="module")
def stored(quickstart):
    """Builds the quickstart in a container, a layout and a format of tiles, once. In memory where enough is free: its folders of
    tiles have 43,000 files, and a disk takes its time for them."""
    memory = Path("/dev/shm")
    is_free = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2 << 30
    scratch = tempfile.TemporaryDirectory(prefix="overtile-browser-", dir=memory if is_free else None)
    folder = Path(scratch.name)
    pipeline = yaml.safe_load((ROOT / "Pipelines/quickstart.yaml").read_text())
    for source in pipeline["sources"].values():
        source["path"] = str(ROOT / "Pipelines" / source["path"])
    if not SLOW:
        # Most tiles are at later zooms; cameras there look at the last tiles, enlarged.
        for layer in pipeline["layers"].values():
            layer["zooms"] = "0-5"

    @functools.cache
    def get(container, layout, tiles="mvt"):
        if SLOW and (container, layout, tiles) == ("pmtiles", "per-zoom", "mvt"):
            return quickstart
        name = f"{container}-{layout}-{tiles}"
        output = {"path": "bundle", "format": container, "layout": layout}
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(pipeline | {"output": output}, sort_keys=False))
        return build(folder / f"{name}.yaml", folder / name)

    yield get
    scratch.cleanup()


@pytest.fixture(scope="module")
def show(browser, server):
    """Opens the page with bundles, at a camera; pages are closed at the end."""
    pages = []

    def open_page(*bundles, camera=None, size=(WIDTH, HEIGHT), waits=True, query="", **media):
        for bundle in bundles:
            server.folders[f"{bundle.folder.name}/"] = bundle.folder
        words = "&".join(f"bundle={bundle.folder.name}/" for bundle in bundles) + query
        place = f"#map={camera[2]}/{camera[1]}/{camera[0]}" if camera else ""
        page = browser.open(f"{server.url}?{words}{place}", *size, **media)
        pages.append(page)
        page.wait("document.documentElement.dataset.ready")
        if waits:
            page.wait("overtile.views.length && overtile.views.every(({map}) => map.loaded())")
            # The overlays in view are known once the map is idle.
            page.run("await Promise.all(overtile.views.map(({map}) => new Promise((resolve) => { map.once('idle', resolve); map.triggerRepaint(); })));")
        return page

    yield open_page
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def page(show, quickstart):
    """The page with the quickstart, for tests that leave it as it was."""
    page = show(quickstart, camera=(0, 20, 1))
    yield page
    assert page.errors == []


# MARK: What is on the screen


def on_screen(page, cameras):
    """What the map shows of each layer at cameras: ids with their parts, positions of points."""
    return page.run(SETTLE + """
      const layers = view.layers.flatMap(({id}) => view.styleLayers(id)).filter((id) => !/-(labels|names|counts)$/.test(id));
      const found = [];
      for (const [longitude, latitude, zoom] of cameras) {
        await settled(map, {center: [longitude, latitude], zoom});
        found.push(map.queryRenderedFeatures({layers}).map(({sourceLayer, id, properties, geometry}) =>
          [sourceLayer, id, properties.part ?? '', geometry.type === 'Point' ? geometry.coordinates : null]));
      }
      return found;""", cameras=cameras)


@functools.cache
def expected(bundle, camera, size=SMALL):
    """What must be on the screen, and what may: features of tiles in view that touch the screen, or a margin around it."""
    longitude, latitude, zoom = camera
    must, may = set(), {}
    for name, layer in bundle.layers.items():
        level = min(math.floor(zoom + 1e-9), layer["maxzoom"])
        if level < layer["minzoom"]:
            continue
        pixels = 512 * 2 ** (zoom - level)
        x, y = (unit * 2**level for unit in mercator.unit(longitude, latitude))
        y = min(max(y, size[1] / pixels / 2), 2**level - size[1] / pixels / 2)
        screen = box(x - size[0] / pixels / 2, y - size[1] / pixels / 2, x + size[0] / pixels / 2, y + size[1] / pixels / 2)
        for column, row in in_view(screen.buffer(40 / pixels).bounds, level):
            for of, feature in decoded(bundle, (level, column % 2**level, row)):
                if of == name:
                    key = (name, feature["id"], feature["properties"].get("part", ""))
                    geometry = placed(feature["geometry"], column, row)
                    if geometry.intersects(screen.buffer(40 / pixels)):
                        may[key] = geometry
                    if meets(geometry, screen.buffer(-2 / pixels)) and is_drawn(layer, key[2]):
                        must.add(key)
    return must, may


@functools.cache
def decoded(bundle, address):
    data = bundle.plain.get(address)
    return list(features(data)) if data else []


def meets(geometry, screen):
    return geometry.intersects(screen) and (geometry.area == 0 or geometry.intersection(screen).area > screen.area * 1e-4)


def is_drawn(layer, part):
    return layer["kind"] != "circle" or part in ("dot", "dissolved") or part in layer["circle"]["draw"]


def in_view(bounds, level):
    west, north, east, south = (math.floor(edge) for edge in bounds)
    return [(column, row) for column in range(west, east + 1) for row in range(max(north, 0), min(south, 2**level - 1) + 1)]


def placed(geometry, column, row):
    """A geometry of a tile, in tiles of its zoom, cut to the tile: a map draws nothing beyond it, but points."""
    def moved(coordinates):
        if isinstance(coordinates[0], (int, float)):
            return [column + coordinates[0] / 4096, row + coordinates[1] / 4096]
        return [moved(part) for part in coordinates]

    found = shape({"type": geometry["type"], "coordinates": moved(geometry["coordinates"])})
    return found if "Point" in geometry["type"] else make_valid(found).intersection(box(column, row, column + 1, row + 1))


def compare(features, bundle, camera):
    must, may = expected(bundle, camera)
    found = {}
    for layer, id, part, position in features:
        found.setdefault((layer, id, part), position)
    assert must <= set(found), (camera, sorted(must - set(found))[:5])
    assert set(found) <= set(may), (camera, sorted(set(found) - set(may))[:5])
    for key, position in found.items():
        if position is not None:
            level = min(math.floor(camera[2] + 1e-9), bundle.layers[key[0]]["maxzoom"])
            x, y = mercator.unit((position[0] + 180) % 360 - 180, position[1])
            there = may[key]
            assert abs((x * 2**level - there.x + 0.5) % 2**level % 1 - 0.5) < 1e-3 and abs(y * 2**level - there.y) < 1e-3, key
    return len(must)


def shown(page, bundle):
    """Waits until a page shows the bundle that was published at its address; overlays alone, since drawing costs the most."""
    page.wait(f"overtile.reload() && overtile.views[0].bundle.manifest.digest === '{bundle.manifest['digest']}'")
    page.wait("overtile.views[0].isCurrent && overtile.views[0].map.loaded()")
    page.run("""const [{map}] = overtile.views;
      const others = map.getStyle().layers.filter(({id}) => /^page:|-(labels|names|counts)$/.test(id));
      for (const {id} of others) map.setLayoutProperty(id, 'visibility', 'none');""")
    return page


@pytest.fixture(scope="module")
def published(browser, server):
    """Publishes bundles at one address, one after the other, and returns the page that shows them there."""
    pages = []

    def publish(bundle):
        server.folders["published/"] = bundle.folder
        if not pages:
            pages.append(browser.open(f"{server.url}?bundle=published/", *SMALL))
        return shown(pages[0], bundle)

    yield publish
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def served(browser, stored, tmp_path_factory):
    """The same with the page and the tiles of the program, which the page needs for what it cannot read itself."""
    link = tmp_path_factory.mktemp("served") / "published"
    link.symlink_to(stored("mbtiles", "per-layer").folder)
    with preview(link, "--maplibre", LIBRARY) as (url, _):
        page = browser.open(url, *SMALL)

        def publish(bundle):
            other = link.with_name("other")
            other.symlink_to(bundle.folder)
            other.replace(link)
            return shown(page, bundle)

        yield publish
        page.close()


# Every layout as the page reads it itself; the other containers go through one reader for all layouts.
KINDS = [*CONTAINERS[:3], ("mbtiles", "per-layer"), ("directory", "single")]


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_every_layout_and_container_shows_the_quickstart(kind, request, stored, quickstart):
    """At seven positions and zooms, the last one random, the same features as in the tiles of the usual bundle. Other layouts
    and containers than the usual ones have half of the positions, and the random one."""
    print(f"OVERTILE_SEED={SEED}")
    is_usual = kind == KINDS[0]
    cameras = CAMERAS if SLOW or is_usual else FEW_CAMERAS
    bundle, usual = (quickstart, quickstart) if is_usual else (stored(*kind), stored(*KINDS[0]))
    page = request.getfixturevalue("served" if kind[0] == "mbtiles" else "published")(bundle)
    for camera, found in zip(cameras, on_screen(page, cameras)):
        count = compare(found, usual, camera)
        # A random camera may look at the sea.
        assert count > 0 or camera not in FIXED
    # A folder says only by 404 that it lacks a tile, and a browser logs each.
    assert [error for error in page.errors if kind[0] != "directory" or not re.search(r" 404 .*\.pbf$", error)] == []
    page.errors.clear()
    if kind[0] == "directory":
        shutil.rmtree(bundle.folder)


def test_tiles_of_the_program_say_their_sizes(served, stored):
    bundle = stored("mbtiles", "per-layer")
    check_sizes(served(bundle), stored(*KINDS[0]), (180, 0, 3.2))


def test_countries_are_there_at_zoom_12(page):
    names = page.run(SETTLE + """await settled(map, {center: [10, 51], zoom: 12});
      return map.queryRenderedFeatures({layers: ['countries-fill']}).map(({properties}) => properties.name);""")
    assert set(names) == {"Germany"}
    row = page.run("return document.querySelector('[data-layer=countries]').innerText")
    assert "overzoom" in row


@pytest.fixture(scope="module")
def crossing(tmp_path_factory):
    """Points on both sides of the antimeridian, close enough for one small screen up to zoom 5."""
    folder = tmp_path_factory.mktemp("crossing")
    numbers = random.Random(SEED)
    points = [point((numbers.uniform(177.5, 182.5) + 180) % 360 - 180, numbers.uniform(-1.5, 1.5), index + 1, name=f"p{index}")
              for index in range(400)]
    (folder / "points.geojson").write_text(collection(points))
    return build(write_pipeline(folder / "p.yaml", {"points": {"path": "points.geojson"}},
                                {"points": {"source": "points", "kind": "cluster", "zooms": "0-6"}}), folder / "crossing")


def test_counts_are_conserved_from_zoom_to_zoom(published, crossing):
    page = published(crossing)
    for zoom in (1.5, 2, 3.7, 4, 5.4):
        shown = page.run(SETTLE + """await settled(map, {center: [180, 0], zoom});
          const markers = new Map(map.queryRenderedFeatures({layers: ['points-singles', 'points-clusters']}).map((one) => [one.id, one]));
          return [...markers.values()].map(({properties}) => properties.point_count ?? 1);""", zoom=zoom)
        assert sum(shown) == 400, zoom
    assert page.errors == []


# MARK: Pressing


def test_a_pressed_cluster_falls_apart(page, quickstart):
    found = page.run(SETTLE + """await settled(map, {center: [8, 48], zoom: 4});
      const panel = document.getElementById('panel').getBoundingClientRect();
      return [...view.overlays('airports').values()].filter(({properties}) => properties.point_count > 15)
        .map(({id, geometry, properties}) => ({id, zoom: properties.expansion_zoom, count: properties.point_count, ...map.project(geometry.coordinates)}))
        .filter(({x, y}) => x > panel.right + 20 && x < innerWidth - 60 && y > 30 && y < innerHeight - 80)[0];""")
    page.click(found["x"], found["y"])
    page.wait(f"Math.abs(overtile.views[0].map.getZoom() - {found['zoom']}) < 1e-6 && overtile.views[0].map.loaded()")
    page.wait("document.querySelectorAll('#selection li').length === 10")
    isThere = SETTLE + """await settled(map, {zoom});
      return map.queryRenderedFeatures({layers: ['airports-clusters']}).some((one) => one.id === id);"""
    assert page.run(isThere, id=found["id"], zoom=found["zoom"] - 0.01)
    assert not page.run(isThere, id=found["id"], zoom=found["zoom"])

    members = Members(quickstart.folder / "members.airports.bin")
    leaves = members.leaves_of(next(cluster for cluster in members.clusters if cluster.id == found["id"]))
    names = dict(zip((leaf[0] for leaf in members.leaves), members.properties))
    listed = "return [...document.querySelectorAll('#selection li')].map((item) => item.innerText)"
    assert page.run(listed) == [names[leaf[0]]["name"] for leaf in leaves[:10]]
    page.run("document.querySelector('[aria-label=\"Next page\"]').click()")
    page.wait("document.querySelector('#selection ol').start === 11")
    assert page.run(listed) == [names[leaf[0]]["name"] for leaf in leaves[10:20]]
    assert f"11–{min(20, found['count'])} of {found['count']:,} points" in page.run("return document.getElementById('selection').innerText")
    page.press("Escape")
    assert page.run("return document.getElementById('selection').hidden")


def test_properties_of_what_is_pressed_are_listed(page, quickstart):
    page.run(SETTLE + "await settled(map, {center: [2.2, 46.5], zoom: 8});")
    at = page.run(SETTLE + """for (let x = 380; x < innerWidth - 60; x += 9) for (let y = 60; y < innerHeight - 60; y += 9) {
        const [one, ...others] = view.overlaysAt({x, y});
        if (one?.layer === 'countries' && others.length === 0) return {x, y};
      }""")
    page.move(at["x"], at["y"])
    page.wait("!document.getElementById('hover').hidden")
    assert "France" in page.run("return document.getElementById('hover').innerText")
    page.click(at["x"], at["y"])
    facts = page.run("return [...document.querySelectorAll('#selection tr')].map((row) => [row.cells[0].innerText, row.cells[1].innerText])")
    country = next(entry.properties for entry in quickstart_tile(quickstart, (2, 2, 1)) if entry.properties.get("name") == "France")
    assert all(len(value.split(".")[-1]) <= 4 for _, value in facts if re.fullmatch(r"-?[\d.]+", value) and "." in value)
    assert dict(facts)["name"] == "France" and dict(facts)["population"] == str(country["population"])
    page.press("Escape")


def quickstart_tile(bundle, address):
    from bundle import Entry
    return [Entry(address, one["id"], one["properties"], one["geometry"]) for _, one in features(bundle.plain[address])]


# MARK: Where circles are drawn


CENTERS = {"near": (10.0, 50.0), "far": (179.95, -30.0)}


@pytest.fixture(scope="module")
def disks(tmp_path_factory):
    """Two circles far from each other, one over the antimeridian, with a pulse that only grows."""
    folder = tmp_path_factory.mktemp("disks")
    (folder / "points.geojson").write_text(collection([point(*CENTERS["near"], 1), point(*CENTERS["far"], 2)]))
    layers = {model: {"source": "points", "kind": "circle", "zooms": "0-6", "circle": {
        "model": model, "radius": "100km", "draw": "ring", "chordError": "0.05px", "pulse": {"scale": [1, 1.5], "opacity": [1, 1], "duration": "2s"}}}
        for model in ("mapkit", "geodesic")}
    (folder / "crowd.geojson").write_text(collection([point(-40 + index / 9, 0, index + 1) for index in range(20)]))
    layers["crowd"] = layers["mapkit"] | {"source": "crowd"}
    return build(write_pipeline(folder / "p.yaml", {name: {"path": f"{name}.geojson"} for name in ("points", "crowd")}, layers), folder / "disks")


# Paints one style layer red on black, alone, and measures what is red, and how red it is at most.
MEASURE = SETTLE + """
  await settled(map, {center: [longitude, latitude], zoom});
  for (const {id, type} of map.getStyle().layers) if (type !== 'background') map.setLayoutProperty(id, 'visibility', 'none');
  map.setPaintProperty('background', 'background-color', '#000000');
  const moving = map.getLayer(`${model}-pulse-moving`).implementation;
  moving.color = [1, 0, 0];
  moving.clock = {moves: seconds !== null, seconds};
  map.setPaintProperty(`${model}-rings`, 'fill-extrusion-color', '#ff0000');
  map.setPaintProperty(`${model}-rings`, 'fill-extrusion-opacity', seconds === null ? opacity : 0);
  moving.pulse = {...moving.pulse, opacity: [opacity, opacity]};
  // A source that no style layer shows has no tiles.
  for (const id of [`${model}-rings`, `${model}-pulse-moving`]) map.setLayoutProperty(id, 'visibility', 'visible');
  await new Promise((resolve) => map.once('idle', resolve));
  return await new Promise((resolve) => {
    map.once('render', () => {
      const gl = map.painter.context.gl;
      const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
      const pixels = new Uint8Array(4 * width * height);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      let [area, x, y, east, west, most] = [0, 0, 0, 0, width, 0];
      for (let index = 0; index < width * height; index += 1) {
        const part = pixels[4 * index] / 255;
        if (part === 0) continue;
        const column = index % width;
        area += part;
        x += part * (column + 0.5);
        y += part * (height - Math.floor(index / width) - 0.5);
        [east, west, most] = [Math.max(east, column + 1), Math.min(west, column), Math.max(most, part)];
      }
      resolve({area, x: x / area, y: y / area, wide: east - west, most});
    });
    map.triggerRepaint();
  });"""


# The ring of each circle, and each time of the pulse with each model and at each place.
DRAWN = {"ring": (None, [(model, where) for where in CENTERS for model in ("mapkit", "geodesic")]),
         "pulse-begins": (0, [("mapkit", "near"), ("geodesic", "far")]), "pulse-halfway": (1, [("geodesic", "near"), ("mapkit", "far")])}


@pytest.mark.parametrize("seconds, model, where", [(seconds, *case) for seconds, cases in DRAWN.values() for case in cases],
                         ids=["-".join((name, *case)) for name, (_, cases) in DRAWN.items() for case in cases])
def test_circles_are_where_they_belong_to_half_a_pixel(model, where, seconds, disk_page, disks):
    """The ring of the tiles, and the pulse that the page draws: its middle, its width and its area, on the screen."""
    longitude, latitude = CENTERS[where]
    zoom = 4.7
    # The camera is a little beside the circle, so that tile edges and the meridian cross the screen elsewhere.
    found = disk_page.run(MEASURE, model=model, longitude=longitude + 0.7, latitude=latitude - 0.4, zoom=zoom, seconds=seconds, opacity=1)
    entry = next(one for data in disks.plain.values() for of, one in features(data)
                 if of == model and one["id"] == list(CENTERS).index(where) + 1)
    disk = on_plane(model, longitude, latitude, 512 * 2**zoom, entry["properties"]["radius_map_points"])
    disk = affinity.scale(disk, *[1.25 if seconds else 1] * 2, origin=pixels(longitude, latitude, 512 * 2**zoom))
    left, top = (one - size / 2 for one, size in zip(pixels(longitude + 0.7, latitude - 0.4, 512 * 2**zoom), SMALL))
    assert abs(found["x"] - (disk.centroid.x - left)) < 0.5 and abs(found["y"] - (disk.centroid.y - top)) < 0.5
    assert abs(math.sqrt(found["area"] / math.pi) - math.sqrt(disk.area / math.pi)) < 0.5
    # A pixel that is touched counts in the width.
    assert abs(found["wide"] - (disk.bounds[2] - disk.bounds[0])) < 2


@pytest.mark.parametrize("seconds", [None, 0], ids=["ring", "pulse"])
def test_circles_that_overlap_are_no_darker(seconds, disk_page):
    found = disk_page.run(MEASURE, model="crowd", longitude=-40, latitude=0, zoom=5, seconds=seconds, opacity=0.5)
    assert found["area"] > 2_000 and abs(found["most"] - 0.5) < 0.02


def pixels(longitude, latitude, world):
    x, y = mercator.unit(0, latitude)
    return (longitude / 360 + 0.5) * world, y * world


def on_plane(model, longitude, latitude, world, map_points):
    """The disk of 100 km: as MKCircle draws it, or on the WGS84 ellipsoid."""
    if model == "mapkit":
        return Point(pixels(longitude, latitude, world)).buffer(map_points / 2**28 * world, quad_segs=90)
    ring = []
    for azimuth in range(360):
        east, north, _ = Geod(ellps="WGS84").fwd(longitude, latitude, azimuth, 100_000)
        ring.append(pixels(longitude + (east - longitude + 180) % 360 - 180, north, world))
    return Polygon(ring)


@pytest.fixture(scope="module")
def disk_page(published, disks):
    page = published(disks)
    yield page
    assert page.errors == []


# MARK: The page


def test_nothing_is_loaded_from_elsewhere(page, server):
    outside = [url for url in page.requests if not url.startswith((server.url, "data:", "blob:"))]
    assert outside == [] and any(url.endswith("members.airports.bin") or url.endswith(".pmtiles") for url in page.requests)


def test_maplibre_is_the_one_that_the_tests_use():
    """The digests of the page are those of the files in the wheel, which are those of the release."""
    text = (PAGE / "configuration.js").read_text()
    digests = [f"sha384-{base64.b64encode(hashlib.sha384((LIBRARY / name).read_bytes()).digest()).decode()}"
               for name in ("maplibre-gl.js", "maplibre-gl.css")]
    assert re.findall(r"sha384-[\w+/=]+", text) == digests
    version = re.search(rb"/v([\d.]+)/LICENSE", (LIBRARY / "maplibre-gl.js").read_bytes())[1].decode()
    addresses = re.findall(r"https://unpkg.com/[\w@./-]+", text)
    assert all(f"maplibre-gl@{version}/" in address for address in addresses)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', (PAGE / "index.html").read_text())[1]
    assert len(addresses) == 2 and all(address in policy for address in addresses)


def test_layers_are_switched_and_counted(page):
    count = SETTLE + """await settled(map, {center: [8, 48], zoom: 4});
      return map.queryRenderedFeatures({layers: view.styleLayers('airports')}).length"""
    listed = "return document.querySelector('[data-layer=airports] .count').innerText"
    before = page.run(count)
    assert before > 20 and int(page.run(listed)) > 20
    box = "document.querySelector('[data-layer=airports] input').click()"
    page.run(box)
    assert page.run(count) == 0 and page.run(listed) == "0"
    page.run(box)
    assert page.run(count) == before


def test_one_layer_alone_and_what_is_off_is_in_the_address(page, phone):
    boxes = "return [...document.querySelectorAll('#layers input')].map((box) => box.checked)"
    only = "document.querySelector('[data-layer=airports] .only').click()"
    page.run(SETTLE + "await settled(map, {center: [8, 48], zoom: 4});")
    page.run(only)
    assert page.run(boxes) == phone.run(boxes) == [False, True, False]
    assert page.run("return location.href") == phone.run("return location.href")
    page.run(only)
    assert page.run(boxes) == [True] * 3 and "off=" not in page.run("return location.href") and page.errors == []


def test_names_win_over_dots_and_large_countries_come_first(page):
    largest = ["Russia", "Canada", "United States of America", "China", "Brazil", "Australia", "India", "Argentina", "Kazakhstan", "Algeria"]
    page.run(SETTLE + "view.show('airports', false); await settled(map, {center: [15, 5], zoom: 1});")
    names = "overtile.views[0].map.queryRenderedFeatures({layers: ['countries-names']}).map(({properties}) => properties['page:name'])"
    page.wait(f"{json.dumps(largest)}.every((name) => {names}.includes(name))")
    page.run(SETTLE + "await settled(map, {zoom: 3});")
    assert page.run("return overtile.views[0].map.queryRenderedFeatures({layers: ['countries-labels']}).length") == 0
    page.run("overtile.views[0].show('airports', true)")


@pytest.fixture(scope="module")
def phone(browser, server, page):
    """The quickstart on a dark phone, over a map of another style, at an address that has one layer alone; for tests that leave it
    as it was."""
    configuration = json.loads(server.texts["preview.json"])
    server.texts["base.json"] = json.dumps({"version": 8, "sources": {"airports": {"type": "geojson", "data": {"type": "Point", "coordinates": [8, 48]}}},
        "layers": [{"id": "sea", "type": "background", "paint": {"background-color": "#123456"}}, {"id": "dot", "type": "circle", "source": "airports"}]})
    server.texts["preview.json"] = json.dumps(configuration | {"style": "base.json"})
    try:
        phone = browser.open(f"{server.url}?bundle=quickstart/#map=4/48/8&off=countries,quakes", 390, 700, prefers_color_scheme="dark")
        phone.wait("overtile.views.length && overtile.views[0].map.loaded()")
    finally:
        server.texts["preview.json"] = json.dumps(configuration)
    yield phone
    assert phone.errors == []
    phone.close()


def test_a_bundle_over_a_map_of_another_style(phone):
    assert phone.run("return overtile.views[0].map.getStyle().layers.slice(0, 3).map(({id}) => id)") == ["page:base:sea", "page:base:dot", "countries-fill"]
    phone.wait("overtile.views[0].overlays('airports').size > 20")
    assert phone.run("return [...new Set(overtile.views[0].map.queryRenderedFeatures().map(({source}) => source))].sort()") == [
        "airports", "page:base:airports"]


def check_sizes(page, bundle, camera):
    page.run(SETTLE + "await settled(map, {center: [camera[0], camera[1]], zoom: camera[2]});", camera=camera)
    page.press("t")
    texts = page.run("""const [{map}] = overtile.views;
      for (let waited = 0; waited < 100; waited += 1) {
        const texts = (await map.getSource('page:tiles').getData()).features.map(({properties}) => properties.text);
        if (texts.length > 0) return texts;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }""")
    page.press("t")
    assert len(set(texts)) >= 4
    for text in texts:
        address, size = text.split("\n")
        tile = bundle.plain[tuple(map(int, address.split("/")))]
        entries = sum(1 for _ in features(tile))
        shown = f"{len(tile)} bytes" if len(tile) < 1000 else f"{len(tile) / 1000:.{1 if len(tile) < 10000 else 0}f} kB"
        assert size == f"{shown}, {entries:,} feature{'s' * (entries != 1)}"


def test_tiles_say_their_sizes(page, quickstart):
    check_sizes(page, quickstart, (10, 45, 4.5))


def test_every_control_is_reached_by_keyboard(page):
    page.run("document.activeElement.blur()")
    reached = set()
    for _ in range(60):
        for kind in ("rawKeyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key="Tab", windowsVirtualKeyCode=9)
        reached.add(page.run("const one = document.activeElement; return one.id || one.ariaLabel || one.title || one.innerText || one.className"))
    assert {"tiles", "pulse", "theme", "keys", "zoom-slider", "Zoom in", "All of airports"} <= reached, reached
    nameless = page.run("""return [...document.querySelectorAll('button, input, select')].filter((one) => !(one.ariaLabel || one.innerText.trim()
      || one.title || one.labels?.length)).map((one) => one.outerHTML)""")
    assert nameless == []
    page.run("document.activeElement.blur()")
    page.press("?")
    assert page.run("return document.getElementById('help').open")
    page.run("document.getElementById('help').close()")


def test_the_camera_is_in_the_address(page):
    page.run(SETTLE + "await settled(map, {center: [8, 48], zoom: 4.25});")
    assert "#map=4.25/48/8" in page.run("return location.href")


def test_what_lies_in_the_middle_is_read_by_keyboard(page):
    page.run(SETTLE + "await settled(map, {center: [8, 48], zoom: 4}); document.activeElement.blur();")
    page.press("i")
    assert not page.run("return document.getElementById('selection').hidden")
    assert page.run("return document.activeElement.ariaLabel") == "Close"
    page.press("Escape")
    assert page.run("return document.getElementById('selection').hidden")


def test_both_levels_of_zoom_are_told(page):
    page.run("const slider = document.getElementById('zoom-slider'); slider.value = 6.5; slider.dispatchEvent(new Event('input'));")
    assert page.run("return [overtile.views[0].map.getZoom(), document.getElementById('zoom-512').value, document.getElementById('zoom-256').value]") == [
        6.5, "6.50", "7.50"]


def test_dark_mode_follows_the_system_and_a_phone_has_a_sheet(phone):
    color = phone.run("return overtile.views[0].map.getPaintProperty('airports-clusters', 'circle-color')")
    assert color == "#4c88ff" and phone.run("return document.documentElement.dataset.theme") == "dark"
    height = "return document.getElementById('panel').offsetHeight"
    assert phone.run(height) < 120 and phone.run("return document.getElementById('panel').offsetWidth") == 390
    places = """return Object.fromEntries([['told', '.maplibregl-ctrl-attrib'], ['scale', '.maplibregl-ctrl-scale'], ['sheet', '#panel'], ['handle', '#handle']].map(
      ([name, selector]) => [name, document.querySelector(selector).getBoundingClientRect().toJSON()]))"""
    handle = phone.run(places)["handle"]
    assert handle["height"] >= 44
    # Pressed where it is, at its lower end.
    phone.click(195, handle["top"] + 20)
    assert 200 < phone.run(height) < 0.7 * 700
    phone.wait("document.querySelector('.maplibregl-ctrl-attrib').getBoundingClientRect().bottom <= document.getElementById('panel').getBoundingClientRect().top")
    found = phone.run(places)
    assert max(found["told"]["bottom"], found["scale"]["bottom"]) <= found["sheet"]["top"] and found["told"]["right"] <= 390
    phone.run("document.getElementById('theme').click()")
    phone.wait("overtile.views[0].map.loaded() && overtile.views[0].map.getPaintProperty('airports-clusters', 'circle-color') === '#2458e6'")
    phone.run("document.getElementById('theme').click()")
    # The sheet is closed again.
    phone.click(195, phone.run(places)["handle"]["top"] + 20)


TOLD = "return [...document.querySelectorAll('#messages .message p')].map((one) => one.innerText).join()"


def tells(page, text):
    page.wait(f"document.getElementById('messages').innerText.includes({json.dumps(text)})")


def test_errors_are_told_in_words(browser, server, stored):
    # The server of the page itself needs no permission.
    server.silent.add("silent/bundle.json")
    server.folders["mbtiles/"] = stored("mbtiles", "per-layer").folder
    page = browser.open("about:blank", *SMALL)
    for name, text in {"nothing": "bundle.json: the server has no such file", "silent": "bundle.json: the request failed",
                       "mbtiles": "this format cannot be read in a browser"}.items():
        page.call("Page.navigate", url=f"{server.url}?bundle={name}/")
        tells(page, text)
        assert "CORS" not in page.run(TOLD)
    page.close()


def test_a_bundle_without_features_is_told(published, crossing, tmp_path):
    (tmp_path / "points.geojson").write_text(collection([]))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson"}},
                              {"points": {"source": "points", "kind": "cluster", "zooms": "0-2"}}, gates={"empty": "warn"})
    page = published(build(pipeline, tmp_path / "empty"))
    tells(page, "contains no features")
    published(crossing)
    assert "contains no features" not in page.run(TOLD) and page.errors == []


EVIL = "<img src=x onerror='globalThis.hurt = true'>"
# MapLibre keeps sources and layers in objects that have some of these names already.
NAMES = [EVIL, "constructor", "__proto__", "toString", "hasOwnProperty"]
# MapLibre takes it as HTML: a page in it would be opened, and code of it would run.
ATTRIBUTION = ("<meta http-equiv=refresh content='0;url=about:blank#gone'><style>body {display: none}</style><b onclick='hurt()'>Data</b> of "
               "<a href='https://example.com/a?b=1&c=2' onclick='hurt()' style='position: fixed'>a town</a>, <a href='javascript:hurt()'>here</a> &lt;i&gt;")


@pytest.fixture(scope="module")
def mended(show, server, tmp_path_factory):
    """A page that told of damaged archives until its bundle was whole; the bundle has strange texts and names."""
    folder = tmp_path_factory.mktemp("mended")
    points = [point(10 * n, 10 * n, n + 1, name=EVIL, **{EVIL: EVIL}) for n in range(3)]
    (folder / "points.geojson").write_text(collection(points))
    pipeline = write_pipeline(folder / "p.yaml", {"points": {"path": "points.geojson"}},
                              {name: {"source": "points", "kind": "cluster", "zooms": "0-3"} for name in NAMES},
                              name=EVIL, attribution=ATTRIBUTION + EVIL, description=EVIL)
    bundle = build(pipeline, folder / "strange")
    damaged = folder / "damaged/strange"
    shutil.copytree(bundle.folder, damaged)
    for archive in damaged.glob("*.pmtiles"):
        archive.write_bytes(b"\0" * archive.stat().st_size)
    page = show(Bundle(damaged), camera=(10, 10, 2), size=SMALL)
    tells(page, ".pmtiles: ")
    # They are asked for again, which ends what was told about them.
    server.folders["strange/"] = bundle.folder
    page.run("await overtile.reload();")
    page.wait("!document.getElementById('messages').innerText.includes('.pmtiles: ')")
    page.run(SETTLE + "await settled(map, {zoom: 2});")
    page.errors.clear()
    yield page
    # The browser says so of code that the page does not let run.
    assert [error for error in page.errors if "Content Security Policy" not in error] == []
    assert page.run("return globalThis.hurt === undefined")


def test_texts_of_a_bundle_run_no_code(mended):
    mended.run("""const {choose} = await import('./selection.js'); const [view] = overtile.views;
      choose(view, [...view.overlays(view.layers[0].id).values()], 0); await new Promise((resolve) => setTimeout(resolve, 300));""")
    assert mended.run("return globalThis.hurt === undefined && document.querySelector('#panel img') === null")
    assert EVIL in mended.run("return document.getElementById('panel').innerText")
    mended.press("Escape")


def test_an_attribution_is_text_with_links(mended):
    mended.run("await new Promise((resolve) => setTimeout(resolve, 500));")
    found = mended.run("""const box = document.querySelector('.maplibregl-ctrl-attrib');
      return {text: box.innerText, links: [...box.querySelectorAll('a')].map((link) => link.getAttribute('href')), at: location.href,
        names: [...box.querySelectorAll('*')].map((one) => one.nodeName), attributes: [...box.querySelectorAll('a')].flatMap((link) => link.getAttributeNames())}""")
    assert found["text"] == "MapLibre Data of a town, here <i>" and found["links"] == ["https://maplibre.org/", "https://example.com/a?b=1&c=2"]
    assert set(found["names"]) == {"A"} and set(found["attributes"]) == {"href", "target", "rel"} and "bundle=strange" in found["at"]


def test_layers_named_like_what_every_object_has(mended):
    found = mended.run(SETTLE + """return {shown: view.layers.map(({id}) => [id, view.overlays(id).size]),
      pressed: view.overlaysAt(map.project([0, 0]), 3).map(({layer}) => layer),
      listed: [...document.querySelectorAll('#layers li')].map((row) => [row.dataset.layer, row.querySelector('.count').textContent])}""")
    assert found["shown"] == [[name, 3] for name in NAMES] and found["listed"] == [[name, "3"] for name in NAMES]
    assert sorted(found["pressed"]) == sorted(NAMES)
    mended.run(SETTLE + "overtile.darken(true); await settled(map, {zoom: 2}); view.show('constructor', false); await settled(map, {zoom: 2});")
    assert mended.run("return overtile.views[0].overlays('constructor').size") == 0
    mended.run("overtile.darken(false); overtile.views[0].show('constructor', true);")


def test_the_report_is_read_in_a_browser(browser, server, quickstart, tmp_path):
    """The page of `overtile report`: its tables and drawings are there, nothing is loaded, and a phone is wide enough."""
    run = overtile("report", quickstart.folder, "--html", tmp_path / "report.html")
    assert run.returncode == 0, run.stderr
    server.folders["report/"] = tmp_path
    page = browser.open(f"{server.url}report/report.html", 390, 700)
    page.wait("document.readyState === 'complete' && document.querySelector('#zooms table')")
    rows = page.run("""return [...document.querySelectorAll('#zooms table tr')].map((row) => [...row.cells].map((cell) => cell.textContent))""")
    tiles = {str(file["minzoom"]): f"{file['tiles']:,}" for file in quickstart.tile_files}
    assert {row[0]: row[rows[0].index("tiles")] for row in rows[1:]} == tiles
    narrow = page.run("""return {page: document.documentElement.scrollWidth, drawings: [...document.querySelectorAll('svg')]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().width)}""")
    assert narrow["page"] <= 390 and len(narrow["drawings"]) > 5 and min(narrow["drawings"]) > 100
    assert page.errors == [] and {url for url in page.requests if "favicon" not in url} == {f"{server.url}report/report.html"}
    page.close()


SIDE_BY_SIDE = """const settled = async (camera) => {
    overtile.views.forEach(({map}) => map.jumpTo(camera));
    await Promise.all(overtile.views.map(({map}) => new Promise((resolve) => { map.triggerRepaint(); map.once('idle', resolve); })));
    await overtile.comparison.update();
  };"""
# The outlines on both maps, by layer and id, and the list of differences.
DIFFERING = SIDE_BY_SIDE + """await settled(camera);
  const data = await Promise.all(overtile.views.map(({map}) => map.getSource('page:changes').getData()));
  const marks = data.flatMap(({features}, view) => features.map(({properties: {layer, id, change}}) => [layer, id, change, view]));
  return {marks, told: document.querySelector('#differences .changes').innerText.split('\\n'),
    notes: [...document.querySelectorAll('#differences .in-view p')].map((one) => one.innerText)};"""


def overlays(bundle, layer, tiles):
    """What must be the same of each overlay, by id, in tiles of one zoom: parts with tile, geometry and properties, in any order."""
    found = {}
    for entry in bundle.entries[layer]:
        if entry.tile in tiles:
            text = json.dumps([entry.tile, entry.geometry, sorted(entry.properties.items())])
            found[entry.id] = sorted([*found.get(entry.id, []), text])
    return found


def differing(before, after, zoom, bounds=(-180, -85.06, 180, 85.06)):
    """The change of each overlay of a zoom that differs, in the tiles that a box touches; of clusters those in the box."""
    found = {}
    west, north = (unit * 2**zoom for unit in mercator.unit(bounds[0], bounds[3]))
    east, south = (unit * 2**zoom for unit in mercator.unit(bounds[2], bounds[1]))
    tiles = {(zoom, *address) for address in in_view((west, north, min(east, 2**zoom - 0.5), south), zoom)}
    for layer in before.layers:
        old, new = overlays(before, layer, tiles), overlays(after, layer, tiles)
        for id in old.keys() | new.keys():
            if old.get(id) != new.get(id) and (layer != "points" or shows(bounds, old.get(id, []) + new.get(id, []))):
                found[layer, id] = "added" if id not in old else "removed" if id not in new else "changed"
    return found


def shows(bounds, texts):
    """Whether any of some markers lies in a box."""
    for tile, geometry, _ in map(json.loads, texts):
        longitude, latitude = mercator.degrees(*mercator.from_tile(tile, *geometry["coordinates"]))
        if bounds[0] <= longitude <= bounds[2] and bounds[1] <= latitude <= bounds[3]:
            return True
    return False


@pytest.fixture(scope="module")
def nights(tmp_path_factory):
    """The bundles of two nights, of all kinds of layers, within 20 degrees of (0, 0); and the second one as it may be stored otherwise.
    The shape 2 has another outline in the second night, and differs in nothing else."""
    print(f"OVERTILE_SEED={SEED}")
    folder, numbers = tmp_path_factory.mktemp("nights"), random.Random(SEED)
    number = lambda most: round(numbers.uniform(-most, most), 6)
    def square(at, name, side=4, id=None):
        ring = [[at[0], at[1]], [at[0] + side, at[1]], [at[0] + side, at[1] + side], [at[0], at[1]]]
        return {"type": "Feature", "id": id, "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    def line(id):
        return {"type": "Feature", "id": id, "properties": {"name": "line"},
                "geometry": {"type": "LineString", "coordinates": [[number(17), number(15)] for _ in range(4)]}}
    shapes = [square((-15, 2), "one", id=1), square((5, -10), "two", id=2)] + [square((number(15), number(12)), "x", id=id) for id in range(3, 9)]
    shapes += [line(id) for id in range(9, 14)]
    points = [point(number(15), number(12), id, name=f"p{id}", size=id % 3) for id in range(1, 41)]
    first = {"shapes": shapes, "points": points}
    changed = square((5, -10), "two", side=4.1, id=2)
    second = {"shapes": [shapes[0], changed, *[edited(one, numbers) for one in shapes[2:]]], "points": [edited(one, numbers) for one in points]}
    second = {name: [one for one in features if one is not None] for name, features in second.items()}
    second["points"].append(point(6, 6, 99, name="new", size=1))
    layers = {"shapes": {"source": "shapes", "kind": "shape", "zooms": "0-3"}, "points": {"source": "points", "kind": "cluster", "zooms": "0-3"},
              "circles": {"source": "points", "kind": "circle", "zooms": "0-3", "circle": {"radius": "200km", "draw": ["ring", "center"]}}}
    made = {}
    short = {name: layer | {"zooms": "0-2"} for name, layer in layers.items()}
    for night, features in (("first", first), ("second", second)):
        for name, found in features.items():
            (folder / f"{night}-{name}.geojson").write_text(collection(found))
        kinds = [("pmtiles", "per-zoom", "mvt")] + [("pmtiles", "per-layer", "mvt"), ("directory", "per-layer", "mvt"), ("mbtiles", "single", "mvt")] * (
            night == "second")
        for format, layout, tiles in kinds:
            name = "-".join((night, format, tiles)) if layout != "per-layer" or format != "pmtiles" else f"{night}-layers"
            pipeline = write_pipeline(folder / f"{name}.yaml", {name: {"path": f"{night}-{name}.geojson"} for name in features}, layers,
                                      output={"format": format, "layout": layout})
            made[name] = build(pipeline, folder / name)
    made["second-short"] = build(write_pipeline(folder / "short.yaml", {name: {"path": f"second-{name}.geojson"} for name in layers if name != "circles"}, short),
                                 folder / "short")
    return made


def edited(feature, numbers):
    """The feature of the next night: mostly the same, else moved, with other properties, or gone."""
    fate = numbers.randrange(8)
    if fate == 0:
        return None
    if fate == 1:
        return feature | {"properties": feature["properties"] | {"name": "other"}}
    if fate == 2:
        return json.loads(json.dumps(feature), parse_float=lambda text: float(text) + 0.7)
    return feature


def check_differences(page, before, after, zooms):
    """The overlays that are outlined are those that differ, and as many as `overtile diff` counts, at some zooms."""
    counted = {zoom["zoom"]: {layer["layer"]: layer["overlays"] for layer in zoom["layers"]}
               for zoom in json.loads(overtile("diff", before.folder, after.folder, "--json").stdout)["zooms"]}
    assert len(counted) == 4
    for zoom in zooms:
        found = page.run(DIFFERING, camera={"center": [0, 0], "zoom": zoom + 0.1})
        marks = {(layer, id): change for layer, id, change, _ in found["marks"]}
        expected = differing(before, after, zoom)
        assert marks == expected and found["notes"] == [], (zoom, set(marks.items()) ^ set(expected.items()))
        kinds = {change: sum(one == change for one in expected.values()) for change in ("added", "removed", "changed")}
        assert found["told"] == [f"{count} {change}" for change, count in kinds.items()] and kinds["changed"] > 0
        assert kinds == {change: sum(layer[change] for layer in counted[zoom].values()) for change in kinds}
        # An overlay that is there before and after is outlined on both maps.
        views = {(layer, id, view) for layer, id, _, view in found["marks"]}
        assert all(((*key, 0) in views, (*key, 1) in views) == (change != "added", change != "removed") for key, change in expected.items())
    # Here a part of the tiles is in view.
    found = page.run(DIFFERING, camera={"center": [10, 6], "zoom": 3.6})
    bounds = page.run("return overtile.views[0].map.getBounds().toArray().flat()")
    assert {(layer, id): change for layer, id, change, _ in found["marks"]} == differing(before, after, 3, bounds)


def test_two_bundles_beside_each_other(browser, server, nights):
    """What differs is outlined, and nothing else is, however the bundles are stored."""
    first, second, layers, folder = (nights[name] for name in ("first-pmtiles-mvt", "second-pmtiles-mvt", "second-layers", "second-directory-mvt"))
    server.folders |= {"one/": first.folder, "two/": second.folder}
    page = browser.open(f"{server.url}?bundle=one/&bundle=two/#map=1/0/0", 1000, 320)
    page.wait("overtile.views.length === 2 && overtile.views.every(({map}) => map.loaded())")
    check_differences(page, first, second, [0, 2])
    assert differing(first, second, 2)["shapes", 2] == "changed"
    # The panel lies beside the maps, so that both show the same.
    widths = page.run("return overtile.views.map(({map}) => [map.getCanvas().clientWidth, map.getContainer().clientWidth])")
    assert widths == [[319, 319]] * 2
    assert page.run("overtile.views[0].map.jumpTo({center: [20, 10], zoom: 2.5}); return overtile.views.map(({map}) => [map.getZoom(), map.getCenter().lng])") == [
        [2.5, 20]] * 2

    def publish(**bundles):
        """Publishes bundles at the addresses of the page."""
        server.folders |= {f"{name}/": bundle.folder for name, bundle in bundles.items()}
        page.run("await overtile.reload();")
        page.wait("overtile.views.every(({isCurrent, map}) => isCurrent && map.loaded())")

    # The same in another layout, and in a folder of tiles; beyond the last zoom, too.
    publish(one=layers, two=folder)
    for zoom in (2.1, 5):
        found = page.run(DIFFERING, camera={"center": [8, 5], "zoom": zoom})
        assert found == {"marks": [], "told": ["0 added", "0 removed", "0 changed"], "notes": []}, zoom
    assert [error for error in page.errors if not re.search(r" 404 .*\.pbf$", error)] == []
    page.errors.clear()
    publish(one=first)
    check_differences(page, first, second, [2])
    # Beyond the last zoom of one bundle, all is of the other one.
    publish(two=nights["second-short"])
    found = page.run(DIFFERING, camera={"center": [0, 0], "zoom": 3.2})
    assert {change for _, _, change, _ in found["marks"]} == {"removed"} and found["notes"] == [f"Only one has {layer} at zoom 3." for layer in first.layers]
    page.close()


@contextlib.contextmanager
def proxy(upstream, prefix):
    """A proxy on loopback that takes a prefix off the path, and tells the server behind it nothing."""
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            fields = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            found = http.client.HTTPConnection(urllib.parse.urlsplit(upstream).netloc, timeout=20)
            path = self.path.removeprefix(prefix) if self.path.startswith(prefix + "/") else "/outside/the/prefix"
            found.request("GET", path, headers=fields)
            response = found.getresponse()
            body = response.read()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                    self.send_header(name, value)
            if response.status not in (204, 304):
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            found.close()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    server.shutdown()
    server.server_close()


def test_the_page_below_a_prefix_of_a_proxy(browser, nights, tmp_path):
    """With tiles that the page reads itself on one side, and those of the program on the other: MBTiles. Then one is published again."""
    first, second = nights["first-pmtiles-mvt"], nights["second-mbtiles-mvt"]
    (tmp_path / "one").symlink_to(first.folder)

    def table():
        """The counts of all zooms on the page, and those of `overtile diff`."""
        counts = json.loads(overtile("diff", tmp_path / "one", second.folder, "--json").stdout)["zooms"]
        return page.run("return [...document.querySelectorAll('table.diff tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))"), [
            [str(zoom["zoom"]), layer["layer"], *(str(layer["overlays"][change]) for change in ("added", "removed", "changed"))]
            for zoom in counts for layer in zoom["layers"]]

    with preview(f"one={tmp_path / 'one'}", f"two={second.folder}", "--maplibre", LIBRARY) as (url, _), proxy(url, "/maps/of-all") as address:
        page = browser.open(f"{address}/preview#map=1/0/0", 800, 240)
        page.wait("overtile.views.length === 2 && overtile.views.every(({map}) => map.loaded())")
        check_differences(page, first, second, [1])
        page.wait("document.querySelector('table.diff')")
        shown, counted = table()
        assert shown == counted and len(shown) > 4
        assert page.run("return location.pathname") == "/maps/of-all/preview/"
        # The texts that replace the counts.
        page.run("""globalThis.said = []; const details = document.querySelector('#differences details'); details.open = false;
          new MutationObserver(() => said.push(details.lastChild.textContent)).observe(details, {childList: true});""")
        (tmp_path / "next").symlink_to(nights["second-pmtiles-mvt"].folder)
        (tmp_path / "next").replace(tmp_path / "one")
        page.wait("document.querySelector('.changes').innerText === '0 added\\n0 removed\\n0 changed' && said.length > 1")
        assert table() == ([], []) and page.run("return [said[0], document.querySelector('#differences details').open]") == [
            "The bundles are being compared.", False]
        # A bundle that is gone is told until it is there again; what was open is shown meanwhile.
        (tmp_path / "one").rename(tmp_path / "away")
        tells(page, "one is missing or damaged, so the previous bundle is shown")
        (tmp_path / "away").rename(tmp_path / "one")
        page.wait("!document.getElementById('messages').innerText.includes('gone or damaged')")
        assert page.errors == [] and {one for one in page.requests if not one.startswith((address + "/", "data:", "blob:"))} == set()
        page.close()


def test_a_pipeline_is_shown_anew_when_it_changes(browser, tmp_path):
    """Its bundle grows, so that the browser's cache holds less of each file than there is. Then it cannot be built for a while."""
    def write(count):
        (tmp_path / "points.geojson").write_text(collection([point(index - count / 2, 0, index, name=f"p{index}") for index in range(count)]))

    write(1)
    pipeline = write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson"}},
                              {"points": {"source": "points", "kind": "cluster", "zooms": "0-2"}}, output={"path": "made"})
    with preview(pipeline, "--maplibre", LIBRARY) as (url, _):
        page = browser.open(url + "#map=1/0/0", *SMALL)
        page.wait("overtile.views[0].overlays('points').size === 1")
        write(90)
        tells(page, "made was published again")
        page.wait("overtile.views[0].map.loaded() && overtile.views[0].overlays('points').size > 2")
        text = pipeline.read_text()
        pipeline.write_text(text + "wrong: 1\n")
        page.wait("document.querySelector('[data-lasting=failure]')")
        assert "published again" not in page.run(TOLD)
        tells(page, 'unknown key "wrong"')
        pipeline.write_text(text)
        page.wait("document.querySelector('[data-lasting=failure]') === null")
        assert page.errors == []
    # An error that the preview has ended stays until it was started again.
    tells(page, "The preview has ended or cannot be reached. Start it again.")
    assert "CORS" not in page.run(TOLD)
    with preview(pipeline, "--maplibre", LIBRARY, "--port", re.search(r":(\d+)/", url)[1]):
        page.wait("!document.getElementById('messages').innerText.includes('Start it again')")
        page.wait("overtile.views[0].map.loaded() && overtile.views[0].overlays('points').size > 2")
        # News go at the next message about the bundle, and after a while.
        page.run("""const {say} = await import('./messages.js'); const about = overtile.views[0].bundle.url; const later = setTimeout;
          say('next', 'note', {about}); globalThis.setTimeout = (end) => later(end, 0); say('brief', 'note', {kind: 'news', about});
          globalThis.setTimeout = later;""")
        page.wait("document.querySelector('[data-lasting=news]') === null")
        assert page.run(TOLD) == "next"
        page.close()


# MARK: Pictures


# How much two pictures differ, 0 to 255, seen from far away: fonts and antialiasing of machines differ.
DIFFERENCE = """
  const seen = async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(48, 48);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, 48, 48);
    return {size: [picture.width, picture.height], pixels: context.getImageData(0, 0, 48, 48).data};
  };
  const [one, two] = [await seen(made), await seen(kept)];
  const off = one.pixels.reduce((sum, value, index) => sum + Math.abs(value - two.pixels[index]), 0) / one.pixels.length;
  return {sizes: [one.size, two.size], off};"""


def test_pictures_are_as_they_would_be_made_now(browser, page, quickstart, tmp_path):
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "Samples/pictures.py")
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    kept = [*(ROOT / "Samples/pictures").iterdir(), *pictures.PAGES.glob("*.png")]
    names = [*(f"{name}.webp" for name, *_ in pictures.PICTURES), *(f"borders-{method}.png" for method in pictures.BORDERS)]
    assert sorted(names) == sorted(path.name for path in kept)
    assert sum(path.stat().st_size for path in kept) < 500_000
    encoded = {path.stem: base64.b64encode(path.read_bytes()).decode() for path in kept}
    with preview(f"quickstart={quickstart.folder}", "--maplibre", LIBRARY) as (url, _):
        for name, *picture in pictures.PICTURES:
            if SLOW or name in ("clusters-4", "circles"):
                pictures.render(browser, url, tmp_path / f"{name}.webp", *picture)
    for method in pictures.BORDERS if SLOW else ():
        pictures.render_borders(browser, method, tmp_path, tmp_path)
    made = {path.stem: base64.b64encode(path.read_bytes()).decode() for path in [*tmp_path.glob("*.webp"), *tmp_path.glob("*.png")]}
    for name, data in made.items():
        found = page.run(DIFFERENCE, made=data, kept=encoded[name])
        assert found["sizes"][0] == found["sizes"][1] and found["off"] < 4, (name, found)
    # Other pictures differ by far more.
    assert page.run(DIFFERENCE, made=made["clusters-4"], kept=encoded["clusters-2"])["off"] > 8
