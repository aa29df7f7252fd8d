"""`overtile inspect`: bundles and other people's archives, compared with the findings of pmtiles, sqlite3 and
the messages of mapbox-vector-tile."""
import json
import shutil
import sqlite3
from collections import Counter

import pytest

from bundle import inflated
from conftest import ROOT, overtile
from foreign import MAKERS, layers, make, tiles_of
from rawtile import attributes


@pytest.fixture(scope="module", params=MAKERS)
def archive(request, shared):
    return make(request.param, shared)


def inspect(path, *words):
    run = overtile("inspect", path, "--json", *words)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)


def test_what_the_archive_says_of_itself(archive):
    found, tiles = inspect(archive), tiles_of(archive)
    expected = {}
    for (zoom, _, _), data in tiles.items():
        count, size = expected.get(zoom, (0, 0))
        expected[zoom] = (count + 1, size + len(data))
    assert {zoom["zoom"]: (zoom["tiles"], zoom["bytes"]) for zoom in found["zooms"]} == expected
    assert found["tiles"] == len(tiles) and found["tileBytes"] == sum(map(len, tiles.values()))
    assert (found["minzoom"], found["maxzoom"]) == (min(expected), max(expected))
    sizes = sorted((len(data) for data in tiles.values()), reverse=True)
    assert [tile["bytes"] for tile in found["largestTiles"]] == sizes[:10]
    for tile in found["largestTiles"]:
        assert len(tiles[tuple(map(int, tile["tile"].split("/")))]) == tile["bytes"]
    assert found["content"] == "mvt" and found["kind"] == "archive"
    contents = set(tiles.values())
    assert found.get("duplicates") == (None if archive.suffix != ".pmtiles" else {
        "tiles": len(tiles) - len(contents), "bytes": sum(map(len, tiles.values())) - sum(map(len, contents))})
    assert found["layersFrom"] == "metadata" and {layer["id"] for layer in found["layers"]} >= set(layers(archive.name))
    assert found["bounds"] and found["name"]


def test_layers_and_entries_of_the_tiles(archive):
    found = inspect(archive, "--deep")
    entries, fields = Counter(), {}
    for (zoom, _, _), data in tiles_of(archive).items():
        for name, _, properties in attributes(inflated(data)):
            entries[name, zoom] += 1
            fields.setdefault(name, set()).update(properties)
    assert {(layer["id"], zoom["zoom"]): zoom["entries"] for layer in found["layers"] for zoom in layer["zooms"]} == entries
    assert {layer["id"]: set(layer["fields"]) for layer in found["layers"]} == fields
    assert found["layersFrom"] == "tiles"


def test_a_bundle(quickstart):
    found, manifest = inspect(quickstart.folder), quickstart.manifest
    assert found["kind"] == "bundle" and found["name"] == manifest["name"] and found["bounds"] == manifest["bounds"]
    assert [layer["id"] for layer in found["layers"]] == [layer["id"] for layer in manifest["layers"]]
    for layer, told in zip(found["layers"], manifest["layers"]):
        assert layer["fields"] == told["fields"] and layer["features"] == told["features"]
        assert [zoom["entries"] for zoom in layer["zooms"]] == [zoom["entries"] for zoom in told["zooms"]]
    assert found["provenance"] == manifest["provenance"]
    assert found["tiles"] == len(quickstart.stored)
    assert found["tileBytes"] == sum(map(len, quickstart.stored.values()))
    assert found["duplicates"]["tiles"] == sum(file["tiles"] - file["contents"] for file in quickstart.tile_files)
    deep = inspect(quickstart.folder, "--deep")
    assert [layer["zooms"] for layer in deep["layers"]] == [
        [zoom for zoom in layer["zooms"] if zoom["entries"]] for layer in found["layers"]]


def test_every_container(containers):
    found = {key: inspect(bundle.folder) for key, bundle in containers.items()}
    for (format, layout), one in found.items():
        assert (one["container"], one["layout"], one["kind"]) == (format, layout, "bundle")
        # With an archive for each layer, a tile counts once in each archive that has it.
        counts = found["pmtiles", "per-layer" if layout == "per-layer" else "single"]["zooms"]
        assert [zoom["tiles"] for zoom in one["zooms"]] == [zoom["tiles"] for zoom in counts]


def test_cameras_of_the_manifest(built):
    bundle = built(ROOT / "Pipelines/cameras.yaml")
    manifest = json.loads((bundle.folder / "bundle.json").read_text())
    found = inspect(bundle.folder)
    assert found["cameras"] == manifest["cameras"]
    assert [layer["camera"] for layer in found["layers"]] == [layer["camera"] for layer in manifest["layers"]]


def test_the_text_for_people(quickstart):
    text = overtile("inspect", quickstart.folder).stdout.decode()
    assert f"{len(quickstart.stored):,}" in text and "largest tiles" in text and "made from" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def pictures(path):
    database = sqlite3.connect(path)
    database.executescript("""
        create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
        insert into tiles values (0, 0, 0, x'89504E470D0A1A0A00');
        create table metadata (name text, value text);
        insert into metadata values ('name', 'Pictures'), ('format', 'png');""")
    database.close()


def test_pictures_are_said_to_be_pictures(tmp_path):
    pictures(tmp_path / "p.mbtiles")
    found = inspect(tmp_path / "p.mbtiles", "--deep")
    assert found["content"] == "png" and found["tiles"] == 1 and found["layersFrom"] == "none"
    run = overtile("tile", tmp_path / "p.mbtiles", "0/0/0")
    assert run.returncode == 65 and b"png" in run.stderr


@pytest.mark.parametrize("name", ["tippecanoe.mbtiles", "gdal-points.mbtiles", "python.mbtiles"])
def test_without_metadata_the_largest_tiles_tell(name, shared, tmp_path):
    path = shutil.copy(make(name, shared), tmp_path / "bare.mbtiles")
    database = sqlite3.connect(path)
    database.executescript("drop table metadata")
    database.close()
    found = inspect(path)
    assert found["layersFrom"] == "sample" and found["layers"] and any("largest" in note for note in found["notes"])


@pytest.mark.parametrize("name, words", [
    ("tippecanoe.pmtiles", []), ("python.pmtiles", ["--deep"]), ("tippecanoe-clusters.pmtiles", ["--deep"]),
    ("gdal.mbtiles", []), ("python.mbtiles", ["--deep"])])
def test_damaged_files_end_with_65(name, shared, tmp_path, words):
    data = make(name, shared).read_bytes()
    for number, broken in enumerate([data[:100], data[:len(data) // 2], data[:16] + b"\xff" * 3000 + data[3016:], b""]):
        path = tmp_path / f"{number}"
        path.write_bytes(broken)
        run = overtile("inspect", path, *words)
        # The rest of a cut file may still be a valid smaller one.
        assert run.returncode in ((0, 65) if number == 1 and not words else (65,)), run
        assert run.returncode == 0 or str(path) in run.stderr.decode()


def test_what_is_no_archive(tmp_path):
    assert overtile("inspect", tmp_path / "none").returncode == 66
    assert overtile("inspect", tmp_path).returncode == 66
    (tmp_path / "v2").write_bytes(b"PM\x02\x00" + bytes(600))
    run = overtile("inspect", tmp_path / "v2")
    assert run.returncode == 65 and b"expected PMTiles, MBTiles" in run.stderr


def test_a_manifest_does_not_lead_out_of_its_folder(quickstart, tmp_path):
    manifest = json.loads((quickstart.folder / "bundle.json").read_text())
    del manifest["digest"]
    for file in manifest["files"]:
        file["path"] = "../" + file["path"]
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle/bundle.json").write_text(json.dumps(manifest))
    assert overtile("inspect", tmp_path / "bundle").returncode == 65
