"""Polygons around a pole with holes around it, and holes across the antimeridian: what they cover, position by position."""
import itertools

import numpy
import pyproj
import pytest
import shapely

import outlines
from conftest import build, collection, overtile, write_pipeline

AROUND = lambda latitude: [[x, latitude] for x in range(-180, 180, 10)] + [[-180, latitude]]
AROUND_SHIFTED = lambda latitude: [[x, latitude] for x in range(-175, 180, 10)] + [[-175, latitude]]
BOX = lambda west, south, east, north: [[west, south], [east, south], [east, north], [west, north], [west, south]]
WORLD = [[-180, -80], [-90, -80], [0, -80], [90, -80], [180, -80], [180, 80], [90, 80], [0, 80], [-90, 80], [-180, 80], [-180, -80]]
BETWEEN = lambda south, north: lambda x, y: (south < y) & (y < north)
IN_BOX = lambda west, south, east, north: lambda x, y: ((x - west) % 360 < (east - west) % 360) & (south < y) & (y < north)

# Polygons in degrees, and whether they cover a longitude and a latitude.
GEOGRAPHIC = {
    "cap": ([[AROUND_SHIFTED(-60)]], BETWEEN(-91, -60)),
    "band": ([[AROUND_SHIFTED(-60), AROUND_SHIFTED(-80)]], BETWEEN(-80, -60)),
    "band, inner first in latitude": ([[AROUND_SHIFTED(70), AROUND_SHIFTED(50)[::-1]]], BETWEEN(50, 70)),
    "band over the equator": ([[AROUND_SHIFTED(-30), AROUND_SHIFTED(40)]], BETWEEN(-30, 40)),
    "bands in both hemispheres": ([[AROUND_SHIFTED(-60), AROUND_SHIFTED(-75)], [AROUND_SHIFTED(55), AROUND_SHIFTED(80)]],
                                  lambda x, y: BETWEEN(-75, -60)(x, y) | BETWEEN(55, 80)(x, y)),
    "band with holes": ([[AROUND_SHIFTED(-50), AROUND_SHIFTED(-80), BOX(170, -70, -170, -60), BOX(20, -70, 40, -60)]],
                        lambda x, y: BETWEEN(-80, -50)(x, y) & ~IN_BOX(170, -70, -170, -60)(x, y) & ~IN_BOX(20, -70, 40, -60)(x, y)),
    "cap with a hole": ([[AROUND_SHIFTED(60), BOX(175, 70, -160, 80)]], lambda x, y: BETWEEN(60, 91)(x, y) & ~IN_BOX(175, 70, -160, 80)(x, y)),
    "world with a hole": ([[WORLD, BOX(170, -20, -160, 20)]], lambda x, y: BETWEEN(-80, 80)(x, y) & ~IN_BOX(170, -20, -160, 20)(x, y)),
    "world off the meridian with a hole": ([[[[x + 150, y] for x, y in WORLD], BOX(140, -20, 160, 20)]],
                                           lambda x, y: BETWEEN(-80, 80)(x, y) & ~IN_BOX(140, -20, 160, 20)(x, y)),
    "band that ends at 180": ([[AROUND(20), AROUND(50)]], BETWEEN(20, 50)),
}
ORDERED = "band with holes", "bands in both hemispheres", "cap with a hole", "world off the meridian with a hole"
CIRCLE = lambda radius, x=0, y=0, count=24: [[x + radius * numpy.cos(angle), y + radius * numpy.sin(angle)]
                                             for angle in numpy.linspace(0, 2 * numpy.pi, count + 1)[:-1]] + [[x + radius, y]]
PLANE = {
    "square with a square": [[BOX(-3e6, -3e6, 3e6, 3e6), BOX(-1e6, -1e6, 1e6, 1e6)]],
    "clockwise": [[BOX(-3e6, -3e6, 3e6, 3e6)[::-1], BOX(-1e6, -1e6, 1e6, 1e6)]],
    "hole beside": [[BOX(-3e6, -3e6, 3e6, 3e6), BOX(-8e5, -8e5, 8e5, 8e5), BOX(-5e5, 1.2e6, 5e5, 2e6), BOX(-5e5, -2e6, 5e5, -1.2e6)]],
    "three bands": [[CIRCLE(5e6), CIRCLE(4e6)], [CIRCLE(3e6), CIRCLE(2e6)[::-1]], [CIRCLE(1e6)]],
    "over the equator": [[CIRCLE(15e6, count=60), CIRCLE(9e6, count=60)]],
    "a hemisphere and more": [[BOX(-13e6, -13e6, 13e6, 13e6)]],
    "not the pole": [[CIRCLE(2e6, 2.5e6, 0), CIRCLE(1e6, 2.5e6, 0)]],
}


CRS = "EPSG:3031", "EPSG:3413"


def feature(polygons, id):
    return {"type": "Feature", "id": id, "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": polygons}}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """One bundle of all polygons: a layer for those in degrees, for those in any order, and for each plane; its features by case."""
    folder = tmp_path_factory.mktemp("poles")
    orders = [list(map(list, order)) for case in ORDERED for order in ways(case)]
    sources = {"degrees": {}, "orders": {"onInvalid": "repair"}} | {crs[5:]: {"crs": crs} for crs in CRS}
    polygons = {"degrees": [polygons for polygons, _ in GEOGRAPHIC.values()], "orders": orders} | {crs[5:]: PLANE.values() for crs in CRS}
    for name in sources:
        (folder / f"{name}.geojson").write_text(collection([feature(each, id) for id, each in enumerate(polygons[name])]))
    bundle = build(write_pipeline(
        folder / "p.yaml", {name: {"path": f"{name}.geojson"} | keys for name, keys in sources.items()},
        {name: {"source": name, "kind": "shape", "zooms": "0-4", "shape": {"method": "none"}} for name in sources}), folder / "out")
    assert overtile("verify", bundle.folder, "--all").returncode == 0
    return bundle


def ways(case):
    """All orders of the rings of a case's polygons."""
    return itertools.product(*(itertools.permutations(rings) for rings in GEOGRAPHIC[case][0]))


def compare(bundle, layer, id, covers):
    covered = outlines.area(bundle, layer, 4, id)
    assert shapely.is_valid(covered)
    random = numpy.random.default_rng(3)
    places = random.uniform((0, 0.001), (1, 0.999), (30_000, 2))
    longitudes = places[:, 0] * 360 - 180
    latitudes = numpy.degrees(2 * numpy.arctan(numpy.exp((0.5 - places[:, 1]) * 2 * numpy.pi)) - numpy.pi / 2)
    expected, found = covers(longitudes, latitudes), outlines.covered(covered, places)
    near = outlines.near(covered.boundary, places, 2 / 4096 / 16)
    assert expected.sum() > 50
    assert (found == expected)[~near].all(), [(longitudes[i], latitudes[i], found[i]) for i in numpy.flatnonzero((found != expected) & ~near)[:5]]


@pytest.mark.parametrize("case", GEOGRAPHIC)
def test_in_degrees(case, bundle):
    compare(bundle, "degrees", list(GEOGRAPHIC).index(case), GEOGRAPHIC[case][1])


@pytest.mark.parametrize("case", ORDERED)
def test_rings_come_in_any_order(case, bundle):
    first = sum(len(list(ways(before))) for before in ORDERED[:ORDERED.index(case)])
    for number in range(len(list(ways(case)))):
        compare(bundle, "orders", first + number, GEOGRAPHIC[case][1])


@pytest.mark.parametrize("crs", CRS)
@pytest.mark.parametrize("case", PLANE)
def test_in_the_plane(case, crs, bundle):
    transformer = pyproj.Transformer.from_crs("OGC:CRS84", crs, always_xy=True)
    plane = shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in PLANE[case]])
    compare(bundle, crs[5:], list(PLANE).index(case), lambda *places: shapely.contains_xy(plane, *transformer.transform(*places)))


def test_a_hole_outside_is_named_where_it_is(tmp_path):
    """A band whose hole touches neither border is no fault, and a hole beyond it is one, at a position in the data."""
    (tmp_path / "in.geojson").write_text(collection([{"type": "Feature", "id": 1, "properties": {}, "geometry": {
        "type": "Polygon", "coordinates": [AROUND_SHIFTED(-60), AROUND_SHIFTED(-80), BOX(10, -50, 20, -40)]}}]))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {"a": {"source": "s", "kind": "shape", "zooms": "0-4"}})
    run = overtile("build", path, "--output", tmp_path / "out")
    assert run.returncode == 65
    text = run.stderr.decode()
    assert "longitude -180, latitude -90" not in text and "the geometry is invalid" in text
