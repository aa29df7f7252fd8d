"""A bundle as other people's readers see it: its tiles from any container, decoded by mapbox-vector-tile."""
import gzip
import hashlib
import json
import sqlite3
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import mapbox_vector_tile
import pmtiles.reader


@dataclass(frozen=True)
class Entry:
    """One feature of one tile."""

    tile: tuple
    id: int
    properties: dict
    geometry: dict


class Bundle:
    """Reads the folder that `overtile build` made; knows nothing of how overtile reads it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "bundle.json").read_text())

    @property
    def layers(self):
        return {layer["id"]: layer for layer in self.manifest["layers"]}

    @property
    def tile_files(self):
        return [file for file in self.manifest["files"] if file["role"] == "tiles"]

    @cached_property
    def stored(self):
        """All tiles as they are stored, by (zoom, x, y); joined without compression if each layer has an archive."""
        if self.manifest["tiles"]["layout"] == "per-layer":
            return {address: joined(parts) for address, parts in self.parts.items()}
        tiles = {}
        for file in self.tile_files:
            for address, data in stored_tiles(self.folder / file["path"]):
                assert address not in tiles, f"{address} is in two archives"
                tiles[address] = data
        return tiles

    @cached_property
    def parts(self):
        """The parts of all tiles as each layer's archive stores them, in the order of the layers."""
        tiles = {}
        for layer in self.layers:
            for file in self.tile_files:
                if file["layer"] == layer:
                    for address, data in stored_tiles(self.folder / file["path"]):
                        tiles.setdefault(address, []).append(data)
        return tiles

    @cached_property
    def plain(self):
        """All tiles without compression, by (zoom, x, y)."""
        return {address: inflated(data) for address, data in self.stored.items()}

    @cached_property
    def entries(self):
        """Every feature of every tile, by layer."""
        zooms = dict.fromkeys(zoom for zoom, _, _ in self.stored)
        return {layer: [entry for zoom in zooms for entry in self.entries_at(layer, zoom)] for layer in self.layers}

    @cached_property
    def decoded(self):
        """What `entries_at` has decoded, by zoom and layer."""
        return {}

    def entries_at(self, layer, zoom):
        """Every feature of a layer in the tiles of a zoom; tiles of other zooms are not decoded."""
        if zoom not in self.decoded:
            found = self.decoded[zoom] = {layer: [] for layer in self.layers}
            for tile, data in self.stored.items():
                if tile[0] == zoom:
                    for name, feature in features(inflated(data)):
                        found[name].append(Entry(tile, feature.get("id"), feature["properties"], feature["geometry"]))
        return self.decoded[zoom][layer]


def stored_tiles(path):
    """The tiles of one archive or folder, as they are stored."""
    if path.suffix == ".pmtiles":
        with path.open("rb") as file:
            yield from pmtiles.reader.all_tiles(pmtiles.reader.MmapSource(file))
    elif path.suffix == ".mbtiles":
        rows = sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute(
            "select zoom_level, tile_column, tile_row, tile_data from tiles")
        for zoom, column, row, data in rows:
            yield (zoom, column, 2**zoom - 1 - row), data
    else:
        for tile in sorted(path.glob("*/*/*.*")):
            zoom, column, name = tile.parts[-3:]
            yield (int(zoom), int(column), int(name.split(".")[0])), tile.read_bytes()


def digest(path):
    """The SHA-256 of a file or of a folder of tiles, as a manifest states it, and the bytes in it."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_size
    files = sorted((str(file.relative_to(path)), file.read_bytes()) for file in path.rglob("*") if file.is_file())
    text = "".join(f"{name}\n{hashlib.sha256(data).hexdigest()}\n" for name, data in files)
    return hashlib.sha256(text.encode()).hexdigest(), sum(len(data) for _, data in files)


def inflated(data):
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def joined(parts):
    """One tile with the layers of several."""
    return b"".join(map(inflated, parts))


def features(data):
    """The features of a plain tile with the names of their layers."""
    for name, layer in mapbox_vector_tile.decode(data, default_options={"y_coord_down": True}).items():
        for feature in layer["features"]:
            yield name, feature


def contents(folder):
    """Every file below a folder with its bytes: equal for two equal bundles."""
    folder = Path(folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
