"""Every tile of large coverages: the world's time zones, countries, 100,000 hexagons and 100,000 cells of a Voronoi diagram.

OVERTILE_SLOW=1 runs it; OVERTILE_INPUTS names a folder of inputs that Samples/make.py has made already. `-s` shows the figures.
"""
import functools
import json
import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy
import pytest
import shapely

import rawtile
from conftest import ROOT, SAMPLES, build, overtile, write_pipeline

EXTENT, BUFFER = 4096, 64
DIAGONAL = math.sqrt(0.5)
TOLERANCE_PIXELS = 3
LARGE = ["zones", "countries", "hexagons:100000", "voronoi:100000"]
# Nothing is simplified at the last zoom.
LAST = 8

pytestmark = pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes; set OVERTILE_SLOW=1")


@pytest.fixture(scope="module", params=LARGE)
def source(request, tmp_path_factory):
    """The name of a coverage and a file with its features, whose ids are their numbers."""
    folder = tmp_path_factory.mktemp("inputs")
    path = made(request.param, Path(os.environ.get("OVERTILE_INPUTS") or folder))
    numbered = folder / "numbered.geojsonl"
    with numbered.open("w") as lines:
        for number, feature in enumerate(features(path)):
            lines.write(json.dumps(feature | {"id": number}) + "\n")
    return request.param, numbered


def made(name, folder):
    if name == "countries":
        return SAMPLES / "countries.geojson"
    path = folder / f"{name.replace(':', '-')}.geojsonl"
    if not path.exists():
        subprocess.run([sys.executable, ROOT / "Samples/make.py", "--out", folder, name], check=True)
    return path


@pytest.fixture(scope="module")
def bundle(source, tmp_path_factory):
    return built(source[1], tmp_path_factory.mktemp("large"))


def built(path, folder):
    """The bundle of a file or a glob."""
    return build(write_pipeline(
        folder / "p.yaml", {"s": {"path": str(path)}},
        {"l": {"source": "s", "kind": "shape", "zooms": f"0-{LAST}", "properties": {"keep": "none"},
               "shape": {"tolerance": f"{TOLERANCE_PIXELS}px", "smallerThan": "0px"}}}), folder / "bundle", timeout=3600)


def features(path):
    if path.suffix == ".geojson":
        yield from json.loads(path.read_text())["features"]
    else:
        with path.open() as lines:
            yield from map(json.loads, lines)


@pytest.fixture(scope="module")
def shapes(source):
    """The source: per feature its polygons, each the rings as arrays of positions in the unit square."""
    found = []
    for feature in features(source[1]):
        coordinates = feature["geometry"]["coordinates"]
        polygons = [coordinates] if feature["geometry"]["type"] == "Polygon" else coordinates
        found.append([[on_the_plane(ring) for ring in polygon] for polygon in polygons])
    return found


def on_the_plane(ring):
    positions = numpy.array(ring, dtype=float)[:, :2]
    sine = numpy.sin(numpy.radians(numpy.clip(positions[:, 1], -85.05112878, 85.05112878)))
    return numpy.column_stack([(positions[:, 0] + 180) / 360, 0.5 - numpy.arctanh(sine) / (2 * math.pi)])


@pytest.fixture(scope="module")
def common(shapes):
    """What two features of the source have in common: some overlap, as time zones do where a border is disputed."""
    @functools.cache
    def whole(number):
        return shapely.make_valid(shapely.MultiPolygon([(rings[0], rings[1:]) for rings in shapes[number]]))

    @functools.cache
    def both(one, other):
        parts = shapely.get_parts(shapely.get_parts(whole(one).intersection(whole(other))))
        found = shapely.MultiPolygon([part for part in parts if part.geom_type == "Polygon"])
        shapely.prepare(found)
        return found

    return both


@pytest.fixture(scope="module")
def outer(source, shapes):
    """The segments that one ring alone has, as lines of the unit square in a tree: the outer border, holes and cuts of the source."""
    edges = numpy.concatenate([
        numpy.hstack([ring[:-1], ring[1:]]) for polygons in shapes for rings in polygons for ring in rings])
    edges = edges[(edges[:, :2] != edges[:, 2:]).any(axis=1)]
    keys = numpy.round(edges * (2**32 - 1)).astype(numpy.uint64)
    backward = (keys[:, 0] > keys[:, 2]) | ((keys[:, 0] == keys[:, 2]) & (keys[:, 1] > keys[:, 3]))
    keys[backward] = keys[backward][:, [2, 3, 0, 1]]
    # One number for the four of a segment: comparing rows takes minutes where there are millions of them.
    mixed = (keys[:, 0] << 32 ^ keys[:, 1]) * numpy.uint64(0x9E3779B97F4A7C15) ^ (keys[:, 2] << 32 ^ keys[:, 3])
    _, first, counts = numpy.unique(mixed, return_index=True, return_counts=True)
    alone = edges[first[counts == 1]]
    print(f"\n{source[0]}: {len(edges):,} segments, {len(alone):,} of one ring alone")
    return shapely.STRtree(shapely.linestrings(alone.reshape(-1, 2, 2)))


def paths_in(data):
    """Per feature: its number, and its rings in tile units."""
    layer, = rawtile.parse(data).layers
    return {feature.id: rawtile.paths(feature) for feature in layer.features if feature.type == rawtile.POLYGON}


def lonely(paths):
    """The edges that one polygon of a tile alone has, except those on the frame; and the number of all."""
    owners = Counter()
    for rings in paths.values():
        owners.update({(a, b) if a < b else (b, a) for ring in rings for a, b in zip(ring, ring[1:] + ring[:1]) if not on_the_frame(a, b)})
    return [edge for edge, count in owners.items() if count == 1], len(owners)


def on_the_frame(a, b):
    return any(a[axis] == b[axis] and a[axis] in (-BUFFER, EXTENT + BUFFER) for axis in (0, 1))


def test_every_tile(source, bundle, outer, common):
    """Polygons are valid, overlap by rounding alone or as the source does, and an edge that no two of them share runs along
    the outer border."""
    edges, unshared, rounded = 0, 0, 0
    for tile, data in bundle.plain.items():
        paths = paths_in(data)
        numbers = list(paths)
        polygons = [shapely.MultiPolygon(rawtile.polygons(rings)) for rings in paths.values()]
        parts = [part for shape in polygons for part in shape.geoms]
        assert shapely.is_valid(parts).all(), tile
        pairs = shapely.STRtree(polygons).query(polygons, predicate="overlaps").T
        for one, other in pairs[pairs[:, 0] < pairs[:, 1]]:
            both = polygons[one].intersection(polygons[other])
            if not shapely.buffer(both, -DIAGONAL).is_empty:
                assert is_near(both, common(numbers[one], numbers[other]), tile), (tile, numbers[one], numbers[other])
        alone, count = lonely(paths)
        edges += count
        if alone:
            unshared += len(alone)
            rounded += assert_along_the_outer_border(tile, alone, polygons, outer)
    print(f"{source[0]}: {len(bundle.plain):,} tiles, {edges:,} edges, {unshared:,} of one polygon alone, "
          f"{rounded:,} of these by rounding")
    assert edges > 1000


def is_near(region, allowed, tile):
    """Whether a region in tile units is no farther from one of the unit square than simplifying and rounding explain."""
    zoom, column, row = tile
    positions = shapely.get_coordinates(shapely.segmentize(region.boundary, 8)) / EXTENT + [column, row]
    return shapely.dwithin(allowed, shapely.points(positions / 2**zoom), (tolerance_units(zoom) + 3) / EXTENT / 2**zoom).all()


def tolerance_units(zoom):
    return 0 if zoom == LAST else TOLERANCE_PIXELS / 512 * EXTENT


def assert_along_the_outer_border(tile, alone, polygons, outer):
    """The number of edges that are not: of those, rounding has put another polygon's position on one side or the other."""
    zoom, column, row = tile
    scale = 1 / (EXTENT * 2**zoom)
    allowed = (tolerance_units(zoom) + 2) * scale
    ends = numpy.array(alone, dtype=float)
    middles = (ends.mean(axis=1) + numpy.array([column * EXTENT, row * EXTENT])) * scale
    _, distances = outer.query_nearest(shapely.points(middles), return_distance=True, all_matches=False)
    # The map ends at its sides: shapes are cut there.
    at_a_side = (numpy.minimum(middles, 1 - middles) <= scale).any(axis=1)
    away = numpy.flatnonzero((distances > allowed) & ~at_a_side)
    shown = polygons if len(away) else []
    rings = shapely.STRtree([ring for polygon in shown for part in polygon.geoms for ring in (part.exterior, *part.interiors)])
    for index in away:
        assert has_other_side(alone[index], rings), f"{tile}: the edge {alone[index]} has no other side"
    return len(away)


def has_other_side(edge, rings):
    """Whether another ring runs within two units of an edge, or its own is so thin that rounding may have closed it elsewhere."""
    near = rings.geometries[rings.query(shapely.LineString(edge), predicate="dwithin", distance=2)]
    own = [ring for ring in near if any(set(side) == set(edge) for side in zip(ring.coords, ring.coords[1:]))]
    others = [ring for ring in near if ring not in own]
    distances = shapely.distance(others, shapely.Point(numpy.mean(edge, axis=0)))
    return distances.min(initial=math.inf) <= 2 * DIAGONAL or any(shapely.Polygon(ring).buffer(-DIAGONAL).is_empty for ring in own)


def test_the_area_of_all(source, bundle, outer, shapes):
    """At each zoom all together have the area of the source, except what the tolerance moves its outer border by."""
    border = sum(shapely.length(outer.geometries))
    expected = sum(shoelace(rings[0]) - sum(map(shoelace, rings[1:])) for polygons in shapes for rings in polygons)
    for zoom in sorted({tile[0] for tile in bundle.plain}):
        area = 0.0
        for tile, data in bundle.plain.items():
            if tile[0] == zoom:
                box = shapely.box(0, 0, EXTENT, EXTENT)
                parts = [part for rings in paths_in(data).values() for part in rawtile.polygons(rings)]
                area += float(shapely.area(shapely.intersection(parts, box)).sum()) / (EXTENT * 2**zoom) ** 2
        moved = (tolerance_units(zoom) + 1) / (EXTENT * 2**zoom)
        print(f"{source[0]}: zoom {zoom}: area {area:.9f}, source {expected:.9f}, bound {border * moved:.3g}")
        assert abs(area - expected) <= border * moved


def shoelace(ring):
    x, y = (ring - ring[0]).T
    return abs(float(numpy.dot(x[:-1], y[1:]) - numpy.dot(x[1:], y[:-1]))) / 2


def test_verify_finds_nothing_wrong(bundle):
    run = overtile("verify", bundle.folder, timeout=1200)
    assert run.returncode == 0, run.stdout.decode()


def test_order_and_files_do_not_matter(source, bundle, numbers, tmp_path):
    lines = source[1].read_text().splitlines(keepends=True)
    numbers.shuffle(lines)
    for part in range(3):
        (tmp_path / f"part-{part}.geojsonl").write_text("".join(lines[part::3]))
    other = built(tmp_path / "part-*.geojsonl", tmp_path)
    paths = sorted(path.name for path in bundle.folder.iterdir())
    assert paths == sorted(path.name for path in other.folder.iterdir()) and len(paths) == LAST + 2
    for path in paths:
        assert (bundle.folder / path).read_bytes() == (other.folder / path).read_bytes(), path


def test_tiles_away_from_a_change_keep_their_bytes(source, bundle, shapes, numbers, tmp_path):
    """Of one polygon every other position goes: its borders change, and those of polygons that touch it, but no others."""
    number, (west, north, east, south) = changed_one(shapes, numbers)
    with (tmp_path / "changed.geojsonl").open("w") as lines:
        for feature in features(source[1]):
            if feature["id"] == number:
                thin(feature["geometry"])
            lines.write(json.dumps(feature) + "\n")
    other = built(tmp_path / "changed.geojsonl", tmp_path)
    kept = changed = 0
    for tile in bundle.plain.keys() | other.plain.keys():
        is_same = bundle.plain.get(tile) == other.plain.get(tile)
        margin, scale = BUFFER / EXTENT + 0.001, 2.0 ** -tile[0]
        if (tile[1] - margin) * scale <= east and (tile[1] + 1 + margin) * scale >= west and \
                (tile[2] - margin) * scale <= south and (tile[2] + 1 + margin) * scale >= north:
            changed += not is_same
        else:
            assert is_same, (tile, number)
            kept += 1
    print(f"{source[0]}: feature {number} changed, and {changed:,} tiles; {kept:,} are away from it")
    assert changed > 5 and kept > len(bundle.plain) / 2


def changed_one(shapes, numbers):
    """A feature at random, and the box of all polygons that touch it, which is small enough to leave most tiles alone."""
    parts = [(number, shapely.Polygon(rings[0])) for number, polygons in enumerate(shapes) for rings in polygons]
    tree = shapely.STRtree([polygon for _, polygon in parts])
    for number in numbers.sample(range(len(shapes)), len(shapes)):
        own = [polygon for owner, polygon in parts if owner == number]
        near = sorted({int(index) for polygon in own for index in tree.query(polygon.buffer(1e-6), predicate="intersects")})
        west, north, east, south = shapely.total_bounds([parts[index][1] for index in near])
        others = {parts[index][0] for index in near} - {number}
        thin = [shapely.Polygon(thinned(rings[0]), rings[1:]) for rings in shapes[number]]
        if len(others) > 2 and east - west < 0.05 and south - north < 0.05 and shapely.MultiPolygon(thin).is_valid:
            return number, (west, north, east, south)
    raise AssertionError("no feature has neighbors, is small, and can do without half of its positions")


def thin(geometry):
    polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    for rings in polygons:
        rings[0] = thinned(rings[0])


def thinned(ring):
    """Every other position; the first stays, which is the last one, too."""
    return [position for index, position in enumerate(ring) if index % 2 == 0 or index == len(ring) - 1]
