"""Coverages with `method: coverage`: what touches in the source touches in every tile, without gaps and overlaps."""
import json
import math
from collections import Counter
from pathlib import Path

import numpy
import pytest
import shapely

import rawtile
from conftest import build, collection, overtile, write_pipeline

AROUND = 40_075_016.685578488
# Edges of less than some units of a tile stay straight.
SHORTEST = 1e-3
LAST = 5
EXTENT = 4096
BUFFER = 64
SIDE = EXTENT + 2 * BUFFER
# Both coverages fill this square of the unit square of the map, and more.
WEST, NORTH, EAST, SOUTH = 0.5, 0.25, 0.75, 0.5
LAYERS = ["hexagons", "cells"]


def jagged(cells, numbers, steps, most):
    """The rings of cells, which are pairs of a site and corners, with positions put on their borders, the same on both sides.

    Every other one is on the way to a site, not farther than a fifth of the edge is long. A cell is the union of the triangles of its site with its edges, so that no two
    borders touch but at corners.
    """
    cells = list(cells)
    edges = {}
    for site, corners in cells:
        for a, b in zip(corners, corners[1:] + corners[:1]):
            edges.setdefault(tuple(sorted((a, b))), []).append(site)
    paths = {}
    for (a, b), sites in edges.items():
        if math.dist(a, b) > SHORTEST:
            path = [between(a, b, step / (steps + 1)) for step in range(1, steps + 1)]
            for index, position in list(enumerate(path))[::2]:
                site = numbers.choice(sites)
                share = min(most, math.dist(a, b) / math.dist(position, site) / 5)
                path[index] = between(position, site, numbers.uniform(0.1, 1) * share)
            paths[a, b] = path
    for _, corners in cells:
        yield [position for a, b in zip(corners, corners[1:] + corners[:1])
               for position in [a, *(paths.get((a, b), []) or paths.get((b, a), [])[::-1])]]


def between(a, b, share):
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def hexagons(radius):
    """A grid of hexagons beyond the square; corners that cells share are equal, whatever cell computes them."""
    width = math.sqrt(3) * radius
    for row in range(int((SOUTH - NORTH) / radius / 1.5) + 4):
        for column in range(int((EAST - WEST) / width) + 4):
            x, y = WEST + (column - 1 + row % 2 / 2) * width, NORTH + (row - 1) * 1.5 * radius
            yield (x, y), [(round(x + radius * math.sin(turn * math.pi / 3), 9),
                            round(y - radius * math.cos(turn * math.pi / 3), 9)) for turn in range(6)]


def cells(numbers, count):
    """The Voronoi diagram of random sites, without the cells that reach far out."""
    sites = [(numbers.uniform(WEST - 0.05, EAST + 0.05), numbers.uniform(NORTH - 0.05, SOUTH + 0.05))
             for _ in range(count)]
    diagram = shapely.voronoi_polygons(shapely.MultiPoint(sites), ordered=True)
    most = shapely.box(WEST - 0.1, NORTH - 0.1, EAST + 0.1, SOUTH + 0.1)
    for site, cell in zip(sites, shapely.get_parts(diagram)):
        if most.contains(cell):
            yield site, [tuple(position) for position in cell.exterior.coords[:-1]]


def meters(x, y):
    """A position of the unit square in EPSG:3857, in which an edge is as straight as on the map."""
    return [round((x - 0.5) * AROUND, 3), round((0.5 - y) * AROUND, 3)]


def unit(x, y):
    return x / AROUND + 0.5, 0.5 - y / AROUND


def feature(number, ring):
    ring = [meters(*position) for position in ring]
    return {"type": "Feature", "id": number, "properties": {"number": number},
            "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}


@pytest.fixture(scope="module")
def sources(numbers):
    return {"hexagons": [feature(*item) for item in enumerate(jagged(hexagons(0.011), numbers, 9, 0.3))],
            "cells": [feature(*item) for item in enumerate(jagged(cells(numbers, 700), numbers, 9, 0.3))]}


def built(folder, sources, parts=1):
    folder.mkdir()
    for layer, features in sources.items():
        for part in range(parts):
            (folder / f"{layer}-{part}.geojson").write_text(collection(features[part::parts]))
    return build(write_pipeline(
        folder / "coverage.yaml", {layer: {"path": f"{layer}-*.geojson", "crs": "EPSG:3857"} for layer in LAYERS},
        {layer: {"source": layer, "kind": "shape", "zooms": f"0-{LAST}",
                 "shape": {"tolerance": "3px", "method": "coverage", "smallerThan": "0px"}} for layer in LAYERS}),
        folder / "bundle")


@pytest.fixture(scope="module")
def bundle(sources, tmp_path_factory):
    return built(tmp_path_factory.mktemp("coverage") / "plain", sources)


def inside(tile):
    """Whether a tile and its buffer lie within the square that the coverages fill."""
    margin = BUFFER / EXTENT
    (zoom, x, y), scale = tile, 2.0 ** -tile[0]
    return (x - margin) * scale >= WEST and (x + 1 + margin) * scale <= EAST and \
        (y - margin) * scale >= NORTH and (y + 1 + margin) * scale <= SOUTH


def in_tile(tile, x, y):
    return (x * 2 ** tile[0] - tile[1]) * EXTENT, (y * 2 ** tile[0] - tile[2]) * EXTENT


def rings(data, name):
    layer, = [layer for layer in rawtile.parse(data).layers if layer.name == name]
    return [[ring for ring in rawtile.paths(feature)] for feature in layer.features]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_gap_no_overlap_and_one_border_for_both_sides(bundle, layer):
    """In whole tile units: exactly, except where rounding to them makes an edge touch a position."""
    exact, others, tested = 0, 0, Counter()
    for tile, data in bundle.plain.items():
        if not inside(tile):
            continue
        shapes = rings(data, layer)
        polygons = [polygon for shape in shapes for polygon in rawtile.polygons(shape)]
        assert shapely.is_valid(polygons).all(), tile
        whole = shapely.box(-BUFFER, -BUFFER, EXTENT + BUFFER, EXTENT + BUFFER)
        pairs = shapely.STRtree(polygons).query(polygons, predicate="intersects")
        overlaps = [polygons[one].intersection(polygons[other]) for one, other in pairs.T if one < other]
        gaps = shapely.difference(whole, shapely.union_all(polygons))
        assert all(is_thin(region) for region in [gaps, *overlaps]), tile
        edges = Counter(tuple(sorted(edge)) for shape in shapes for ring in shape
                        for edge in zip(ring, ring[1:] + ring[:1]) if not on_the_frame(edge))
        is_exact = sum(polygon.area for polygon in polygons) == whole.area and set(edges.values()) == {2}
        exact, others = exact + is_exact, others + (not is_exact)
        tested[tile[0]] += len(edges)
    assert set(tested) >= {LAST - 1, LAST} and min(tested.values()) > 50
    assert exact > 2 * others


def is_thin(region):
    """Whether nothing of it is wider than the diagonal of a tile unit."""
    return region.buffer(-math.sqrt(0.5)).is_empty


def on_the_frame(edge):
    (ax, ay), (bx, by) = edge
    return ax == bx in (-BUFFER, EXTENT + BUFFER) or ay == by in (-BUFFER, EXTENT + BUFFER)


@pytest.mark.parametrize("layer", LAYERS)
def test_the_tolerance_bounds_the_distance_in_both_directions(bundle, sources, layer):
    zoom = LAST - 1
    allowed = 3 / 512 * EXTENT + 1.5
    tested = 0
    for tile, data in bundle.plain.items():
        if tile[0] != zoom or not inside(tile):
            continue
        lines = shapely.MultiLineString([ring + ring[:1] for shape in rings(data, layer) for ring in shape])
        area = shapely.box(0, 0, EXTENT, EXTENT)
        source = shapely.intersection(shapely.MultiLineString([
            [in_tile(tile, *unit(*position)) for position in feature["geometry"]["coordinates"][0]]
            for feature in sources[layer]]), shapely.box(-BUFFER, -BUFFER, EXTENT + BUFFER, EXTENT + BUFFER))
        for line, other in [(lines, source), (source, lines)]:
            line = shapely.intersection(line, area)
            points = shapely.points(shapely.get_coordinates(shapely.segmentize(line, 16)))
            shapely.prepare(other)
            assert shapely.distance(points, other).max() <= allowed, tile
            tested += len(points)
    assert tested > 1000


def test_order_and_files_do_not_matter(bundle, sources, numbers, tmp_path):
    shuffled = {layer: numbers.sample(features, len(features)) for layer, features in sources.items()}
    other = built(tmp_path / "shuffled", shuffled, parts=3)
    for file in [*bundle.tile_files, {"path": "bundle.json"}]:
        assert (bundle.folder / file["path"]).read_bytes() == (other.folder / file["path"]).read_bytes()


def test_shapes_that_cross_very_often_leave_others_alone(numbers, tmp_path):
    """Stars that cross each other hundreds of thousands of times, and strips far away that share curly borders, in one block."""
    stars = [feature(number, [(0.6 + reach * math.cos(turn / 20 * math.pi), 0.4 + reach * math.sin(turn / 20 * math.pi))
                              for turn in range(40) for reach in [numbers.uniform(0.02, 0.03)]]) for number in range(400)]
    borders = [[(0.1 + x / 50 + 0.004 * math.sin(step * (x + 1)), 0.1 + step / 1000) for step in range(200)] for x in range(12)]
    strips = [feature(1000 + x, [*one, *reversed(other)]) for x, (one, other) in enumerate(zip(borders, borders[1:]))]
    tiles = {}
    for name, features in {"alone": strips, "together": strips + stars, "shuffled": numbers.sample(stars + strips, len(stars + strips))}.items():
        (tmp_path / "in.geojson").write_text(collection(features))
        path = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson", "crs": "EPSG:3857"}},
                              {"a": {"source": "in", "kind": "shape", "zooms": "0-6"}})
        bundle = build(path, tmp_path / name)
        found = [entry for entry in json.loads((tmp_path / f"{name}.report.json").read_text())["diagnostics"] if entry["code"] == "tangled-shapes"]
        assert [entry["count"] for entry in found] == [] if name == "alone" else [400]
        assert bundle.layers["a"]["shape"]["method"] == "coverage"
        assert name == "shuffled" or overtile("verify", tmp_path / name).returncode == 0
        tiles[name] = {(entry.tile, entry.id): entry.geometry for entry in bundle.entries["a"] if entry.properties["number"] >= 1000}
    assert tiles["alone"] == tiles["together"] == tiles["shuffled"] != {}


def test_one_shape_that_crosses_itself_very_often_is_told_of_in_the_singular(numbers, tmp_path):
    stars = [[meters(0.6 + reach * math.cos(turn / 20 * math.pi), 0.4 + reach * math.sin(turn / 20 * math.pi))
              for turn in range(40) for reach in [numbers.uniform(0.02, 0.03)]] for _ in range(400)]
    (tmp_path / "in.geojson").write_text(collection([
        {"type": "Feature", "properties": {}, "geometry": {"type": "MultiLineString", "coordinates": stars}}]))
    build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson", "crs": "EPSG:3857"}},
                         {"a": {"source": "in", "kind": "shape", "zooms": "0-6"}}), tmp_path / "out")
    told, = [entry for entry in json.loads((tmp_path / "out.report.json").read_text())["diagnostics"] if entry["code"] == "tangled-shapes"]
    assert told["count"] == 1 and 'layer "a": there are so many crossings between 1 shape and others' in told["message"]


def test_tiles_away_from_a_change_keep_their_bytes(bundle, sources, tmp_path):
    """A polygon less: its neighbors' borders change, and no others."""
    middle = shapely.Point(meters((WEST + EAST) / 2, (NORTH + SOUTH) / 2))
    gone, near = {}, []
    for layer, features in sources.items():
        shapes = [shapely.Polygon(feature["geometry"]["coordinates"][0]) for feature in features]
        index = int(numpy.argmin([shape.distance(middle) for shape in shapes]))
        gone[layer] = features[:index] + features[index + 1:]
        near += [shape.bounds for shape in shapes if shape.intersects(shapes[index])]
    west, south, east, north = (pick(side) for pick, side in zip([min, min, max, max], zip(*near)))
    (left, top), (right, bottom) = unit(west, north), unit(east, south)
    other = built(tmp_path / "changed", gone)
    kept = 0
    assert bundle.plain.keys() == other.plain.keys()
    for tile, data in bundle.plain.items():
        margin, scale = BUFFER / EXTENT + 0.001, 2.0 ** -tile[0]
        meets = (tile[1] - margin) * scale <= right and (tile[1] + 1 + margin) * scale >= left and \
            (tile[2] - margin) * scale <= bottom and (tile[2] + 1 + margin) * scale >= top
        if meets:
            continue
        assert data == other.plain[tile], tile
        kept += 1
    assert kept > 50 and bundle.plain != other.plain


def square(x, y, width, height=None):
    height = height or width
    return [meters(*corner) for corner in [(x, y), (x, y + height), (x + width, y + height), (x + width, y), (x, y)]]


def test_small_parts_and_holes_go_with_what_lies_in_them(tmp_path):
    """Squares and a thin rectangle as holes, each filled by a feature, whose own hole another one fills; and as islands."""
    last, sides = 4, [(0.0012, 0.0012), (0.0025, 0.0025), (0.0055, 0.0055), (0.006, 0.0007)]
    places = [(0.521, 0.401), (0.523, 0.403), (0.527, 0.407), (0.534, 0.421)]
    fills = [square(x, y, *side) for (x, y), side in zip(places, sides)]
    inner = [square(x + width / 4, y + height / 4, width / 2, height / 2) for (x, y), (width, height) in zip(places, sides)]
    country = [[square(0.52, 0.40, 0.025), *fills], *[[square(0.547, y, *side)] for (_, y), side in zip(places, sides)]]
    shapes = [country, *[[[fill, hole]] for fill, hole in zip(fills, inner)], *[[[hole]] for hole in inner]]
    (tmp_path / "parts.geojson").write_text(collection([
        {"type": "Feature", "id": number, "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": shape}}
        for number, shape in enumerate(shapes)]))
    bundle = build(write_pipeline(
        tmp_path / "parts.yaml", {"parts": {"path": "parts.geojson", "crs": "EPSG:3857"}},
        {"parts": {"source": "parts", "kind": "shape", "zooms": f"0-{last}",
                   "shape": {"method": "coverage", "smallerThan": "8px"}}}), tmp_path / "bundle")
    counts = set()
    for zoom in range(last + 1):
        size = AROUND * 8 / 512 / 2 ** zoom
        expected = Counter()
        for number, shape in enumerate(shapes):
            for exterior, *holes in shape:
                if not is_small(shapely.Polygon(exterior, holes), size):
                    expected[number, sum(not is_small(shapely.Polygon(hole), size) for hole in holes)] += 1
        (data,) = [data for tile, data in bundle.plain.items() if tile[0] == zoom]
        layer, = rawtile.parse(data).layers
        found = [(feature.id, polygon) for feature in layer.features for polygon in rawtile.polygons(rawtile.paths(feature))]
        assert Counter((number, len(polygon.interiors)) for number, polygon in found) == expected, zoom
        polygons = [polygon for _, polygon in found]
        assert all(is_thin(one.intersection(other)) for one in polygons for other in polygons if one is not other), zoom
        counts.add(len(found))
    assert len(counts) > 3


def is_small(polygon, size):
    west, south, east, north = polygon.bounds
    return max(east - west, north - south) < size or polygon.area < size * size


def test_a_sliver_that_one_zoom_draws_is_no_fault(tmp_path):
    """Three polygons whose borders nearly match near the antimeridian; snapping leaves a sliver that zoom 9 draws and zoom 10 does not."""
    path = write_pipeline(
        tmp_path / "p.yaml", {"in": {"path": str(Path(__file__).with_name("slivers.geojsonl")), "onInvalid": "repair"}},
        {"a": {"source": "in", "kind": "shape", "zooms": "8-11", "shape": {"snap": "20m"}}})
    assert overtile("build", path).returncode == 0
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 0, run.stdout
