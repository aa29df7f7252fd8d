"""Times pyproj and pmtiles on what MapMathBench measures, and prints the same lines.

    python3 Tests/Benchmarks/mapmath_peer.py [runs]
"""
import math
import sys
import time

import numpy
from pmtiles.tile import tileid_to_zxy, zxy_to_tileid
from pyproj import Geod, Transformer

COUNT = 1_000_000
SLOW = 100_000     # for operations that Python does one by one


def places(count):
    """The coordinates of BenchCoordinates."""
    i = numpy.arange(1, count + 1, dtype=float)
    a, b = i * 0.7548776662466927, i * 0.5698402909980533
    return (a - numpy.floor(a)) * 160 - 80, (b - numpy.floor(b)) * 360 - 180


def measure(name, count, runs, work):
    best = math.inf
    for _ in range(runs):
        start = time.process_time()
        total = work()
        best = min(best, time.process_time() - start)
    print(f"{name}: {count} in {best:.4f} s of CPU, sum {total}")


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    latitude, longitude = places(COUNT)
    half = COUNT // 2
    forward = Transformer.from_crs("EPSG:4326", "EPSG:3857", always_xy=True)
    x, y = forward.transform(longitude, latitude)
    geod = Geod(ellps="WGS84")
    steps = numpy.arange(half, dtype=float)
    tiles = [(14, int(i * 7919 % 16384), int(i * 104729 % 16384)) for i in range(SLOW)]
    ids = [zxy_to_tileid(*tile) for tile in tiles]
    measure("coordinates to map points", COUNT, runs,
            lambda: forward.transform(longitude, latitude)[1].sum())
    measure("map points to coordinates", COUNT, runs,
            lambda: forward.transform(x, y, direction="INVERSE")[1].sum())
    measure("Hilbert ids of zoom 14", SLOW, runs, lambda: sum(zxy_to_tileid(*tile) for tile in tiles))
    measure("tiles from Hilbert ids", SLOW, runs, lambda: sum(tileid_to_zxy(i)[2] for i in ids))
    measure("geodesics, inverse", half, runs,
            lambda: geod.inv(longitude[:half], latitude[:half], longitude[half:], latitude[half:])[2].sum())
    measure("geodesics, direct", half, runs,
            lambda: geod.fwd(longitude[:half], latitude[:half], steps % 360, steps * 30)[1].sum())


if __name__ == "__main__":
    main()
