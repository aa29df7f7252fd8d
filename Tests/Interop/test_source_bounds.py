"""`bounds` of a source: features outside are filtered, and counted."""
import json
import random

import pytest
from shapely.geometry import box, shape

from conftest import build, collection, overtile, write_pipeline


def feature(id, type, coordinates):
    return {"type": "Feature", "id": id, "properties": {}, "geometry": {"type": type, "coordinates": coordinates}}


def kept(folder, features, bounds, **source):
    (folder / "in.geojson").write_text(collection(features))
    path = write_pipeline(
        folder / "p.yaml", {"in": {"path": "in.geojson", "bounds": bounds} | source},
        {"a": {"source": "in", "kind": "shape", "zooms": 6, "shape": {"small": "point", "smallerThan": "0px"}}},
        output={"ledger": {"filtered": True}})
    bundle = build(path, folder / "out")
    layer = json.loads((folder / "out.report.json").read_text())["layers"][0]
    assert layer["read"] == len(features) == layer["accepted"] + layer["filtered"] + layer["rejected"]
    lines = [json.loads(line) for line in (folder / "out.ledger.jsonl").read_text().splitlines()] \
        if (folder / "out.ledger.jsonl").exists() else []
    filtered = [line for line in lines if line["action"] == "filtered"]
    assert len(filtered) == layer["filtered"]
    assert all("outside the source's bounds" in line["reason"] for line in filtered)
    return {entry.id for entry in bundle.entries["a"]}


def test_against_shapely(tmp_path):
    """Random points, lines and polygons; a polygon around the bounds and a line across them have no position inside."""
    seed = 11
    made = random.Random(seed)
    bounds = [-10, 40, 15, 55]
    features = []
    for id in range(600):
        x, y, size = made.uniform(-40, 40), made.uniform(20, 70), made.choice([1, 5, 20])
        spot = lambda: [round(x + made.uniform(-size, size), 3), round(y + made.uniform(-size, size) / 2, 3)]
        if id % 3 == 0:
            features.append(feature(id, "Point", spot()))
        elif id % 3 == 1:
            features.append(feature(id, "LineString", [spot(), spot(), spot()]))
        else:
            a, b, c = spot(), spot(), spot()
            turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            features.append(feature(id, "Polygon", [[a, b, c, a] if turn > 0 else [a, c, b, a]]))
    features.append(feature(1000, "Polygon", [[[-30, 20], [30, 20], [30, 70], [-30, 70], [-30, 20]]]))
    features.append(feature(1001, "Polygon", [[[-30, 20], [30, 20], [30, 70], [-30, 70], [-30, 20]],
                                              [[-20, 30], [-20, 60], [20, 60], [20, 30], [-20, 30]]]))
    expected = {one["id"] for one in features if shape(one["geometry"]).intersects(box(*bounds))}
    assert 1000 in expected and 1001 not in expected and 50 < len(expected) < 500
    assert kept(tmp_path, features, bounds, onInvalid="skip", maxRejected="100%") == expected, f"seed {seed}"


def test_across_the_180th_meridian(tmp_path):
    features = [
        feature(1, "Point", [179, 0]), feature(2, "Point", [-179, 0]), feature(3, "Point", [181, 0]),
        feature(4, "Point", [170, 0]), feature(5, "Point", [-170, 0]), feature(6, "Point", [0, 0]),
        feature(7, "LineString", [[170, 0], [-170, 0.5]]), feature(8, "LineString", [[-10, 0], [10, 0]]),
        feature(9, "Polygon", [[[160, -20], [-160, -20], [-160, 20], [160, 20], [160, -20]]]),
        feature(10, "Point", [-182, 0]), feature(11, "Point", [-190, 0]),
    ]
    assert kept(tmp_path, features, [175, -5, -175, 5]) == {1, 2, 3, 7, 9, 10}


def test_edges_belong_to_it(tmp_path):
    features = [feature(1, "Point", [10.1, 50.3]), feature(2, "Point", [12.7, 51.9]), feature(3, "Point", [12.700001, 51]),
                feature(4, "MultiPoint", [[0, 0], [11, 51]])]
    assert kept(tmp_path, features, [10.1, 50.3, 12.7, 51.9]) == {1, 2, 4}
    assert kept(tmp_path, features, [-180, -90, 180, 90]) == {1, 2, 3, 4}


def test_degrees_whatever_the_source_is_in(tmp_path):
    features = [feature(1, "Point", [530000, 180000]), feature(2, "Point", [350000, 450000])]
    assert kept(tmp_path, features, [-1, 51, 1, 52], crs="EPSG:27700") == {1}


@pytest.mark.parametrize("bounds", [[0, 0, 1], [0, 5, 1, 4], [0, 0, 181, 1], "0,0,1,1"])
def test_bounds_that_are_none(tmp_path, bounds):
    (tmp_path / "in.geojson").write_text(collection([feature(1, "Point", [0, 0])]))
    path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson", "bounds": bounds}},
                          {"a": {"source": "in", "kind": "cluster"}})
    run = overtile("check", path)
    assert run.returncode == 78 and "sources.in.bounds" in run.stderr.decode(), run.stderr.decode()
