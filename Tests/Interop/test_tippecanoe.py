"""tippecanoe-decode reads the archives: the tiles, the layers, their fields, and every feature."""
import os
from collections import Counter

import pytest
import yaml

from conftest import PIPELINES
from decoding import decoded_by_tippecanoe

# An archive of one zoom with more tiles is left to the slow tests: decoded, those of all airports are 70 MB of GeoJSON.
TILES = 1500 if "OVERTILE_SLOW" not in os.environ else float("inf")


def has_archives(pipeline):
    return yaml.safe_load(pipeline.read_text())["output"].get("format", "pmtiles") != "directory"


@pytest.fixture(scope="module", params=filter(has_archives, PIPELINES), ids=lambda path: path.stem)
def bundle(request, built):
    return built(request.param)


@pytest.fixture(scope="module")
def files(bundle):
    return [file for file in bundle.tile_files if file["minzoom"] < file["maxzoom"] or file["tiles"] <= TILES]


@pytest.fixture(scope="module")
def zooms(files):
    found = {zoom for file in files for zoom in range(file["minzoom"], file["maxzoom"] + 1)}
    assert len(found) >= 5
    return found


@pytest.fixture(scope="module")
def decoded(bundle, files):
    """Collections of tiles, of layers, of features, as tippecanoe nests them."""
    return [tile for file in files for tile in decoded_by_tippecanoe(bundle.folder / file["path"])]


def test_tiles(bundle, files, zooms, decoded):
    found = [tuple(tile["properties"][key] for key in ("zoom", "x", "y")) for tile in decoded]
    assert len(found) == len(set(found)) and set(found) == {address for address in bundle.stored if address[0] in zooms}
    assert len(found) == sum(file["tiles"] for file in files)


def test_entries_of_every_layer_and_zoom(bundle, zooms, decoded):
    found = Counter()
    for tile in decoded:
        for layer in tile["features"]:
            found[layer["properties"]["layer"], tile["properties"]["zoom"]] += len(layer["features"])
    expected = {(name, zoom["zoom"]): zoom["entries"] for name, layer in bundle.layers.items()
                for zoom in layer["zooms"] if zoom["entries"] and zoom["zoom"] in zooms}
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
    found = [tuple(tile["properties"][key] for key in ("zoom", "x", "y")) for tile in decoded_by_tippecanoe(bundle.folder / "tiles")]
    assert sorted(found) == sorted(bundle.stored)
