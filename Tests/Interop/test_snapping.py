"""Borders that nearly match: `shape: {snap: 1m}` joins them, and without it a run warns."""
import json
import math
from collections import Counter

import pyproj
import pytest
import shapely

import rawtile
from conftest import build, collection, write_pipeline
from test_coverage import BUFFER, EXTENT, hexagons, jagged, rings

LAST = 16
# A tile unit at the last zoom, in meters at the equator.
UNIT = 40_075_016.685578488 / 2 ** LAST / EXTENT
FRAME = {-BUFFER, EXTENT + BUFFER}


def degrees(x, y, digits):
    """A position of the coverages of other tests, which are made small: two kilometers wide, north of the equator."""
    x, y = 0.5 + (x - 0.6) * 2e-4, 0.45 + (y - 0.4) * 2e-4
    return [round((x - 0.5) * 360, digits), round(math.degrees(math.atan(math.sinh((0.5 - y) * 2 * math.pi))), digits)]


def feature(number, ring):
    return {"type": "Feature", "id": number, "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}


@pytest.fixture(scope="module")
def mismatched(numbers):
    """Cells, written with five decimals or with six in turn."""
    return [feature(number, [degrees(*position, 5 + number % 2) for position in ring[::-1]])
            for number, ring in enumerate(jagged(hexagons(0.02), numbers, 5, 0.3))]


def built(folder, features, parts=1, zooms=f"13-{LAST}", **shape):
    folder.mkdir()
    for part in range(parts):
        (folder / f"in-{part}.geojson").write_text(collection(features[part::parts]))
    return build(write_pipeline(
        folder / "in.yaml", {"in": {"path": "in-*.geojson"}},
        {"in": {"source": "in", "kind": "shape", "zooms": zooms,
                "shape": {"method": "coverage", "smallerThan": "0px"} | shape}}), folder / "bundle")


def report(bundle):
    return json.loads((bundle.folder.parent / "bundle.report.json").read_text())


def ledger(bundle):
    lines = (bundle.folder.parent / "bundle.ledger.jsonl").read_text().splitlines()
    return {(entry["code"], entry["id"]) for entry in map(json.loads, lines)}


@pytest.fixture(scope="module")
def bundles(mismatched, tmp_path_factory):
    folder = tmp_path_factory.mktemp("snapping")
    return {name: built(folder / name, mismatched, **shape)
            for name, shape in [("plain", {}), ("snapped", {"snap": "1m"})]}


def flaws(bundle):
    """The area of overlaps and gaps in all tiles of the last zoom, in units, and the edges that one polygon alone has."""
    overlaps, gaps, alone = 0, 0, 0
    for tile, data in bundle.plain.items():
        if tile[0] != LAST:
            continue
        shapes = rings(data, "in")
        polygons = [polygon for shape in shapes for polygon in rawtile.polygons(shape)]
        assert shapely.is_valid(polygons).all(), tile
        whole = shapely.union_all(polygons)
        overlaps += sum(polygon.area for polygon in polygons) - whole.area
        gaps += sum(shapely.Polygon(hole).area for part in shapely.get_parts(whole) for hole in part.interiors)
        edges = Counter(tuple(sorted(edge)) for shape in shapes for ring in shape
                        for edge in zip(ring, ring[1:] + ring[:1]))
        outer = whole.boundary
        alone += sum(count == 1 and not on_frame(edge) and not outer.covers(shapely.LineString(edge))
                     for edge, count in edges.items())
    return overlaps, gaps, alone


def on_frame(edge):
    (ax, ay), (bx, by) = edge
    return ax == bx in FRAME or ay == by in FRAME


def test_five_and_six_decimals_match_with_snap(bundles):
    overlaps, gaps, alone = flaws(bundles["plain"])
    assert overlaps * UNIT ** 2 > 1000 and gaps * UNIT ** 2 > 1000 and alone > 1000
    assert flaws(bundles["snapped"]) == (0, 0, 0)


def test_a_run_warns_of_what_nearly_matches(bundles, mismatched):
    found, = report(bundles["plain"])["diagnostics"]
    assert found["code"] == "borders-nearly-match" and "shape: {snap: 1m}" in found["message"]
    assert len(mismatched) * 0.9 < found["count"] <= len(mismatched) and len(found["places"]) == 3
    assert report(bundles["snapped"])["diagnostics"] == []


def test_the_report_and_the_ledger_say_what_was_joined(bundles, mismatched):
    counts = report(bundles["snapped"])["layers"][0]["snapping"]
    assert counts["meters"] == 1 and counts["kept"] == counts["repaired"] == 0
    assert counts["movedPositions"] > 500 and 0.8 * len(mismatched) < counts["shapes"] <= len(mismatched)
    entries = ledger(bundles["snapped"])
    assert {code for code, _ in entries} == {"snapped"} and len(entries) == counts["shapes"]
    assert "snapping" not in report(bundles["plain"])["layers"][0]


def test_nothing_moves_farther_than_the_distance(bundles, mismatched):
    """On the ellipsoid; a tile's grid adds half of a unit's diagonal."""
    geod = pyproj.Geod(ellps="WGS84")
    source = {item["id"]: item["geometry"]["coordinates"][0] for item in mismatched}
    farthest, count = 0, 0
    for (zoom, column, row), data in bundles["snapped"].plain.items():
        if zoom != LAST:
            continue
        layer, = rawtile.parse(data).layers
        for item in layer.features:
            line = shapely.LineString(source[item.id])
            for x, y in (position for ring in rawtile.paths(item) for position in ring):
                if x in FRAME or y in FRAME:
                    continue
                position = shapely.Point(placed(column + x / EXTENT, row + y / EXTENT))
                nearest = line.interpolate(line.project(position))
                farthest = max(farthest, geod.inv(position.x, position.y, nearest.x, nearest.y)[2])
                count += 1
    assert count > 3000 and 0.4 < farthest <= 1 + UNIT * math.sqrt(0.5)


def placed(column, row):
    x, y = column / 2 ** LAST, row / 2 ** LAST
    return (x - 0.5) * 360, math.degrees(math.atan(math.sinh((0.5 - y) * 2 * math.pi)))


def test_order_and_files_do_not_matter(bundles, mismatched, numbers, tmp_path):
    other = built(tmp_path / "shuffled", numbers.sample(mismatched, len(mismatched)), parts=3, snap="1m")
    for file in [*other.tile_files, {"path": "bundle.json"}]:
        assert (bundles["snapped"].folder / file["path"]).read_bytes() == (other.folder / file["path"]).read_bytes()


def test_what_matches_is_not_changed(numbers, tmp_path):
    cells = [feature(number, [degrees(*position, 7) for position in ring[::-1]])
             for number, ring in enumerate(jagged(hexagons(0.04), numbers, 3, 0.3))]
    plain, snapped = built(tmp_path / "plain", cells), built(tmp_path / "snapped", cells, snap="1m")
    assert report(plain)["diagnostics"] == []
    counts = report(snapped)["layers"][0]["snapping"]
    assert [counts[name] for name in ["movedPositions", "splitSegments", "shapes", "kept"]] == [0, 0, 0, 0]
    assert plain.plain == snapped.plain


def test_bricks_get_the_corners_of_their_neighbors(tmp_path):
    """Rows of bricks, each half a brick off: corners lie on the edges of the rows above and below."""
    step = 2.0 ** -12
    bricks = [feature(row * 10 + column, corners(*(step * (column + row % 2 / 2), step * row), step, step))
              for row in range(8) for column in range(8)]
    plain, snapped = built(tmp_path / "plain", bricks), built(tmp_path / "snapped", bricks, snap="0.01m")
    found, = report(plain)["diagnostics"]
    assert found["code"] == "borders-nearly-match" and found["message"].startswith('layer "in": the borders of 64 features almost match those of others (112 vertices)')
    assert flaws(snapped) == (0, 0, 0) and flaws(plain)[2] > 0
    counts = report(snapped)["layers"][0]["snapping"]
    assert counts["movedPositions"] == 0 and counts["splitSegments"] > 100


def corners(west, south, width, height):
    return [[west, south], [west + width, south], [west + width, south + height], [west, south + height]]


def test_a_polygon_as_small_as_the_distance_stays(tmp_path):
    small = corners(2.0 ** -8 + 3e-6, 1e-3, 5e-6, 5e-6)
    land = corners(0, 0, 2.0 ** -8, 2.0 ** -8)
    bundle = built(tmp_path / "small", [feature(1, land), feature(2, small)], snap="1m")
    # The border next to it is not bent over it.
    assert ledger(bundle) == {("not-snapped", "1"), ("not-snapped", "2")}
    assert report(bundle)["layers"][0]["snapping"]["kept"] == 2 and common(bundle, 1, 2) == 0


def area(bundle, number, zoom=LAST):
    """The area that a feature has in the tiles of a zoom, which do not overlap here, in units."""
    shapes = [rawtile.polygons(rawtile.paths(item)) for tile, data in bundle.plain.items() if tile[0] == zoom
              for layer in rawtile.parse(data).layers for item in layer.features if item.id == number]
    return sum(polygon.area for polygons in shapes for polygon in polygons)


def test_no_polygon_is_bent_over_another(tmp_path):
    """Triangles on both sides of an edge that they share to 0.3 m; one is 8 m high, the distance 10 m."""
    meter = 1 / 111_320
    low = [[1, 0.00011], [1.002, 0.00011], [1.001, 0.00011 - 100 * meter]]
    thin = [[1, 0.00011 - 0.3 * meter], [1.001, 0.00011 + 8 * meter], [1.002, 0.00011 - 0.3 * meter]]
    features = [feature(1, low), feature(2, thin)]
    plain, snapped = built(tmp_path / "plain", features), built(tmp_path / "snapped", features, snap="10m")
    assert "not-snapped" in {code for code, _ in ledger(snapped)}
    for number in 1, 2:
        assert area(snapped, number) == pytest.approx(area(plain, number), rel=0.1)
    # A polygon narrower than the distance stays as it is, with what it had in common before.
    assert common(snapped, 1, 2) <= common(plain, 1, 2)


def test_random_polygons_do_not_swallow_each_other(numbers, tmp_path):
    """Pairs of triangles on both sides of an edge, some narrower than the distance: what both cover does not grow much."""
    meter, features = 1 / 111_320, []
    for number in range(40):
        x, y = 1 + number % 8 * 0.01, 0.001 + number // 8 * 0.01
        off = [numbers.uniform(-0.3, 0.3) * meter for _ in range(4)]
        features += [
            feature(2 * number + 1, [[x + off[0], y], [x + 0.002, y + off[1]], [x + 0.001, y - numbers.uniform(3, 60) * meter]]),
            feature(2 * number + 2, [[x, y + off[2]], [x + numbers.uniform(0.0005, 0.0015), y + numbers.uniform(3, 30) * meter],
                                     [x + 0.002 + off[3], y]])]
    plain, snapped = built(tmp_path / "plain", features), built(tmp_path / "snapped", features, snap="10m")
    for number in range(40):
        pair = 2 * number + 1, 2 * number + 2
        smaller = min(area(plain, one) for one in pair)
        assert common(snapped, *pair) <= common(plain, *pair) + 0.1 * smaller, (number, features[2 * number:][:2])


def common(bundle, one, other, zoom=LAST):
    """The area that two features have in common."""
    total = 0
    for tile, data in bundle.plain.items():
        if tile[0] == zoom:
            found = {item.id: shapely.union_all(rawtile.polygons(rawtile.paths(item)))
                     for layer in rawtile.parse(data).layers for item in layer.features if item.id in (one, other)}
            if len(found) == 2:
                total += shapely.intersection(*found.values()).area
    return total


@pytest.mark.parametrize("snap", [{}, {"snap": "1m"}])
def test_cuts_at_the_180th_meridian_are_no_borders(snap, tmp_path):
    features = [feature(1, [[178, 0], [184, 1], [179, 5]]), feature(2, [[177, 2], [185, 2.5], [178, 7]])]
    bundle = built(tmp_path / "cut", features, zooms="0-6", **snap)
    assert report(bundle)["diagnostics"] == []
    assert not any(code.endswith("snapped") for code, _ in ledger(bundle))
