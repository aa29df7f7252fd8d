"""Points that need more memory than `--memory` allows: the bound is kept in a control group, and the bundle is the same. OVERTILE_SLOW=1 for
twenty million."""
import json
import os
import random
import subprocess

import pytest

from conftest import write_pipeline
from resident import MEBIBYTE, PROGRAM, Run, memory_group

SEED = int(os.environ.get("OVERTILE_SEED", "13"))
SLOW = pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes and gigabytes; set OVERTILE_SLOW=1")


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


def text(number, source):
    return {"text": f"{source.getrandbits(800):0200x}"}


def meters(number, source):
    return {"meters": source.randrange(10, 1000)}


def two(number, source):
    return {"category": f"kind-{number % 40}", "height": number % 9700 / 10}


CIRCLE = {"kind": "circle", "circle": {"radius": "500m", "draw": ["center", "ring"]}}
DISTINCT = {"aggregates": {"texts": {"distinct": "text", "cap": 100}}}

# Per row: the properties of its points, its layer, their number, zooms, bound in MiB.
ROWS = {
    "points": (lambda *_: {}, {"kind": "cluster"}, 350_000, "0-6", 64),
    "texts": (text, {"kind": "cluster"}, 90_000, "0-5", 64),
    "distinct": (text, {"kind": "cluster", "properties": {"keep": "none"}, "cluster": DISTINCT}, 12_000, "0-4", 64),
    "circles": (meters, CIRCLE, 10_000, "8-9", 64),
    "twenty million": (two, {"kind": "cluster"}, 20_000_000, "0-14", 2048),
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW) if name == "twenty million" else name for name in ROWS])
def test_the_bound_is_kept(name, disk):
    """In a control group, which kills what takes more."""
    properties, layer, number, zooms, bound = ROWS[name]
    points(disk / "in.geojsonl", number, properties)
    path = write_pipeline(disk / "p.yaml", {"s": {"path": "in.geojsonl"}}, {"l": {"source": "s", "zooms": zooms} | layer}, output={"path": "out"})
    with memory_group(bound * MEBIBYTE + PROGRAM) as group:
        if group is None:
            print("no control group can be made here: the bound is not looked at")
        run = Run("build", path, "--quiet", "--memory", f"{bound}M", group=group or "")
    print(f"\n{name:20} bound {bound:5} MiB, peak {run.peak / MEBIBYTE:6.0f} MiB, exit {run.code}")
    assert run.code == 0, f"seed {SEED}: {run.messages}"
    if bound == 64:
        free = Run("build", path, "--quiet", "--output", disk / "free")
        assert free.code == 0
        # Enough that the bound is felt.
        assert name not in ("points", "texts") or free.peak > bound * MEBIBYTE + PROGRAM, free.peak
        same = subprocess.run(["diff", "-rq", disk / "out", disk / "free"], capture_output=True, text=True)
        assert same.returncode == 0, same.stdout
