"""Times pmtiles and mapbox-vector-tile of PyPI on what ReadingBench measures, and prints the same lines.

    python3 Tests/Benchmarks/reading_peer.py BUNDLE TILES
"""
import gzip
import pathlib
import sys
import time

import mapbox_vector_tile
from pmtiles.reader import MmapSource, Reader
from pmtiles.tile import Compression


def opened(bundle):
    """The archives of a bundle by zoom; their headers are read here, as ours does."""
    readers = {}
    for path in bundle.glob("z*.pmtiles"):
        reader = Reader(MmapSource(path.open("rb")))
        readers[int(path.stem[1:])] = (reader, reader.header()["tile_compression"] == Compression.GZIP)
    return readers


def measure(name, items, work):
    times, features = [], 0
    for item in items:
        start = time.perf_counter()
        features += work(item)
        times.append((time.perf_counter() - start) * 1e6)
    times.sort()
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{name}: {len(times)}, p50 {middle:.1f} us, p99 {late:.1f} us, {features} features")


def main():
    bundle = pathlib.Path(sys.argv[1])
    tiles = [tuple(map(int, line.split("/"))) for line in pathlib.Path(sys.argv[2]).read_text().split()]
    measure("open", range(20), lambda _: len(opened(bundle)) and 1)
    readers = opened(bundle)

    def tile(address):
        reader, is_gzip = readers[address[0]]
        data = reader.get(*address)
        decoded = mapbox_vector_tile.decode(gzip.decompress(data) if is_gzip else data)
        return sum(len(layer["features"]) for layer in decoded.values())

    measure("tile, cold", tiles, tile)


if __name__ == "__main__":
    main()
