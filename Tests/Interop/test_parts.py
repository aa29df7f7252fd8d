"""A build whose inputs several processes read has the bytes of one process: bundle, ledger, quarantines, and counts."""
import gzip
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from conftest import OVERTILE, PIPELINES, SEED, collection, overtile, point, write_pipeline
from bundle import contents
from divided import beside, clusters, compare, divide, part, plan, scattered


@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda path: path.stem)
def test_sample_pipelines(pipeline, tmp_path):
    assert compare(pipeline, tmp_path, share=20_000, seed=SEED, tilers=3) >= 1


def test_points_with_every_aggregate(tmp_path, numbers):
    (tmp_path / "in.geojsonl").write_text("\n".join(map(json.dumps, scattered(numbers, 6000))))
    layers = {"plain": {}, "center": {"position": "member"}, "five": {"minPoints": 5}, "heavy": {"weight": ["get", "weight"]}}
    pipeline = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojsonl"}},
                              {name: clusters("in", **cluster) for name, cluster in layers.items()}, output={"layout": "per-layer"})
    assert compare(pipeline, tmp_path, share=100_000, seed=SEED, tilers=5) > 5


LAYOUTS = {"single": {"layout": "single"}, "single gzip": {"layout": "single", "compression": "gzip"}, "mbtiles": {"format": "mbtiles"},
           "directory": {"format": "directory"}, "per-layer": {"layout": "per-layer", "compression": "gzip"}}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_and_containers(layout, tmp_path, numbers):
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, dirty(numbers, 300))))
    pipeline = dirty_pipeline(tmp_path)
    pipeline.write_text(pipeline.read_text() + "".join(f"  {key}: {value}\n" for key, value in LAYOUTS[layout].items()))
    compare(pipeline, tmp_path, share=20_000, seed=SEED, tilers=2)


def test_a_resumed_build_takes_tiles_of_tasks(tmp_path, numbers):
    """The zooms that a killed build had finished are not among those that are taken."""
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, scattered(numbers, 20_000))))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.json"}}, {"points": clusters("s")})
    divide(pipeline, tmp_path / "parts", 1 << 20, SEED, tilers=2)
    words = ["build", pipeline, "--output", tmp_path / "joined", "--quiet", "--parts", tmp_path / "parts"]
    process = subprocess.Popen([OVERTILE, *map(str, words)])
    while process.poll() is None and not list(tmp_path.glob(".*/z02.pmtiles")) + list(tmp_path.glob("*/z02.pmtiles")):
        time.sleep(0.001)
    process.kill()
    process.wait()
    assert overtile(*words, "--resume").returncode == 0
    assert overtile("build", pipeline, "--output", tmp_path / "alone", "--quiet").returncode == 0
    assert contents(tmp_path / "alone") == contents(tmp_path / "joined")


def dirty(numbers, count):
    """Features of all kinds, and wrong ones."""
    for number in range(count):
        x, y = numbers.uniform(-180, 180), numbers.uniform(-80, 80)
        feature = point(x, y, *([number] if number % 3 else []), name=f"n{number % 50}", size=number % 7 / 4, text="ß" * (number % 5))
        if number % 7 == 0:
            feature["geometry"] = {"type": "Polygon", "coordinates": [[[x, y], [x + 1, y], [x, y + 1], [x, y]]]}
        if number % 31 == 0:
            feature["geometry"]["coordinates"] = [500, "no"]
        if number % 37 == 0:
            feature["id"] = 4
        yield feature


LAYERS = {
    "points": {"source": "s", "kind": "cluster", "zooms": "0-5", "filter": ["!=", ["get", "name"], "n7"],
               "cluster": {"members": "full", "nonPoints": "label", "aggregates": {"total": {"sum": "size"}}}},
    "shapes": {"source": "s", "kind": "shape", "zooms": "0-4"},
    "circles": {"source": "s", "kind": "circle", "zooms": "0-4", "circle": {"radius": {"expression": ["*", 1000, ["get", "size"]], "unit": "m"}, "draw": ["ring"], "dissolve": True}},
}


def dirty_pipeline(folder, **source):
    source = {"path": "in.json", "onInvalid": "repair", "maxRejected": "100%", "quarantine": "all"} | source
    return write_pipeline(folder / "p.yaml", {"s": source}, LAYERS)


def texts(numbers):
    """The same features in every form that a file may have."""
    features = list(dirty(numbers, 900))
    lines = list(map(json.dumps, features))
    crs = {"type": "name", "properties": {"name": "EPSG:3857"}}
    return {
        "lines": "\r\n".join(lines), "pretty lines": "\n".join(json.dumps(feature, indent=1) for feature in features),
        "sequence": "".join(f"\x1e{line}\n" for line in lines), "collection": collection(features),
        "pretty collection": json.dumps({"type": "FeatureCollection", "features": features}, indent=2),
        "members behind": json.dumps({"features": features, "bbox": [1], "type": "FeatureCollection", "crs": crs, "numberMatched": 5000}),
        "collections": "\n".join(collection(features[start:start + 90]) for start in range(0, 900, 90)),
        "stray text": "\n".join(line + ["", ",", " nothing", '{"type":"Feature"', "[1]"][number % 41 % 5 if number % 41 < 5 else 0]
                                for number, line in enumerate(lines)),
    }


@pytest.mark.parametrize("form", ["lines", "pretty lines", "sequence", "collection", "pretty collection", "members behind",
                                  "collections", "stray text"])
def test_every_form_of_a_file(form, tmp_path, numbers):
    (tmp_path / "in.json").write_text(texts(numbers)[form], newline="")
    pipeline = dirty_pipeline(tmp_path, crs="EPSG:4326", partial="accept")
    assert compare(pipeline, tmp_path, share=9_000, seed=SEED) > 10


def test_compressed_and_several_files(tmp_path, numbers):
    lines = list(map(json.dumps, dirty(numbers, 900)))
    (tmp_path / "a.json").write_text("\n".join(lines[:300]))
    (tmp_path / "b.json").write_bytes(gzip.compress("\n".join(lines[300:600]).encode()))
    for number, line in enumerate(lines[600:]):
        (tmp_path / f"c{number:03}.json").write_text(line)
    pipeline = dirty_pipeline(tmp_path, path=["a.json", "b.json", "c*.json"])
    # Small files are read together.
    assert 10 < compare(pipeline, tmp_path, share=10_000, seed=SEED) < 50


def test_standard_input_is_read_once(tmp_path):
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "-"}}, {"points": {"source": "s", "kind": "cluster", "zooms": "0-3"}})
    assert plan(pipeline, tmp_path / "parts", 1) == 0
    text = json.dumps(point(1, 2)).encode()
    ended = overtile("build", pipeline, "--output", tmp_path / "joined", "--parts", tmp_path / "parts", input=text)
    assert ended.returncode == 0, ended.stderr
    ended = overtile("part", "plan", pipeline, "--parts", tmp_path / "parts", "--tile-tasks", 2)
    assert ended.returncode == 78 and b"standard input" in ended.stderr


def test_commands_are_read_by_the_process_that_builds(tmp_path, numbers):
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, dirty(numbers, 300))))
    sources = {name: {"path": "in.json", "onInvalid": "skip", "maxRejected": "100%"} for name in ("file", "command")}
    (tmp_path / "other.json").write_text("")
    sources["command"] |= {"command": ["cat", "in.json", "other.json"]}
    del sources["command"]["path"]
    layers = {name: {"source": name, "kind": "shape", "zooms": "0-3"} for name in sources}
    pipeline = write_pipeline(tmp_path / "p.yaml", sources, layers)
    divide(pipeline, tmp_path / "parts", 9_000, SEED)
    for name, words in {"alone": [], "joined": ["--parts", tmp_path / "parts"]}.items():
        assert overtile("build", pipeline, "--output", tmp_path / name, "--quiet", *words).returncode == 0
    assert contents(tmp_path / "alone") == contents(tmp_path / "joined") and beside(tmp_path / "alone") == beside(tmp_path / "joined")
    # Tasks that make tiles run the command, too, and its output must be the same.
    divide(pipeline, tmp_path / "parts", 9_000, SEED, tilers=2)
    ended = overtile("build", pipeline, "--output", tmp_path / "tiled", "--quiet", "--parts", tmp_path / "parts")
    assert ended.returncode == 0 and contents(tmp_path / "alone") == contents(tmp_path / "tiled"), ended.stderr
    (tmp_path / "other.json").write_text("".join(map(json.dumps, dirty(numbers, 200))))
    ended = overtile("build", pipeline, "--output", tmp_path / "tiled", "--quiet", "--parts", tmp_path / "parts")
    assert ended.returncode == 74 and b"a different plan, task or input" in ended.stderr


def test_a_memory_bound(tmp_path, numbers):
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, dirty(numbers, 900))))
    compare(dirty_pipeline(tmp_path), tmp_path, share=20_000, seed=SEED, tilers=2, words=["--memory", "400M"])


@pytest.mark.parametrize("fault, status", [
    ("too many wrong features", 65), ("a file that is cut short", 65), ("another system", 65), ("a gate", 65), ("no GeoJSON", 65)])
def test_data_that_fail_the_build_fail_it_in_the_same_words(fault, status, tmp_path, numbers):
    text = texts(numbers)["members behind" if fault == "another system" else "collection"]
    text = {"a file that is cut short": text[:-500], "no GeoJSON": "name,age\n" + "a,1\n" * 10_000}.get(fault, text)
    (tmp_path / "in.json").write_text(text)
    pipeline = dirty_pipeline(tmp_path, **{"maxRejected": 2} if fault == "too many wrong features" else {})
    if fault == "a gate":
        pipeline.write_text(pipeline.read_text() + "gates:\n  rejected: {maxShare: 0.1%}\n")
    compare(pipeline, tmp_path, share=9_000, seed=SEED, tilers=2, status=status)


@pytest.fixture
def read_by_tasks(tmp_path, numbers):
    """A pipeline, the folder of its parts, and its input."""
    source = tmp_path / "in.json"
    source.write_text("\n".join(map(json.dumps, dirty(numbers, 300))))
    pipeline = dirty_pipeline(tmp_path)
    divide(pipeline, tmp_path / "parts", 9_000, SEED, tilers=2)
    return pipeline, tmp_path / "parts", source


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


FAULTS = {
    "a part is cut short": (74, lambda folder, source: os.truncate(folder / "read-1.part", 4000)),
    "a part ends between its records": (74, lambda folder, source: (folder / "read-1.part").write_bytes((folder / "read-1.part").read_bytes()[:8])),
    "a part is empty": (74, lambda folder, source: (folder / "read-1.part").write_bytes(b"")),
    "a part is damaged": (74, lambda folder, source: (folder / "read-1.part").write_bytes(flipped((folder / "read-1.part").read_bytes(), 3000))),
    "a part is another file": (74, lambda folder, source: shutil.copy(source, folder / "read-1.part")),
    "a part is that of another task": (74, lambda folder, source: shutil.copy(folder / "read-0.part", folder / "read-1.part")),
    "a part is a folder": (74, lambda folder, source: ((folder / "read-1.part").unlink(), (folder / "read-1.part").mkdir())),
    "tiles are cut short": (74, lambda folder, source: os.truncate(folder / "tile-1.part", 2000)),
    "tiles are damaged": (74, lambda folder, source: (folder / "tile-1.part").write_bytes(flipped((folder / "tile-1.part").read_bytes(), 1500))),
    "tiles are those of another task": (74, lambda folder, source: shutil.copy(folder / "tile-0.part", folder / "tile-1.part")),
    "tiles are rows": (74, lambda folder, source: shutil.copy(folder / "read-0.part", folder / "tile-0.part")),
    "tiles are missing": (66, lambda folder, source: (folder / "tile-1.part").unlink()),
    "a part is missing": (66, lambda folder, source: (folder / "read-1.part").unlink()),
    "the plan is missing": (66, lambda folder, source: (folder / "plan.json").unlink()),
    "the plan is another file": (74, lambda folder, source: (folder / "plan.json").write_text("{}")),
    "the folder is missing": (66, lambda folder, source: shutil.rmtree(folder)),
    "the input changes": (74, lambda folder, source: source.write_bytes(flipped(source.read_bytes(), 5000))),
    "the input grows": (74, lambda folder, source: source.write_text(source.read_text() + "\n")),
    "the input vanishes": (66, lambda folder, source: source.unlink()),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_an_error(fault, read_by_tasks, tmp_path):
    pipeline, folder, source = read_by_tasks
    status, change = FAULTS[fault]
    change(folder, source)
    ended = overtile("build", pipeline, "--output", tmp_path / "out", "--parts", folder, "--quiet")
    message = ended.stderr.decode()
    assert ended.returncode == status, message
    assert message.startswith("overtile: ") and message.count("\n") <= 2, message
    assert not (tmp_path / "out").exists() and not list(tmp_path.glob("*.partial"))


def test_parts_of_another_plan_or_configuration_are_not_taken(read_by_tasks, tmp_path):
    pipeline, folder, source = read_by_tasks
    plan(pipeline, folder, 8_000)
    ended = overtile("build", pipeline, "--output", tmp_path / "out", "--parts", folder, "--quiet")
    assert ended.returncode == 74 and b"a different plan" in ended.stderr
    pipeline.write_text(pipeline.read_text().replace("0-4", "0-3"))
    for command in ("build", pipeline, "--output", tmp_path / "out"), ("part", "read", pipeline, "--task", 0):
        ended = overtile(*command, "--parts", folder)
        assert ended.returncode == 74 and b"a different configuration" in ended.stderr


def test_a_task_notices_that_its_input_has_changed(tmp_path, numbers):
    source = tmp_path / "in.json"
    source.write_text("\n".join(map(json.dumps, dirty(numbers, 300))))
    pipeline = dirty_pipeline(tmp_path)
    count = plan(pipeline, tmp_path / "parts", 9_000)
    source.write_bytes(flipped(source.read_bytes(), 100))
    assert part("read", pipeline, tmp_path / "parts", 0).returncode == 74
    assert part("read", pipeline, tmp_path / "parts", count - 1).returncode == 0
    assert not (tmp_path / "parts/read-0.part").exists()
    assert part("read", pipeline, tmp_path / "parts", count).returncode == 78
    assert part("tile", pipeline, tmp_path / "parts", 0).returncode == 78


def test_a_killed_task_leaves_no_part(tmp_path, numbers):
    lines = list(map(json.dumps, scattered(numbers, 20_000)))
    (tmp_path / "in.json").write_text("\n".join(lines * 10))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.json"}}, {"points": clusters("s")})
    count = plan(pipeline, tmp_path / "parts", 1 << 30)
    for number in signal.SIGKILL, signal.SIGTERM:
        process = subprocess.Popen([OVERTILE, "part", "read", pipeline, "--parts", tmp_path / "parts", "--task", "0"], stderr=subprocess.PIPE)
        while not list((tmp_path / "parts").glob("*.partial")):
            time.sleep(0.001)
        process.send_signal(number)
        process.communicate()
        assert process.returncode == (-9 if number == signal.SIGKILL else 130) and not list((tmp_path / "parts").glob("*.part"))
        for left in (tmp_path / "parts").glob("*.partial"):
            assert number == signal.SIGKILL
            left.unlink()
    assert compare(pipeline, tmp_path, share=1 << 30) == count == 1
