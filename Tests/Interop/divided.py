"""Builds whose inputs several processes read, beside builds by one process."""
import json
import math
import random

import yaml

from bundle import contents
from conftest import PIPELINES, overtile, point, write_pipeline

AGGREGATES = {
    "sum": {"sum": "whole"}, "total": {"sum": "real"}, "least": {"min": "real"}, "most": {"max": "whole"}, "mean": {"mean": "whole"},
    "average": {"mean": "real"}, "some": {"any": "flag"}, "every": {"all": "flag"}, "counted": {"count": "real"},
    "example": {"first": "name"}, "names": {"distinct": "name", "cap": 3},
}


def plan(pipeline, folder, share, *words):
    """Plans tasks in a folder, which is made; returns the number of those that read."""
    folder.mkdir(exist_ok=True)
    planned = overtile("part", "plan", pipeline, "--parts", folder, "--share", share, *words)
    assert planned.returncode == 0, planned.stderr.decode()
    return int(planned.stdout)


def part(step, pipeline, folder, task, *words):
    """Runs one task."""
    return overtile("part", step, pipeline, "--parts", folder, "--task", task, *words, timeout=600)


def divide(pipeline, folder, share, seed, tilers=0, words=()):
    """Plans, reads and makes tiles, the tasks of a step in any order, and one twice; returns the number of those that read."""
    count = plan(pipeline, folder, share, "--tile-tasks", tilers, *words)
    draw = random.Random(seed)
    for step, tasks in {"read": range(count), "tile": range(tilers)}.items():
        for task in draw.sample(tasks, len(tasks)) + draw.sample(tasks, min(1, len(tasks))):
            ended = part(step, pipeline, folder, task, *words)
            assert ended.returncode == 0, ended.stderr.decode()
    return count


def facts(report, output):
    """The report without the names of its folder, times and memory."""
    text = json.dumps(report).replace(json.dumps(str(output))[1:-1], "BUNDLE")
    counts = json.loads(text)
    for key in ("seconds", "stageSeconds", "peakMemoryBytes"):
        counts.pop(key, None)
    for source in counts["sources"]:
        # Those of slices, without what is between them; shares as small as those of tests have smaller slices.
        source.pop("bytes", None)
    return counts


def beside(output):
    """Ledger and quarantines beside a bundle, also of failed runs, by the ends of their names."""
    return {file.name.removeprefix(output.name): file.read_bytes() for file in output.parent.glob(output.name + ".*")
            if "report.json" not in file.name}


def report(output):
    """The report beside a bundle, or that of a failed run."""
    [path] = output.parent.glob(output.name + "*.report.json")
    return json.loads(path.read_text())


def assert_same(alone, joined):
    """Two builds are equal: bundle, ledger, quarantines, and what their reports count."""
    assert alone.is_dir() == joined.is_dir()
    if alone.is_dir():
        assert contents(joined) == contents(alone)
    assert beside(joined) == beside(alone)
    assert facts(report(joined), joined) == facts(report(alone), alone)


def compare(pipeline, folder, share=2000, seed=0, tilers=0, words=(), status=0):
    """Builds alone and divided, and compares everything that is the same for all time; returns the number of tasks that read."""
    alone, joined = folder / "alone", folder / "joined"
    tasks = divide(pipeline, folder / "parts", share, seed, tilers, words)
    one = overtile("build", pipeline, "--output", alone, "--quiet", *words, timeout=600)
    many = overtile("build", pipeline, "--output", joined, "--quiet", "--parts", folder / "parts", *words, timeout=600)
    assert (one.returncode, many.returncode) == (status, status), one.stderr.decode() + many.stderr.decode()
    assert many.stderr.decode().replace(str(joined), str(alone)) == one.stderr.decode()
    assert_same(alone, joined)
    return tasks


def scattered(numbers, count):
    """Points in clumps, on borders of tiles, at the poles, on the 180th meridian, and all at one spot; some twice, ids of all kinds."""
    centers = [(numbers.uniform(-180, 180), math.degrees(math.asin(numbers.uniform(-1, 1)))) for _ in range(20)]
    for index in range(count):
        kind = numbers.random()
        longitude, latitude = numbers.choice(centers)
        if kind < 0.6:
            longitude, latitude = longitude + numbers.gauss(0, 1), latitude + numbers.gauss(0, 1)
        elif kind < 0.7:
            longitude = numbers.choice([-180, 180, 179.9999, -179.9999, 0, 45, -90])
        elif kind < 0.75:
            latitude = numbers.choice([90, -90, 85.06, -85.06, 0])
        elif kind < 0.85:
            longitude, latitude = 12.5, 41.9
        longitude = (longitude + 180) % 360 - 180
        properties = {"whole": numbers.randrange(-9, 10**6), "real": numbers.uniform(-1e9, 1e9), "flag": numbers.random() < 0.5,
                      "name": f"n{numbers.randrange(40)}", "weight": numbers.randrange(5)}
        id = numbers.choice([None, index, index // 2, f"t{index}", 2**60 + index])
        yield point(longitude, max(-90, min(90, latitude)), id, **properties)
        if numbers.random() < 0.02:
            yield point(longitude, max(-90, min(90, latitude)), id, **properties)


def clusters(source, **cluster):
    """A layer of clusters with every aggregate."""
    return {"source": source, "kind": "cluster", "zooms": "0-8", "cluster": {"aggregates": AGGREGATES, "members": "full"} | cluster}


def samples(path, top=3):
    """All samples as one pipeline, to a zoom; sources that several have in common are read once."""
    sources, layers, cameras = [], {}, {}
    for pipeline in PIPELINES:
        sample = yaml.safe_load(pipeline.read_text())
        names = {}
        for name, source in sample["sources"].items():
            source["path"] = str((pipeline.parent / source["path"]).resolve())
            if source not in sources:
                sources.append(source)
            names[name] = f"s{sources.index(source)}"
        for name, layer in sample["layers"].items():
            least, most = map(int, layer["zooms"].split("-"))
            # Dissolving takes longer than everything else together.
            most = min(most, 1 if layer.get("circle", {}).get("dissolve") else top)
            layer |= {"source": names[layer["source"]], "zooms": f"{least}-{most}"}
            if "maxZoom" in layer.get("cluster", {}):
                layer["cluster"] |= {"maxZoom": top - 1}
            layers[f"{pipeline.stem}-{name}"] = layer
        for name, camera in sample.get("cameras", {}).items():
            if "layer" in camera["fit"]:
                camera["fit"]["layer"] = f"{pipeline.stem}-{camera['fit']['layer']}"
            cameras[f"{pipeline.stem}-{name}"] = camera
    return write_pipeline(path, {f"s{number}": source for number, source in enumerate(sources)}, layers, cameras=cameras)
