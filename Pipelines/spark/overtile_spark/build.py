"""The steps of a build on a cluster: plan, read, cluster level by level, and build from the results of all tasks."""
import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import carrying, program, shell, stopping
from .inputs import Inputs

# A plan that takes longer scans large files.
SCAN_SECONDS = 0.3


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
        planned = json.loads(job.plan)
        if job.exchange:
            by_files(context, job, planned, folder, shards, observe)
        else:
            carrying.run(context, job, planned, folder, lambda level: shards_of(level, shards), observe)
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
