"""`overtile tile` and `overtile decode`: every feature of other people's tiles, beside mapbox-vector-tile."""
import gzip
import json
import math

import mapbox_vector_tile
import pytest

from bundle import inflated, stored_tiles
from conftest import SAMPLES, overtile, write_pipeline, build
from foreign import MAKERS, make
from test_inspect_command import tiles_of


@pytest.fixture(scope="module", params=MAKERS)
def archive(request, tmp_path_factory):
    return make(request.param, tmp_path_factory.mktemp("foreign"))


def sample(tiles):
    """The largest tiles and some others of every zoom."""
    chosen = sorted(tiles, key=lambda tile: -len(tiles[tile]))[:3]
    for zoom in {tile[0] for tile in tiles}:
        chosen += sorted(tile for tile in tiles if tile[0] == zoom)[::40]
    return sorted(set(chosen))


def parts(geometry):
    """Positions by part, rings without their repeated end, in no order of parts nor of positions in a part."""
    kind, coordinates = geometry["type"], geometry["coordinates"]
    depth = {"Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}[kind]
    if depth == 0:
        return kind, [[tuple(coordinates)]]
    if depth == 3:
        coordinates = [ring for polygon in coordinates for ring in polygon]
    if depth == 1:
        coordinates = [coordinates]
    rings = [[tuple(position) for position in part] for part in coordinates]
    if "Polygon" in kind:
        assert all(ring[0] == ring[-1] and len(ring) >= 4 for ring in rings)
        rings = [ring[:-1] for ring in rings]
    return kind.removeprefix("Multi"), sorted(sorted(ring) for ring in rings)


def expected_features(data):
    """(layer, id, properties, geometry, extent) in order, in tile units."""
    decoded = mapbox_vector_tile.decode(inflated(data), default_options={"y_coord_down": True})
    return [(name, feature.get("id"), feature["properties"], parts(feature["geometry"]), layer["extent"])
            for name, layer in decoded.items() for feature in layer["features"]]


def area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))


def test_loose_tiles_as_values(archive, tmp_path):
    tiles = tiles_of(archive)
    for address in sample(tiles):
        (tmp_path / "t.mvt").write_bytes(tiles[address])
        run = overtile("decode", tmp_path / "t.mvt")
        assert run.returncode == 0, run.stderr.decode()
        collection = json.loads(run.stdout)
        assert "tile units" in collection["positions"]
        found = [(feature["layer"], feature.get("id") or 0, feature["properties"], parts(feature["geometry"]),
                  feature["extent"]) for feature in collection["features"]]
        expected = [(name, id or 0, properties, geometry, extent)
                    for name, id, properties, geometry, extent in expected_features(tiles[address])]
        assert found == expected, address


def degrees(address, extent, position):
    zoom, column, row = address
    side = 2**zoom
    x, y = (column + position[0] / extent) / side, (row + position[1] / extent) / side
    return x * 360 - 180, math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y))))


def test_tiles_in_longitude_and_latitude(archive):
    tiles = tiles_of(archive)
    for address in sample(tiles)[::2]:
        run = overtile("tile", archive, "/".join(map(str, address)))
        assert run.returncode == 0, run.stderr.decode()
        features = json.loads(run.stdout)["features"]
        expected = expected_features(tiles[address])
        assert len(features) == len(expected)
        for feature, (name, _, properties, (kind, rings), extent) in zip(features, expected):
            assert (feature["layer"], feature["properties"]) == (name, properties)
            found_kind, found = parts(feature["geometry"])
            assert found_kind == kind
            told = sorted(degrees(address, extent, position) for ring in rings for position in ring)
            positions = sorted(position for ring in found for position in ring)
            for (west, south), (x, y) in zip(
                    sorted((round(a, 6), round(b, 6)) for a, b in told),
                    sorted((round(a, 6), round(b, 6)) for a, b in positions), strict=True):
                assert abs(west - x) < 3e-6 and abs(south - y) < 3e-6
            if kind == "Polygon":
                polygons = feature["geometry"]["coordinates"]
                for polygon in [polygons] if feature["geometry"]["type"] == "Polygon" else polygons:
                    assert area(polygon[0]) >= 0 and all(area(hole) <= 0 for hole in polygon[1:])


def test_raw_tiles(archive, tmp_path):
    tiles = tiles_of(archive)
    for address in sample(tiles)[:5]:
        words = ["tile", archive, "/".join(map(str, address)), "--format", "mvt"]
        assert overtile(*words).stdout == inflated(tiles[address])
        assert overtile(*words, "--output", tmp_path / "out.mvt").returncode == 0
        assert (tmp_path / "out.mvt").read_bytes() == inflated(tiles[address])


def test_a_layer_of_a_tile(quickstart):
    for address in [(0, 0, 0), (7, *next(tile[1:] for tile in quickstart.stored if tile[0] == 7))]:
        name = "/".join(map(str, address))
        everything = json.loads(overtile("tile", quickstart.folder, name).stdout)["features"]
        for layer in {feature["layer"] for feature in everything}:
            found = json.loads(overtile("tile", quickstart.folder, name, "--layer", layer).stdout)["features"]
            assert found == [feature for feature in everything if feature["layer"] == layer]
    run = overtile("tile", quickstart.folder, "0/0/0", "--layer", "roads")
    assert run.returncode == 66 and b"roads" in run.stderr and b"airports" in run.stderr and not run.stdout


def test_every_container_gives_the_same(containers):
    texts = {key: overtile("tile", bundle.folder, "3/7/4").stdout for key, bundle in containers.items()}
    assert len(set(texts.values())) == 1 and texts["pmtiles", "single"]


def test_folders_of_geojson(tmp_path):
    pipeline = write_pipeline(
        tmp_path / "p.yaml", {"quakes": {"path": str(SAMPLES / "quakes.geojson")}},
        {"quakes": {"source": "quakes", "kind": "cluster", "zooms": "0-3"}},
        output={"format": "directory", "tileFormat": "geojson"})
    bundle = build(pipeline, tmp_path / "bundle")
    for (zoom, column, row), data in list(stored_tiles(bundle.folder / "tiles"))[::5]:
        for source in bundle.folder, bundle.folder / "tiles":
            run = overtile("tile", source, f"{zoom}/{column}/{row}")
            assert run.stdout == inflated(data), run.stderr
        some = overtile("tile", source, f"{zoom}/{column}/{row}", "--layer", "quakes")
        assert json.loads(some.stdout) == json.loads(inflated(data))
    assert overtile("tile", bundle.folder, "0/0/0", "--format", "mvt").returncode == 65


def test_a_tile_that_is_not_there(archive):
    run = overtile("tile", archive, "20/0/0")
    assert run.returncode == 66 and b"20/0/0" in run.stderr and not run.stdout


@pytest.mark.parametrize("address", ["1/2/0", "32/0/0", "0/0", "a/b/c", "0/0/-1", "1/0/0/0", "99999999999999999999/0/0"])
def test_addresses_outside_the_grid(quickstart, address):
    assert overtile("tile", quickstart.folder, address).returncode == 64


def test_values_are_exact(tmp_path):
    properties = {"big": 2**63 - 1, "small": -2**63, "pi": math.pi, "text": "a\"\\\n\u2028é😀", "yes": True, "tiny": 5e-324}
    feature = {"geometry": "POLYGON((0 0, 100 0, 100 100, 0 100, 0 0), (10 10, 10 20, 20 20, 20 10, 10 10))",
               "properties": properties, "id": 2**64 - 1}
    data = mapbox_vector_tile.encode([{"name": "l\"1", "features": [feature]}], default_options={"y_coord_down": True})
    for stored in data, gzip.compress(data):
        run = overtile("decode", "-", input=stored)
        assert run.returncode == 0, run.stderr
        found, = json.loads(run.stdout)["features"]
        assert found["id"] == 2**64 - 1 and found["properties"] == properties and found["layer"] == "l\"1"
        assert [len(ring) for ring in found["geometry"]["coordinates"]] == [5, 5]
        placed, = json.loads(overtile("decode", "-", "0/0/0", input=stored).stdout)["features"]
        outer, hole = placed["geometry"]["coordinates"]
        assert area(outer) > 0 > area(hole) and [-180, 85.0511288] in outer


def test_what_is_no_tile(tmp_path):
    cases = [b"\x1f\x8b", gzip.compress(b"x" * 100)[:-9], b"\x1a\xff\xff\xff\xff\x0f", b"\x89PNG\r\n\x1a\n", b"\x1a\x01"]
    for data in cases:
        run = overtile("decode", "-", input=data)
        assert run.returncode == 65 and b"standard input" in run.stderr and not run.stdout, data
    assert overtile("decode", tmp_path / "none.mvt").returncode == 66
    assert json.loads(overtile("decode", "-", input=b"").stdout)["features"] == []
