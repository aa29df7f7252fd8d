"""The benchmarks run, do not compare programs that do less work, and print what they measured.

OVERTILE_SLOW=1 runs them beside the other tilers, for which it makes an environment of its own once.
"""
import importlib
import json
import os
import subprocess
import sys

import pytest

from bundle import features
from conftest import OVERTILE, ROOT, SAMPLES, build, collection, point, write_pipeline

FOLDER = ROOT / "Tests/Benchmarks"
FIGURES = {"runs": [], "cpuSeconds": 2.0, "wallSeconds": 1.0, "peakMegabytes": 50.0, "tiles": 1234, "archiveMegabytes": 3.2,
           "first": 7, "last": 10, "positions": 99, "expected": 10}


@pytest.fixture(scope="module")
def modules():
    """The modules of the benchmarks by name; their names are short, so that they are not among those of the tests."""
    sys.path.insert(0, str(FOLDER))
    names = ("archives", "measure", "points", "tables", "tiling")
    yield {name: importlib.import_module(name) for name in names}
    sys.path.remove(str(FOLDER))


def run(folder, *words):
    return subprocess.run([sys.executable, FOLDER / "run.py", "--out", folder, "--binaries", OVERTILE.parent, *map(str, words)],
                          capture_output=True, text=True, timeout=1200)


def rows_of(table):
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")]


@pytest.fixture(scope="module")
def buildings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("benchmark")
    ended = run(folder, "--only", "buildings", "--count", 500, "--runs", 2, "--peers", "tippecanoe", "--json", folder / "figures.json")
    assert ended.returncode == 0, ended.stderr
    return ended.stdout, json.loads((folder / "figures.json").read_text())["parts"]["buildings"][0], folder


def test_whole_processes_side_by_side(buildings):
    out, part, _ = buildings
    heads, _, own, peer = rows_of(out)
    assert heads[0] == "500 buildings, zooms 0 to 14" and own[0] == "overtile" and peer[0] == "tippecanoe 2.72"
    figures = dict(zip(heads, own))
    assert figures["tiles"] == f"{part['rows'][0]['tiles']:,}" and figures["at the last"] == "500"
    assert all(row["cpuSeconds"] > 0 and row["peakMegabytes"] > 10 and row["last"] == 500 for row in part["rows"])
    assert [len(row["runs"]) for row in part["rows"]] == [2, 1]
    ratio = part["rows"][1]["cpuSeconds"] / part["rows"][0]["cpuSeconds"]
    assert peer[heads.index("CPU s") + 1] == f"{ratio:.1f}"


def test_the_content_of_archives(buildings, modules):
    """Counted a second time, by another decoder."""
    _, part, folder = buildings
    archives = sorted((folder / "buildings-overtile").glob("*.pmtiles"))
    tiles = {path.name: list(modules["archives"].tiles_of_zoom([path], 14)) for path in archives}
    assert [name for name, found in tiles.items() if found] == ["z14.pmtiles"]
    numbers, positions = set(), 0
    for tile in tiles["z14.pmtiles"]:
        for _, feature in features(tile.SerializeToString()):
            numbers.add(feature["properties"]["n"])
            parts = feature["geometry"]["coordinates"]
            for polygon in [parts] if feature["geometry"]["type"] == "Polygon" else parts:
                positions += sum(len(ring) - 1 for ring in polygon)
    assert (part["rows"][0]["last"], part["rows"][0]["positions"]) == (len(numbers), positions)


def test_points_that_markers_represent(tmp_path, modules):
    (tmp_path / "in.geojson").write_text(collection([point(10 + index % 20, index % 7, index + 1) for index in range(150)]))
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {
        "l": {"source": "s", "kind": "cluster", "zooms": "0-6"}}), tmp_path / "bundle")
    archives = sorted(bundle.folder.glob("*.pmtiles"))
    assert [modules["archives"].points_at(archives, zoom) for zoom in range(7)] == [150] * 7
    assert modules["archives"].points_at(archives, 7) == 0
    copy = build(tmp_path / "p.yaml", tmp_path / "copy")
    digest_of = modules["archives"].digest_of
    assert digest_of(copy.folder) == digest_of(bundle.folder)
    (copy.folder / "z00.pmtiles").write_bytes((copy.folder / "z00.pmtiles").read_bytes() + b" ")
    assert digest_of(copy.folder) != digest_of(bundle.folder)


def test_less_work_is_marked(modules):
    less = FIGURES | {"name": "other", "last": 9}
    text = modules["tables"].tiler_table({"title": "t", "features": "shapes", "count": 10, "rows": [FIGURES | {"name": "ours"}, less, {
        "name": "third", "failure": "third ended with 1: no memory"}]})
    assert [row[0] for row in rows_of(text)] == ["t", "---", "ours", "other (*)"]
    assert "(*) Less work: its last zoom does not show all 10 shapes." in text and "third ended with 1: no memory" in text
    assert "(*)" not in modules["tables"].tiler_table({
        "title": "t", "features": "points", "count": 10, "rows": [FIGURES | {"name": "ours"}, FIGURES | {"name": "other"}]})


def test_costs_of_a_point(modules):
    rows = [FIGURES | {"name": "10 points"}, FIGURES | {"name": "100 points", "expected": 100, "cpuSeconds": 30.0, "wallSeconds": 9.0}]
    found = rows_of(modules["tables"].tiler_table({"title": "t", "features": "points", "rows": rows, "isByCount": True}))
    assert found[3][4:8] == ["300000.00", "1.500", "90000.00", "0.900"]


def test_ours_must_show_every_feature(tmp_path, modules):
    """A benchmark of a program that loses features ends, and says so."""
    task = modules["tiling"].Task("t", "countries", SAMPLES / "countries.geojson", 178, 2, "name")
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"s": {"path": str(task.source)}}, {
        "l": {"source": "s", "kind": "shape", "zooms": "0-2"}}), tmp_path / "bundle")
    program = modules["tiling"].Program("overtile", [], lambda: sorted(bundle.folder.glob("*.pmtiles")), 1, True)
    with pytest.raises(SystemExit, match="and 177 at zoom 2"):
        modules["tiling"].described(task, program, [{"cpuSeconds": 1.0}], None)
    with pytest.raises(SystemExit, match="accepted 3 of 4 features"):
        modules["points"].accepted_by('{"layers": [{"accepted": 3}], "stageSeconds": {}}', 4)


@pytest.mark.parametrize("command, patience, message", [
    ([sys.executable, "-c", "print('x'); raise SystemExit('no memory')"], None, "ended with 1: no memory"),
    ([sys.executable, "-c", "import time; time.sleep(60)"], 0.2, "did not end within 0.2 s"),
    (["/nowhere/at-all"], None, "/nowhere/at-all does not run: No such file or directory"),
])
def test_programs_that_fail(command, patience, message, tmp_path, modules):
    with pytest.raises(modules["measure"].Failure, match=message):
        modules["measure"].measure(command, tmp_path, patience)


@pytest.mark.skipif("OVERTILE_SLOW" not in os.environ, reason="takes minutes and fetches packages; set OVERTILE_SLOW=1")
def test_the_other_tilers(tmp_path):
    parts = ["points", "many-points", "buildings"]
    ended = run(tmp_path, "--count", 3000, "--runs", 1, "--json", tmp_path / "figures.json",
                *[word for part in parts for word in ("--only", part)])
    assert ended.returncode == 0, ended.stderr
    found = json.loads((tmp_path / "figures.json").read_text())["parts"]
    assert list(found) == parts
    for part in parts:
        for comparison in found[part]:
            assert [row["name"] for row in comparison["rows"] if "failure" in row] == [], comparison["rows"]
            assert len(comparison["rows"]) == 2 if part == "many-points" else len(comparison["rows"]) >= 4
