"""A build whose inputs several processes read has the bytes of one process: bundle, ledger, quarantines, and counts."""
import gzip
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from conftest import OVERTILE, SEED, build, collection, overtile, point, write_pipeline
from bundle import contents
from divided import assert_same, beside, clusters, compare, divide, part, plan, samples, scattered
from publishing import has_unnamed


def test_sample_pipelines(tmp_path, built_once):
    alone = built_once("samples", lambda folder: samples(folder / "p.yaml")).folder
    pipeline = alone.parent / "p.yaml"
    assert divide(pipeline, tmp_path / "parts", 100_000, SEED, tilers=2) > 5
    build(pipeline, tmp_path / "joined", "--parts", tmp_path / "parts")
    assert_same(alone, tmp_path / "joined")


def test_points_with_every_aggregate(tmp_path, numbers):
    (tmp_path / "in.geojsonl").write_text("\n".join(map(json.dumps, scattered(numbers, 2000))))
    layers = {"plain": {}, "center": {"position": "member"}, "five": {"minPoints": 5}, "heavy": {"weight": ["get", "weight"]}}
    pipeline = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojsonl"}},
                              {name: clusters("in", **cluster) for name, cluster in layers.items()}, output={"layout": "per-layer"})
    assert compare(pipeline, tmp_path, share=60_000, seed=SEED, tilers=3) > 5


LAYOUTS = {"single gzip": {"layout": "single", "compression": "gzip"}, "mbtiles": {"format": "mbtiles"},
           "directory": {"format": "directory"}, "per-layer": {"layout": "per-layer", "compression": "gzip"}}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_and_containers(layout, tmp_path, numbers):
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, dirty(numbers, 100))))
    pipeline = dirty_pipeline(tmp_path)
    pipeline.write_text(pipeline.read_text() + "".join(f"  {key}: {value}\n" for key, value in LAYOUTS[layout].items()))
    compare(pipeline, tmp_path, share=12_000, seed=SEED, tilers=2)


def test_a_resumed_build_takes_tiles_of_tasks(tmp_path, numbers):
    """The zooms that a killed build had finished are not among those that are taken."""
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, scattered(numbers, 8_000))))
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
    "circles": {"source": "s", "kind": "circle", "zooms": "0-2", "filter": [">", ["get", "size"], 1],
                "circle": {"radius": {"expression": ["*", 100, ["get", "size"]], "unit": "km"}, "draw": ["ring"], "dissolve": True}},
}


DIRTY = {"path": "in.json", "onInvalid": "repair", "maxRejected": "100%", "quarantine": True}


def dirty_pipeline(folder, **source):
    return write_pipeline(folder / "p.yaml", {"s": DIRTY | source}, LAYERS)


def texts(numbers, count):
    """The same features in every form that a file may have."""
    features = list(dirty(numbers, count))
    lines = list(map(json.dumps, features))
    crs = {"type": "name", "properties": {"name": "EPSG:3857"}}
    return {
        "lines": "\r\n".join(lines), "pretty lines": "\n".join(json.dumps(feature, indent=1) for feature in features),
        "sequence": "".join(f"\x1e{line}\n" for line in lines), "collection": collection(features),
        "pretty collection": json.dumps({"type": "FeatureCollection", "features": features}, indent=2),
        "members behind": json.dumps({"features": features, "bbox": [1], "type": "FeatureCollection", "crs": crs, "numberMatched": 5000}),
        "collections": "\n".join(collection(features[start:start + 15]) for start in range(0, count, 15)),
        "stray text": "\n".join(line + ["", ",", " nothing", '{"type":"Feature"', "[1]"][number % 41 % 5 if number % 41 < 5 else 0]
                                for number, line in enumerate(lines)),
    }


def test_every_form_of_a_file(tmp_path, numbers):
    forms = {name.replace(" ", "-"): text for name, text in texts(numbers, 90).items()}
    paths = {form: f"{form}.json" for form in forms}
    for form, text in forms.items():
        (tmp_path / paths[form]).write_text(text, newline="")
    lines = list(map(json.dumps, dirty(numbers, 90)))
    (tmp_path / "a.json").write_text("\n".join(lines[:30]))
    (tmp_path / "b.json").write_bytes(gzip.compress("\n".join(lines[30:60]).encode()))
    for number, line in enumerate(lines[60:]):
        (tmp_path / f"c{number:03}.json").write_text(line)
    paths["several"] = ["a.json", "b.json", "c0*.json"]
    sources = {form: DIRTY | {"path": path, "crs": "EPSG:4326", "partial": "accept"} for form, path in paths.items()}
    layers = {f"{form}-{kind}": LAYERS[kind] | {"source": form, "zooms": "0-2"} for form in paths for kind in ("points", "shapes")}
    compare(write_pipeline(tmp_path / "p.yaml", sources, layers), tmp_path, share=7_000, seed=SEED)
    read = {chunk["task"]: chunk["source"] for chunk in json.loads((tmp_path / "parts/plan.json").read_text())["chunks"]}
    tasks = [list(paths)[source] for source in read.values()]
    assert all(tasks.count(form) > 2 for form in paths), tasks
    # Small files are read together.
    assert tasks.count("several") < 10


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
    divide(pipeline, tmp_path / "parts", 40_000, SEED)
    for name, words in {"alone": [], "joined": ["--parts", tmp_path / "parts"]}.items():
        assert overtile("build", pipeline, "--output", tmp_path / name, "--quiet", *words).returncode == 0
    assert contents(tmp_path / "alone") == contents(tmp_path / "joined") and beside(tmp_path / "alone") == beside(tmp_path / "joined")
    # Tasks that make tiles run the command, too, and its output must be the same.
    divide(pipeline, tmp_path / "parts", 40_000, SEED, tilers=2)
    ended = overtile("build", pipeline, "--output", tmp_path / "tiled", "--quiet", "--parts", tmp_path / "parts")
    assert ended.returncode == 0 and contents(tmp_path / "alone") == contents(tmp_path / "tiled"), ended.stderr
    (tmp_path / "other.json").write_text("".join(map(json.dumps, dirty(numbers, 200))))
    ended = overtile("build", pipeline, "--output", tmp_path / "tiled", "--quiet", "--parts", tmp_path / "parts")
    assert ended.returncode == 74 and b"a different plan, task or input" in ended.stderr


def test_a_memory_bound(tmp_path, numbers):
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, dirty(numbers, 200))))
    compare(dirty_pipeline(tmp_path), tmp_path, share=20_000, seed=SEED, tilers=2, words=["--memory", "400M"])


@pytest.mark.parametrize("fault, status", [
    ("too many wrong features", 65), ("a file that is cut short", 65), ("another system", 65), ("a gate", 65), ("no GeoJSON", 65)])
def test_data_that_fail_the_build_fail_it_in_the_same_words(fault, status, tmp_path, numbers):
    text = texts(numbers, 120)["members behind" if fault == "another system" else "collection"]
    text = {"a file that is cut short": text[:-500], "no GeoJSON": "name,age\n" + "a,1\n" * 10_000}.get(fault, text)
    (tmp_path / "in.json").write_text(text)
    pipeline = dirty_pipeline(tmp_path, **{"maxRejected": 2} if fault == "too many wrong features" else {})
    if fault == "a gate":
        pipeline.write_text(pipeline.read_text() + "gates:\n  rejected: {maxShare: 0.1%}\n")
    compare(pipeline, tmp_path, share=12_000, seed=SEED, tilers=2, status=status)


@pytest.fixture(scope="module")
def divided(tmp_path_factory, numbers):
    """A folder with a pipeline, its input and its parts, and a copy of it."""
    folder = tmp_path_factory.mktemp("divided")
    (folder / "in.json").write_text("\n".join(map(json.dumps, dirty(numbers, 120))))
    divide(dirty_pipeline(folder), folder / "parts", 9_000, SEED, tilers=2)
    return folder, shutil.copytree(folder, folder.with_name("copy of parts"))


@pytest.fixture
def read_by_tasks(divided):
    """The pipeline, the folder of its parts, and its input, as they were; beside them there is nothing."""
    folder, copy = divided
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)
    return folder / "p.yaml", folder / "parts", folder / "in.json"


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
def test_what_is_wrong_is_an_error(fault, read_by_tasks):
    pipeline, folder, source = read_by_tasks
    status, change = FAULTS[fault]
    change(folder, source)
    ended = overtile("build", pipeline, "--output", folder.parent / "out", "--parts", folder, "--quiet")
    message = ended.stderr.decode()
    assert ended.returncode == status, message
    assert message.startswith("overtile: ") and message.count("\n") <= 2 and "a different configuration" not in message, message
    assert not (folder.parent / "out").exists() and not list(folder.parent.glob("*.partial"))


def test_parts_of_another_plan_or_configuration_are_not_taken(read_by_tasks):
    pipeline, folder, source = read_by_tasks
    plan(pipeline, folder, 8_000)
    ended = overtile("build", pipeline, "--output", folder.parent / "out", "--parts", folder, "--quiet")
    assert ended.returncode == 74 and b"a different plan" in ended.stderr
    pipeline.write_text(pipeline.read_text().replace("0-4", "0-3"))
    for command in ("build", pipeline, "--output", folder.parent / "out"), ("part", "read", pipeline, "--task", 0):
        ended = overtile(*command, "--parts", folder)
        assert ended.returncode == 74 and b"a different configuration" in ended.stderr


def test_a_task_notices_that_its_input_has_changed(tmp_path, numbers):
    source = tmp_path / "in.json"
    source.write_text("\n".join(map(json.dumps, dirty(numbers, 100))))
    pipeline = dirty_pipeline(tmp_path)
    count = plan(pipeline, tmp_path / "parts", 9_000)
    source.write_bytes(flipped(source.read_bytes(), 100))
    assert part("read", pipeline, tmp_path / "parts", 0).returncode == 74
    assert part("read", pipeline, tmp_path / "parts", count - 1).returncode == 0
    assert not (tmp_path / "parts/read-0.part").exists()
    assert part("read", pipeline, tmp_path / "parts", count).returncode == 78
    assert part("tile", pipeline, tmp_path / "parts", 0).returncode == 78


def test_a_killed_task_leaves_no_part(tmp_path, numbers):
    lines = list(map(json.dumps, scattered(numbers, 2_000)))
    (tmp_path / "in.json").write_text("\n".join(lines * 25))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.json"}}, {"points": clusters("s")})
    assert plan(pipeline, tmp_path / "parts", 1 << 30) == 1
    for number in signal.SIGKILL, signal.SIGTERM:
        process = subprocess.Popen([OVERTILE, "part", "read", pipeline, "--parts", tmp_path / "parts", "--task", "0"], stderr=subprocess.PIPE)
        # The part has no name yet.
        while not has_unnamed(process.pid, tmp_path / "parts"):
            time.sleep(0.001)
        process.send_signal(number)
        process.communicate()
        assert process.returncode == (-9 if number == signal.SIGKILL else 130)
        assert [path.name for path in (tmp_path / "parts").iterdir()] == ["plan.json"]
    assert part("read", pipeline, tmp_path / "parts", 0).returncode == 0 and (tmp_path / "parts/read-0.part").exists()
