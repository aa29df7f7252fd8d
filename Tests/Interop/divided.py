"""Builds that are divided among processes: the tasks of `overtile part`, each a process of its own."""
import json
import random
import sys

from conftest import ROOT, overtile

sys.path.insert(0, str(ROOT / "Pipelines/spark"))
from overtile_spark import sections  # noqa: E402, F401


def task(*words):
    """Runs a task that must succeed."""
    run = overtile("part", *words)
    assert run.returncode == 0, run.stderr.decode()


def plan(pipeline, folder, tasks=3, shard_zoom=3, words=()):
    """Plans the tasks in a folder, which is made; returns the plan."""
    folder.mkdir(exist_ok=True)
    path = folder / "plan.json"
    task("plan", pipeline, "--output", path, "--tasks", tasks, "--shard-zoom", shard_zoom, *words)
    return json.loads(path.read_text())


def divide(pipeline, folder, tasks=3, shard_zoom=3, shards=2, seed=0, words=()):
    """Runs every task, those of a step in random order, and some of them twice; returns the plan."""
    steps = random.Random(seed)
    planned = plan(pipeline, folder, tasks, shard_zoom, words)

    def run(step, count, arguments):
        numbers = list(range(count)) + [number for number in range(count) if steps.random() < 0.2]
        steps.shuffle(numbers)
        for number in numbers:
            path = folder / f"{step}-{number}.part"
            kind, words_of_task, inputs = arguments(number)
            task(kind, pipeline, *inputs, "--plan", folder / "plan.json", "--output", path, *words_of_task, *words)
        return [folder / f"{step}-{number}.part" for number in range(count)]

    made = run("read", len(planned["reads"]), lambda number: ("read", ["--task", number], []))
    for level in range(planned["levels"]):
        made = run(f"shard-{level}", shards, lambda number, level=level, made=made: (
            "shard", ["--level", level, "--task", number, "--tasks", shards], made))
    return planned


def facts(report, path):
    """The counts of a run's report, without the names of its folder, times and memory."""
    text = json.dumps(json.loads(report.read_text())).replace(json.dumps(str(path))[1:-1], "BUNDLE")
    counts = json.loads(text)
    for key in ("seconds", "stageSeconds", "peakMemoryBytes"):
        del counts[key]
    for command in counts.get("commands", []):
        del command["seconds"]
    return counts


def beside(path):
    """The ledger and the quarantines beside a bundle, by the ends of their names."""
    return {file.name.removeprefix(path.name): file.read_bytes() for file in path.parent.glob(path.name + ".*")
            if not file.name.endswith(".report.json") and file.is_file()}
