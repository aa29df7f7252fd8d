"""Zooms that show nothing new: the report names them and their bytes, and `zooms: 0-auto` does without."""
import json
import math
import random

import pytest

from bundle import contents
from conftest import SAMPLES, build, collection, overtile, point, write_pipeline


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Points at least 1.5 km apart, three at one position, and one pair 200 m apart."""
    made = random.Random(5)
    features = [point(5 + index % 40 * 0.03 + made.uniform(0, 0.005), 45 + index // 40 * 0.03, index) for index in range(600)]
    features += [point(20, 50, 5000 + index) for index in range(3)]
    features += [point(21, 50, 6000), point(21.0028, 50, 6001)]
    folder = tmp_path_factory.mktemp("zooms")
    (folder / "in.geojson").write_text(collection(features))
    return folder


def made(folder, name, **layers):
    path = write_pipeline(folder / f"{name}.yaml", {"in": {"path": "in.geojson"}},
                          {key: {"source": "in"} | layer for key, layer in layers.items()})
    bundle = build(path, folder / name)
    return bundle, json.loads((folder / f"{name}.report.json").read_text())


def cluster(zooms):
    return {"kind": "cluster", "zooms": zooms}


def circle(zooms, radius="400m"):
    return {"kind": "circle", "zooms": zooms, "circle": {"radius": radius, "draw": "ring"}}


def test_a_cluster_layer_ends_where_nothing_falls_apart(folder):
    bundle, report = made(folder, "clusters", a=cluster("0-auto"))
    last = bundle.layers["a"]["maxzoom"]
    assert last == report["layers"][0]["completeZoom"] == 14
    # The pair is one cluster a zoom before, and two points at the last.
    pairs = {zoom: [entry for entry in bundle.entries["a"] if entry.tile[0] == zoom
                    and entry.properties.get("point_count") == 2] for zoom in (last - 1, last)}
    assert pairs[last - 1] and not pairs[last]
    assert any(entry.properties.get("point_count") == 3 for entry in bundle.entries["a"] if entry.tile[0] == last)
    assert overtile("verify", bundle.folder).returncode == 0


def test_it_is_the_bundle_of_that_range(folder):
    automatic, _ = made(folder, "automatic", a=cluster("2-auto"), b=circle("8-auto"))
    given, _ = made(folder, "given", a=cluster("2-14"), b=circle(f"8-{automatic.layers['b']['maxzoom']}"))
    first, second = contents(automatic.folder), contents(given.folder)
    assert first.keys() == second.keys()
    # The manifest has the digest of the configuration.
    assert {name for name in first if first[name] != second[name]} <= {"bundle.json"}
    manifests = [bundle.manifest | {"provenance": None, "digest": None} for bundle in (automatic, given)]
    assert manifests[0] == manifests[1]


def test_order_and_threads_do_not_matter(folder, tmp_path):
    features = json.loads((folder / "in.geojson").read_text())["features"]
    first, _ = made(folder, "ordered", a=cluster("0-auto"))
    random.Random(1).shuffle(features)
    (tmp_path / "in.geojson").write_text(collection(features))
    path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {"a": {"source": "in"} | cluster("0-auto")})
    assert contents(build(path, tmp_path / "out", "--threads", 3).folder) == contents(first.folder)


def test_circles_end_where_they_are_round(folder):
    bundle, report = made(folder, "circles", a=circle("6-auto"))
    # 64 pixels are 400 m at latitude 45, where most are, once a pixel is 2 pi 6378137 cos 45 / 512 / 2^z meters.
    last = bundle.layers["a"]["maxzoom"]
    assert last == 14 and report["layers"][0]["completeZoom"] == last


@pytest.mark.parametrize("radii, last", [([2e6, 9e5], 3), ([2e6, 9e5, 3e5], 5)])
def test_wide_circles_are_judged_at_the_zooms_that_are_built(radii, last, tmp_path):
    """At zoom 16 the largest would be in millions of tiles."""
    (tmp_path / "in.geojson").write_text(collection([point(30 * index, 5, index, r=radius) for index, radius in enumerate(radii, 1)]))
    for invalid in "fail", "skip":
        layer = {"source": "in", "kind": "circle", "zooms": "0-auto", "circle": {"radius": {"property": "r", "unit": "m"}, "draw": "ring"}}
        bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson", "onInvalid": invalid}}, {"a": layer}), tmp_path / invalid)
        assert {entry.id for entry in bundle.entries_at("a", bundle.layers["a"]["maxzoom"])} == set(range(1, len(radii) + 1))
        # The smallest is 64 pixels wide at zoom log2(64 / 512 2 pi 6378137 / radius).
        assert bundle.layers["a"]["maxzoom"] == last == math.ceil(math.log2(2 * math.pi * 6378137 / 8 / min(radii)))


def test_shapes_end_where_simplifying_takes_nothing(tmp_path):
    ring = [[index / 10, (index % 2) / 10] for index in range(40)] + [[4, 3], [0, 3], [0, 0]]
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    (tmp_path / "in.geojson").write_text(collection([feature]))
    path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {
        method: {"source": "in", "kind": "shape", "zooms": "0-auto", "shape": {"method": method}}
        for method in ("topology", "coverage")})
    bundle = build(path, tmp_path / "out")
    report = json.loads((tmp_path / "out.report.json").read_text())
    for layer in report["layers"]:
        name = layer["name"]
        last = bundle.layers[name]["maxzoom"]
        positions = {entry.tile[0]: sum(map(len, entry.geometry["coordinates"])) for entry in bundle.entries[name] if entry.tile[0] <= 4}
        assert 3 <= last <= 8 and positions[0] < len(ring), name
        zooms = {zoom["zoom"]: zoom["positions"] for zoom in layer["zooms"]}
        assert zooms[last] >= len(ring) - 1 > zooms[0], name


@pytest.mark.parametrize("kind", ["Polygon", "LineString"])
@pytest.mark.parametrize("method", ["coverage", "topology", "none"])
def test_shapes_end_where_the_grid_keeps_their_form(kind, method, tmp_path):
    """Parcels of 0.001 degrees, from which simplifying takes nothing at any zoom, and a large one beside them, which has few of the positions."""
    corners = lambda x, y, side: [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]
    rings = [corners(8 + i / 1000, 47 + j / 1000, 0.001) for i in range(12) for j in range(12)] + [corners(0, 40, 3)]
    features = [{"type": "Feature", "properties": {}, "geometry": {"type": kind, "coordinates": [ring] if kind == "Polygon" else ring}}
                for ring in rings]
    (tmp_path / "in.geojson").write_text(collection(features))
    layer = {"source": "in", "kind": "shape", "shape": {"method": method}}
    complete = {}
    for zooms in "0-auto", "0-15":
        path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {"a": layer | {"zooms": zooms}})
        complete[zooms] = build(path, tmp_path / zooms).layers["a"]["maxzoom"]
        report = json.loads((tmp_path / f"{zooms}.report.json").read_text())
        assert report["layers"][0]["completeZoom"] == 12
    assert complete == {"0-auto": 12, "0-15": 15}  # At zoom 12 a parcel is 47 units long, and 68 high by its latitude.


def test_advice_names_the_zooms_and_their_bytes(folder):
    _, report = made(folder, "advised", a=circle("10-16"))
    layer = report["layers"][0]
    beyond = sum(zoom["storedBytes"] for zoom in report["tileStatistics"] if zoom["zoom"] > layer["completeZoom"])
    assert layer["completeZoom"] == 14 and layer["bytesBeyond"] == beyond > 1_000_000
    assert len(report["zoomAdvice"]) == 1
    for words in 'layer "a"', "zooms 15 to 16", f"{beyond / 1e6:.1f} MB", "zooms: 10-14 or 10-auto":
        assert words in report["zoomAdvice"][0]
    run = overtile("build", folder / "advised.yaml", "--output", folder / "advised")
    assert f"advice: {report['zoomAdvice'][0]}" in run.stdout.decode() + run.stderr.decode()


@pytest.mark.parametrize("output", [{}, {"layout": "single"}, {"format": "mbtiles"}])
def test_tiles_that_are_stored_once_are_counted_once(output, tmp_path):
    """The inside of a large square: thousands of equal tiles, which an archive of PMTiles stores once."""
    ring = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]
    feature = {"type": "Feature", "properties": {"name": "n" * 600}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    (tmp_path / "in.geojson").write_text(collection([feature]))
    path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {"a": {"source": "in", "kind": "shape", "zooms": "0-11"}},
                          output=output)
    run = overtile("build", path)
    assert run.returncode == 0, run.stderr.decode()
    report = json.loads((tmp_path / "bundle.report.json").read_text())
    beyond = [zoom for zoom in report["tileStatistics"] if zoom["zoom"] > report["layers"][0]["completeZoom"]]
    stored = sum(zoom["storedBytes"] for zoom in beyond)
    assert abs(report["layers"][0]["bytesBeyond"] - stored) <= len(beyond)
    equal = output.get("format") != "mbtiles"
    assert (stored * 2 < sum(zoom["bytes"] for zoom in beyond)) == equal
    assert stored <= report["bytes"] and all(zoom["storedBytes"] <= zoom["bytes"] for zoom in report["tileStatistics"])


def test_layers_are_advised_to_end_together(folder):
    _, report = made(folder, "together", a=cluster("0-16"), b=circle("12-16", "900m"))
    complete = {layer["name"]: layer["completeZoom"] for layer in report["layers"]}
    assert complete == {"a": 14, "b": 12}
    assert any('layer "b"' in line and "zooms: 12-14" in line for line in report["zoomAdvice"]), report["zoomAdvice"]
    _, report = made(folder, "apart", a=cluster("0-13"), b=circle("10-16", "900m"))
    assert next(layer for layer in report["layers"] if layer["name"] == "a").get("completeZoom") is None


def test_no_advice_where_zooms_show_more(folder):
    for name, layer in ("open", cluster("0-13")), ("small", circle("0-12", "20m")), ("pixels", circle("0-15", "20px")):
        _, report = made(folder, name, a=layer)
        assert report["zoomAdvice"] == [] and report["layers"][0].get("completeZoom") is None, name


@pytest.mark.parametrize("layer, words", [
    ({"kind": "circle", "zooms": "0-auto", "circle": {"radius": "20px"}}, "circle.radius"),
    ({"kind": "shape", "zooms": "0-auto", "filter": [">", ["zoom"], 3]}, "filter"),
    ({"kind": "cluster", "zooms": "0-auto", "cluster": {"maxZoom": 9}}, "maxZoom"),
    ({"kind": "cluster", "zooms": "17-auto"}, "0 and 16"),
    ({"kind": "cluster", "zooms": "auto"}, "0-auto"),
])
def test_what_does_not_go_with_it(folder, layer, words):
    path = write_pipeline(folder / "wrong.yaml", {"in": {"path": "in.geojson"}}, {"a": {"source": "in"} | layer})
    run = overtile("check", path)
    assert run.returncode == 78 and words in run.stderr.decode(), run.stderr.decode()


def test_shapes_end_by_themselves_before_they_are_in_too_many_tiles(tmp_path):
    """Countries down to zoom 16 would be in billions of tiles; theirs end far above."""
    source = {"path": str(SAMPLES / "countries.geojson")}
    for name, more in {"ample": {}, "scant": {"maxTiles": {"feature": 3000}}}.items():
        layer = {"source": "in", "kind": "shape", "zooms": "0-auto"} | more
        bundle = build(write_pipeline(tmp_path / f"{name}.yaml", {"in": source}, {"c": layer}), tmp_path / name)
        report = json.loads((tmp_path / f"{name}.report.json").read_text())
        assert report["layers"][0]["accepted"] == 177 and report["rejectedFeatures"] == 0
        assert bundle.layers["c"]["maxzoom"] in ((4, 5, 6) if more else (8, 9, 10))


def test_shapes_end_where_every_feature_is_shown(tmp_path):
    """A star of many positions, and a square that is a pixel wide from zoom 9 on."""
    angles = [2 * math.pi * index / 600 for index in range(600)]
    star = [[(10 - index % 2 * 3) * math.cos(angle), (10 - index % 2 * 3) * math.sin(angle)] for index, angle in enumerate(angles)]
    square = [[20, 20], [20.0018, 20], [20.0018, 20.0018], [20, 20.0018]]
    features = [{"type": "Feature", "id": number, "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}
                for number, ring in enumerate([star, square])]
    (tmp_path / "in.geojson").write_text(collection(features))
    for small, method in [("drop", "coverage"), ("drop", "topology"), ("point", "coverage")]:
        last, complete = {}, {}
        for zooms in "0-auto", "0-11":
            folder = tmp_path / f"{small}-{method}-{zooms}"
            bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {
                "a": {"source": "in", "kind": "shape", "zooms": zooms, "shape": {"method": method, "small": small}}}), folder)
            layer, = json.loads((tmp_path / f"{folder.name}.report.json").read_text())["layers"]
            last[zooms], complete[zooms] = bundle.layers["a"]["maxzoom"], layer["completeZoom"]
            if small == "drop":
                shown = {zoom["zoom"]: zoom["shown"] for zoom in layer["zooms"]}
                assert shown[complete[zooms]] == 2 > shown[complete[zooms] - 1]
        assert last["0-auto"] == complete["0-auto"] == complete["0-11"] == {"drop": 9}.get(small, last["0-auto"])


def test_shapes_that_end_too_soon_are_named(tmp_path):
    """A shape as large as a continent ends the layer by `maxTiles` before small ones beside it are shown."""
    corners = lambda x, y, width, height: [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]]
    rings = [corners(-10, 35, 40, 35)] + [corners(8 + i / 1000, 47, 0.0001, 0.0001) for i in range(100)]
    features = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}} for ring in rings]
    layer = {"source": "in", "kind": "shape", "zooms": "0-auto"}
    last = {}
    for name, alone in {"together": False, "small": True}.items():
        (tmp_path / "in.geojson").write_text(collection(features[alone:]))
        path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {"a": layer})
        last[name] = build(path, tmp_path / name).layers["a"]["maxzoom"]
        report = json.loads((tmp_path / f"{name}.report.json").read_text())
        found = [entry for entry in report["diagnostics"] if entry["code"] == "zooms-cut-short"]
        assert len(found) == (not alone) and ("completeZoom" in report["layers"][0]) == alone
        for entry in found:
            assert entry["layers"] == ["a"] and f"0-auto` stops at zoom {last[name]}" in entry["message"]
    assert last["together"] < last["small"] == 16


def test_automatic_zooms_count_only_the_tiles_that_are_made(tmp_path):
    """A circle of 300 km is round at zoom 1; up to zoom 16 it would be in a million tiles."""
    (tmp_path / "in.geojson").write_text(collection([point(10, 60, 1)]))
    layer = {"source": "in", "kind": "circle", "zooms": "0-auto", "circle": {"radius": "300km", "draw": "ring"}}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, {"a": layer}), tmp_path / "out")
    last = bundle.layers["a"]["maxzoom"]
    pixels = 300_000 * 512 * 2**last / (2 * math.pi * 6378137 * math.cos(math.radians(60)))
    assert 64 <= pixels < 2 * 64 * 1.1 and bundle.layers["a"]["features"] == 1


@pytest.mark.parametrize("skipping", [False, True])
def test_automatic_zooms_of_circles_keep_to_the_limits_and_say_so(skipping, tmp_path):
    """Beside a small circle, which is round at zoom 14 only, the largest stays: the layer ends earlier, with a warning."""
    features = [point(10, 50, 1, r=2_000_000), point(11, 50, 2, r=400)]
    (tmp_path / "in.geojson").write_text(collection(features))
    source = {"path": "in.geojson"} | ({"onInvalid": "skip", "maxRejected": "100%"} if skipping else {})
    layer = {"source": "in", "kind": "circle", "zooms": "0-auto", "maxTiles": {"feature": 5000, "layer": 8000},
             "circle": {"radius": {"property": "r", "unit": "m"}, "draw": "ring"}}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": source}, {"a": layer}), tmp_path / "out")
    report = json.loads((tmp_path / "out.report.json").read_text())
    last = bundle.layers["a"]["maxzoom"]
    assert [entry["code"] for entry in report["diagnostics"]] == ["zooms-cut-short"]
    assert f"stops at zoom {last}" in report["diagnostics"][0]["message"] and bundle.layers["a"]["features"] == 2
    tiles = {number: sum(1 for entry in bundle.entries["a"] if entry.id == number) for number in (1, 2)}
    assert tiles[1] <= 5000 < 4 * tiles[1] + tiles[1]
