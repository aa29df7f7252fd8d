"""Clustering alone, on one core: overtile's kernel beside pysupercluster."""
import re
import statistics

from inputs import made
from measure import BENCHES, HERE, fail, repeated
from peers import peer_python


def run_clusterer(name, command, points, options):
    """A program that clusters several times by itself and prints the cost of each run."""
    (output,), row = repeated(name, 1, [*command, points, options.runs], options.out)
    seconds = [float(text) for text in re.findall(r"^run \d+: ([\d.]+) s of CPU", output, re.MULTILINE)]
    found = re.search(r"^(\d+) points", output, re.MULTILINE)
    if len(seconds) != options.runs or not found or int(found[1]) != options.count:
        fail(f"{name} did not cluster {options.count} points {options.runs} times")
    nodes = {zoom: int(count) for zoom, count in re.findall(r"^zoom (\d+): (\d+) nodes", output, re.MULTILINE)}
    return {"name": name, "runs": seconds, "cpuSeconds": statistics.median(seconds),
            "peakMegabytes": row["peakMegabytes"], "nodes": nodes}


def run_clustering(options):
    points = made(f"points:{options.count}", options.out)
    own = run_clusterer("`OvertileClustering` alone", [BENCHES / "ClusteringBench"], points, options)
    peer = run_clusterer("pysupercluster 0.7.7", [peer_python(), HERE / "cluster_peer.py"], points, options)
    return [own, peer]
