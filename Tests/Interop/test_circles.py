"""Circles against pyproj's Geod (Karney's geodesics on WGS84) and the arithmetic of MapKit's points per meter."""
import itertools
import math

import numpy
import pytest
from pyproj import Geod

import mercator
from conftest import ROOT, build, collection, point, write_pipeline

GEOD = Geod(ellps="WGS84")
EXTENT = 4096
SCALE = 1.2

# Longitude, latitude, radius in meters: the equator, high latitudes, the antimeridian, a pole inside, small, large.
ON_THE_MAP = [
    (10.0, 0.0, 50_000), (-70.3, 45.0, 900_000), (25.7, 71.2, 300_000), (179.9, -17.5, 250_000),
    (-179.5, 64.0, 700_000), (0.0, 20.0, 4_000_000), (151.2, -33.9, 30), (13.4, 52.5, 8_000),
    (30.0, 83.0, 30_000), (-120.0, -5.0, 5_000_000), (60.0, 66.0, 1_500_000), (-100.0, 82.0, 1_200_000),
    (44.0, -80.0, 2_000_000),
]
# Centers beyond the latitude at which the square map ends, with discs that reach into it.
BEYOND_ITS_EDGE = [(100.0, 88.0, 400_000), (-45.0, -86.5, 900_000), (10.0, 89.0, 700_000), (0.0, 85.5, 60_000)]


def circles_bundle(folder, circles, zooms, **circle):
    features = [point(*center, id, radius=radius) for id, (*center, radius) in enumerate(circles)]
    (folder / "circles.geojson").write_text(collection(features))
    options = {"radius": {"property": "radius", "unit": "m"}} | circle
    return build(write_pipeline(
        folder / "circles.yaml", {"points": {"path": "circles.geojson"}},
        {"circles": {"source": "points", "kind": "circle", "zooms": zooms, "circle": options}}), folder / "bundle")


@pytest.fixture(scope="module", params=[ON_THE_MAP, BEYOND_ITS_EDGE], ids=["on-the-map", "beyond-its-edge"])
def circles(request):
    return request.param


@pytest.fixture(scope="module")
def geodesic(circles, tmp_path_factory):
    return circles_bundle(
        tmp_path_factory.mktemp("geodesic"), circles, "0-5", model="geodesic", draw=["center", "ring"],
        chordError="0.25px", pulse={"scale": [0.8, SCALE]})


def rings(entry):
    geometry = entry.geometry
    polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return [ring for polygon in polygons for ring in polygon]


def is_on_the_circle(entry, position, circle):
    """Not on a line at which a ring is clipped or closed: the buffer's, the edges of the world, and, for a disc that
    holds a pole, the meridian opposite its center, where it is cut open."""
    x, y = mercator.from_tile(entry.tile, *position)
    if not all(-64 < part < EXTENT + 64 for part in position) or not 0 < y < 1 or x in (0, 1):
        return False
    longitude, latitude, radius = circle
    holds_pole = GEOD.inv(longitude, latitude, longitude, math.copysign(90, latitude))[2] < radius
    return not (holds_pole and abs(mercator.wrapped(x - longitude / 360)) < 2 / (EXTENT * 2**entry.tile[0]))


def ring_entries(bundle):
    return [entry for entry in bundle.entries["circles"] if entry.properties["part"] == "ring"]


def unit_on_the_ground(entry, latitude):
    """Meters of a tile's unit at a latitude: the larger direction on the ellipsoid, at most 1% above the sphere's."""
    return 40_075_017 / (EXTENT * 2**entry.tile[0]) * math.cos(math.radians(latitude)) * 1.01


def assert_at_radius(entry, position, circle):
    """Within the stated chord error, and half a unit in each direction from rounding to the tile's grid."""
    longitude, latitude, radius = circle
    at = mercator.degrees(*mercator.from_tile(entry.tile, *position))
    meters = GEOD.inv(longitude, latitude, *at)[2]
    allowed = (0.25 * EXTENT / 512 + 0.7072) * unit_on_the_ground(entry, at[1])
    assert abs(meters - radius) <= allowed, (entry.tile, circle, at, meters)


def test_ring_vertices_are_at_the_radius(geodesic, circles):
    tested = 0
    for entry in ring_entries(geodesic):
        for position in (position for ring in rings(entry) for position in ring):
            if is_on_the_circle(entry, position, circles[entry.id]):
                assert_at_radius(entry, position, circles[entry.id])
                tested += 1
    assert tested > 100


def test_edges_stay_within_the_chord_error(geodesic, circles):
    """Half way along every edge between vertices, on the plane of the map, which is where edges are straight."""
    tested = 0
    for entry in ring_entries(geodesic):
        circle = circles[entry.id]
        for a, b in (edge for ring in rings(entry) for edge in zip(ring, ring[1:])):
            if is_on_the_circle(entry, a, circle) and is_on_the_circle(entry, b, circle):
                assert_at_radius(entry, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), circle)
                tested += 1
    assert tested > 100


@pytest.mark.parametrize("zoom", range(5))
def test_every_tile_that_the_envelope_touches_has_the_circle_and_no_other(geodesic, circles, zoom):
    found = {}
    for entry in geodesic.entries_at("circles", zoom):
        found.setdefault(entry.id, set()).add(entry.tile[1:])
    for id, circle in enumerate(circles):
        touched, unsure = tiles_touched(zoom, *circle)
        assert found.get(id, set()) - unsure == touched - unsure, circle
        assert len(unsure) <= 4


def tiles_touched(zoom, longitude, latitude, radius):
    """By brute force, the tiles that the envelope touches, and those too close to decide.

    A disc touches a tile when it holds a point of the tile's edge, or the tile holds its center.
    """
    x, y = mercator.unit(longitude, latitude)
    own = (int(x * 2**zoom), int(y * 2**zoom)) if 0 < y < 1 else None
    tiles = numpy.array(list(itertools.product(range(2**zoom), range(2**zoom))))
    found = edge_distances(zoom, tiles, longitude, latitude, rounds=1)
    # No position of an edge is farther from a sample than half of a 32nd of it is long at the equator.
    close = abs(found - radius * SCALE) < 41_000_000 / 2**zoom / 64
    found[close] = edge_distances(zoom, tiles[close], longitude, latitude, rounds=4)
    nearest = {tile: 0 if tile == own else meters for tile, meters in zip(map(tuple, tiles.tolist()), found)}
    return ({tile for tile, meters in nearest.items() if meters <= radius * SCALE},
            {tile for tile, meters in nearest.items() if abs(meters - radius * SCALE) < 2})


def edge_distances(zoom, tiles, longitude, latitude, rounds):
    """The least distance in meters from a position to the edge of each tile: the best of samples, and of samples around it."""
    corners = tiles[:, None] + [(0, 0), (1, 0), (1, 1), (0, 1)]
    starts, ways = corners[:, :, None], (numpy.roll(corners, -1, axis=1) - corners)[:, :, None]
    low, high = numpy.zeros((len(tiles), 4, 1)), numpy.ones((len(tiles), 4, 1))
    best = numpy.full((len(tiles), 4), math.inf)
    for _ in range(rounds):
        parts = low + (high - low) * numpy.linspace(0, 1, 33)
        x, y = numpy.moveaxis((starts + ways * parts[..., None]) / 2**zoom, -1, 0)
        latitudes = numpy.degrees(numpy.arctan(numpy.sinh(math.pi * (1 - 2 * y))))
        here = numpy.full_like(x, longitude), numpy.full_like(x, latitude)
        meters = GEOD.inv(*here, x * 360 - 180, latitudes)[2]
        nearest = meters.argmin(axis=2, keepdims=True)
        low, high = (numpy.take_along_axis(parts, numpy.clip(nearest + step, 0, 32), 2) for step in (-1, 1))
        best = numpy.minimum(best, meters.min(axis=2))
    return best.min(axis=1)


def test_properties_repeat_what_was_asked(geodesic, circles):
    for entry in geodesic.entries["circles"]:
        longitude, latitude, radius = circles[entry.id]
        own = entry.properties
        assert own["radius_m"] == pytest.approx(radius, abs=1e-6)
        assert own["center_longitude"] == pytest.approx(longitude, abs=1e-7)
        assert own["center_latitude"] == pytest.approx(latitude, abs=1e-7)
        assert (own["pulse_scale_from"], own["pulse_scale_to"]) == (0.8, SCALE)


def map_points_per_meter(latitude):
    """MapKit's: a truncated series for the length of a degree, over the map points of the degree around it."""
    def y(degrees):
        sine = math.sin(math.radians(degrees))
        return (0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * 2**28

    p = math.radians(latitude)
    degree = 111132.92 - 559.82 * math.cos(2 * p) + 1.175 * math.cos(4 * p) - 0.0023 * math.cos(6 * p)
    return (y(latitude - 0.5) - y(latitude + 0.5)) / degree


def test_the_formula_is_mapkits():
    """Two values observed in MapKit."""
    assert map_points_per_meter(0) == pytest.approx(6.74355336508965, rel=1e-13)
    assert map_points_per_meter(37.3326) == pytest.approx(8.44991070213448, rel=1e-13)


@pytest.fixture(scope="module")
def mapkit(tmp_path_factory):
    return circles_bundle(
        tmp_path_factory.mktemp("mapkit"), ON_THE_MAP, "0-7", model="mapkit", draw=["center", "ring"])


def test_mapkit_radii_in_map_points_and_pixels(mapkit):
    for entry in mapkit.entries["circles"]:
        _, latitude, radius = ON_THE_MAP[entry.id]
        points = radius * map_points_per_meter(latitude)
        # Centers are rounded to the world's grid, a few millimeters.
        assert entry.properties["radius_map_points"] == pytest.approx(points, rel=2e-9, abs=1e-6)
        assert entry.properties["radius_px"] == pytest.approx(
            points * 512 * 2**entry.tile[0] / 2**28, rel=2e-9, abs=1e-6)


def test_mapkit_rings_are_round_on_the_map(mapkit):
    tested = 0
    for entry in ring_entries(mapkit):
        longitude, latitude, radius = ON_THE_MAP[entry.id]
        center = mercator.unit(longitude, latitude)
        expected = radius * map_points_per_meter(latitude) / 2**28
        unit = 1 / (EXTENT * 2**entry.tile[0])
        for position in (position for ring in rings(entry) for position in ring):
            x, y = mercator.from_tile(entry.tile, *position)
            if not all(-64 < part < EXTENT + 64 for part in position) or not 0 < y < 1 or x in (0, 1):
                continue
            # The copy of the center that is nearest to the radius: large circles reach across the edge of the map.
            errors = [abs(math.hypot(x - center[0] + copy, y - center[1]) - expected) for copy in (-1, 0, 1)]
            assert min(errors) <= (0.25 * EXTENT / 512 + 0.7072) * unit, (entry.tile, ON_THE_MAP[entry.id])
            tested += 1
    assert tested > 1000


def test_pixel_circles_are_as_large_at_every_zoom(tmp_path):
    bundle = circles_bundle(tmp_path, ON_THE_MAP[:4], "0-6", radius="24px", draw="ring")
    assert {zoom["entries"] > 0 for zoom in bundle.layers["circles"]["zooms"]} == {True}
    for entry in bundle.entries["circles"]:
        assert entry.properties["radius_px"] == pytest.approx(24, abs=1e-6)


def test_bounds_hold_what_is_drawn(built):
    """The bounds of a bundle cover the data of all its zooms (TileJSON 3), outlines included."""
    bundle = built(ROOT / "Pipelines/circles.yaml")
    slack = 360 / EXTENT  # the world's grid at zoom 0
    for name, layer in bundle.layers.items():
        _, south, _, north = layer["bounds"]
        for entry in bundle.entries[name]:
            if entry.geometry["type"] == "Point":
                continue
            for position in (position for ring in rings(entry) for position in ring):
                at = mercator.degrees(*mercator.from_tile(entry.tile, *position))
                allowed = slack / 2**entry.tile[0]
                assert south - allowed <= at[1] <= north + allowed, (name, entry.tile, at)


def test_quakes_are_in_the_tiles_that_their_envelope_touches(built):
    """Real data, on both sides of the antimeridian."""
    bundle = built(ROOT / "Pipelines/quickstart.yaml")
    found = {}
    for entry in bundle.entries_at("quakes", 3):
        found.setdefault(entry.id, (entry.properties, set()))[1].add(entry.tile[1:])
    assert len(found) == bundle.layers["quakes"]["features"]
    for id in sorted(found)[::40]:
        own, tiles = found[id]
        touched, unsure = tiles_touched(3, own["center_longitude"], own["center_latitude"], own["radius_m"])
        assert tiles - unsure == touched - unsure, own
