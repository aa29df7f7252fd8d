"""Reports about other programs, tried on this one with inputs of our own; shapely is the judge."""
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
