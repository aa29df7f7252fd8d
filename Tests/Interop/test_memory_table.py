"""Runs that once exceeded `--memory`: the bound is kept, or the run ends before, with advice that is right.

Each row with small data; OVERTILE_SLOW=1 adds the sizes at which the bound was passed at first. `-s` shows the table.
"""
import json
import math
import os
import random
import re
import subprocess
import sys

import pytest

from conftest import SAMPLES, write_pipeline
from resident import MEBIBYTE, PROGRAM, Run, memory_group

SEED = int(os.environ.get("OVERTILE_SEED", "13"))
SLOW = pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes and gigabytes; set OVERTILE_SLOW=1")


def feature(geometry, properties):
    return json.dumps({"type": "Feature", "properties": properties, "geometry": geometry}, separators=(",", ":")) + "\n"


def points(path, count, properties):
    """Points all over the world, with properties by their number."""
    source = random.Random(SEED)
    with open(path, "w") as file:
        for number in range(count):
            longitude, latitude = round(source.uniform(-180, 180), 5), round(source.uniform(-60, 70), 5)
            its = properties(number, source)
            text = json.dumps(its, separators=(",", ":")) if its else "{}"
            file.write(f'{{"type":"Feature","properties":{text},'
                       f'"geometry":{{"type":"Point","coordinates":[{longitude},{latitude}]}}}}\n')


def ring(path, vertices):
    """A ring of random positions, which crosses itself all over."""
    source = random.Random(SEED)
    positions = [[source.random(), source.random()] for _ in range(vertices)]
    path.write_text(feature({"type": "Polygon", "coordinates": [positions + positions[:1]]}, {}))


def comb(path, features, teeth):
    """Valid polygons of many vertices."""
    with open(path, "w") as file:
        for number in range(features):
            west, south = number % 60 - 30, number // 60 % 60 - 30
            top = [[west + 0.9 * tooth / teeth, south + 0.5 + 0.4 * (tooth % 2)] for tooth in range(teeth)]
            positions = [[west, south], [west + 0.9, south], *reversed(top)]
            file.write(feature({"type": "Polygon", "coordinates": [positions + positions[:1]]}, {"n": number}))


def buildings(path, count):
    """Small polygons in groups that lie apart, each with a number of its own."""
    subprocess.run([sys.executable, SAMPLES / "make.py", "--out", path.parent, f"buildings:{count}"], check=True)
    (path.parent / f"buildings-{count}.geojsonl").rename(path)


def russia(path, _):
    """The polygons of Russia, from the samples."""
    countries = json.loads((SAMPLES / "countries.geojson").read_text())
    path.write_text("".join(
        feature(one["geometry"], {}) for one in countries["features"] if "Russia" in json.dumps(one["properties"])))


def long_texts(path, sizes):
    """Points with one text each, of so many MiB; neither text nor tile can be made small."""
    source = random.Random(SEED)
    with open(path, "w") as file:
        for number, size in enumerate(sizes):
            properties = {"text": source.randbytes(size << 19).hex()}
            file.write(feature({"type": "Point", "coordinates": [(number * 60 + 60) % 360 - 180, 2 + number // 6]}, properties))


def text(number, source):
    return {"text": f"{source.getrandbits(800):0200x}"}


def meters(number, source):
    return {"meters": source.randrange(10, 1000)}


CIRCLE = {"kind": "circle", "circle": {"radius": "500m", "draw": ["center", "ring"]}}
DISTINCT = {"aggregates": {"texts": {"distinct": "text", "cap": 1000}}}

# Per row: its data, its layer, and per size: the number, zooms, bound in MiB.
ROWS = {
    "self-crossing ring": (ring, {"kind": "shape"}, (900, "0-4", 64), (3000, "0-4", 256)),
    "distinct": (lambda path, count: points(path, count, text),
                 {"kind": "cluster", "properties": {"keep": "none"}, "cluster": DISTINCT},
                 (30_000, "0-4", 64), (1_000_000, "0-8", 512)),
    "buildings": (buildings, {"kind": "shape"}, (60_000, "0-14", 64), (1_000_000, "0-14", 512)),
    "Russia": (russia, {"kind": "shape", "maxTiles": {"feature": 10**8, "layer": 10**8}}, (1, "0-9", 64), (1, "0-14", 512)),
    "circles": (lambda path, count: points(path, count, meters), CIRCLE, (30_000, "8-9", 64), (1_000_000, "8-10", 256)),
    "texts": (lambda path, count: points(path, count, text), {"kind": "cluster"},
              (120_000, "0-5", 64), (1_000_000, "0-8", 512)),
}
# Data that do not fit into the bound: the bound in the message is enough, the first time.
TOO_MUCH = {
    "points": (lambda path, count: points(path, count, lambda *_: {}), {"kind": "cluster"}, 700_000, "0-6", 64),
    "circles": (lambda path, count: points(path, count, meters), CIRCLE, 500_000, "9-9", 64),
    # Each circle is a center and a ring, and all are in the tiles of low zooms.
    "dense tiles": (lambda path, count: points(path, count, meters),
                    {"kind": "circle", "circle": {"radius": "1km", "draw": ["center", "ring"]}}, 150_000, "0-2", 64),
    "million circles": (lambda path, count: points(path, count, meters),
                        {"kind": "circle", "circle": {"radius": "1km", "draw": ["center", "ring"]}}, 1_000_000, "2-6", 256),
    "one tile": (lambda path, count: points(path, count, meters), CIRCLE, 50_000, "0-0", 64),
    "large tile": (lambda path, count: points(path, count, meters), CIRCLE, 100_000, "0-0", 64),
    "buildings": (buildings, {"kind": "shape"}, 100_000, "0-14", 64),
    "many buildings": (buildings, {"kind": "shape"}, 200_000, "0-14", 64),
    "vertices": (lambda path, count: comb(path, count, 1000), {"kind": "shape"}, 5000, "3-3", 64),
    "ring": (ring, {"kind": "shape"}, 900, "0-4", 64),
}


def pipeline(folder, make, layer, number, zooms):
    make(folder / "in.geojsonl", number)
    return write_pipeline(
        folder / "p.yaml", {"s": {"path": "in.geojsonl", "onInvalid": "repair", "maxCrossings": 10**8}},
        {"l": {"source": "s", "zooms": zooms} | layer}, output={"path": "out"})


def kept(name, bound, run):
    """Whether a run that may end with 69 kept its bound; shows the row."""
    print(f"\n{name:20} bound {bound:5} MiB, peak {run.peak / MEBIBYTE:6.0f} MiB, exit {run.code}")
    assert run.code in (0, 69), run.messages
    assert run.peak < bound * MEBIBYTE + PROGRAM, f"seed {SEED}: {run.messages}"
    return run.code == 0


def advised(name, path, run):
    """The run with the bound in the message."""
    bound = run.advice
    again = Run("build", path, "--quiet", "--memory", bound)
    assert kept(f"{name}, as advised", bound // MEBIBYTE, again), f"seed {SEED}: {run.messages}\n{again.messages}"


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("size", ["quick", pytest.param("full", marks=SLOW)])
def test_the_bound_is_kept(name, size, disk):
    """Also in a control group, which kills what takes more."""
    make, layer, quick, full = ROWS[name]
    number, zooms, bound = quick if size == "quick" else full
    path = pipeline(disk, make, layer, number, zooms)
    with memory_group(bound * MEBIBYTE + PROGRAM) as group:
        if group is None:
            print("no control group can be made here: the peak of the process alone is looked at")
        run = Run("build", path, "--quiet", "--memory", f"{bound}M", group=group or "")
    done = kept(name, bound, run)
    if not done:
        advised(name, path, run)
    if size == "quick":
        dry = Run("build", path, "--dry-run", "--quiet", "--memory", f"{bound}M")
        assert kept(f"{name}, dry run", bound, dry) == done, dry.messages
        assert Run("build", path, "--quiet", "--output", disk / "free").code == 0
        same = subprocess.run(["diff", "-rq", disk / "out", disk / "free"], capture_output=True, text=True)
        assert same.returncode == 0, same.stdout


# What takes longest.
LARGE = {"circles", "dense tiles", "vertices", "million circles", "large tile", "many buildings"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW) if name in LARGE else name for name in TOO_MUCH])
def test_the_advice_is_right(name, tmp_path):
    make, layer, number, zooms, bound = TOO_MUCH[name]
    path = pipeline(tmp_path, make, layer, number, zooms)
    run = Run("build", path, "--quiet", "--memory", f"{bound}M")
    if not kept(name, bound, run):
        assert sorted(os.listdir(tmp_path)) == ["in.geojsonl", "p.yaml"]
        advised(name, path, run)


# Features of one long text each, their sizes in MiB, and the bound in MiB; whether they fit into it.
def test_lists_of_long_texts_keep_the_bound_or_are_rejected_before(tmp_path):
    """Lists of distinct texts are made while a tile is encoded: megabytes for each cluster."""
    layer = {"kind": "cluster", "cluster": {"radius": "50px", "aggregates": {"texts": {"distinct": "text", "cap": 5}}}}
    path = pipeline(tmp_path, long_texts, layer, [2] * 8, "0-1")
    run = Run("build", path, "--quiet", "--memory", "64M")
    assert not kept("lists of long texts", 64, run)
    assert run.messages.count("\n") == 1 and "of long texts" in run.messages, run.messages
    advised("lists of long texts", path, run)


LONG_TEXTS = [
    pytest.param([4], 64, True, id="one that fits"),
    pytest.param([4, 4, 4], 64, False, id="a tile of several"),
    pytest.param([1] * 24, 96, True, id="a tile of many"),
    pytest.param([1] * 40, 68, True, id="many just below a 64th"),
    pytest.param([8], 64, False, id="one that does not"),
    pytest.param([20], 256, True, id="a large one that fits", marks=SLOW),
    pytest.param([40], 256, False, id="a large one that does not", marks=SLOW),
    pytest.param([15] * 4, 256, False, id="a tile of large ones", marks=SLOW),
]


@pytest.mark.parametrize("sizes, bound, fits", LONG_TEXTS)
def test_one_long_text_keeps_the_bound_or_is_rejected_before(sizes, bound, fits, tmp_path):
    path = pipeline(tmp_path, long_texts, {"kind": "cluster"}, sizes, "0-2")
    run = Run("build", path, "--quiet", "--memory", f"{bound}M")
    done = kept(f"texts of {sizes} MiB", bound, run)
    assert done == fits, run.messages
    if done:
        assert Run("build", path, "--quiet", "--output", tmp_path / "free").code == 0
        assert subprocess.run(["diff", "-rq", tmp_path / "out", tmp_path / "free"]).returncode == 0
    else:
        assert run.messages.count("\n") == 1, run.messages
        advised(f"texts of {sizes} MiB", path, run)


def test_a_large_feature_is_rejected_in_one_sentence_with_its_numbers(tmp_path):
    path = pipeline(tmp_path, long_texts, {"kind": "cluster"}, [1, 8], "0-0")
    run = Run("build", path, "--quiet", "--memory", "64M")
    assert run.code == 69
    assert re.search(
        r"in\.geojsonl, line 2: one feature is 8\.1 MiB of text, and under a memory bound of 64 MiB it may be 5\.4 MiB, a "
        r"twelfth; the output is as it was\. Give --memory at least 9[78]M, or leave the feature out$", run.messages)


def test_what_is_too_complex_asks_for_no_memory(tmp_path):
    """A star that crosses itself more often than is repaired is rejected with any bound, and nobody is asked for memory."""
    turns = [math.tau * 200 * number / 401 for number in range(402)]
    positions = [[round(20 * math.cos(turn), 6), round(20 * math.sin(turn), 6)] for turn in turns[:-1]]
    text = feature({"type": "Polygon", "coordinates": [positions + positions[:1]]}, {})
    (tmp_path / "in.geojsonl").write_text(text + feature({"type": "Point", "coordinates": [1, 2]}, {}))
    path = write_pipeline(
        tmp_path / "p.yaml", {"s": {"path": "in.geojsonl", "onInvalid": "repair", "maxRejected": 1}},
        {"l": {"source": "s", "kind": "shape", "zooms": "0-2"}}, output={"path": "out"})
    assert Run("build", path, "--quiet", "--output", tmp_path / "free").code == 0
    run = Run("build", path, "--quiet", "--memory", "64M")
    assert run.code == 0, run.messages
    assert "too-complex" in (tmp_path / "out.ledger.jsonl").read_text()
    assert subprocess.run(["diff", "-rq", tmp_path / "out", tmp_path / "free"]).returncode == 0
