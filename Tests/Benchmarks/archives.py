"""The content of PMTiles archives, to tell whether programs that are compared do the same work."""
import gzip
import hashlib

from mapbox_vector_tile.Mapbox import vector_tile_pb2
from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression

MOVE, CLOSE = 1, 7


def tiles_in(paths):
    """The number of tiles, each address counted."""
    total = 0
    for path in paths:
        with open(path, "rb") as file:
            total += Reader(MmapSource(file)).header()["addressed_tiles_count"]
    return total


def tiles_of_zoom(paths, zoom):
    """The tiles of a zoom, decoded."""
    for path in paths:
        with open(path, "rb") as file:
            header = Reader(MmapSource(file)).header()
            if not header["min_zoom"] <= zoom <= header["max_zoom"]:
                continue
            is_gzip = header["tile_compression"] == Compression.GZIP
            for (z, _, _), data in all_tiles(MmapSource(file)):
                if z == zoom:
                    tile = vector_tile_pb2.tile()
                    tile.ParseFromString(gzip.decompress(data) if is_gzip else data)
                    yield tile


def points_at(paths, zoom):
    """The number of points that the markers of a zoom represent; those in the buffers of tiles are not counted again."""
    total = 0
    for tile in tiles_of_zoom(paths, zoom):
        for layer in tile.layers:
            counts = {index for index, key in enumerate(layer.keys) if key == "point_count"}
            for feature in layer.features:
                words = feature.geometry
                # A command, then x and y.
                if len(words) == 3 and is_within(words[1], layer.extent) and is_within(words[2], layer.extent):
                    total += count_of(feature, counts, layer.values)
    return total


def is_within(word, extent):
    """Whether a coordinate, in zigzag encoding, is one of the tile without its buffer."""
    return word & 1 == 0 and word >> 1 < extent


def count_of(feature, keys, values):
    """The number of points that a marker represents: one, unless a property says another."""
    for key, value in zip(feature.tags[::2], feature.tags[1::2]):
        if key in keys:
            number = values[value]
            return number.int_value or number.uint_value or number.sint_value or int(number.double_value or 1)
    return 1


def shapes_at(paths, zoom, name):
    """The number of features, by a property that tells them apart, and of the positions of their lines and rings."""
    found, positions = set(), 0
    for tile in tiles_of_zoom(paths, zoom):
        for layer in tile.layers:
            keys = {index for index, key in enumerate(layer.keys) if key == name}
            for feature in layer.features:
                found |= {str(layer.values[value]) for key, value in zip(feature.tags[::2], feature.tags[1::2]) if key in keys}
                positions += positions_of(feature.geometry)
    return len(found), positions


def positions_of(words):
    """The number of positions of a geometry, from its commands alone."""
    total = position = 0
    while position < len(words):
        command, count = words[position] & 7, words[position] >> 3
        position += 1 if command == CLOSE else 1 + 2 * count
        total += 0 if command == CLOSE else count
    return total


def digest_of(folder):
    """A digest of all files of a folder, with their names."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with open(path, "rb") as file:
                digest.update(f"{path.relative_to(folder)} {hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()
