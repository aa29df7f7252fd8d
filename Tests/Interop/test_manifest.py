"""The statements of bundle.json about files and tiles, against the files and mapbox-vector-tile."""
from typing import NamedTuple

import pytest

from bundle import digest
from rawtile import attributes

FIELD_TYPES = {bool: "Boolean", str: "String", int: "Number", float: "Number"}


class Entry(NamedTuple):
    """One feature of one tile, without its geometry, whose decoding takes long: other tests look at it."""

    tile: tuple
    id: int
    properties: dict


@pytest.fixture(scope="module")
def entries(bundle):
    """Every feature of every tile, by layer and zoom."""
    found = {name: {zoom: [] for zoom in range(32)} for name in bundle.layers}
    for tile, data in bundle.plain.items():
        for name, *rest in attributes(data):
            found[name][tile[0]].append(Entry(tile, *rest))
    return found


def every(zooms):
    return [entry for entries in zooms.values() for entry in entries]


def test_files_are_those_named_with_their_sizes_and_digests(bundle):
    files = bundle.manifest["files"]
    assert {file["path"] for file in files} | {"bundle.json"} == {path.name for path in bundle.folder.iterdir()}
    assert [file["path"] for file in files] == sorted(file["path"] for file in files)
    for file in files:
        assert (file["sha256"], file["bytes"]) == digest(bundle.folder / file["path"]), file["path"]


def test_tiles_and_contents(bundle):
    for file in bundle.tile_files:
        own = {address: data for address, data in bundle.stored.items()
               if file["minzoom"] <= address[0] <= file["maxzoom"]}
        assert file["tiles"] == len(own), file["path"]
        # Folders store equal tiles as often as they occur.
        assert file["contents"] in (len(set(own.values())), len(own)), file["path"]
        gzipped = {data[:2] == b"\x1f\x8b" for data in own.values()}
        assert gzipped <= {file["compression"] == "gzip"}, file["path"]


def test_entries_of_every_zoom(bundle, entries):
    for name, layer in bundle.layers.items():
        assert [zoom["zoom"] for zoom in layer["zooms"]] == list(range(layer["minzoom"], layer["maxzoom"] + 1))
        for zoom in layer["zooms"]:
            assert zoom["entries"] == len(entries[name][zoom["zoom"]]), (name, zoom)


def test_overlays_of_every_zoom_by_distinct_id(bundle, entries):
    for name, layer in bundle.layers.items():
        for zoom in layer["zooms"]:
            assert zoom["overlays"] == len({entry.id for entry in entries[name][zoom["zoom"]]}), (name, zoom)


def test_dissolved_shapes_say_how_many_circles_they_hold(bundle, entries):
    for name, layer in bundle.layers.items():
        for zoom in layer["zooms"]:
            dissolved = {entry.id: entry.properties["circle_count"] for entry in entries[name][zoom["zoom"]]
                         if entry.properties.get("part") == "dissolved"}
            assert not dissolved or sum(dissolved.values()) == zoom["points"], (name, zoom)


def test_points_are_conserved(bundle, entries):
    for name, layer in bundle.layers.items():
        if layer["kind"] != "cluster":
            continue
        for zoom in layer["zooms"]:
            counts = {entry.id: entry.properties.get("point_count", 1)
                      for entry in entries[name][zoom["zoom"]]}
            assert sum(counts.values()) == zoom["points"] == layer["features"], (name, zoom)


def test_an_overlay_says_the_same_in_every_tile(bundle, entries):
    for name in bundle.layers:
        seen = {}
        for entry in every(entries[name]):
            key = entry.tile[0], entry.id, entry.properties.get("part")
            assert seen.setdefault(key, entry.properties) == entry.properties, (name, key)


def test_no_overlay_is_twice_in_a_tile(bundle, entries):
    for name in bundle.layers:
        keys = [(entry.tile, entry.id, entry.properties.get("part")) for entry in every(entries[name])]
        assert len(keys) == len(set(keys)), name


def test_ids_are_in_their_halves(bundle, entries):
    for name in bundle.layers:
        for entry in every(entries[name]):
            made = "point_count" in entry.properties or entry.properties.get("part") == "dissolved"
            assert entry.id >> 52 == (1 if made else 0), (name, entry)
            assert "cluster_id" not in entry.properties or entry.properties["cluster_id"] == entry.id


def test_fields_are_those_that_occur_with_their_types(bundle, entries):
    for name, layer in bundle.layers.items():
        types = {}
        for entry in every(entries[name]):
            for key, value in entry.properties.items():
                types.setdefault(key, set()).add(FIELD_TYPES[type(value)])
        found = {key: kinds.pop() if len(kinds) == 1 else "String" for key, kinds in types.items()}
        assert found == layer["fields"], name


@pytest.mark.parametrize("member", ["minzoom", "maxzoom"])
def test_zooms_are_those_of_the_layers(bundle, member):
    choose = min if member == "minzoom" else max
    assert bundle.manifest[member] == choose(layer[member] for layer in bundle.layers.values())
    assert bundle.manifest[member] == choose(file[member] for file in bundle.tile_files)
