#!/usr/bin/env python3
"""Clusters the points of a GeoJSON lines file with pysupercluster: seconds of CPU, and nodes per zoom.

    cluster_peer.py FILE [runs]

The peer of ClusteringBench, with the same options: zooms 0 to 16, radius 40 of 512, two points make a cluster. run.py
runs both on the same file, one after the other, this one in an environment of its own: pysupercluster 0.7.7 needs numpy
below 2. The seconds are for building its index; reading the file is not counted.
"""
import re
import sys
import time

import numpy
import pysupercluster

POSITION = re.compile(rb'"coordinates":\[([^,\]]+),([^,\]]+)')


def main():
    path, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with open(path, "rb") as lines:
        points = numpy.array([[float(n) for n in POSITION.search(line).groups()] for line in lines])
    print(f"{len(points)} points")
    for run in range(1, runs + 1):
        start = time.process_time()
        index = pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512)
        print(f"run {run}: {time.process_time() - start:.3f} s of CPU", flush=True)
    for zoom in range(16, -1, -1):
        nodes = index.getClusters(top_left=(-180, 90), bottom_right=(180, -90), zoom=zoom)
        print(f"zoom {zoom}: {len(nodes)} nodes", flush=True)


if __name__ == "__main__":
    main()
