"""`--memory`: the bound is kept, the bundle is the same, and a bound that cannot be kept is reported. OVERTILE_SLOW=1
for five million points."""
import gzip
import json
import os
import subprocess
import sys

import pytest

from bundle import contents
from conftest import ROOT, SAMPLES, build, overtile, write_pipeline
from divided import samples
from resident import MEBIBYTE, PROGRAM, Run, memory_group

LEAST = "64M"


def bounded(*words, memory=64 * MEBIBYTE):
    """A run with a bound, in a control group that kills what takes more."""
    with memory_group(memory + PROGRAM) as group:
        return Run(*words, "--memory", memory, group=group or "")


def points_pipeline(folder, path, zooms):
    return write_pipeline(
        folder / "points.yaml", {"points": {"path": str(path)}},
        {"points": {"source": "points", "kind": "cluster", "zooms": zooms,
                    "cluster": {"radius": "50px", "tileSize": "512px", "members": "full"}}})


def proof(folder, pipeline, memory=64 * MEBIBYTE):
    """Builds with and without a bound, and compares the bundles."""
    free = Run("build", pipeline, "--output", folder / "free", "--quiet")
    assert free.code == 0, free.messages
    run = bounded("build", pipeline, "--output", folder / "bounded", "--quiet", memory=memory)
    assert run.code == 0, run.messages
    different = subprocess.run(["diff", "-rq", folder / "free", folder / "bounded"], capture_output=True, text=True)
    assert different.returncode == 0, different.stdout
    return free.peak


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="five million points take minutes; set OVERTILE_SLOW=1")
def test_slow_5_000_000_points_under_half_a_gibibyte(disk):
    subprocess.run([sys.executable, ROOT / "Samples/make.py", "--out", disk, "points:5000000"], check=True)
    proof(disk, points_pipeline(disk, disk / "points-5000000.geojsonl", "0-14"), 512 * MEBIBYTE)


def test_samples_under_the_least_bound(tmp_path, built_once):
    free = built_once("samples", lambda folder: samples(folder / "p.yaml")).folder
    assert contents(build(free.parent / "p.yaml", tmp_path / "bounded", "--memory", LEAST).folder) == contents(free)


def test_the_report_has_the_bound(tmp_path):
    run = overtile("build", ROOT / "Pipelines/clusters.yaml", "--output", tmp_path / "bundle", "--json",
                   env={"OVERTILE_MEMORY": "96m"})
    report = json.loads(run.stdout)
    assert report["memoryBoundBytes"] == 96 * MEBIBYTE
    assert 0 < report["peakMemoryBytes"] <= 96 * MEBIBYTE + PROGRAM  # Without large columns.
    shown = overtile("build", points_pipeline(tmp_path, SAMPLES / "quakes.geojson", "0-3"), "--memory", "1G",
                     env={"OVERTILE_MEMORY": "nonsense"}).stderr.decode()
    assert "(bound 1 GiB)" in shown


@pytest.mark.parametrize("size", ["", "much", "1.5G", "-1", "64MB", "63M", "0", "67108863"])
def test_bad_sizes_are_usage_errors(size, tmp_path):
    words = ["build", ROOT / "Pipelines/clusters.yaml", "--output", tmp_path / "bundle"]
    run = overtile(*words, f"--memory={size}")
    assert run.returncode == 64 and b"--memory" in run.stderr
    if size:
        for command in words, ["check", words[1]]:
            run = overtile(*command, env={"OVERTILE_MEMORY": size})
            assert run.returncode == 64 and b"OVERTILE_MEMORY" in run.stderr
    assert os.listdir(tmp_path) == []


def texts(count, length):
    """Points whose names use `count` times `length` bytes, all of them different."""
    for number in range(count):
        yield (f'{{"type":"Feature","properties":{{"name":"{number:0{length}d}"}},'
               f'"geometry":{{"type":"Point","coordinates":[{number % 360 - 180},1]}}}}\n').encode()


def numbers(count):
    """Points with four numbers that no other has, which need more than reading has of the least bound."""
    for number in range(count):
        properties = ",".join(f'"{name}":{4 * number + place}' for place, name in enumerate("abcd"))
        yield (f'{{"type":"Feature","properties":{{{properties}}},'
               f'"geometry":{{"type":"Point","coordinates":[{number % 360 - 180},1]}}}}\n').encode()


def test_values_of_which_no_two_are_equal_fit_into_the_least_bound(disk):
    """Plain and packed."""
    data = disk / "data"
    data.mkdir()
    text = b"".join(numbers(180_000))
    (data / "in.geojsonl").write_bytes(text)
    pipeline = points_pipeline(data, data / "in.geojsonl", "0-4")
    assert proof(disk, pipeline) > 64 * MEBIBYTE + PROGRAM
    (data / "in.geojsonl").write_bytes(gzip.compress(text, compresslevel=1))
    run = bounded("build", pipeline, "--output", disk / "packed", "--quiet")
    assert run.code == 0, run.messages
    assert contents(disk / "packed") == contents(disk / "free")


def test_a_coverage_that_does_not_fit_names_a_bound_that_does(disk):
    """Shapes are simplified in memory; the run knows before."""
    subprocess.run([sys.executable, ROOT / "Samples/make.py", "--out", disk, "hexagons:220000"], check=True)
    pipeline = write_pipeline(disk / "p.yaml", {"s": {"path": "hexagons-220000.geojsonl"}},
                              {"l": {"source": "s", "kind": "shape", "zooms": "0-3", "properties": {"keep": "none"}}})
    run = bounded("build", pipeline, "--output", disk / "bundle", "--quiet")
    assert run.code == 69 and "simplifying" in run.messages, run.messages
    assert sorted(os.listdir(disk)) == ["hexagons-220000.geojsonl", "p.yaml"]
    again = bounded("build", pipeline, "--output", disk / "bundle", "--quiet", memory=run.advice)
    assert again.code == 0, run.messages + again.messages


def test_a_feature_that_is_too_large_ends_the_run(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "in.geojsonl").write_bytes(gzip.compress(b"".join(texts(1, 100 * MEBIBYTE)), compresslevel=1))
    run = overtile("build", points_pipeline(data, data / "in.geojsonl", "0-4"), "--output", tmp_path / "bundle",
                   "--memory", LEAST, "--quiet")
    assert run.returncode == 69, run.stderr
    for words in [b"line 1: a feature is 100", b"a memory bound of 64 MiB allows at most 5.4 MiB", b"Set --memory to at least 12"]:
        assert words in run.stderr, run.stderr
    assert os.listdir(tmp_path) == ["data"]
