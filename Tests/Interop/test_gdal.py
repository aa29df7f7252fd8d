"""GDAL reads the archives: through pyogrio's GDAL, which has the PMTiles driver (from 3.8), and, for MBTiles and
folders of tiles, through the system's ogrinfo, which on Debian 12 is 3.6 and has none."""
import subprocess

import pyogrio
import pytest
import yaml

from conftest import PIPELINES

TYPES = {"OFTInteger": "Number", "OFTInteger64": "Number", "OFTReal": "Number", "OFTString": "String"}


def has_archives(pipeline):
    return yaml.safe_load(pipeline.read_text())["output"].get("format", "pmtiles") != "directory"


@pytest.fixture(scope="module", params=filter(has_archives, PIPELINES), ids=lambda path: path.stem)
def bundle(request, built):
    return built(request.param)


def fields(info):
    """Names and types as in bundle.json."""
    boolean = {name for name, subtype in zip(info["fields"], info["ogr_subtypes"]) if subtype == "OFSTBoolean"}
    return {name: "Boolean" if name in boolean else TYPES[type]
            for name, type in zip(info["fields"], info["ogr_types"]) if name != "mvt_id"}


def test_the_pmtiles_driver_is_there():
    assert {"PMTiles", "MBTiles", "MVT"} <= set(pyogrio.list_drivers())


def readings(bundle):
    """GDAL's report of each layer and zoom: file, layer, zoom and the reading. It visits every tile, which takes it
    seconds for archives of many; those are left to the other readers."""
    for file in bundle.tile_files:
        if file["minzoom"] == file["maxzoom"] and file["tiles"] > 1500:
            continue
        for name, layer in bundle.layers.items():
            for zoom in layer["zooms"]:
                if file["minzoom"] <= zoom["zoom"] <= file["maxzoom"]:
                    yield file, name, zoom, pyogrio.read_info(
                        bundle.folder / file["path"], layer=name, force_feature_count=True,
                        ZOOM_LEVEL=str(zoom["zoom"]))


def test_fields_and_entries_of_every_zoom(bundle):
    read = 0
    for file, name, zoom, info in readings(bundle):
        assert fields(info) == bundle.layers[name]["fields"], (file["path"], name)
        assert info["features"] == zoom["entries"], (file["path"], name, zoom)
        read += 1
    assert read >= 5


def test_layers(bundle):
    for file in bundle.tile_files:
        expected = {name for name, layer in bundle.layers.items()
                    if layer["minzoom"] <= file["maxzoom"] and layer["maxzoom"] >= file["minzoom"]}
        assert {name for name, _ in pyogrio.list_layers(bundle.folder / file["path"])} == expected


def test_the_systems_ogrinfo_reads_mbtiles(containers):
    path = containers["mbtiles", "single"].folder / "tiles.mbtiles"
    layers = containers["mbtiles", "single"].layers
    for name, layer in layers.items():
        last = layer["zooms"][-1]
        run = subprocess.run(
            ["ogrinfo", "-ro", "-so", "-oo", f"ZOOM_LEVEL={last['zoom']}", path, name], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        assert f"Feature Count: {last['entries']}" in run.stdout
        for field in layer["fields"]:
            assert f"\n{field}: " in run.stdout


def test_the_systems_ogrinfo_reads_a_folder_of_tiles(containers):
    bundle = containers["directory", "per-zoom"]
    counts = {name: layer["zooms"] for name, layer in bundle.layers.items()}
    run = subprocess.run(
        ["ogrinfo", "-ro", "-so", "-al", "-oo", "METADATA_FILE=", f"MVT:{bundle.folder / 'tiles/3'}"],
        capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    for name, zooms in counts.items():
        expected = next(zoom["entries"] for zoom in zooms if zoom["zoom"] == 3)
        section = run.stdout.split(f"Layer name: {name}\n")[1]
        assert section.split("Feature Count: ")[1].split("\n")[0] == str(expected), name
