"""`within` and `distance` where geometries cross the antimeridian or go around a pole, against shapely and pyproj's geodesics."""
import json
import random

import pytest
import shapely
from pyproj import Geod

from conftest import build, collection, point, write_pipeline

BOX = lambda west, south, east, north: [[west, south], [east, south], [east, north], [west, north], [west, south]]
AROUND = lambda latitude: [[x, latitude] for x in range(-175, 180, 10)] + [[-175, latitude]]


def kept(folder, features, condition):
    (folder / "in.geojson").write_text(collection(features))
    bundle = build(write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}}, {
        "a": {"source": "s", "kind": "shape", "zooms": "4", "filter": condition}}), folder / "out")
    return {entry.id for entry in bundle.entries["a"]}


@pytest.mark.parametrize("written", [BOX(178, -20, -178, -10), BOX(178, -20, 182, -10), BOX(-182, -20, -178, -10), BOX(178, -20, -178, -10)[::-1]])
def test_a_box_across_the_meridian_holds_what_lies_in_it(written, tmp_path):
    made = random.Random(2)
    places = [(made.uniform(-180, 180) if number % 2 else made.uniform(176, 184), made.uniform(-22, -8)) for number in range(400)]
    places += [(180, -15), (-180, -15), (179, -15), (-179, -15), (0, -15), (177, -15), (-177, -15)]
    places = [((x + 180) % 360 - 180 if abs(x) != 180 else x, y) for x, y in places]
    box = shapely.box(178, -20, 182, -10)
    expected = {number for number, (x, y) in enumerate(places) if box.contains(shapely.Point(x % 360, y))}
    features = [point(x, y, number) for number, (x, y) in enumerate(places)]
    assert len(expected) > 30
    assert kept(tmp_path, features, ["within", {"type": "Polygon", "coordinates": [written]}]) == expected


@pytest.mark.parametrize("line, expected", [
    ([[179, -15], [-179, -14]], True), ([[-179, -15], [179, -14]], True), ([[179, -15], [181, -14]], True),
    ([[177, -15], [-179, -14]], False), ([[-179.5, -15], [-178.5, -14]], True), ([[170, -15], [-170, -14]], False), ([[-1, -15], [1, -15]], False),
])
def test_lines_in_a_box_across_the_meridian(line, expected, tmp_path):
    feature = {"type": "Feature", "id": 1, "properties": {}, "geometry": {"type": "LineString", "coordinates": line}}
    condition = ["within", {"type": "Polygon", "coordinates": [BOX(178, -20, -178, -10)]}]
    assert kept(tmp_path, [feature, point(178.5, -15, 2)], condition) == ({1, 2} if expected else {2})


@pytest.mark.parametrize("rings, inside", [
    ([AROUND(-60)], lambda y: y < -60), ([AROUND(70)], lambda y: y > 70), ([AROUND(-60), AROUND(-80)], lambda y: -80 < y < -60),
])
def test_polygons_around_a_pole(rings, inside, tmp_path):
    places = [(x, y) for x in (-180, -179.99, -90.3, 0, 12, 179.99, 180) for y in (-84, -79, -61, -59, 0, 69, 71, 84)]
    features = [point(x, y, number) for number, (x, y) in enumerate(places)]
    found = kept(tmp_path, features, ["within", {"type": "Polygon", "coordinates": rings}])
    assert found == {number for number, (_, y) in enumerate(places) if inside(y)}


def test_a_wide_polygon_goes_the_shorter_way(tmp_path):
    """From 85 E over the Pacific to 173 W: most programs take the other half of the Earth."""
    ring = [[85.2, 42.2], [-173, 42.2], [-173, 7.5], [85.2, 7.5], [85.2, 42.2]]
    features = [point(x, 13, number) for number, x in enumerate(range(-180, 181, 5))]
    expected = {number for number, x in enumerate(range(-180, 181, 5)) if 85.2 < x % 360 < 187}
    assert kept(tmp_path, features, ["within", {"type": "Polygon", "coordinates": [ring]}]) == expected


CASES = [
    # The feature, the reference, and the nearest positions of both.
    ([[[179.9, 10]]], {"type": "LineString", "coordinates": [[-179.9, 9], [-179.9, 11]]}, (179.9, 10), (-179.9, 10)),
    ([[[179.99, 10.2]]], {"type": "LineString", "coordinates": [[179.5, 10], [-179.5, 10]]}, (179.99, 10.2), (179.99, 10)),
    ([[[-179.99, 10.2]]], {"type": "LineString", "coordinates": [[179.5, 10], [-179.5, 10]]}, (-179.99, 10.2), (-179.99, 10)),
    ([[[179.9, 10], [-179.9, 10]]], {"type": "LineString", "coordinates": [[180, 9], [180, 11]]}, (180, 10), (180, 10)),
    ([[[179.9, 10], [-179.9, 10]]], {"type": "LineString", "coordinates": [[-180, 9], [-180, 11]]}, (180, 10), (180, 10)),
    ([[[179.9, 10], [-179.9, 10]]], {"type": "Point", "coordinates": [0, 10]}, None, None),
    ([[[-179, 0]]], {"type": "Polygon", "coordinates": [BOX(178, -5, -178, 5)]}, (-179, 0), (-179, 0)),
    ([[[-177.9, 0]]], {"type": "Polygon", "coordinates": [BOX(178, -5, -178, 5)]}, (-177.9, 0), (-178, 0)),
    ([[[177.9, 0]]], {"type": "Polygon", "coordinates": [BOX(178, -5, -178, 5)]}, (177.9, 0), (178, 0)),
]


@pytest.mark.parametrize("line, reference, at, nearest", CASES)
def test_distances_across_the_meridian(line, reference, at, nearest, tmp_path):
    coordinates, = line
    geometry = {"type": "Point", "coordinates": coordinates[0]} if len(coordinates) == 1 else {"type": "LineString", "coordinates": coordinates}
    (tmp_path / "in.geojson").write_text(collection([{"type": "Feature", "id": 1, "properties": {}, "geometry": geometry}]))
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {
        "a": {"source": "s", "kind": "shape", "zooms": "4", "properties": {"compute": {"d": ["distance", reference]}}}}), tmp_path / "out")
    found, = {entry.properties["d"] for entry in bundle.entries["a"]}
    if at is None:
        assert found > 10_000_000
    else:
        meters = Geod(ellps="WGS84").inv(*at, *nearest)[2]
        assert found == pytest.approx(meters, rel=0.002, abs=1)


def test_far_from_the_box_the_condition_is_false_everywhere_else(tmp_path):
    """One case in words: a box written from 178 to -178 does not hold the rest of the world."""
    features = [point(x, -15, x + 200) for x in range(-175, 176, 5)]
    condition = ["any", ["within", {"type": "Polygon", "coordinates": [BOX(178, -20, -178, -10)]}], ["==", ["id"], 200]]
    assert kept(tmp_path, features, condition) == {200}
    assert json.loads((tmp_path / "out.report.json").read_text())["layers"][0]["filtered"] == len(features) - 1
