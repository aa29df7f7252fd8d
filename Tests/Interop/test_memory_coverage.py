"""Coverages larger than `--memory`: what simplifying them needs is in files, and the bytes are the same. OVERTILE_SLOW=1 for a
million hexagons."""
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from bundle import contents
from conftest import OVERTILE, SAMPLES, write_pipeline
from publishing import preload
from resident import MEBIBYTE, PROGRAM, Run, memory_group

SEED = int(os.environ.get("OVERTILE_SEED", "17"))
LEAST = 64


def coverage(folder, name="hexagons:140000", zooms="0-3", shuffled=False, **layer):
    """A pipeline of polygons that all touch."""
    subprocess.run([sys.executable, SAMPLES / "make.py", "--out", folder, name], check=True)
    path = folder / f"{name.replace(':', '-')}.geojsonl"
    if shuffled:
        lines = path.read_text().splitlines(keepends=True)
        random.Random(SEED).shuffle(lines)
        path.write_text("".join(lines))
    return write_pipeline(
        folder / "p.yaml", {"s": {"path": path.name}},
        {"l": {"source": "s", "kind": "shape", "zooms": zooms, "properties": {"keep": "none"}} | layer}, output={"path": "out"})


def proof(path, folder, bound, *words):
    """Builds within a bound, in a control group, which kills what takes more; the peaks without the bound and within."""
    free = Run("build", path, "--quiet", "--output", folder / "free")
    assert free.code == 0, free.messages
    with memory_group(bound * MEBIBYTE + PROGRAM) as group:
        run = Run("build", path, "--quiet", "--output", folder / "bounded", "--memory", f"{bound}M", *words, group=group or "")
    assert run.code == 0, f"seed {SEED}: {run.messages}"
    assert run.peak < bound * MEBIBYTE + PROGRAM
    same = subprocess.run(["diff", "-rq", folder / "free", folder / "bounded"], capture_output=True, text=True)
    assert same.returncode == 0, f"seed {SEED}: {same.stdout}"
    print(f"\n{path}: peak {free.peak / MEBIBYTE:.0f} MiB without a bound, {run.peak / MEBIBYTE:.0f} MiB within {bound} MiB")
    return free.peak, run.peak


def test_a_coverage_larger_than_its_bound(disk):
    free, _ = proof(coverage(disk), disk, LEAST)
    assert free > LEAST * MEBIBYTE + PROGRAM, "this would fit without files"


def test_the_last_zoom_is_found_within_the_bound(disk):
    proof(coverage(disk, "hexagons:20000", "0-auto"), disk, LEAST)


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes; set OVERTILE_SLOW=1")
@pytest.mark.parametrize("name, bound", [
    ("hexagons:1000000", 128), ("hexagons:1000000", 512), ("hexagons:2000000", 128), ("voronoi:100000", 64)])
@pytest.mark.parametrize("shuffled", [False, True])
def test_slow_large_coverages(name, bound, shuffled, disk):
    proof(coverage(disk, name, "0-12" if bound > 64 else "0-8", shuffled), disk, bound)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return preload(tmp_path_factory.mktemp("faults"))


@pytest.mark.parametrize("number", [1, 7])
def test_a_full_disk_ends_the_run(number, library, disk):
    """The disk is reserved before a block is used, so that its lack is an error and no signal."""
    path = coverage(disk, "hexagons:60000")
    before = sorted(os.listdir(disk))
    environment = {
        "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LD_PRELOAD": str(library), "FAULT_ROOT": str(disk),
        "FAULT_KIND": "ENOSPC", "FAULT_AT": str(number), "FAULT_ONLY": "reserve"}
    run = subprocess.run(
        [OVERTILE, "build", path, "--quiet", "--memory", f"{LEAST}M"], env=environment, capture_output=True, text=True, timeout=120)
    assert run.returncode == 74 and "no space left" in run.stderr and run.stderr.count("\n") == 1, (run.returncode, run.stderr)
    assert sorted(os.listdir(disk)) == before


def test_a_signal_ends_the_run_within_a_second(disk):
    """Also while shapes are simplified together, from files."""
    path = coverage(disk, "hexagons:60000", "0-10")
    before = sorted(os.listdir(disk))
    random.seed(SEED)
    for _ in range(3):
        process = subprocess.Popen([OVERTILE, "build", path, "--quiet", "--memory", f"{LEAST}M"], stderr=subprocess.PIPE)
        time.sleep(random.uniform(0.3, 1.2))
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        message = process.communicate(timeout=60)[1].decode()
        assert process.returncode in (130, 0), f"seed {SEED}: {message}"
        assert time.monotonic() - began < 5, f"seed {SEED}"
        if process.returncode:
            assert sorted(os.listdir(disk)) == before, f"seed {SEED}: {message}"
            continue
        break
