"""Countries at every zoom, against shapely: valid, wound, near their source, none lost."""
import functools
import json
import math
import os
import random
from collections import defaultdict

import pytest
import shapely
from shapely.geometry import shape

import mercator
import outlines
import rawtile
from conftest import SAMPLES, build, write_pipeline

TOLERANCE_PIXELS = 0.5
LAST = 5
EXTENT = 4096
BUFFER = 64
SEED = int(os.environ.get("OVERTILE_SEED", "17"))


@pytest.fixture(scope="module")
def source():
    """The countries on the plane of the map, made valid, by name."""
    features = json.loads((SAMPLES / "countries.geojson").read_text())["features"]
    assert len(features) == 177
    return {feature["properties"]["name"]: areas(shapely.make_valid(on_the_plane(shape(feature["geometry"]))))
            for feature in features}


def areas(geometry):
    """The polygons of a geometry: repairing and joining can leave lines, which nothing draws."""
    return shapely.MultiPolygon([part for part in shapely.get_parts(shapely.get_parts(geometry))
                                 if part.geom_type == "Polygon"])


def on_the_plane(geometry):
    """Clipped at the latitudes where the map ends by the plane itself."""
    return shapely.transform(geometry, lambda positions: outlines.on_map(*positions.T))


@pytest.fixture(scope="module", params=["topology", "coverage", "douglas-peucker", "none"])
def method(request):
    return request.param


@pytest.fixture(scope="module")
def bundle(method, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shapes")
    return build(write_pipeline(
        folder / "shapes.yaml", {"countries": {"path": str(SAMPLES / "countries.geojson")}},
        {"countries": {"source": "countries", "kind": "shape", "zooms": f"0-{LAST}", "shape": {
            "tolerance": f"{TOLERANCE_PIXELS}px", "method": method, "small": "point", "label": True}}}),
        folder / "bundle")


@pytest.fixture(scope="module")
def polygons(bundle):
    return polygons_of(bundle)


@pytest.fixture(scope="module")
def countries_at(polygons):
    """The countries of a zoom, put together once."""
    return functools.cache(lambda zoom: united(polygons, zoom))


@pytest.fixture(scope="module")
def cores(source):
    """The large parts of a country without a margin, in the unit square; several methods share them."""
    @functools.cache
    def get(name, least, margin):
        return shapely.MultiPolygon([part for part in source[name].geoms if size(part) > least]).buffer(-margin)

    return get


def polygons_of(bundle):
    """Per tile and country: the polygons in tile units, holes with their exterior, as wound in the tile."""
    found = defaultdict(dict)
    for tile, data in bundle.plain.items():
        layer, = rawtile.parse(data).layers
        for feature in layer.features:
            if feature.type == rawtile.POLYGON:
                found[tile][layer.values[tag_value(layer, feature, "name")].string_value] = rawtile.polygons(rawtile.paths(feature))
    return found


def tag_value(layer, feature, name):
    tags = dict(zip(feature.tags[::2], feature.tags[1::2]))
    return tags[list(layer.keys).index(name)]


def test_every_polygon_is_valid(polygons):
    tested = 0
    for tile, countries in polygons.items():
        for name, parts in countries.items():
            for part in parts:
                assert part.is_valid, (tile, name, shapely.is_valid_reason(part))
                tested += 1
    assert tested > 2000


def test_parts_of_a_country_do_not_overlap(polygons):
    for tile, countries in polygons.items():
        for name, parts in countries.items():
            whole = shapely.MultiPolygon(parts)
            assert whole.is_valid, (tile, name, shapely.is_valid_reason(whole))


def test_none_is_lost(bundle, source):
    for zoom in range(LAST + 1):
        names = {entry.properties["name"] for entry in bundle.entries_at("countries", zoom)}
        assert names == set(source), zoom


def united(polygons, zoom):
    """The countries of a zoom, put together from their tiles without the buffers, in the unit square."""
    parts_by_name = defaultdict(list)
    box = shapely.box(0, 0, EXTENT, EXTENT)
    for tile, countries in polygons.items():
        if tile[0] == zoom:
            for name, parts in countries.items():
                inside = shapely.intersection(shapely.MultiPolygon(parts), box)
                parts_by_name[name].append(shapely.transform(inside, outlines.on_the_plane(tile, EXTENT)))
    return {name: areas(shapely.union_all(parts, grid_size=2.0**-40)) for name, parts in parts_by_name.items()}


@pytest.mark.parametrize("zoom", range(LAST + 1))
def test_clipped_features_put_together_are_near_the_source(countries_at, cores, source, method, zoom):
    """The boundary is within the tolerance, plus the effect of rounding to the grid, of the source's; and nothing is
    missing that is thicker than that, except parts of a few pixels. At the last zoom only rounding remains."""
    unit = 1 / (EXTENT * 2**zoom)
    pixel = 1 / (512 * 2**zoom)
    simplified = zoom < LAST and method != "none"
    allowed = 1.5 * unit + (TOLERANCE_PIXELS * pixel if simplified else 0)
    found = countries_at(zoom)
    assert len(found) > 100
    for name, geometry in found.items():
        assert stays_near(geometry.boundary, boundary(source[name]), allowed), name
        assert cores(name, 4 * pixel, 1.05 * allowed).difference(geometry).area == 0, name


def size(geometry):
    west, north, east, south = geometry.bounds
    return min(east - west, south - north)


@functools.cache
def boundary(geometry):
    return geometry.boundary


def stays_near(line, other, allowed):
    """Whether the vertices of a line, with more put on its edges, lie within a distance of another."""
    places = shapely.get_coordinates(shapely.segmentize(line, max(line.length / 500, 2**-24)))
    return outlines.near(other, places, allowed).all()


def test_areas_at_the_last_zoom(countries_at, source):
    """Up to the area that rounding a boundary by half a unit can add or remove."""
    unit = 1 / (EXTENT * 2**LAST)
    for name, geometry in countries_at(LAST).items():
        assert abs(geometry.area - source[name].area) <= source[name].length * unit, name


def label(entry):
    return shapely.Point(mercator.unit(entry.properties["label_longitude"], entry.properties["label_latitude"]))


def test_labels_lie_inside(bundle, source):
    for entry in bundle.entries_at("countries", LAST):
        assert shapely.distance(source[entry.properties["name"]], label(entry)) < 1e-9, entry.properties["name"]


@pytest.mark.parametrize("method", ["coverage", "topology", "douglas-peucker"])
def test_labels_lie_inside_what_each_zoom_draws(tmp_path, method):
    """Of crescents that simplification changes beyond their width, up to rounding by a unit along both axes."""
    source = random.Random(SEED)
    features = []
    for number in range(60):
        west, south, radius = source.uniform(-170, 170), source.uniform(-60, 60), source.uniform(1, 9)
        turn, share = source.uniform(0, 2 * math.pi), source.uniform(0.75, 0.95)
        angles = [turn + step * math.pi / 40 for step in range(60)]
        ring = [[west + radius * math.cos(angle), south + radius / 2 * math.sin(angle)] for angle in angles]
        ring += [[west + share * (x - west), south + share * (y - south)] for x, y in reversed(ring)]
        features.append({"type": "Feature", "properties": {"name": str(number)},
                         "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]}})
    (tmp_path / "in.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    bundle = build(write_pipeline(
        tmp_path / "p.yaml", {"s": {"path": "in.geojson"}},
        {"l": {"source": "s", "kind": "shape", "zooms": "1-5", "shape": {
            "tolerance": "6px", "method": method, "smallerThan": "0px", "label": True}}}), tmp_path / "bundle")
    polygons = polygons_of(bundle)
    labels = {(entry.tile[0], entry.properties["name"]): label(entry) for entry in bundle.entries["l"]}
    for zoom in range(1, 6):
        for name, drawn in united(polygons, zoom).items():
            away = shapely.distance(drawn, labels[zoom, name])
            assert away <= math.sqrt(2) / (EXTENT * 2**zoom), f"seed {SEED}: {name} at zoom {zoom}"
    assert any(labels[5, name] != at for (zoom, name), at in labels.items()), "none has moved"


def test_the_meridian_of_180_degrees_cuts(tmp_path):
    """RFC 7946 section 3.1.9: the rectangle from 170 to -170 becomes two, which meet the edge of the map."""
    ring = [[170, 40], [-170, 40], [-170, 50], [170, 50], [170, 40]]
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    (tmp_path / "shape.geojson").write_text(json.dumps(feature))
    bundle = build(write_pipeline(
        tmp_path / "shape.yaml", {"shapes": {"path": "shape.geojson"}},
        {"shapes": {"source": "shapes", "kind": "shape", "zooms": "2"}}), tmp_path / "bundle")
    assert {tile[1] for tile in bundle.plain} == {0, 3}
    xs = [x for data in bundle.plain.values() for feature in rawtile.parse(data).layers[0].features
          for ring in rawtile.paths(feature) for x, _ in ring]
    assert max(xs) - min(xs) <= EXTENT + 2 * BUFFER and math.isclose(max(xs), EXTENT, abs_tol=BUFFER)
    assert bundle.manifest["bounds"][0] == -180 and bundle.manifest["bounds"][2] == 180
