#!/usr/bin/env python3
"""Times overtile beside tippecanoe, and its clustering beside pysupercluster, on the same points in one run;
the arithmetic of maps beside pyproj and pmtiles; and the reading of bundles beside pmtiles and mapbox-vector-tile.

    python3 Tests/Benchmarks/run.py                              a million points; .venv has what this imports
    python3 Tests/Benchmarks/run.py --only overtile --runs 5     one part of it
    python3 Tests/Benchmarks/run.py --count 100000 --json FILE   fewer points; all figures as JSON too

Writes a table in Markdown to standard output and progress to standard error. Every program is measured as a whole child
process: seconds of CPU are user and system time together, memory is the largest resident set. Figures are medians.

The tilers read GeoJSON lines and write PMTiles for zooms 0 to 14 with all properties. The clusterers time the building
of their index alone, on one core, zooms 0 to 16 with a radius of 40 of 512; their memory is that of the whole process.
"""
import argparse
import gzip
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import time

import mapbox_vector_tile
import yaml
from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression

from tables import arithmetic_table, clusterer_table, reading_table, tiler_table

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PEER_ENVIRONMENT = ROOT / ".venv-benchmark"
PARTS = ("overtile", "tippecanoe", "clustering", "mapmath", "reading")

# The options of tippecanoe that are nearest to points.yaml.
TIPPECANOE_OPTIONS = [
    "--minimum-zoom=0", "--maximum-zoom=14", "--layer=points", "--force", "--quiet",
    "--read-parallel",         # the input has one feature a line; overtile uses all cores as well
    "--drop-rate=1", "--no-feature-limit", "--no-tile-size-limit",  # every point counts at every zoom
    "--cluster-distance=25",   # in pixels of a 256-pixel tile: the same fraction of a tile as 50 of 512
    "--buffer=4",              # also of 256: overtile's 64 of 4096
]


def say(text):
    print(text, file=sys.stderr, flush=True)


def fail(text):
    sys.exit(f"run.py: {text}")


# Measuring


def measure(command, folder):
    """Runs a command to its end: its standard output, and its cost."""
    with open(folder / "stdout", "w+b") as output, open(folder / "stderr", "w+b") as messages:
        start = time.perf_counter()
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        messages.seek(0)
        if process.returncode != 0:
            fail(f"{command[0]} ended with {process.returncode}: {messages.read().decode(errors='replace')}")
        figures = {"cpuSeconds": usage.ru_utime + usage.ru_stime, "wallSeconds": wall,
                   "peakMegabytes": usage.ru_maxrss * 1024 / 1e6}
        return output.read().decode(), figures


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def repeated(name, times, command, folder):
    """The outputs of several runs, and the medians of their costs."""
    outputs, runs = [], []
    for number in range(1, times + 1):
        output, figures = measure(command, folder)
        say(f"{name}, run {number} of {times}: {figures['cpuSeconds']:.2f} s of CPU in {figures['wallSeconds']:.2f} s")
        outputs.append(output)
        runs.append(figures)
    return outputs, {"name": name, "runs": runs, **medians(runs)}


# The content of the archives


def archive_reader(file):
    return Reader(MmapSource(file))


def tiles_in(paths):
    total = 0
    for path in paths:
        with open(path, "rb") as file:
            total += archive_reader(file).header()["addressed_tiles_count"]
    return total


def points_at_zoom_0(path):
    """The number of points that the only tile of zoom 0 represents."""
    with open(path, "rb") as file:
        reader = archive_reader(file)
        tile = reader.get(0, 0, 0)
        if reader.header()["tile_compression"] == Compression.GZIP:
            tile = gzip.decompress(tile)
    features = mapbox_vector_tile.decode(tile)["points"]["features"]
    return sum(feature["properties"].get("point_count", 1) for feature in features)


def described(row, count, archives):
    """A row of a tiler with its rate and its output."""
    megabytes = sum(path.stat().st_size for path in archives) / 1e6
    return {**row, "featuresPerSecond": count / row["wallSeconds"], "tiles": tiles_in(archives),
            "archiveMegabytes": megabytes, "pointsAtZoom0": points_at_zoom_0(min(archives))}


# The parts of the run


def make_input(count, folder):
    path = folder / f"points-{count}.geojsonl"
    if not path.exists():
        say(f"making {path}")
        make = [sys.executable, ROOT / "Samples" / "make.py", "--out", folder, f"points:{count}"]
        subprocess.run(make, check=True, stdout=sys.stderr)
    return path


def written_pipeline(members, points, folder):
    """points.yaml with the paths of this run."""
    pipeline = yaml.safe_load((HERE / "points.yaml").read_text())
    pipeline["sources"]["points"]["path"] = str(points)
    pipeline["layers"]["points"]["cluster"]["members"] = members
    pipeline["output"]["path"] = str(folder / "overtile")
    path = folder / f"overtile-{members}.yaml"
    path.write_text(yaml.safe_dump(pipeline, sort_keys=False))
    return path


def run_overtile(members, points, options):
    pipeline = written_pipeline(members, points, options.out)
    command = [options.binaries / "overtile", "build", pipeline, "--quiet", "--json"]
    outputs, row = repeated(f"overtile, members: {members}", options.runs, command, options.out)
    for report in map(json.loads, outputs):
        accepted = report["layers"][0]["accepted"]
        if accepted != options.count:
            fail(f"overtile accepted {accepted} of {options.count} features")
    row = described(row, options.count, list((options.out / "overtile").glob("*.pmtiles")))
    if row["pointsAtZoom0"] != options.count:
        fail(f"zoom 0 of overtile stands for {row['pointsAtZoom0']} of {options.count} points")
    stages = [json.loads(output)["stageSeconds"] for output in outputs]
    return {**row, "stageSeconds": medians(stages)}


def run_tippecanoe(points, options):
    archive = options.out / "tippecanoe.pmtiles"
    program = pathlib.Path(sys.executable).parent / "tippecanoe"
    command = [program, *TIPPECANOE_OPTIONS, f"--output={archive}", points]
    _, row = repeated("tippecanoe 2.72", options.peer_runs, command, options.out)
    return described(row, options.count, [archive])


def peer_python():
    """The interpreter of the environment for pysupercluster, which is made when it is missing or out of date."""
    python, mark = PEER_ENVIRONMENT / "bin" / "python3", PEER_ENVIRONMENT / ".complete"
    wanted = HERE / "requirements.txt"
    if not mark.exists() or mark.stat().st_mtime < wanted.stat().st_mtime:
        say(f"making the Python environment {PEER_ENVIRONMENT.name} from {wanted.relative_to(ROOT)}")
        subprocess.run([sys.executable, "-m", "venv", "--clear", PEER_ENVIRONMENT], check=True)
        install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", wanted]
        subprocess.run(install, check=True, stdout=sys.stderr)
        mark.touch()
    return python


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


def run_clustering(points, options):
    own = run_clusterer("`OvertileClustering` alone", [options.binaries / "ClusteringBench"], points, options)
    peer = run_clusterer("pysupercluster 0.7.7", [peer_python(), HERE / "cluster_peer.py"], points, options)
    return [own, peer]


def run_arithmetic(name, command, options):
    """The operations per second of a program, by its own account."""
    (output,), _ = repeated(name, 1, [*command, options.runs], options.out)
    lines = re.findall(r"^(.+): (\d+) in ([\d.]+) s of CPU, sum", output, re.MULTILINE)
    if not lines:
        fail(f"{name} printed no figures")
    return {"name": name, "perSecond": {what: int(count) / float(seconds) for what, count, seconds in lines}}


def run_map_math(options):
    own = run_arithmetic("overtile's MapMath", [options.binaries / "MapMathBench"], options)
    peer = run_arithmetic("pyproj and pmtiles", [sys.executable, HERE / "mapmath_peer.py"], options)
    return [own, peer]


def sampled_tiles(archives, count, path):
    """Writes some tiles of archives, the same in every run, as z/x/y lines."""
    pick, lines = random.Random(1), []
    for archive in archives:
        with open(archive, "rb") as file:
            tiles = ["/".join(map(str, zxy)) for zxy, _ in all_tiles(MmapSource(file))]
        lines += pick.sample(tiles, min(len(tiles), count // len(archives)))
    pick.shuffle(lines)
    path.write_text("\n".join(lines) + "\n")
    return path


def run_reader(name, command, options):
    """Percentiles of an app's waiting times, by the program's own account."""
    (output,), _ = repeated(name, 1, command, options.out)
    lines = re.findall(r"^(.+): \d+, p50 ([\d.]+) us, p99 ([\d.]+) us", output, re.MULTILINE)
    if not lines:
        fail(f"{name} printed no figures")
    return {"name": name, "microseconds": {what: [float(p50), float(p99)] for what, p50, p99 in lines}}


def run_reading(points, options):
    bundle = options.out / "reading"
    pipeline = written_pipeline("full", points, options.out)
    repeated("overtile", 1, [options.binaries / "overtile", "build", pipeline, "--quiet", "--output", bundle], options.out)
    tiles = sampled_tiles(sorted(bundle.glob("z*.pmtiles")), 3000, options.out / "tiles.txt")
    own = run_reader("overtile's OverlayBundle", [options.binaries / "ReadingBench", bundle, tiles], options)
    peer = run_reader("pmtiles and mapbox-vector-tile", [sys.executable, HERE / "reading_peer.py", bundle, tiles], options)
    return [own, peer]


def machine():
    with open("/proc/cpuinfo") as lines:
        models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {"processor": models[0] if models else "unknown", "cores": os.cpu_count(), "load": os.getloadavg()[0]}


def options_of_run():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, help="how many points; a million by default")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".bundles" / "benchmark", metavar="FOLDER",
                        help="where the input and the archives go; .bundles/benchmark by default")
    parser.add_argument("--runs", type=int, default=3, help="of overtile and of the clusterers; 3 by default")
    parser.add_argument("--peer-runs", type=int, default=1, help="of tippecanoe, which is slow; 1 by default")
    parser.add_argument("--only", choices=PARTS, action="append", help="a part of the run; all by default")
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build" / "release", metavar="FOLDER",
                        help="where overtile and the other programs are; .build/release by default")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures there")
    options = parser.parse_args()
    if min(options.count, options.runs, options.peer_runs) < 1:
        parser.error("--count, --runs and --peer-runs are at least 1")
    options.out = options.out.resolve()
    return options


def main():
    options = options_of_run()
    parts = options.only or PARTS
    options.out.mkdir(parents=True, exist_ok=True)
    points = make_input(options.count, options.out) if set(parts) != {"mapmath"} else None
    result = {"points": options.count, "machine": machine(), "tilers": [], "clusterers": [], "arithmetic": [],
              "reading": []}
    if "overtile" in parts:
        result["tilers"] += [run_overtile(members, points, options) for members in ("full", "none")]
    if "tippecanoe" in parts:
        result["tilers"].append(run_tippecanoe(points, options))
    if "clustering" in parts:
        result["clusterers"] = run_clustering(points, options)
    if "mapmath" in parts:
        result["arithmetic"] = run_map_math(options)
    if "reading" in parts:
        result["reading"] = run_reading(points, options)
    print(f"{options.count:,} points; {result['machine']['cores']} cores of {result['machine']['processor']}, "
          f"load {result['machine']['load']:.1f} at the start\n")
    if result["tilers"]:
        print(tiler_table(result["tilers"]), end="\n\n")
    if result["clusterers"]:
        print(clusterer_table(result["clusterers"], options.count), end="\n\n")
    if result["arithmetic"]:
        print(arithmetic_table(result["arithmetic"]), end="\n\n")
    if result["reading"]:
        print(reading_table(result["reading"]))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
