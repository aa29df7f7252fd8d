"""MBTiles 1.3: the schema, the metadata and the gzipped tiles, by SQLite itself."""
import json
import sqlite3

import pytest

from conftest import CONTAINERS


@pytest.fixture(params=[key for key in CONTAINERS if key[0] == "mbtiles"], ids=lambda key: key[1])
def bundle(request, containers):
    return containers[request.param]


@pytest.fixture
def databases(bundle):
    return [(file, sqlite3.connect(f"file:{bundle.folder / file['path']}?mode=ro", uri=True))
            for file in bundle.tile_files]


def metadata(database):
    return dict(database.execute("select name, value from metadata"))


def test_no_side_files_and_sound(bundle, databases):
    for _, database in databases:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("pragma journal_mode").fetchone() == ("delete",)
        assert database.execute("pragma application_id").fetchone()[0] in (0, 0x4D504258)


def test_required_metadata(bundle, databases):
    for file, database in databases:
        rows = metadata(database)
        assert rows["format"] == "pbf" and rows["name"] == bundle.manifest["name"]
        assert (int(rows["minzoom"]), int(rows["maxzoom"])) == (file["minzoom"], file["maxzoom"])
        bounds = bundle.layers[file["layer"]]["bounds"] if "layer" in file else bundle.manifest["bounds"]
        assert [float(side) for side in rows["bounds"].split(",")] == pytest.approx(bounds, abs=1e-7)
        longitude, latitude, zoom = (float(part) for part in rows["center"].split(","))
        west, south, east, north = bounds
        assert west <= longitude <= east and south <= latitude <= north
        assert file["minzoom"] <= zoom <= file["maxzoom"]


def test_vector_layers(bundle, databases):
    for file, database in databases:
        layers = json.loads(metadata(database)["json"])["vector_layers"]
        expected = [layer for layer in bundle.manifest["layers"]
                    if layer["minzoom"] <= file["maxzoom"] and layer["maxzoom"] >= file["minzoom"]
                    and file.get("layer", layer["id"]) == layer["id"]]
        assert [(layer["id"], layer["fields"]) for layer in layers] == [
            (layer["id"], layer["fields"]) for layer in expected]
        assert all(file["minzoom"] <= layer["minzoom"] <= layer["maxzoom"] <= file["maxzoom"] for layer in layers)


def test_tiles_are_gzipped_and_addressed_once(bundle, databases):
    for file, database in databases:
        rows = database.execute("select zoom_level, tile_column, tile_row, tile_data from tiles").fetchall()
        assert len(rows) == len({row[:3] for row in rows}) == file["tiles"]
        for zoom, column, row, data in rows:
            assert file["minzoom"] <= zoom <= file["maxzoom"] and 0 <= column < 2**zoom and 0 <= row < 2**zoom
            assert data[:2] == b"\x1f\x8b"


def test_gzip_headers_hold_no_time(databases):
    for _, database in databases:
        assert {data[4:8] for (data,) in database.execute("select tile_data from tiles")} == {bytes(4)}
