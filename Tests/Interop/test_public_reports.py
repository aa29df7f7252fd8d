"""Reports about other programs, tried on this one with inputs of our own; shapely is the judge."""
import math
import random

import numpy
import pytest
import shapely

import mercator
import outlines
from conftest import build, collection, write_pipeline


def square(west, south, side):
    return [[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]


def built(folder, rings_of, zooms, **shape):
    features = [{"type": "Feature", "id": number, "properties": {}, "geometry": {"type": "Polygon", "coordinates": rings}}
                for number, rings in enumerate(rings_of, 1)]
    (folder / "in.geojson").write_text(collection(features))
    return build(write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}},
                                {"a": {"source": "s", "kind": "shape", "zooms": zooms, "shape": shape}}), folder / "out")


def on_map(rings):
    return shapely.transform(shapely.Polygon(rings[0], rings[1:]), lambda positions: numpy.array(
        [mercator.unit(*position) for position in positions]))


def differ(found, expected, zoom):
    """The part of the length of the border, in tile units, by which two areas differ."""
    return shapely.symmetric_difference(found, expected).area / (expected.length / 4096 / 2**zoom)


def test_a_rectangle_around_the_world_keeps_both_halves(tmp_path):
    """https://github.com/OSGeo/gdal/issues/2833"""
    bundle = built(tmp_path, [[[[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]]], "0-3")
    for zoom in range(4):
        assert outlines.area(bundle, "a", zoom).equals(shapely.box(0, 0, 1, 1)), zoom


def test_polygons_at_the_antimeridian_stay_whatever_the_sign_of_180(tmp_path):
    """https://github.com/OSGeo/gdal/issues/6250 and 8645, https://github.com/gadomski/antimeridian/issues/201: slivers at -180 and
    179.99, and polygons with positions at 180, written as 180 or -180."""
    made, rings_of, shapes = random.Random(4), [], []
    while len(rings_of) < 150:
        size, south, number = 10**made.uniform(-2, 1.2), made.uniform(-60, 60), len(rings_of)
        if number % 3 == 0:
            west, east = made.choice([(0, 0.01), (0.01, 0), (0, size), (size, 0), (size, 0.01), (0.01, size)])
            ring = [(180 - west, south), (180 + east, south), (180 + east, south + size), (180 - west, south + size)]
        else:
            count, center = made.randrange(4, 14), 180 + made.uniform(-1, 1) * size
            ring = [(center + reach * math.cos(turn * 2 * math.pi / count), south + reach * math.sin(turn * 2 * math.pi / count))
                    for turn, reach in enumerate(size * made.uniform(0.6, 1) for _ in range(count))]
            ring = [(180 if made.random() < 0.4 else x, y) for x, y in ring]
        shape = shapely.Polygon(ring)
        if not shape.is_valid or shape.area == 0:
            continue
        shapes.append(shape)
        ring = [[made.choice([180, -180]) if x == 180 else x - 360 if x > 180 else x, y] for x, y in ring]
        rings_of.append([(ring + ring[:1])[::made.choice([1, -1])]])
    bundle = built(tmp_path, rings_of, "7", method="none", smallerThan="0px")
    for number, shape in enumerate(shapes, 1):
        # A cut has the latitude that the edge in degrees has there.
        halves = [shape.intersection(shapely.box(west, -90, west + 360, 90)) for west in (-180, 180)]
        expected = shapely.union_all([shapely.transform(half, lambda positions: numpy.array(
            [(mercator.unit(0, y)[0] + x / 360, mercator.unit(0, y)[1]) for x, y in positions]).reshape(-1, 2)).buffer(0) for half in halves])
        found = outlines.joined(outlines.area(bundle, "a", 7, number))
        assert differ(found, expected, 7) < 1 + 4 / 4096 / 2**7 / expected.length, (number, rings_of[number - 1])


def test_holes_beside_a_bay_do_not_fill_tiles(tmp_path):
    """https://github.com/onthegomap/planetiler/issues/546: columns of tiles that a shell leaves and enters again, with holes on either
    side."""
    shell = [[0, 0], [40, 0], [40, 40], [25, 40], [25, 10], [15, 10], [15, 40], [0, 40], [0, 0]]
    rings = [shell, *(square(x, y, 3)[::-1] for x in (2, 11, 26, 35) for y in (2, 12, 22, 36))]
    bundle = built(tmp_path, [rings], "0-7", method="none", smallerThan="0px")
    for zoom in range(8):
        assert differ(outlines.area(bundle, "a", zoom), on_map(rings), zoom) < 1, zoom


def test_small_areas_at_deep_zooms_stay(tmp_path, numbers):
    """https://github.com/mapbox/tippecanoe/issues/966: sums of products overflowed, and small rings changed their winding."""
    rings_of = [[square(179.99 + numbers.uniform(0, 0.009), 84.99 + numbers.uniform(0, 0.009), numbers.choice([3e-5, 1e-4, 3e-4]))]
                for _ in range(60)]
    bundle = built(tmp_path, rings_of, "18-19", smallerThan="0px")
    for zoom in (18, 19):
        for number, rings in enumerate(rings_of, 1):
            assert differ(outlines.area(bundle, "a", zoom, number), on_map(rings), zoom) < 1, (zoom, number)


def test_small_holes_stay(tmp_path):
    """https://github.com/mapbox/tippecanoe/issues/903"""
    made = random.Random(3)
    rings = [square(80, 0, 20), *(square(80.2 + x / 2 + made.uniform(0, 0.2), 0.2 + y / 2 + made.uniform(0, 0.2), 0.02)[::-1]
                                  for x in range(38) for y in range(38))]
    bundle = built(tmp_path, [rings], "6-8", smallerThan="0px")
    for zoom in (6, 7, 8):
        area = outlines.area(bundle, "a", zoom)
        assert area.geom_type == "Polygon" and len(area.interiors) == len(rings) - 1


@pytest.mark.parametrize("width, height", [(2e-3, 1e-7), (2e-3, 3e-8), (30, 1e-6), (1e-6, 10)])
def test_a_label_of_a_thread_takes_no_time_and_is_inside(tmp_path, width, height):
    """https://github.com/mapbox/polylabel/issues/51 and 44"""
    ring = [[12.85, 43.71], [12.85 + width, 43.71], [12.85 + width, 43.71 + height], [12.85, 43.71 + height], [12.85, 43.71]]
    bundle = built(tmp_path, [[ring]], "3-4", small="point", label=True)
    properties = bundle.entries_at("a", 4)[0].properties
    label = shapely.Point(mercator.unit(properties["label_longitude"], properties["label_latitude"]))
    assert on_map([ring]).distance(label) <= 1.5 / mercator.WORLD
