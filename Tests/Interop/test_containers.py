"""The same tiles in every container and layout."""
import pytest

from conftest import CONTAINERS

ids = ["-".join(key) for key in CONTAINERS]


@pytest.mark.parametrize("key", CONTAINERS, ids=ids)
def test_tiles_are_equal_once_inflated(containers, key):
    expected = containers["pmtiles", "per-zoom"].plain
    assert len(expected) > 100
    assert containers[key].plain == expected


@pytest.mark.parametrize("key", CONTAINERS, ids=ids)
def test_the_manifest_counts_the_same(containers, key):
    usual = containers["pmtiles", "per-zoom"]
    expected, found = usual.manifest, containers[key].manifest
    assert found["layers"] == expected["layers"]
    assert (found["tiles"]["container"], found["tiles"]["layout"]) == key
    assert found["provenance"]["features"] == expected["provenance"]["features"]
    if key[1] == "per-layer":
        assert {file["layer"]: file["tiles"] for file in found["files"] if file["role"] == "tiles"} == {
            layer: len({entry.tile for entry in entries}) for layer, entries in usual.entries.items()}
    else:
        assert sum(file.get("tiles", 0) for file in found["files"]) == sum(
            file.get("tiles", 0) for file in expected["files"])


@pytest.mark.parametrize("key", CONTAINERS, ids=ids)
def test_one_archive_a_zoom_or_a_layer_or_one_for_all(containers, key):
    format, layout = key
    if layout == "per-layer":
        assert [(file["path"].split(".")[1], file["minzoom"], file["maxzoom"]) for file in containers[key].tile_files] == [
            ("circles", 1, 4), ("countries", 0, 3), ("quakes", 0, 6)]
        return
    # A folder of tiles has a folder for each zoom whatever the layout.
    zooms = [(0, 6)] if layout == "single" or format == "directory" else [(zoom, zoom) for zoom in range(7)]
    assert [(file["minzoom"], file["maxzoom"]) for file in containers[key].tile_files] == zooms


@pytest.mark.parametrize("key", CONTAINERS, ids=ids)
def test_members_are_equal(containers, key):
    expected = (containers["pmtiles", "per-zoom"].folder / "members.quakes.bin").read_bytes()
    assert (containers[key].folder / "members.quakes.bin").read_bytes() == expected
