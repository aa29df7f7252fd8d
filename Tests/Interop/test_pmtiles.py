"""PMTiles archives against PyPI's pmtiles: everything the header and the metadata claim is recomputed."""
import json
import random

import pytest
import yaml
from pmtiles.reader import MmapSource, Reader
from pmtiles.tile import Compression, TileType, deserialize_directory, zxy_to_tileid

from bundle import inflated
from conftest import PIPELINES, build, collection, overtile, point, write_pipeline

DEGREES = 10_000_000


class Archive:
    def __init__(self, path):
        with path.open("rb") as file:
            self.get = MmapSource(file)
        self.size = path.stat().st_size
        self.header = Reader(self.get).header()
        self.metadata = Reader(self.get).metadata()
        self.entries = list(self.walk(self.header["root_offset"], self.header["root_length"]))

    def walk(self, offset, length):
        for entry in deserialize_directory(self.get(offset, length)):
            if entry.run_length:
                yield entry
            else:
                yield from self.walk(self.header["leaf_directory_offset"] + entry.offset, entry.length)


def is_pmtiles(pipeline):
    return yaml.safe_load(pipeline.read_text())["output"].get("format", "pmtiles") == "pmtiles"


@pytest.fixture(scope="module", params=filter(is_pmtiles, PIPELINES), ids=lambda path: path.stem)
def bundle(request, built):
    return built(request.param)


@pytest.fixture(scope="module")
def archives(bundle):
    return [(file, Archive(bundle.folder / file["path"])) for file in bundle.tile_files]


def test_statistics(archives):
    for file, archive in archives:
        header, entries = archive.header, archive.entries
        assert header["addressed_tiles_count"] == sum(entry.run_length for entry in entries) == file["tiles"]
        assert header["tile_entries_count"] == len(entries)
        assert header["tile_contents_count"] == len({entry.offset for entry in entries}) == file["contents"]


def test_ids_ascend_without_overlap(archives):
    for _, archive in archives:
        for before, after in zip(archive.entries, archive.entries[1:]):
            assert before.tile_id + before.run_length <= after.tile_id


def test_clustered_order(archives):
    for _, archive in archives:
        assert archive.header["clustered"]
        end = 0
        for entry in archive.entries:
            assert entry.length > 0 and (entry.offset == end or entry.offset + entry.length <= end)
            end = max(end, entry.offset + entry.length)
        assert end == archive.header["tile_data_length"]


def test_equal_tiles_are_stored_once(archives):
    for _, archive in archives:
        start = archive.header["tile_data_offset"]
        blobs = {entry.offset: archive.get(start + entry.offset, entry.length) for entry in archive.entries}
        assert len(set(blobs.values())) == len(blobs)


def test_sections_fill_the_file(archives):
    for _, archive in archives:
        header = archive.header
        assert header["root_offset"] == 127 and header["root_offset"] + header["root_length"] <= 16384
        sections = [(header[f"{name}_offset"], header[f"{name}_length"])
                    for name in ("root", "metadata", "leaf_directory", "tile_data")]
        assert sum(length for _, length in sections) + 127 == archive.size
        assert all(offset + length <= archive.size for offset, length in sections if length)


def test_types_and_compressions(archives):
    for file, archive in archives:
        header = archive.header
        assert header["version"] == 3 and header["tile_type"] == TileType.MVT
        assert header["internal_compression"] == Compression.GZIP
        expected = Compression.GZIP if file["compression"] == "gzip" else Compression.NONE
        assert header["tile_compression"] == expected


def test_zooms_bounds_and_center(bundle, archives):
    for file, archive in archives:
        header = archive.header
        assert (header["min_zoom"], header["max_zoom"]) == (file["minzoom"], file["maxzoom"])
        corners = [header[f"{side}_e7"] for side in ("min_lon", "min_lat", "max_lon", "max_lat")]
        assert corners == [round(degrees * DEGREES) for degrees in bundle.manifest["bounds"]]
        assert corners[0] <= header["center_lon_e7"] <= corners[2]
        assert corners[1] <= header["center_lat_e7"] <= corners[3]
        assert header["min_zoom"] <= header["center_zoom"] <= header["max_zoom"]


def test_vector_layers(bundle, archives):
    for file, archive in archives:
        zooms = range(file["minzoom"], file["maxzoom"] + 1)
        expected = [
            {"id": layer["id"], "fields": layer["fields"], "minzoom": max(layer["minzoom"], zooms[0]),
             "maxzoom": min(layer["maxzoom"], zooms[-1])}
            for layer in bundle.manifest["layers"] if layer["minzoom"] <= zooms[-1] and layer["maxzoom"] >= zooms[0]]
        found = [{key: value for key, value in layer.items() if key != "description"}
                 for layer in archive.metadata["vector_layers"]]
        assert found == expected
        assert archive.metadata["name"] == bundle.manifest["name"]
        assert archive.metadata["attribution"] == bundle.manifest["attribution"]


def test_tilestats(bundle, archives):
    for _, archive in archives:
        stats = archive.metadata["tilestats"]
        assert stats["layerCount"] == len(stats["layers"]) == len(archive.metadata["vector_layers"])
        for layer in stats["layers"]:
            known = bundle.layers[layer["layer"]]
            assert layer["count"] == known["features"]
            assert layer["attributeCount"] == len(layer["attributes"])
            for attribute in layer["attributes"]:
                assert attribute["type"].capitalize() == known["fields"][attribute["attribute"]]
                assert attribute["count"] >= len(attribute["values"]) > 0
                if attribute["type"] == "number":
                    assert attribute["min"] <= min(attribute["values"]) <= max(attribute["values"]) <= attribute["max"]


def test_long_texts_are_counted_and_no_examples(tmp_path):
    """As in mapbox-geostats: otherwise every reader of an archive loads them before its first tile."""
    texts = ["x" * 256, "x" * 257, "\N{EARTH GLOBE EUROPE-AFRICA}" * 128, "\N{EARTH GLOBE EUROPE-AFRICA}" * 129,
             "\N{EURO SIGN}" * 256, "y" * 300_000, {"a": "z" * 300}]
    points = [point(number, 0, text=text, short=number) for number, text in enumerate(texts)]
    (tmp_path / "in.geojson").write_text(collection(points))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}},
                          {"l": {"source": "s", "kind": "circle", "zooms": "0-1", "circle": {"radius": "1km"}}})
    built = build(path, tmp_path / "out")
    for file in built.manifest["files"]:
        short, text = Archive(tmp_path / "out" / file["path"]).metadata["tilestats"]["layers"][0]["attributes"]
        assert (short["count"], short["values"]) == (7, list(range(7)))
        assert text["count"] == 7
        assert set(text["values"]) == {texts[0], texts[2], texts[4]}
    assert overtile("verify", tmp_path / "out").returncode == 0


def test_single_tiles_by_address(bundle, archives):
    for file, archive in archives:
        own = [address for address in bundle.stored if file["minzoom"] <= address[0] <= file["maxzoom"]]
        reader = Reader(archive.get)
        for address in own[:: max(1, len(own) // 40)]:
            assert reader.get(*address) == bundle.stored[address]
        ids = {zxy_to_tileid(*address) for address in own}
        assert ids == {entry.tile_id + step for entry in archive.entries for step in range(entry.run_length)}


def test_metadata_is_an_object_of_json(archives):
    for _, archive in archives:
        header = archive.header
        assert isinstance(json.loads(inflated(archive.get(header["metadata_offset"], header["metadata_length"]))), dict)


def test_large_directories_have_leaves(tmp_path):
    """So many tiles that the root cannot hold them all."""
    numbers = random.Random(5)
    features = [point(numbers.uniform(-180, 180), numbers.uniform(-80, 80), id) for id in range(40_000)]
    (tmp_path / "points.geojson").write_text(collection(features))
    bundle = build(write_pipeline(
        tmp_path / "many.yaml", {"points": {"path": "points.geojson"}},
        {"points": {"source": "points", "kind": "cluster", "zooms": "14", "cluster": {"members": "none"}}}),
        tmp_path / "bundle")
    archive = Archive(tmp_path / "bundle/z14.pmtiles")
    assert archive.header["leaf_directory_length"] > 0
    assert len(archive.entries) == archive.header["tile_entries_count"] > 30_000
    reader = Reader(archive.get)
    for address in list(bundle.stored)[::4000]:
        assert reader.get(*address) == bundle.stored[address]
