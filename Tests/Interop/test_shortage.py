"""A shortage of memory or files: a run is whole, or ends without a bundle; no feature is called wrong because of it."""
import functools
import gzip
import json
import math
import os
import random
import shutil
import subprocess

import pytest

from conftest import OVERTILE, collection, overtile, point, write_pipeline
from failing import leftovers

SLOW = os.environ.get("OVERTILE_SLOW") == "1"
SEED = int(os.environ.get("OVERTILE_SEED", "1"))
# Kilobytes. A run that cannot even be loaded ends with 127, by the system.
LONG = [*range(130_000, 330_000, 4_000), *range(330_000, 1_250_000, 40_000)]



def limited(words, *, kilobytes, timeout=60):
    """Runs the program with a limit on its address space. Dispatch tries for ever to make a thread for which there is none left: such a
    run is killed, as its supervisor would."""
    command = ["prlimit", f"--as={kilobytes * 1024}", str(OVERTILE), *map(str, words)]
    try:
        return subprocess.run(command, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired as expired:
        return subprocess.CompletedProcess(command, -9, expired.stdout or b"", expired.stderr or b"")


@functools.cache
def quick():
    """A few limits of address space, from the least with which the system loads the program."""
    least = next(kilobytes for kilobytes in range(50_000, 500_000, 5_000)
                 if limited(["--version"], kilobytes=kilobytes).returncode == 0)
    return [least + more for more in (5_000, 40_000, 60_000, 190_000, 400_000)]


def wild_ring(vertices, seed):
    """A ring that crosses itself very often: much work, and memory, for GEOS."""
    draw = random.Random(seed)
    ring = [[draw.uniform(-30, 30), draw.uniform(-30, 30)] for _ in range(vertices)]
    return {"type": "Feature", "id": seed, "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}


def round_ring(index):
    """A shape without fault."""
    x, y = index % 17 * 9 - 70, index // 17 * 9 - 40
    ring = [[x + 4 * math.cos(a / 40 * math.pi), y + 4 * math.sin(a / 40 * math.pi)] for a in range(80)]
    return {"type": "Feature", "id": 1000 + index, "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shortage")
    draw = random.Random(SEED)
    points = [point(draw.uniform(-180, 180), draw.uniform(-85, 85), index, name=f"n{index}", size=index)
              for index in range(20000 if SLOW else 3000)]
    (folder / "points.geojson").write_text(collection(points))
    (folder / "points.geojson.gz").write_bytes(gzip.compress(collection(points).encode()))
    (folder / "shapes.geojson").write_text(
        collection([round_ring(index) for index in range(120 if SLOW else 40)] + [wild_ring(400 if SLOW else 120, seed) for seed in range(3)]))
    cluster = {"points": {"source": "data", "kind": "cluster", "zooms": "0-3"}}
    shape = {"shapes": {"source": "data", "kind": "shape", "zooms": "0-3"}}
    osgb = {"path": "points.geojson", "crs": "EPSG:4258"}
    write_pipeline(folder / "points.yaml", {"data": {"path": "points.geojson"}}, cluster)
    write_pipeline(folder / "gzip.yaml", {"data": {"path": "points.geojson.gz"}}, cluster)
    write_pipeline(folder / "proj.yaml", {"data": osgb}, cluster)
    write_pipeline(folder / "mbtiles.yaml", {"data": {"path": "points.geojson"}}, cluster,
                   output={"format": "mbtiles"})
    wild = {"path": "shapes.geojson", "maxCrossings": 10**8}
    write_pipeline(folder / "shapes.yaml", {"data": wild | {"onInvalid": "repair"}}, shape)
    write_pipeline(folder / "skip.yaml", {"data": wild | {"onInvalid": "skip", "maxRejected": 100}}, shape)
    return folder


PIPELINES = ["points", "gzip", "proj", "mbtiles", "shapes", "skip"]
_whole = {}


def whole(folder, name):
    """The digest of a run without limits."""
    if name not in _whole:
        target = folder / f"whole-{name}"
        run = overtile("build", folder / f"{name}.yaml", "--output", target, "--quiet")
        assert run.returncode == 0, run.stderr
        _whole[name] = json.loads((target / "bundle.json").read_text())["digest"]
    return _whole[name]


@pytest.mark.parametrize("name", PIPELINES)
def test_little_address_space(folder, name):
    """A run that the system ends, or that says so, has published nothing; one that goes on has lost no feature."""
    outcomes = set()
    for kilobytes in LONG if SLOW else quick():
        place = folder / f"{name}-{kilobytes}"
        place.mkdir()
        run = limited(["build", folder / f"{name}.yaml", "--output", place / "out"], kilobytes=kilobytes)
        assert run.returncode in (0, 69, 127) or run.returncode < 0, (run.returncode, run.stderr)
        assert (place / "out/bundle.json").exists() == (run.returncode == 0), run.stderr
        if run.returncode == 0:
            assert json.loads((place / "out/bundle.json").read_text())["digest"] == whole(folder, name)
        outcomes.add(run.returncode == 0)
        shutil.rmtree(place)
    assert outcomes == {True, False}, "the limits were not tight, or all too tight"


def test_a_feature_that_is_too_large_is_one_feature(tmp_path):
    """The limit is 512 MiB, so this needs time and memory."""
    if not SLOW:
        pytest.skip("OVERTILE_SLOW=1 runs it")
    with open(tmp_path / "large.geojson", "w") as stream:
        stream.write('{"type":"FeatureCollection","features":[' + json.dumps(point(1, 1)) + ',\n')
        stream.write('{"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[')
        for _ in range(560):
            stream.write("[1.25,2.25]," * 87382)
        stream.write("[1,2]]}},\n" + json.dumps(point(2, 2)) + "]}")
    layers = {"points": {"source": "data", "kind": "cluster", "zooms": "0-1"}}
    for handling, status in (("skip", 0), ("fail", 65)):
        write_pipeline(tmp_path / "p.yaml", {"data": {"path": "large.geojson", "onInvalid": handling,
                                                      **({"maxRejected": 1} if handling == "skip" else {})}}, layers)
        run = overtile("build", tmp_path / "p.yaml", "--output", tmp_path / handling, "--quiet", timeout=600)
        assert run.returncode == status, run.stderr
        name = handling if status == 0 else f"{handling}.failed"
        entry = json.loads((tmp_path / f"{name}.ledger.jsonl").read_text().splitlines()[0])
        assert entry["code"] == "too-large" and "512 MiB" in entry["reason"]


@pytest.mark.parametrize("files", range(4, 18))
def test_too_few_open_files_leave_nothing(files, folder, tmp_path):
    """The staging of a run is removed though nothing further can be opened."""
    run = subprocess.run(["prlimit", f"--nofile={files}", str(OVERTILE), "build", str(folder / "points.yaml"), "--output",
                          str(tmp_path / "out"), "--quiet"], capture_output=True, timeout=120)
    message = run.stderr.decode()
    assert run.returncode in (0, 66, 69, 73, 74, 127), (run.returncode, message)
    assert leftovers(tmp_path) == [] and (tmp_path / "out").exists() == (run.returncode == 0), message
    assert "left it unchanged" not in message, message
    if run.returncode == 0:
        assert json.loads((tmp_path / "out/bundle.json").read_text())["digest"] == whole(folder, "points")


@pytest.mark.parametrize("kilobytes", [1, 8, 16, 64, 128, 200, 256, 400])
def test_too_small_files_are_told_in_words(kilobytes, folder, tmp_path):
    run = subprocess.run(["prlimit", f"--fsize={kilobytes * 1024}", str(OVERTILE), "build", str(folder / "points.yaml"),
                          "--output", str(tmp_path / "out"), "--quiet"], capture_output=True, timeout=120)
    message = run.stderr.decode()
    assert run.returncode in (0, 74), (run.returncode, message)
    assert "Domain" not in message and "Cocoa" not in message, message
    if run.returncode:
        assert "File too large" in message and leftovers(tmp_path) == [] and not (tmp_path / "out").exists(), message
