"""Foreign tile sets: deviations that their formats allow are warnings, faults are found, omissions are reported."""
import gzip
import json
import sqlite3

import pytest
from mapbox_vector_tile.Mapbox import vector_tile_pb2
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import Writer

from conftest import overtile
from foreign import MAKERS, decoded, make, tiles_of
from rawtile import CLOSE, DRAW, LINE, MOVE, POINT, POLYGON

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(40))
UNKNOWN = 0
# Faults by the formats' rules: GDAL 3.6 winds some rings the wrong way; plain tiles are no pbf of MBTiles.
WINDING = ("tile-rule", "the first ring is wound as a hole, but section 4.3.4.4 of MVT 2.1 requires an exterior ring first")
BROKEN = {"gdal.mbtiles": WINDING, "gdal-folder": WINDING, "gdal-fine-folder": WINDING, "tippecanoe-plain.mbtiles": (
    "archive-compression", "the tile is not compressed, but the archive declares gzip (implied by the format pbf in MBTiles 1.3)")}
# Deviations that they allow: GDAL writes rows beyond the poles.
REMARKED = {"gdal.mbtiles": "tile-location", "gdal-points.mbtiles": "tile-location"}


def ring(*positions):
    """The commands of a ring, in the order of the positions."""
    words = [MOVE | 1 << 3]
    for index, (x, y) in enumerate(positions):
        before = positions[index - 1] if index else (0, 0)
        words += [step << 1 if step >= 0 else -step * 2 - 1 for step in (x - before[0], y - before[1])]
        if index == 0:
            words.append(DRAW | len(positions) - 1 << 3)
    return [*words, CLOSE | 1 << 3]


SQUARE = ring((0, 0), (9, 0), (9, 9), (0, 9))
HOLE = ring((0, 0), (0, 9), (9, 9), (9, 0))
BOW_TIE = ring((0, 0), (9, 0), (2, 9), (7, 9))
FLAT = ring((0, 0), (9, 0), (5, 0))


def verify(path):
    run = overtile("verify", "--json", path)
    report = json.loads(run.stdout)
    groups = [{(group["code"], first["message"]) for group in report[kind] for first in group["first"]}
              for kind in ("findings", "remarks")]
    assert (run.returncode == 0) == (not groups[0])
    return run.returncode, *groups


@pytest.mark.parametrize("name", MAKERS)
def test_what_other_programs_make(shared, name):
    status, findings, remarks = verify(make(name, shared))
    assert status == (65 if name in BROKEN else 0), findings
    if name in BROKEN:
        code, rule = BROKEN[name]
        assert all(found == code and rule in message for found, message in findings), findings
    if name in REMARKED:
        assert REMARKED[name] in {code for code, _ in remarks}


def test_all_features_of_a_broken_tile_are_looked_at(shared):
    run = overtile("verify", make("gdal.mbtiles", shared), "--json")
    entries = sum(len(decoded(data)) for data in tiles_of(shared / "gdal.mbtiles").values())
    assert json.loads(run.stdout)["checked"]["entries"] == entries


def layer(version=2, extent=4096, features=((POINT, [9, 50, 34]),), keys=(), values=(), name="l"):
    tile = vector_tile_pb2.tile()
    made = tile.layers.add(name=name, version=version)
    if extent:
        made.extent = extent
    for type, geometry in features:
        feature = made.features.add(type=type)
        feature.geometry.extend(geometry)
    made.keys.extend(keys)
    for value in values:
        made.values.add(string_value=value)
    return tile.SerializeToString()


def pmtiles(path, tiles, type=TileType.MVT, compression=Compression.NONE, clustered=None, **header):
    with path.open("wb") as file:
        writer = Writer(file)
        for address, data in tiles.items():
            writer.write_tile(zxy_to_tileid(*address), data)
        box = {"min_lon_e7": -1800000000, "min_lat_e7": -850000000, "max_lon_e7": 1800000000, "max_lat_e7": 850000000}
        writer.finalize({"tile_type": type, "tile_compression": compression, "center_zoom": 0, "center_lon_e7": 0,
                         "center_lat_e7": 0} | box | header, {"vector_layers": []})
    if clustered is not None:
        data = bytearray(path.read_bytes())
        assert data[96] == 1
        data[96] = clustered
        path.write_bytes(data)
    return path


ALLOWED = {
    "unknown": (layer(features=[(UNKNOWN, [9, 50, 34]), (POINT, [9, 50, 34])]), "type UNKNOWN"),
    "unused": (layer(keys=["a", "a"], values=["b"]), "no feature uses the layer's key"),
    "version 1": (layer(version=1), "the layer has version 1"),
    # Version 1 has no rule on winding, nor against rings that cross themselves.
    "winding of version 1": (layer(version=1, features=[(POLYGON, HOLE)]), "the layer has version 1"),
    "crossing of version 1": (layer(version=1, features=[(POLYGON, BOW_TIE)]), "the polygon crosses itself"),
    # A ring SHOULD NOT have no area.
    "a flat ring": (layer(features=[(POLYGON, SQUARE), (POLYGON, FLAT)]), "rings without area"),
    "without extent": (layer(extent=None), "does not specify its extent"),
    "without features": (layer(features=[]), "has no features"),
    # Version 1 has no rule against a step of no length.
    "steps of version 1": (layer(version=1, features=[(LINE, [9, 50, 34, 18, 0, 0, 4, 4])]), "the layer has version 1"),
}


def told_of(tiles, folder):
    """The status of an archive of tiles by name, and the names of tiles with the messages of findings, then of remarks."""
    places = dict(zip(sorted(((4, column, 0) for column in range(len(tiles))), key=lambda place: zxy_to_tileid(*place)), tiles))
    run = overtile("verify", "--json", "--all", pmtiles(folder / "a.pmtiles", {place: tiles[name] for place, name in places.items()}))
    report = json.loads(run.stdout)
    return run.returncode, *({(places[tuple(map(int, one["tile"].split("/")))], one["message"])
                              for group in report[kind] for one in group["first"] if "tile" in one} for kind in ("findings", "remarks"))


def test_tiles_that_the_specification_allows(tmp_path):
    status, findings, remarks = told_of({name: tile for name, (tile, _) in ALLOWED.items()}, tmp_path)
    assert status == 0 and not findings
    for name, (_, words) in ALLOWED.items():
        assert any(tile == name and words in message for tile, message in remarks), (name, remarks)


def test_archives_that_the_specification_allows(tmp_path):
    tiles = {(1, 0, 0): layer(), (1, 0, 1): layer(extent=512)}
    path = pmtiles(tmp_path / "a.pmtiles", tiles, clustered=0)
    status, _, remarks = verify(path)
    assert status == 0 and ("archive-clustered", "the header says that the archive is not clustered, but the tiles are in order") in remarks
    path.write_bytes(path.read_bytes() + b"more")
    status, _, remarks = verify(path)
    assert status == 0 and any("unused data after the last section" in message for _, message in remarks)


BROKEN_TILES = {
    "winding": layer(features=[(POLYGON, HOLE)]), "crossing": layer(features=[(POLYGON, BOW_TIE)]),
    "version 99": layer(version=99), "cut": layer()[:-3], "no commands": layer(features=[(POINT, [])]),
    "a step of no length": layer(features=[(LINE, [9, 50, 34, 18, 0, 0, 4, 4])]),
    # Field 5 as a text.
    "extent": b"\x1a\x11" + b"\x0a\x01l" + b"\x12\x07\x18\x01\x22\x03\x09\x32\x22" + b"\x2a\x01x" + b"\x78\x02",
}


def test_broken_tiles_are_found(tmp_path):
    status, findings, _ = told_of(BROKEN_TILES, tmp_path)
    assert status == 65 and {tile for tile, _ in findings} == BROKEN_TILES.keys()


def test_pictures(tmp_path):
    path = pmtiles(tmp_path / "a.pmtiles", {(0, 0, 0): PNG}, TileType.PNG)
    status, _, remarks = verify(path)
    assert status == 0 and any("not vector tiles" in message for _, message in remarks)
    run = overtile("tile", path, "0/0/0", "--format", "stored")
    assert run.returncode == 0 and run.stdout == PNG
    assert overtile("tile", path, "0/0/0", "--format", "stored", "--output", tmp_path / "0.png").returncode == 0
    assert (tmp_path / "0.png").read_bytes() == PNG
    for words in ([], ["--format", "mvt"]):
        run = overtile("tile", path, "0/0/0", *words)
        assert run.returncode == 65 and b"--format stored" in run.stderr


def test_pictures_in_mbtiles(tmp_path):
    path = tmp_path / "a.mbtiles"
    with sqlite3.connect(path) as database:
        database.executescript("""
            create table metadata (name text, value text);
            create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);""")
        database.executemany("insert into metadata values (?, ?)", [
            ("name", "Pictures"), ("format", "png"), ("minzoom", "0"), ("maxzoom", "4")])
        database.execute("insert into tiles values (0, 0, 0, ?)", (PNG,))
    database.close()
    status, findings, remarks = verify(path)
    assert status == 0 and {code for code, _ in remarks} == {"archive-metadata", "archive-zooms"}, (findings, remarks)
    assert overtile("tile", path, "0/0/0", "--format", "stored").stdout == PNG
    with sqlite3.connect(path) as database:
        database.execute("update metadata set value = '1' where name = 'minzoom'")
    database.close()
    assert verify(path)[0] == 65


ROWS = {"name": "n", "format": "pbf", "json": json.dumps({"vector_layers": [{"id": "l", "fields": {}}]})}
PLAIN = "create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)"
OTHER = "create table tiles (tile_data blob, zoom_level int, tile_column int, tile_row int, created text)"
VIEW = """create table t (z integer, x integer, y integer, d blob);
          create view tiles as select z + 0 as zoom_level, x as tile_column, y as tile_row, d as tile_data from t"""
NAMED = "create table metadata (name varchar(20) primary key, value varchar)"
WIDE = "create table metadata (name text, value text, more text)"


@pytest.mark.parametrize("rows, tables, status, words", [
    (ROWS, PLAIN, 0, "the optional values bounds, center, minzoom, maxzoom"),
    (ROWS, OTHER, 0, 'the columns of "tiles" have a different order'),
    (ROWS, VIEW, 0, 'the columns of "tiles" have a different order'),
    (ROWS, PLAIN + ";" + NAMED, 0, 'the columns of "metadata" have a different order'),
    ({"name": "n", "format": "pbf"}, PLAIN, 65, 'the metadata has no value for "json", which MBTiles 1.3 requires'),
    ({"name": "n", "json": ROWS["json"]}, PLAIN, 65, 'the metadata has no value for "format", which MBTiles 1.3 requires'),
    (None, PLAIN, 65, 'the table or view "metadata", which MBTiles 1.3 requires, is missing'),
    ({}, PLAIN + ";" + WIDE, 65, 'the columns of "metadata" do not meet the requirements of MBTiles 1.3'),
])
def test_mbtiles_by_hand(tmp_path, rows, tables, status, words):
    path = tmp_path / "a.mbtiles"
    with sqlite3.connect(path) as database:
        database.executescript(tables)
        if rows is not None and "table metadata" not in tables:
            database.execute("create table metadata (name text, value text)")
        database.executemany("insert into metadata values (?, ?)", list((rows or {}).items())) if rows else None
        order = "(z, x, y, d)" if "view" in tables else "(zoom_level, tile_column, tile_row, tile_data)"
        database.execute(f"insert into {'t' if 'view' in tables else 'tiles'} {order} values (0, 0, 0, ?)", (gzip.compress(layer()),))
    database.close()
    found, findings, remarks = verify(path)
    assert found == status and any(words in message for _, message in findings | remarks), (findings, remarks)


def test_stored_vector_tiles(tmp_path):
    packed = gzip.compress(layer())
    path = pmtiles(tmp_path / "a.pmtiles", {(0, 0, 0): packed}, compression=Compression.GZIP)
    assert overtile("tile", path, "0/0/0", "--format", "stored").stdout == packed
    assert overtile("tile", path, "0/0/0", "--format", "mvt").stdout == layer()


def test_decode_says_what_it_left_out(tmp_path):
    features = [(POINT, [9, 50, 34]), (UNKNOWN, [9, 50, 34]), (POINT, []), (LINE, [9, 50, 34, 10, 4, 4, 9, 0, 0, 10, 0, 0])]
    path = tmp_path / "a.mvt"
    path.write_bytes(layer(features=features))
    archive = pmtiles(tmp_path / "a.pmtiles", {(0, 0, 0): path.read_bytes()})
    for run in overtile("decode", path), overtile("tile", archive, "0/0/0"):
        message = run.stderr.decode()
        assert run.returncode == 0 and len(json.loads(run.stdout)["features"]) == 2
        for words in "1 feature of type UNKNOWN", "1 feature without a geometry", "1 line or ring with too few positions":
            assert words in message, message
    path.write_bytes(layer())
    assert overtile("decode", path).stderr == b""


@pytest.mark.parametrize("name, words", [("version 99", "layer \"l\" has an unsupported version"),
                                         ("extent", "the field \"extent\" has the wrong wire type")])
def test_decode_rejects_what_it_cannot_read(tmp_path, name, words):
    path = tmp_path / "a.mvt"
    path.write_bytes(BROKEN_TILES[name])
    run = overtile("decode", path)
    assert run.returncode == 65 and words in run.stderr.decode() and not run.stdout, run.stderr.decode()
    if name == "version 99":
        path.write_bytes(BROKEN_TILES[name] + layer(name="other"))
        assert overtile("decode", path).returncode == 65
        run = overtile("decode", path, "--layer", "other")
        assert run.returncode == 0 and len(json.loads(run.stdout)["features"]) == 1
