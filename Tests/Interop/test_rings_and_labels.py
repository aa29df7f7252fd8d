"""Polygons whose rings come in any order, and label points, against shapely."""
import functools
import json
import math
import random

import pytest
import shapely
import shapely.affinity

import mercator
import outlines
import rawtile
from conftest import build, collection, point, write_pipeline

EXTENT, LAST = 4096, 8
UNIT = 1 / (EXTENT * 2**LAST)


def square(west, south, side, height=None):
    east, north = west + side, south + (height or side)
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


SHELL, HOLE, SECOND = square(10, 10, 8), square(11, 11, 2), square(14, 14, 2)
FAR = square(30, 10, 4)
# Polygons as lists of rings.
WRONG = {
    "a hole before its shell": [[HOLE, SHELL]],
    "a shell between its holes": [[HOLE, SHELL, SECOND]],
    "a hole before its shell, beside another polygon": [[HOLE, SHELL], [FAR]],
    "the same after it": [[FAR], [HOLE, SHELL]],
    "a hole larger than the shell": [[SHELL, square(8, 8, 12)]],
    "two shells": [[SHELL, FAR]],
    "a hole in a hole": [[SHELL, square(11, 11, 6), square(12, 12, 2)]],
    "a hole that leaves its shell": [[SHELL, square(15, 12, 6)]],
    "a polygon over another": [[SHELL], [square(14, 14, 8)]],
    "the same polygon twice": [[SHELL, HOLE], [SHELL, HOLE]],
    "a hole along its shell": [[SHELL, square(10, 12, 3)]],
    "a hole in a corner": [[SHELL, square(10, 10, 3), SECOND]],
}


def on_the_plane(geometry):
    return shapely.transform(geometry, lambda positions: outlines.on_map(*positions.T))


def feature(name, geometry):
    return {"type": "Feature", "properties": {"name": name}, "geometry": geometry}


def built(folder, features, source=None, zooms=f"0-{LAST}", **shape):
    folder.mkdir(exist_ok=True)
    (folder / "in.geojson").write_text(collection(features))
    bundle = build(write_pipeline(
        folder / "p.yaml", {"s": {"path": "in.geojson"} | (source or {})},
        {"l": {"source": "s", "kind": "shape", "zooms": zooms, "shape": shape}}, gates={"empty": "pass"}), folder / "out")
    ledger = folder / "out.ledger.jsonl"
    entries = [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []
    return bundle, entries


def drawn(bundle):
    """The polygons of the last zoom by name, put together in the unit square."""
    parts = {}
    for tile, data in bundle.plain.items():
        layer, = rawtile.parse(data).layers
        for item in layer.features:
            tags = dict(zip(item.tags[::2], item.tags[1::2]))
            name = layer.values[tags[list(layer.keys).index("name")]].string_value
            polygons = rawtile.polygons(rawtile.paths(item))
            assert shapely.MultiPolygon(polygons).is_valid, (tile, name)
            if tile[0] == LAST:
                inside = shapely.intersection(shapely.MultiPolygon(polygons), shapely.box(0, 0, EXTENT, EXTENT))
                parts.setdefault(name, []).append(shapely.transform(inside, outlines.on_the_plane(tile, EXTENT)))
    return {name: shapely.union_all(found, grid_size=2.0**-40) for name, found in parts.items()}


def test_a_repaired_polygon_covers_what_an_odd_number_of_its_rings_is_around(tmp_path):
    features = [feature(name, {"type": "MultiPolygon", "coordinates": polygons}) for name, polygons in WRONG.items()]
    features += [feature(f"{name}, alone", {"type": "Polygon", "coordinates": polygons[0]})
                 for name, polygons in WRONG.items() if len(polygons) == 1]
    bundle, entries = built(tmp_path / "repair", features, {"onInvalid": "repair"})
    assert {entry["code"] for entry in entries} == {"repaired"} and len(entries) == len(features)
    shapes = drawn(bundle)
    for item in features:
        name, geometry = item["properties"]["name"], item["geometry"]
        rings = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
        expected = shapely.union_all([
            functools.reduce(shapely.symmetric_difference, [on_the_plane(shapely.Polygon(ring)) for ring in polygon])
            for polygon in rings])
        away = shapely.symmetric_difference(shapes[name], expected).area
        assert away <= expected.length * UNIT, name


@pytest.mark.parametrize("name", WRONG)
def test_the_reason_is_true(name, tmp_path):
    whole = {"type": "MultiPolygon", "coordinates": WRONG[name]}
    _, entries = built(tmp_path / "skip", [feature(name, whole)], {"onInvalid": "skip", "maxRejected": 1})
    reason, = (entry["reason"] for entry in entries)
    assert entries[0]["code"] == "not-valid"
    said = shapely.is_valid_reason(shapely.MultiPolygon([(polygon[0], polygon[1:]) for polygon in WRONG[name]]))
    assert said.split("[")[0] in reason or "Self-intersection" in reason, (said, reason)


def test_equal_rings_cancel_each_other_and_the_reason_says_so(tmp_path):
    _, entries = built(tmp_path, [feature("x", {"type": "Polygon", "coordinates": [SHELL, SHELL[::-1]]})],
                       {"onInvalid": "repair", "maxRejected": 1})
    assert [entry["code"] for entry in entries] == ["collapsed"]
    assert "cancel each other" in entries[0]["reason"]


def test_a_hole_before_its_shell_across_the_180th_meridian_stays_a_hole(tmp_path):
    """Holes on either side of the meridian, and across it: the halves on both sides are put together beyond it."""
    features, expected = [], {}
    for west in (176, 182, 178):
        rings = [square(west, 12, 3), square(175, 10, 12)]
        expected[str(west)] = on_the_plane(shapely.Polygon(rings[1], rings[:1]))
        wrapped = [[[x - 360 if x > 180 else x, y] for x, y in ring] for ring in rings]
        features.append(feature(str(west), {"type": "Polygon", "coordinates": wrapped}))
    bundle, entries = built(tmp_path, features, {"onInvalid": "repair"})
    assert [entry["code"] for entry in entries] == ["repaired"] * 3
    for name, shape in drawn(bundle).items():
        east = shapely.intersection(shape, shapely.box(0.5, 0, 1, 1))
        west = shapely.affinity.translate(shapely.intersection(shape, shapely.box(0, 0, 0.5, 1)), 1)
        away = shapely.symmetric_difference(shapely.union(east, west), expected[name]).area
        assert away <= expected[name].length * UNIT, name


def label_of(entry):
    return entry.properties["label_longitude"], entry.properties["label_latitude"]


def labels(bundle, zoom):
    return {entry.properties["name"]: label_of(entry) for entry in bundle.entries_at("l", zoom)
            if "label_longitude" in entry.properties}


def test_equal_rectangles_are_labeled_in_their_middle(tmp_path):
    features = []
    for column in range(12):
        for row, (width, height) in enumerate([(8, 1), (1, 8), (3, 2), (0.4, 0.02)]):
            ring = square(-170 + column * 27.37, -30 + 12 * row, width, height)
            features.append(feature(f"{column} {row}", {"type": "Polygon", "coordinates": [ring]}))
    bundle, _ = built(tmp_path, features, zooms="4-5", label=True)
    found = labels(bundle, 5)
    for item in features:
        center = on_the_plane(shapely.Polygon(item["geometry"]["coordinates"][0])).centroid
        at = mercator.unit(*found[item["properties"]["name"]])
        assert math.dist(at, (center.x, center.y)) < 1e-8, item["properties"]["name"]


def test_a_label_is_as_far_inside_as_can_be_and_then_nearest_the_centroid(tmp_path):
    # The same shapes in each run: GEOS moves the border of a buffer by up to a hundredth of its distance, so that of some
    # shapes both answers are right.
    numbers = random.Random(1)
    features, shapes = [], {}
    for number in range(30):
        west, south, count = numbers.uniform(-150, 150), numbers.uniform(-50, 50), numbers.randrange(5, 30)
        reaches = [(numbers.uniform(1, 6), 2 * math.pi * step / count) for step in range(count)]
        ring = [[west + reach * math.cos(angle), south + reach * math.sin(angle)] for reach, angle in reaches]
        features.append(feature(str(number), {"type": "Polygon", "coordinates": [ring + ring[:1]]}))
        shapes[str(number)] = on_the_plane(shapely.Polygon(ring))
    bundle, _ = built(tmp_path, features, zooms="6", label=True)
    for name, at in labels(bundle, 6).items():
        shape, place = shapes[name], shapely.Point(mercator.unit(*at))
        west, south, east, north = shape.bounds
        tolerance = max(east - west, north - south) / 250
        radius = shapely.maximum_inscribed_circle(shape, tolerance=tolerance / 100).length
        assert shape.contains(place) and shape.exterior.distance(place) >= radius - 2.5 * tolerance
        inner = shape.buffer(-(radius - tolerance))
        assert shapely.distance(place, shape.centroid) <= shapely.distance(inner, shape.centroid) + 2 * tolerance, name


def test_what_the_180th_meridian_cuts_is_labeled_as_a_whole(tmp_path):
    """A square around the meridian, a country of two uneven halves, and lines, as if they were elsewhere."""
    def moved(positions, turn=360):
        return [[x - turn if x > 180 else x, y] for x, y in positions]
    area = [[172, 0], [183, 0], [183, 6], [186, 6], [186, 9], [172, 9], [172, 0]]
    features = [
        feature("square", {"type": "Polygon", "coordinates": [moved(square(175, -5, 10))]}),
        feature("whole", {"type": "Polygon", "coordinates": [moved(area)]}),
        feature("elsewhere", {"type": "Polygon", "coordinates": [[[x - 100, y] for x, y in area]]}),
        feature("line", {"type": "LineString", "coordinates": [[170, 20], [-170, 20]]}),
        feature("long", {"type": "LineString", "coordinates": [[170, 30], [-150, 30], [-150, 31]]}),
        feature("back", {"type": "LineString", "coordinates": [[-178, 40], [172, 40]]}),
    ]
    bundle, _ = built(tmp_path, features, zooms="5", label=True)
    found = labels(bundle, 5)
    assert math.isclose(abs(found["square"][0]), 180, abs_tol=1e-6) and math.isclose(found["square"][1], 0, abs_tol=1e-6)
    assert (found["whole"][0] - found["elsewhere"][0]) % 360 == pytest.approx(100, abs=0.1)
    assert found["whole"][1] == pytest.approx(found["elsewhere"][1], abs=0.1)
    # Lines of shape layers carry no label; clusters take them as points there.
    (tmp_path / "lines.geojson").write_text(collection(features[3:]))
    clusters = build(write_pipeline(
        tmp_path / "c.yaml", {"s": {"path": "lines.geojson"}},
        {"l": {"source": "s", "kind": "cluster", "zooms": "5", "cluster": {"nonPoints": "label"}}}), tmp_path / "c")
    at = {entry.properties["name"]: mercator.degrees(*mercator.from_tile(entry.tile, *entry.geometry["coordinates"]))
          for entry in clusters.entries_at("l", 5)}
    for name, longitude in {"line": 180, "long": 190.58, "back": 177}.items():
        assert (at[name][0] - longitude + 180) % 360 - 180 == pytest.approx(0, abs=0.1), name


def test_dissolved_circles_count_as_the_overlays_that_tiles_hold(tmp_path):
    """Five circles in two classes, each class one shape; with centers these count, too."""
    centers = [(10, 10, "a"), (10.2, 10, "a"), (30, 10, "a"), (50, 0, "b"), (50.2, 0, "b")]
    (tmp_path / "in.geojson").write_text(collection(
        [point(x, y, number, kind=kind) for number, (x, y, kind) in enumerate(centers, 1)]))
    for draw, expected in ((["ring"], 2), (["center", "ring"], 7)):
        circle = {"radius": "40km", "draw": draw, "dissolve": {"by": "kind"}}
        bundle = build(write_pipeline(
            tmp_path / f"{expected}.yaml", {"s": {"path": "in.geojson"}},
            {"l": {"source": "s", "kind": "circle", "zooms": "3-6", "circle": circle}}), tmp_path / str(expected))
        for counts in bundle.layers["l"]["zooms"]:
            held = {entry.id for entry in bundle.entries_at("l", counts["zoom"])}
            assert counts["overlays"] == len(held) == expected and counts["points"] == 5, draw
        report = json.loads((tmp_path / f"{expected}.report.json").read_text())
        assert report["layers"][0]["overlays"] == expected
