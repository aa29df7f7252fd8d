"""`overtile tile` and `overtile decode`: every tile of other people's archives as values, compared with
mapbox-vector-tile."""
import functools
import gzip
import json
import math
import re

import mapbox_vector_tile
import pytest

from bundle import inflated
from conftest import overtile
from foreign import MAKERS, area, decoded, make, tiles_of, typed

# Features of a tile by its plain bytes, and lines that were found right by their text: many archives hold the same tiles.
DECODED, RIGHT = {}, {}
START = re.compile(rb'{"type":"FeatureCollection","tile":"([0-9/]+)"')


@pytest.fixture(scope="module", params=MAKERS)
def archive(request, shared):
    return make(request.param, shared)


@pytest.fixture(scope="module")
def lines(archive):
    """All tiles of an archive as the program writes them, by the words beside `--all`."""
    return functools.cache(lambda *words: texts(overtile("tile", archive, "--all", *words)))


def expected(data):
    if data not in DECODED:
        DECODED[data] = decoded(data)
    return DECODED[data]


def texts(run):
    """Lines as texts by tile, each of which occurs once."""
    assert run.returncode == 0, run.stderr.decode()
    lines = run.stdout.splitlines()
    found = {tuple(map(int, START.match(line)[1].split(b"/"))): line for line in lines}
    assert len(found) == len(lines) and [tile[0] for tile in found] == sorted(tile[0] for tile in found)
    return found


def read(run):
    """Lines by tile, each of which occurs once."""
    found = {address: json.loads(line) for address, line in texts(run).items()}
    for address, line in found.items():
        assert line["type"] == "FeatureCollection" and line["tile"] == "/".join(map(str, address))
    return found


def unproven(archive, found):
    """The lines of an archive that are not the same as right ones of the same tiles, as values with the tiles."""
    tiles = tiles_of(archive)
    assert found.keys() == tiles.keys()
    for address, text in found.items():
        data = inflated(tiles[address])
        if RIGHT.get(text) != data:
            line = json.loads(text)
            assert line["type"] == "FeatureCollection" and line["tile"] == "/".join(map(str, address))
            yield address, line, data
            RIGHT[text] = data


def values(feature):
    geometry = feature["geometry"]
    return (feature["layer"], feature.get("extent"), feature.get("id"), typed(feature["properties"]), geometry["type"],
            geometry["coordinates"])


def test_every_tile_in_tile_units(archive, lines):
    found = lines("--tile-units")
    assert sum(text.count(b'"type":"Feature"') for text in found.values()) >= 100
    for address, line, data in unproven(archive, found):
        assert "tile units" in line["positions"]
        told = [values(feature) for feature in line["features"]]
        # A plain comparison first: pytest takes long over lists that differ.
        if told != expected(data):
            for one, other in zip(told, expected(data), strict=True):
                assert one == other, address


def degrees(address, extent, coordinates):
    """Coordinates of a tile as longitude and latitude, nested as they were."""
    if not isinstance(coordinates[0], int):
        return [degrees(address, extent, part) for part in coordinates]
    zoom, column, row = address
    x, y = (column + coordinates[0] / extent) / 2**zoom, (row + coordinates[1] / extent) / 2**zoom
    return [x * 360 - 180, math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y))))]


def flat(coordinates):
    """Positions one after the other, and how they are nested."""
    if not isinstance(coordinates[0], list):
        return [coordinates], None
    parts = [flat(part) for part in coordinates]
    return [position for positions, _ in parts for position in positions], [shape for _, shape in parts]


def test_every_tile_in_longitude_and_latitude(archive, lines):
    for address, line, data in unproven(archive, lines()):
        assert "positions" not in line
        for feature, (layer, extent, id, properties, type, coordinates) in zip(line["features"], expected(data), strict=True):
            assert values(feature)[:5] == (layer, None, id, properties, type), address
            positions, nesting = flat(feature["geometry"]["coordinates"])
            told, shape = flat(degrees(address, extent, coordinates))
            assert nesting == shape, address
            # Seven decimals, rounded once.
            assert all(abs(a - c) <= 0.51e-7 and abs(b - d) <= 0.51e-7
                       for (a, b), (c, d) in zip(positions, told)), address


def test_single_tiles_are_as_they_are_among_all(archive, lines):
    """The first tile of one archive, the last of the next, and of each the largest in both forms."""
    tiles = tiles_of(archive)
    end = (min, max)[[*MAKERS].index(archive.name) % 2](tiles)
    largest = max(tiles, key=lambda tile: len(tiles[tile]))
    for address, *words in (end,), (largest,), (largest, "--tile-units"):
        name = "/".join(map(str, address))
        alone = json.loads(overtile("tile", archive, name, *words).stdout)
        assert alone | {"tile": name} == json.loads(lines(*words)[address])


@pytest.mark.parametrize("name", ["tippecanoe.pmtiles", "tippecanoe-plain.mbtiles", "tippecanoe-odd.pmtiles", "gdal-folder", "python.mbtiles"])
def test_a_loose_tile_is_as_it_is_in_its_archive(name, shared, tmp_path):
    archive = make(name, shared)
    address, data = max(tiles_of(archive).items(), key=lambda tile: len(tile[1]))
    (tmp_path / "t.mvt").write_bytes(data)
    place = "/".join(map(str, address))
    assert overtile("decode", tmp_path / "t.mvt").stdout == overtile("tile", archive, place, "--tile-units").stdout
    assert overtile("decode", tmp_path / "t.mvt", place).stdout == overtile("tile", archive, place).stdout
    assert overtile("tile", archive, place, "--format", "mvt", "--output", tmp_path / "out.mvt").returncode == 0
    assert (tmp_path / "out.mvt").read_bytes() == inflated(data)


def test_a_layer_of_a_tile(quickstart):
    for address in [(0, 0, 0), (7, *next(tile[1:] for tile in quickstart.stored if tile[0] == 7))]:
        name = "/".join(map(str, address))
        everything = json.loads(overtile("tile", quickstart.folder, name).stdout)["features"]
        for layer in {feature["layer"] for feature in everything}:
            found = json.loads(overtile("tile", quickstart.folder, name, "--layer", layer).stdout)["features"]
            assert found == [feature for feature in everything if feature["layer"] == layer]
    run = overtile("tile", quickstart.folder, "0/0/0", "--layer", "roads")
    assert run.returncode == 66 and b"roads" in run.stderr and b"airports" in run.stderr and not run.stdout


def test_tiles_of_every_container(containers):
    """The bundle's own tiles: one in every form, all in forms that have every format and layout, and those of each layer by itself."""
    alone = {overtile("tile", bundle.folder, "3/7/4").stdout for bundle in containers.values()}
    assert len(alone) == 1 and alone.pop()
    runs = [overtile("tile", containers[form].folder, "--all")
            for form in (("pmtiles", "single"), ("directory", "per-layer"), ("mbtiles", "per-zoom"))]
    assert len({tuple(sorted(run.stdout.splitlines())) for run in runs}) == 1
    bundle, found = containers["mbtiles", "per-zoom"], read(runs[-1])
    assert found.keys() == bundle.plain.keys()
    assert [feature for line in found.values() for feature in line["features"]] != []
    for address, data in bundle.plain.items():
        told = [values(feature)[:5] for feature in found[address]["features"]]
        assert told == [(layer, None, *rest) for layer, _, *rest, _ in decoded(data)]
    for layer in bundle.layers:
        kept = {address: line | {"features": [one for one in line["features"] if one["layer"] == layer]}
                for address, line in found.items()}
        assert read(overtile("tile", bundle.folder, "--all", "--layer", layer)) == {
            address: line for address, line in kept.items() if line["features"]}
    run = overtile("tile", bundle.folder, "--all", "--layer", "roads")
    assert run.returncode == 66 and b"roads" in run.stderr and b"countries" in run.stderr and not run.stdout


def test_a_damaged_tile_ends_the_lines(tmp_path):
    """The lines before it are written to standard output; a file is whole or not there."""
    for address, data in [((0, 0, 0), b""), ((1, 0, 0), b"\x1a\x7f"), ((2, 0, 0), b"")]:
        path = tmp_path / "tiles" / "/".join(map(str, address[:2]))
        path.mkdir(parents=True)
        (path / f"{address[2]}.pbf").write_bytes(data)
    run = overtile("tile", tmp_path / "tiles", "--all")
    assert run.returncode == 65 and b"tile 1/0/0" in run.stderr
    assert [json.loads(line)["tile"] for line in run.stdout.splitlines()] == ["0/0/0"]
    run = overtile("tile", tmp_path / "tiles", "--all", "-o", tmp_path / "out")
    assert run.returncode == 65 and [*tmp_path.iterdir()] == [tmp_path / "tiles"]
    with open("/dev/full", "wb") as full:
        assert overtile("tile", tmp_path / "tiles", "0/0/0", capture_output=False, stdout=full).returncode == 74


@pytest.mark.parametrize("words", [["0/0/0"], ["0/0/0", "--format", "mvt"], ["--all"]])
def test_a_file_is_whole_or_not_there(containers, tmp_path, words):
    bundle = containers["pmtiles", "per-zoom"].folder
    out = tmp_path / "out"
    out.write_text("old")
    out.chmod(0o600)
    run = overtile("tile", bundle, *words, "-o", out)
    assert run.returncode == 0 and not run.stdout and [*tmp_path.iterdir()] == [out]
    assert out.read_bytes() == overtile("tile", bundle, *words).stdout
    run = overtile("tile", bundle, *words, "-o", tmp_path / "none/out")
    assert run.returncode == 73 and f"the folder {tmp_path / 'none'} does not exist" in run.stderr.decode()
    assert [*tmp_path.iterdir()] == [out]


@pytest.mark.parametrize("words", [[], ["0/0/0", "--all"], ["--all", "--format", "mvt"],
                                   ["0/0/0", "--format", "mvt", "--tile-units"]])
def test_words_that_do_not_go_together(quickstart, words):
    run = overtile("tile", quickstart.folder, *words)
    assert run.returncode == 64 and not run.stdout and b"Usage" in run.stderr


@pytest.mark.parametrize("name", ["tippecanoe.pmtiles", "python.pmtiles", "gdal.mbtiles", "python.mbtiles", "gdal-folder"])
def test_a_tile_that_is_not_there(name, shared):
    run = overtile("tile", make(name, shared), "20/0/0")
    assert run.returncode == 66 and b"20/0/0" in run.stderr and not run.stdout


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
