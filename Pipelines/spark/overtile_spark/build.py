"""The steps of a build on a cluster: plan, read, cluster level by level, and build from the results of all tasks."""
import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from pyspark import StorageLevel

from . import program, sections, shell, stopping
from .inputs import Inputs

# Names of results in the datasets: whole part files for the builder, single sections for the tasks of a level, and sections that
# say what a task sent, and the values that its points share, for all of these.
RESULT, NODES, SENT = 0, 1, 2
# The sections that tasks send to tasks.
FOR_TASKS = {sections.NODES: NODES, sections.SENT: SENT, sections.VALUES: SENT}
# The bytes of results that the driver fetches at once, about; it writes them into files before it fetches more.
AT_ONCE = 64 << 20
# A plan that takes longer scans large files.
SCAN_SECONDS = 0.3
# The bytes of a piece of a task's results, about: an executor's heap has several copies of what it sends.
PIECE = 16 << 20


@dataclass
class Job:
    """What every task must know."""
    program: str
    pipeline: str
    plan: str = ""
    threads: int = 1
    exchange: str = ""  # A folder that all machines share; without one, results go through Spark.
    options: list = field(default_factory=list)
    inputs: Inputs = field(default_factory=lambda: Inputs(""))
    shown: tuple = ()  # A path of this machine, and the text that replaces it in messages.
    text: bytes = b""  # The pipeline's configuration, for machines that have none at its path.


def plan(job, tasks, shard_zoom, meanwhile=lambda: None):
    """Plans the tasks, and returns the exit status of the program. Needs no executors.

    `meanwhile` is called while large files are scanned; most mistakes in a configuration are found before.
    """
    with tempfile.TemporaryDirectory(prefix="overtile-plan-") as folder:
        path = Path(folder) / "plan.json"
        given = {"--tasks": tasks, "--shard-zoom": shard_zoom}
        words = [str(word) for option, value in given.items() if value is not None for word in (option, value)]
        running = stopping.start([program.find(job.program), "part", "plan", job.pipeline, "--output", str(path), *words,
                                  *job.inputs.words(), *job.options])
        try:
            try:
                running.wait(SCAN_SECONDS)
            except subprocess.TimeoutExpired:
                meanwhile()
            status = running.wait()
        except BaseException:
            stopping.end(running)
            raise
        if status == 0:
            job.plan = path.read_text()
        return status


def usual_shards(job, cores):
    """The tasks of each level: two for each core, or more if they had many points, and as many for each core."""
    return -(-max(2 * cores, json.loads(job.plan)["shards"]) // cores) * cores


def shards_of(level, shards):
    """The tasks of a level. Each has a quarter of those of the level before: few nodes are left, and a task costs its start."""
    return max(1, shards >> 2 * level)


def read(job, number):
    """Reads a share of the inputs: its outcomes for the builder, and the points for the tasks that cluster."""
    yield from results(program.part(job, "read", ["--task", number]), ("read", number))


def cluster(job, level, number, shards, blobs, sent):
    """Clusters the tiles of a partition: clusters for the builder, and the nodes for the next level."""
    blobs = sorted(blob for _, blob in blobs)  # In an order that does not depend on which task was first.
    data = program.part(job, "shard", ["--level", level, "--task", number, "--tasks", shards],
                        [sections.join(program_header(job), sent + blobs)])
    yield from results(data, (f"shard-{level}", number))


def results(data, name):
    """The contents of a part file by where they go; for the builder in pieces, each a part file by itself."""
    header, found = sections.split(data)
    piece, size, count = [], 0, 0
    for kind, numbers, raw in found:
        if kind in FOR_TASKS:
            yield (FOR_TASKS[kind], numbers), raw
            continue
        piece.append(raw)
        size += len(raw)
        if size >= PIECE:
            yield (RESULT, (*name, count)), sections.join(header, piece)
            piece, size, count = [], 0, count + 1
    if piece:
        yield (RESULT, (*name, count)), sections.join(header, piece)


def program_header(job):
    """The header of the part files of a job."""
    return sections.HEADER.pack(b"OVERPART", sections.VERSION, 0, bytes.fromhex(json.loads(job.plan)["work"]))


def build(context, job, shards, words, observe=lambda step: None):
    """Builds the bundle of a job that is planned, and returns the exit status of the program.

    `context` is a SparkContext, and `words` are further options of `overtile build`. The driver keeps the results of all tasks in a folder that goes with the
    build. The output is exchanged by the program, as on one machine: a job that fails or is killed leaves the old bundle.
    """
    with stopping.folder("overtile-parts-", job.exchange) as folder:
        folder = Path(folder)
        (folder / "plan.json").write_text(job.plan)
        if job.exchange and job.inputs.is_copied:
            (folder / program.COPY).write_bytes(job.text)
        run_tasks = by_files if job.exchange else by_datasets
        run_tasks(context, job, json.loads(job.plan), folder, shards, observe)
        observe("build")
        return program.run([program.find(job.program), "build", job.pipeline, "--parts", str(folder), *words, *job.inputs.words(), *job.options],
                           job.shown)


def by_files(context, job, planned, folder, shards, observe):
    """Runs all tasks, which exchange files in a folder that every machine has: Spark only says who does what.

    A file has its name once it is whole. An attempt that runs again replaces it by equal bytes.
    """
    def step(name, count, kind, arguments, inputs):
        observe(name)
        made = [f"{name}-{number}.part" for number in range(count)]
        shell.run(context, job.program, folder, [
            (path, program.words(job, kind, folder, path, inputs, arguments(number))) for number, path in enumerate(made)])
        return made

    made = step("read", len(planned["reads"]), "read", lambda number: ["--task", number], [])
    for level in range(planned["levels"]):
        count = shards_of(level, shards)
        made = step(f"level-{level}", count, "shard", lambda number, level=level, count=count: [
            "--level", level, "--task", number, "--tasks", count], made)


def by_datasets(context, job, planned, folder, shards, observe):
    """Runs all tasks, which exchange blobs that Spark carries; the driver collects what the builder needs."""
    kept, reads = [], len(planned["reads"])
    step = context.parallelize(range(reads), max(1, reads)).flatMap(lambda number: read(job, number))
    for level in range(planned["levels"] + 1):
        # Not in memory: a heap of 1 GiB has not enough for the results of tasks with a million points.
        step = step.persist(StorageLevel.DISK_ONLY)
        kept.append(step)
        observe("read" if level == 0 else f"level-{level - 1}")
        sent = collect(context, step, folder)
        if level < planned["levels"]:
            step = clustered(step, job, level, shards_of(level, shards), sent)
    for dataset in kept:
        dataset.unpersist()


def clustered(step, job, level, shards, sent):
    """The results of a level, from the blobs of the step before: one shuffle, by what that step says it sent."""
    tasks = routes(job, level, shards, sent)
    blobs = step.filter(lambda result: result[0][0] == NODES).flatMap(
        lambda result: [(task, result[1]) for task in tasks[str(result[0][1][2])]])
    return blobs.partitionBy(shards, lambda task: task).mapPartitionsWithIndex(
        lambda number, own: cluster(job, level, number, shards, own, sent))


def routes(job, level, shards, sent):
    """The tasks of a level that need a cell, by its number as text."""
    text = program.part(job, "route", ["--level", level, "--tasks", shards], [sections.join(program_header(job), sent)])
    return json.loads(text)


def collect(context, step, folder):
    """Writes what the builder needs of a step into part files; a result that two attempts have made is one file.

    One job makes all partitions, and says how large their results are; few more fetch these. Returns the sections that say what
    the tasks sent.
    """
    made = step.mapPartitionsWithIndex(summary).collect()
    for group in groups([((partition, name), size) for partition, pieces, _ in made for name, size in pieces], AT_ONCE):
        names = {name for _, name in group}
        for name, data in context.runJob(step, lambda results: for_builder(results, names), sorted({partition for partition, _ in group})):
            (folder / f"{'-'.join(map(str, name))}.part").write_bytes(data)
    return sorted(raw for _, _, sent in made for raw in sent)


def for_builder(results, names):
    """Some of the results of a partition that the builder needs."""
    return [(name, data) for (kind, name), data in results if kind == RESULT and name in names]


def summary(partition, results):
    """The number of a partition, the sizes of its results for the builder, and the sections that say what its tasks sent."""
    pieces, sent = [], []
    for (kind, name), data in results:
        if kind == RESULT:
            pieces.append((name, len(data)))
        elif kind == SENT:
            sent.append(data)
    yield partition, pieces, sent


def groups(sizes, limit):
    """Results in groups of about so many bytes; one that has more is alone."""
    group, total = [], 0
    for result, size in sorted(sizes):
        if group and total + size > limit:
            yield group
            group, total = [], 0
        group.append(result)
        total += size
    if group:
        yield group
