"""Measures a build by executors of Apache Spark beside one process on the same machine, and the tasks alone.

    python3 spark.py [--points 1000000] [--shard-zoom ZOOM] [--tasks N] [--shards N] [--in-proportion] [--runs 1] [--folder .bundles/benchmark]

The numbers of tasks are those of `overtile_spark` by default. `--in-proportion` runs one that reads for 125,000 points, and one of level 0 for
250,000, without Spark: for their memory.

Prints a table in Markdown. All bundles are compared. The tasks run as processes one after the other, for their CPU, their memory and the bytes
that they exchange: `--runs` times, and the run with the least CPU counts. Then Spark runs them, for everything that it adds:
on `local-cluster[2,1,1024]` with archives of classes, as builds have them without options from the third on; the same on one executor of two cores and
on none (`local[2]`); without archives, as the first builds on a machine; and so with Spark as the carrier of the results, as where machines share
no folder (`--carry`). One process runs again before each of these, and what Spark adds is
said of that one: a machine is slower in one minute than in another. Of `--runs` such pairs, in turn with those of the other ways, the one in the
middle counts; the least and the most are said too.
"""
import argparse
import ctypes
import filecmp
import json
import mmap
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from inputs import made, written_pipeline
from measure import ROOT, measure, say

sys.path.insert(0, str(ROOT / "Pipelines/spark"))
from overtile_spark import build, sections  # noqa: E402

PROGRAM = Path(os.environ.get("OVERTILE_BINARY", ROOT / ".build/release/overtile")).resolve()
CLUSTER, WORKER, LOCAL = "local-cluster[2,1,1024]", "local-cluster[1,2,1024]", "local[2]"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--shard-zoom", type=int, help="default: chosen from the size of the file")
    parser.add_argument("--tasks", type=int)
    parser.add_argument("--shards", type=int)
    parser.add_argument("--in-proportion", action="store_true")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / ".bundles/benchmark")
    options = parser.parse_args()
    adopt_orphans()
    if options.in_proportion:
        options.tasks, options.shards = max(1, options.points // 125_000), max(1, options.points // 250_000)
    options.planned = ["--tasks", options.tasks] if options.tasks else []
    options.planned += [] if options.shard_zoom is None else ["--shard-zoom", options.shard_zoom]
    folder = options.folder.resolve() / "spark"
    folder.mkdir(parents=True, exist_ok=True)
    (ROOT / ".bundles").mkdir(exist_ok=True)
    source = made(f"points:{options.points}", options.folder.resolve())
    pipeline = written_pipeline("points.yaml", source, folder / "alone")
    alone = run(options.runs, "one process", "build", pipeline, "--quiet")
    rows = [("`overtile build`, one process", *cost([alone]))]
    steps, sent = tasks(pipeline, folder / "parts", options)
    rows += [(f"{len(costs)} {name}", *cost(costs)) for name, costs in steps]
    joined = run(options.runs, "building from parts", "build", pipeline, "--quiet", "--parts", folder / "parts", "--output", folder / "joined")
    compare(folder, "joined")
    rows += [("`overtile build --parts`", *cost([joined]))]
    divided = sum(figures["cpuSeconds"] for _, costs in steps for figures in costs) + joined["cpuSeconds"]
    rows += [("all processes together", f"{divided:.1f} s", "", "")]
    bare = ["--no-class-archives"]
    classes = [] if options.in_proportion else ["--class-archives", archived(folder, options)]
    ways = {} if options.in_proportion else {
        "spark-default": (CLUSTER, classes, "with archives of classes, the default from the third build on"),
        "spark-worker": (WORKER, classes, f"the same, `{WORKER}`"), "spark-local": (LOCAL, classes, f"the same, `{LOCAL}`"),
        "spark-first": (CLUSTER, bare, "without archives of classes, as in the first builds"),
        "spark-carried": (CLUSTER, [*bare, "--carry"], "the same with `--carry`: carried by Spark")}
    rounds = [{name: pair(pipeline, folder, name, options, master, words) for name, (master, words, _) in ways.items()} for _ in range(options.runs)]
    for name, (_, _, title) in ways.items():
        pairs = [costs[name] for costs in rounds]
        rows += [("the same on Spark, with the JVMs and Python, " + title, middle(pairs, "cpuSeconds"), middle(pairs, "wallSeconds"), "")]
    planned = json.loads((folder / "parts/plan.json").read_text())
    print(f"{options.points:,} points, shard zoom {planned['tileZoom']}\n")
    print("| process | CPU time | wall clock | largest memory |\n|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(f"\n{sent / options.points:,.0f} bytes a point are sent from task to task. All processes take {added(divided, alone['cpuSeconds'])} CPU."
          + (" On Spark, in brackets: beside one process just before." if ways else ""))


def added(own, other):
    """How much more one cost is than another."""
    return f"{own / other - 1:+.0%}"


def middle(pairs, figure):
    """A cost on Spark as text, and how much more it is than one process's: of the pair in the middle; and the range of all pairs."""
    ordered = sorted(pairs, key=lambda costs: costs[1][figure] / costs[0][figure])
    least, (alone, on), most = ordered[0], ordered[len(ordered) // 2], ordered[-1]
    ends = [added(spark[figure], beside[figure]) for beside, spark in (least, most)]
    return f"{on[figure]:.1f} s ({added(on[figure], alone[figure])}" + (f"; {ends[0]} to {ends[1]})" if len(pairs) > 1 else ")")


def pair(pipeline, folder, name, options, master, words):
    """The costs of one process, and of a build on Spark after it."""
    alone = run(1, "one process", "build", pipeline, "--quiet")
    spark = on_spark(pipeline, folder, name, options, master, words)
    say(f"  {spark['cpuSeconds']:.1f} s of CPU, one process {alone['cpuSeconds']:.1f} s")
    compare(folder, name)
    return alone, spark


def compare(folder, name):
    """Ends the program if a bundle has other bytes than that of one process; removes it, since a disk has no space for many."""
    files = {path.name for way in ("alone", name) for path in (folder / way).iterdir()}
    _, different, missing = filecmp.cmpfiles(folder / "alone", folder / name, files, shallow=False)
    if different or missing:
        sys.exit(f"spark.py: the bundle {name} is another: {different + missing}")
    shutil.rmtree(folder / name)


def run(runs, name, *words):
    """The cost of the run that took the least CPU."""
    say(name)
    return min((measure([PROGRAM, *words], ROOT / ".bundles")[1] for _ in range(runs)), key=lambda cost: cost["cpuSeconds"])


def cost(figures):
    """CPU and wall clock together, and the most memory of one process."""
    return (f"{sum(one['cpuSeconds'] for one in figures):.1f} s", f"{sum(one['wallSeconds'] for one in figures):.1f} s",
            f"{max(one['peakMegabytes'] for one in figures):.0f} MB")


def tasks(pipeline, folder, options):
    """Runs every task as a process with one thread; the costs by step, and the bytes that tasks sent to tasks."""
    subprocess.run(["rm", "-rf", folder], check=True)
    folder.mkdir()
    plan = folder / "plan.json"
    steps = [("plan", [run(options.runs, "plan", "part", "plan", pipeline, *options.planned, "--output", plan)])]
    planned = json.loads(plan.read_text())
    sent = 0

    def step(name, count, words):
        nonlocal sent
        paths = [folder / f"{name}-{number}.part" for number in range(count)]
        steps.append((name, [run(options.runs, f"{name} {number}", "part", *words(number), "--plan", plan, "--jobs", 1, "--output", path)
                             for number, path in enumerate(paths)]))
        for path in paths:
            # Not read: what this process has in memory counts for those that it starts.
            with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                sent += sum(payload.stop - payload.start for kind, _, _, payload in sections.directory(data)
                            if kind in (sections.NODES, sections.VALUES))
        return paths

    paths = step("tasks that read", len(planned["reads"]), lambda number: ["read", pipeline, "--task", number])
    for level in range(planned["levels"]):
        usual = build.usual_shards(SimpleNamespace(plan=plan.read_text()), os.cpu_count() or 1)
        count = build.shards_of(level, options.shards or usual)
        inputs = paths
        paths = step(f"tasks of level {level}", count, lambda number: [
            "shard", pipeline, *inputs, "--level", level, "--task", number, "--tasks", count])
    return steps, sent


def archived(folder, options):
    """A folder with the archives of classes that a first build leaves, for the JVMs of others."""
    classes = folder / "classes"
    few = written_pipeline("points.yaml", made("points:1000", options.folder.resolve()), folder / "few")
    on_spark(few, folder, "spark-classes", options, CLUSTER, ["--class-archives", classes])
    until = time.monotonic() + 120
    # A JVM leaves its archive as it ends, which is after the build.
    while sum(map(is_written, classes.glob("*.jsa"))) < 3 and time.monotonic() < until:
        time.sleep(1)
    return classes


def is_written(archive):
    """Whether an archive of classes is there whole: Java writes its beginning last."""
    with open(archive, "rb") as file:
        return any(file.read(4))


def on_spark(pipeline, folder, name, options, master, further):
    """The cost of a build on executors, of all processes that belong to it."""
    say(f"on Spark: {name}")
    modules = os.pathsep.join([str(ROOT / "Pipelines/spark"), str(ROOT / "Tests/Benchmarks")])
    conf = {"spark.executorEnv.PYTHONPATH": modules, "spark.python.daemon.module": "counted_workers", "spark.local.dir": folder / "scratch",
            "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
    settings = " ".join(f"--conf '{key}={value}'" for key, value in conf.items())
    submit = f"--master '{master}' {settings} pyspark-shell"
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": submit, "PYTHONPATH": modules, "PYSPARK_PYTHON": sys.executable,
                                "SPARK_LOCAL_IP": "127.0.0.1", "XDG_CACHE_HOME": str(folder / "cache")}
    words = [sys.executable, "-m", "overtile_spark", "build", pipeline, "--program", PROGRAM, "--output", folder / name,
             *options.planned, *(["--shards", options.shards] if options.shards else []), "--quiet", *further]
    start = time.perf_counter()
    with open(folder / f"{name}.log", "w") as log:
        process = subprocess.Popen([str(word) for word in words], env=environment, stdout=log, stderr=log)
    status, wall, cpu = waited(process.pid, start)
    if status != 0:
        sys.exit(f"spark.py: the build on Spark ended with {status}: see {folder / f'{name}.log'}")
    return {"cpuSeconds": cpu, "wallSeconds": wall}


def waited(pid, start):
    """The exit status of a process, the seconds until it ended, and those of CPU of all processes that it left or waited for.

    Those that it left behind are this process's since `adopt_orphans`, and are waited for as well: nothing is sampled, which would
    cost the others CPU.
    """
    status, wall, cpu = None, 0.0, 0.0
    while True:
        try:
            ended, result, used = os.wait4(-1, 0)
        except ChildProcessError:
            return status, wall, cpu
        cpu += used.ru_utime + used.ru_stime
        if ended == pid:
            status, wall = os.waitstatus_to_exitcode(result), time.perf_counter() - start


def adopt_orphans():
    """Makes this process the parent of those below it whose parent ends: PR_SET_CHILD_SUBREAPER of prctl(2)."""
    if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    main()
