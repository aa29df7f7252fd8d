"""A shortage of memory or threads is 69, wherever it occurs: nothing is published, nothing left, no feature called wrong."""
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
# Kilobytes. The exit codes of a run that has too little; a run that cannot even be loaded ends with 127, by the system.
LONG = [*range(130_000, 330_000, 4_000), *range(330_000, 1_250_000, 40_000)]


# A user that runs nothing else, since the limit of threads is one of all that a user runs.
USER = 60000 + os.getpid() % 5000
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]


def limited(words, *, kilobytes=None, threads=None, timeout=240):
    """Runs the program with a limit on its address space, or, as a user of its own, on its threads."""
    limit = ["prlimit", f"--as={kilobytes * 1024}"] if kilobytes else [*AS_USER, "prlimit", f"--nproc={threads}"]
    return subprocess.run([*limit, str(OVERTILE), *map(str, words)], capture_output=True, timeout=timeout)


@functools.cache
def quick():
    """A few limits of address space, from the least with which the system loads the program."""
    least = next(kilobytes for kilobytes in range(50_000, 500_000, 5_000)
                 if limited(["--version"], kilobytes=kilobytes).returncode in (0, 69))
    return [least + more for more in (10_000, 30_000, 45_000, 60_000, 75_000, 190_000)]


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


def assert_whole_or_69(folder, name, run, output):
    message = run.stderr.decode()
    if run.returncode == 127 and "shared librar" in message:
        return None
    assert run.returncode in (0, 69), (run.returncode, message)
    assert (output / "bundle.json").exists() == (run.returncode == 0), message
    if run.returncode == 0:
        assert json.loads((output / "bundle.json").read_text())["digest"] == whole(folder, name)
    else:
        assert "memory" in message or "no thread" in message, message
    assert leftovers(output.parent) == []
    return run.returncode


@pytest.mark.parametrize("name", PIPELINES)
def test_little_address_space(folder, name):
    outcomes = set()
    for kilobytes in LONG if SLOW else quick():
        place = folder / f"{name}-{kilobytes}"
        place.mkdir()
        run = limited(["build", folder / f"{name}.yaml", "--output", place / "out"], kilobytes=kilobytes)
        outcomes.add(assert_whole_or_69(folder, name, run, place / "out"))
        shutil.rmtree(place)
    assert 69 in outcomes, "no limit was tight enough to show anything"


def test_a_shortage_as_json(folder):
    """The last event says it, whichever thread ran short; metrics have the exit code."""
    told = 0
    for kilobytes in quick()[1:]:
        place = folder / f"json-{kilobytes}"
        place.mkdir()
        run = limited(["build", folder / "shapes.yaml", "--output", place / "out", "--log-format", "json",
                       "--metrics", place / "m.prom"], kilobytes=kilobytes)
        if run.returncode == 69 and run.stderr.startswith(b"{"):
            last = json.loads(run.stderr.splitlines()[-1])
            assert (last["event"], last["status"]) == ("error", 69)
            told += 1
            assert "overtile_run_exit_code{" in (place / "m.prom").read_text()
    assert told, "no limit was tight enough to show anything"


def small_bundle(folder):
    whole(folder, "points")
    return folder / "whole-points"


def test_readers_with_little_address_space(folder, tmp_path):
    bundle = small_bundle(folder)
    tile_sets = [["verify", bundle], ["overlays", bundle, "--camera=50,10,3",
                                                 "--viewport=800x800"],
                 ["diff", bundle, bundle], ["inspect", bundle, "--deep"],
                 ["check", folder / "points.yaml"],
                 ["patch", bundle, bundle, "--output", tmp_path / "a.patch"]]
    for words in tile_sets:
        whole = overtile(*words)
        assert whole.returncode == 0
        for kilobytes in LONG[::4] if SLOW else quick()[::2]:
            run = limited(words, kilobytes=kilobytes)
            assert run.returncode in (0, 69, 127), (words, kilobytes, run.returncode, run.stderr)
            if run.returncode == 0:
                assert run.stdout == whole.stdout
            else:
                assert run.stderr


def can_change_user():
    return os.geteuid() == 0 and shutil.which("setpriv") and subprocess.run(
        [*AS_USER, "test", "-x", str(OVERTILE)], capture_output=True).returncode == 0


@pytest.mark.skipif(not can_change_user(), reason="needs root, and a program that other users can run")
@pytest.mark.parametrize("name", ["points", "mbtiles", "shapes"])
def test_few_threads(folder, name):
    """A run goes on with the workers that it gets, or ends; it never waits for those that it did not get."""
    outcomes = []
    for path in (folder, *folder.parents):
        if path != path.parent and path.stat().st_uid == os.geteuid():
            path.chmod(path.stat().st_mode | 0o055)
    for threads in (*range(1, 9), 64) if SLOW else (1, 3, 5, 64):
        place = folder / f"threads-{name}-{threads}"
        place.mkdir()
        place.chmod(0o777)
        run = limited(["build", folder / f"{name}.yaml", "--output", place / "out", "--jobs", "4"], threads=threads,
                      timeout=120)
        outcomes.append(assert_whole_or_69(folder, name, run, place / "out"))
    assert outcomes[0] == 69 and outcomes[-1] == 0, outcomes


@pytest.mark.skipif(not can_change_user(), reason="needs root, and a program that other users can run")
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_readers_with_few_threads(folder, threads):
    bundle = small_bundle(folder)
    for path in (bundle, *bundle.parents):
        if path != path.parent and path.stat().st_uid == os.geteuid():
            path.chmod(path.stat().st_mode | 0o055)
    for words in (["--version"], ["verify", bundle], ["diff", bundle, bundle],
                  ["overlays", bundle, "--camera=50,10,3", "--viewport=800x800"]):
        run = limited(words, threads=threads, timeout=60)
        assert run.returncode in (0, 69), (words, run.returncode, run.stderr)


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
    assert "left alone" not in message, message
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
