"""A bundle speaks of what it shows, and of nothing else: bounds, extents, fields, headers and cameras, against pyproj, pmtiles
and the decoded tiles."""
import json
import re
import sqlite3

import pmtiles.reader
import pytest
from pyproj import Geod

import mercator
from conftest import build, collection, overtile, point, write_pipeline

GEOD = Geod(ellps="WGS84")
CONTAINERS = ["pmtiles", "mbtiles", "directory"]


def square(longitude, latitude, side, **properties):
    ring = [[longitude, latitude], [longitude + side, latitude], [longitude + side, latitude + side], [longitude, latitude + side],
            [longitude, latitude]]
    return {"type": "Feature", "properties": properties, "geometry": {"type": "Polygon", "coordinates": [ring]}}


def stated(bundle):
    """Bounds and center of the first archive, as other readers see them, and its metadata."""
    path = bundle.folder / bundle.tile_files[0]["path"]
    if path.suffix == ".pmtiles":
        with path.open("rb") as file:
            reader = pmtiles.reader.Reader(pmtiles.reader.MmapSource(file))
            head, metadata = reader.header(), reader.metadata()
        box = [head[f"{name}_e7"] / 1e7 for name in ("min_lon", "min_lat", "max_lon", "max_lat")]
        return box, [head["center_lon_e7"] / 1e7, head["center_lat_e7"] / 1e7], metadata
    if path.suffix == ".mbtiles":
        rows = dict(sqlite3.connect(path).execute("select name, value from metadata"))
    else:
        rows = json.loads((path / "metadata.json").read_text())
    numbers = [float(number) for number in rows["bounds"].split(",")], [float(number) for number in rows["center"].split(",")[:2]]
    return *numbers, json.loads(rows["json"])


def sure(folder, status=0):
    run = overtile("verify", folder)
    assert run.returncode == status, run.stdout + run.stderr
    return run.stdout.decode()


@pytest.fixture
def hidden(tmp_path):
    """Features that no zoom shows, all far from the others: too large, too small, beyond the edge of the map."""
    circles = [point(10, 50, r=20_000, near="x"), point(11, 51, r=30_000, near="y"),
               point(-70, -40, r=3_000_000, far="z"), point(100, 89.5, r=1000, far="z")]
    shapes = [square(10, 50, 2, near="x"), square(-70, -40, 1e-7, far="z")]
    (tmp_path / "circles.geojson").write_text(collection(circles))
    (tmp_path / "shapes.geojson").write_text(collection(shapes))
    sources = {name: {"path": f"{name}.geojson"} for name in ("circles", "shapes")}
    layers = {"circles": {"source": "circles", "kind": "circle", "zooms": "3-6",
                          "circle": {"radius": {"property": "r", "unit": "m"}, "model": "geodesic", "hide": {"aboveSize": "100px"}}},
              "shapes": {"source": "shapes", "kind": "shape", "zooms": "3-6", "shape": {"small": "drop", "smallerThan": "1px"}}}
    return sources, layers


@pytest.mark.parametrize("container", CONTAINERS)
def test_what_no_zoom_shows_is_in_nothing(hidden, container, tmp_path):
    sources, layers = hidden
    pipeline = write_pipeline(tmp_path / "p.yaml", sources, layers, output={"format": container, "layout": "single"})
    bundle = build(pipeline, tmp_path / "bundle")
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    assert {layer["name"]: layer["rejected"] for layer in report["layers"]} == {"circles": 2, "shapes": 1}
    # The true box of the two circles.
    ends = [GEOD.fwd(longitude, latitude, azimuth, radius)[:2] for longitude, latitude, radius in [(10, 50, 20_000), (11, 51, 30_000)]
            for azimuth in range(360)]
    west, east = min(end[0] for end in ends), max(end[0] for end in ends)
    south, north = min(end[1] for end in ends), max(end[1] for end in ends)
    circles, shapes = bundle.layers["circles"], bundle.layers["shapes"]
    for box in circles["bounds"], circles["extent"]:
        assert box == pytest.approx([west, south, east, north], abs=0.001)
    assert shapes["bounds"] == shapes["extent"] == pytest.approx([10, 50, 12, 52], abs=1e-6)
    assert circles["features"] == 2 and shapes["features"] == 1
    for layer in circles, shapes:
        assert "far" not in layer["fields"] and "near" in layer["fields"] and "far" not in layer["values"]
        longitude, latitude = layer["camera"]["camera"]["center"]
        assert layer["extent"][0] < longitude < layer["extent"][2] and layer["extent"][1] < latitude < layer["extent"][3]
    box, center, metadata = stated(bundle)
    assert box == pytest.approx([west, south, 12, 52], abs=0.001)
    assert box[0] < center[0] < box[2] and box[1] < center[1] < box[3]
    for entry in metadata["vector_layers"]:
        assert "far" not in entry["fields"]
    for entry in metadata["tilestats"]["layers"]:
        assert "far" not in {attribute["attribute"] for attribute in entry["attributes"]}
    assert [entry["count"] for entry in metadata["tilestats"]["layers"]] == [2, 1]
    sure(bundle.folder)


def test_verify_finds_what_is_not_shown(hidden, tmp_path):
    sources, layers = hidden
    bundle = build(write_pipeline(tmp_path / "p.yaml", sources, {"circles": layers["circles"]}), tmp_path / "bundle")
    manifest = bundle.manifest
    del manifest["digest"]
    layer = manifest["layers"][0]
    for name in "bounds", "extent":
        layer[name] = [-110, -63, layer[name][2], layer[name][3]]
    manifest["bounds"] = layer["bounds"]
    (bundle.folder / "bundle.json").write_text(json.dumps(manifest))
    assert "layer-bounds" in sure(bundle.folder, status=65)


def test_a_camera_of_what_no_zoom_shows(hidden, tmp_path):
    sources, layers = hidden
    cameras = {"far": {"fit": {"layer": "circles", "filter": ["has", "far"]}, "viewports": {"phone": "390x844"}}}
    pipeline = write_pipeline(tmp_path / "p.yaml", sources, layers, cameras=cameras)
    run = overtile("build", pipeline)
    assert run.returncode == 65 and b"shows no feature that matches the camera's filter" in run.stderr and not (tmp_path / "bundle").exists(), run.stderr
    near = {"near": cameras["far"] | {"fit": {"layer": "circles", "filter": ["has", "r"]}}}
    bundle = build(write_pipeline(tmp_path / "p.yaml", sources, layers, cameras=near), tmp_path / "bundle")
    assert bundle.manifest["cameras"][0]["features"] == 2


def test_a_gate_is_not_stopped_by_it(tmp_path):
    layer = {"c": {"source": "s", "kind": "circle", "zooms": "3-5", "circle": {"radius": {"property": "r", "unit": "m"},
                                                                             "hide": {"aboveSize": "100px"}}}}
    near = [point(10, 50, r=20_000)]
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "s.geojson"}}, layer, gates={"bounds": {"maxShift": "1km"}})
    for features in near, near + [point(-70, -40, r=3_000_000)]:
        (tmp_path / "s.geojson").write_text(collection(features))
        run = overtile("build", pipeline)
        assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("container", CONTAINERS)
def test_the_center_is_among_islands_on_both_sides_of_the_meridian(container, tmp_path):
    islands = [square(longitude, latitude, 0.4) for longitude, latitude in [(177.1, -18), (178.5, -17), (-179.9, -17.5), (-179.4, -16.5)]]
    (tmp_path / "s.geojson").write_text(collection(islands))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "s.geojson"}}, {"islands": {"source": "s", "kind": "shape", "zooms": "0-7"}},
                              output={"format": container, "layout": "single"})
    bundle = build(pipeline, tmp_path / "bundle")
    box, center, _ = stated(bundle)
    # TileJSON 3.0, section 3.4: the center must be within the bounds.
    assert box[0] <= center[0] <= box[2] and box[1] <= center[1] <= box[3]
    layer, = bundle.manifest["layers"]
    assert layer["extent"] == pytest.approx([177.1, -18, -179, -16.1], abs=1e-6)
    # Half way along the meridians, and half way up the map.
    rows = [mercator.unit(0, latitude)[1] for latitude in (-18, -16.1)]
    expected = mercator.degrees((177.1 + 181 + 360) / 2 / 360, sum(rows) / 2)
    assert center == pytest.approx([expected[0] - 360 if expected[0] > 180 else expected[0], expected[1]], abs=1e-6)
    assert center == pytest.approx(layer["camera"]["camera"]["center"], abs=2e-7)
    out = tmp_path / ("out.pmtiles" if container != "mbtiles" else "out.mbtiles")
    run = overtile("export", bundle.folder, out, "--bounds", "170,-30,-170,0")
    assert run.returncode == 0, run.stderr

    class Exported:
        folder, tile_files = tmp_path, [{"path": out.name}]

    assert stated(Exported)[1] == pytest.approx(center, abs=2e-7)
    sure(bundle.folder)


def test_a_circle_beside_a_pole_does_not_confuse_verify(tmp_path):
    """Its outline runs around the pole beyond the map, and the map shows a part of it alone."""
    (tmp_path / "s.geojson").write_text(collection([point(-69.5, -86.4, r=530_000), point(77.8, 53.3, r=70), point(-121.7, -61, r=1_000_000)]))
    for draw in ["center"], ["ring"]:
        layer = {"source": "s", "kind": "circle", "zooms": "0-1", "circle": {"radius": {"property": "r", "unit": "m"}, "model": "geodesic", "draw": draw}}
        bundle = build(write_pipeline(tmp_path / "p.yaml", {"s": {"path": "s.geojson"}}, {"c": layer}), tmp_path / draw[0])
        west, south, east, _ = bundle.layers["c"]["extent"]
        assert west == pytest.approx(GEOD.fwd(-121.7, -61, 270, 1_000_000)[0], abs=1.5) and south < -85 and east == pytest.approx(77.8, abs=0.01)
        sure(bundle.folder)


@pytest.mark.parametrize("draw", [["center"], ["ring"], ["center", "ring"]], ids="-".join)
@pytest.mark.parametrize("model", ["geodesic", "mapkit"])
def test_bounds_hold_every_tile_that_only_a_pulse_touches(draw, model, tmp_path):
    """A map that keeps to the bounds asks for each tile that there is."""
    (tmp_path / "s.geojson").write_text(collection([point(9.3, 47.2), point(12.7, 41.9)]))
    layer = {"source": "s", "kind": "circle", "zooms": "4-11",
             "circle": {"radius": "9km", "model": model, "draw": draw, "pulse": {"scale": [0.8, 2.5]}}}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"s": {"path": "s.geojson"}}, {"c": layer}, output={"layout": "single"}),
                   tmp_path / "bundle")
    box, _, _ = stated(bundle)
    assert box == bundle.manifest["bounds"] == bundle.layers["c"]["bounds"]
    west, north = mercator.unit(box[0], box[3])
    east, south = mercator.unit(box[2], box[1])
    for zoom, column, row in bundle.stored:
        side = 2**zoom
        assert column / side < east and (column + 1) / side > west and row / side < south and (row + 1) / side > north
    # They are not larger than the pulse: true distances on the ground.
    reach = [GEOD.fwd(9.3, 47.2, 270, 9000 * 2.5)[0], GEOD.fwd(12.7, 41.9, 180, 9000 * 2.5)[1]]
    assert box[:2] == pytest.approx(reach, abs=0.005)
    sure(bundle.folder)


def test_a_shape_beyond_the_edge_of_the_map_is_no_fault(tmp_path):
    (tmp_path / "s.geojson").write_text(collection([square(10, 50, 2), square(10, 86, 2), square(-40, -89, 3)]))
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"s": {"path": "s.geojson"}}, {"a": {"source": "s", "kind": "shape", "zooms": "0-5"}}),
                   tmp_path / "bundle")
    assert bundle.manifest["bounds"] == pytest.approx([10, 50, 12, 52], abs=1e-6)
    entries = [json.loads(line) for line in (tmp_path / "bundle.ledger.jsonl").read_text().splitlines()]
    assert [(entry["index"], entry["code"]) for entry in entries] == [(1, "never-shown"), (2, "never-shown")]
    assert all("beyond the edge of the map" in entry["reason"] for entry in entries)


def test_summary_and_check_say_which_zooms_show_nothing(tmp_path):
    (tmp_path / "s.geojson").write_text(collection([square(10 + i / 100, 50, 0.01) for i in range(30)]))
    layers = {"cells": {"source": "s", "kind": "shape", "zooms": "0-9", "shape": {"small": "drop", "smallerThan": "2px"}}}
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "s.geojson"}}, layers)
    run = overtile("build", pipeline)
    assert run.returncode == 0, run.stderr
    zooms = [counts["zoom"] for counts in json.loads((tmp_path / "bundle/bundle.json").read_text())["layers"][0]["zooms"]
             if counts["overlays"] == 0]
    last, = re.findall(r'layer "cells" shows nothing at zooms 0 to (\d)', (run.stdout + run.stderr).decode())
    assert zooms == list(range(int(last) + 1)) and len(zooms) > 3
    check = overtile("check", pipeline)
    assert f'layer "cells" shows nothing at zooms 0 to {last}' in check.stdout.decode(), check
    told = json.loads(overtile("check", pipeline, "--json").stdout)
    assert told["sources"][0]["emptyZooms"] == {"cells": zooms}
