"""`python -m overtile_spark build PIPELINE.yaml`, or the same words after `spark-submit build.py`."""
import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path

from pyspark import SparkConf, SparkContext

from . import hadoop, jvm, program
from .build import Job, build, plan
from .inputs import Inputs
from .program import TaskFailed
from .publishing import Target


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="overtile_spark", description="Build a bundle with the executors of Apache Spark: the bytes of overtile build.",
        epilog="Further options, such as --accept-gates or --json, go to overtile build.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("build", help="build the bundle that a pipeline describes", allow_abbrev=False)
    command.add_argument("pipeline", help="the pipeline's configuration")
    command.add_argument("--inputs", default="", help="the folder in which relative paths of sources are looked for, in place of the configuration's: "
                                                      "a path that every machine has, or an address (hdfs:, s3a:), whose files are copied")
    command.add_argument("--output", help="the bundle's folder, in place of the configuration's: a path, or an address (hdfs:, s3a:)")
    command.add_argument("--program", default=os.environ.get("OVERTILE", "overtile"),
                         help="the program: a file that was shipped with --files, a path, or a name on PATH")
    command.add_argument("--tasks", type=int, default=64, help="the most tasks that read a file; default 64")
    command.add_argument("--shards", type=int, help="tasks of each level that cluster; default: three for each core")
    command.add_argument("--shard-zoom", type=int, default=5, help="the zoom of the tiles that are clustered apart; default 5")
    command.add_argument("--exchange", help="a folder that every machine shares, for the files that tasks exchange; without one, "
                                            "Spark carries them")
    command.add_argument("--class-archives", help="a folder, on every machine, in which Spark's JVMs leave the classes that they loaded, and "
                                                  "from which later ones start quicker; only you may write to it")
    command.add_argument("--threads", type=int, default=1, help="threads of a task, as spark.task.cpus; default 1")
    command.add_argument("--memory", help="the memory bound of the process that builds, and of every task")
    return parser.parse_known_args(words)


def main(words=None):
    options, further = arguments(words)
    try:
        with contextlib.ExitStack() as ending:
            return run(options, further, ending)
    except Exception as error:
        failure = status(error)
        print(f"overtile_spark: {error if failure is None else failure[1]}", file=sys.stderr)
        return 69 if failure is None else failure[0]


def run(options, further, ending):
    """Builds a bundle, and returns the exit status of the program. What `ending` has goes with the build."""
    pipeline = Path(options.pipeline).resolve()
    job = Job(options.program, str(pipeline), threads=options.threads, exchange=str(Path(options.exchange).resolve()) if options.exchange else "",
              options=["--memory", options.memory] if options.memory else [], inputs=Inputs(options.inputs),
              text=pipeline.read_bytes() if pipeline.is_file() else b"")
    has_address = hadoop.is_address(options.output or "")
    context = None
    if job.inputs.is_copied or has_address or not program.is_here(job.program):
        # The file systems are those of a session, and a program that came with the job is here once there is one.
        context = session(options, ending)
    job.inputs.copy(context, folder(ending, "inputs", job.exchange) if job.inputs.is_copied and job.exchange else "")
    # Before executors are asked for, where that is possible: most mistakes in a configuration are found here.
    planned = plan(job, options.tasks, options.shard_zoom)
    if planned != 0:
        return planned
    context = context or session(options, ending)
    target = Target(context, options.output, folder(ending, "bundle")) if has_address else None
    output = ["--output", str(target.local) if target else options.output] if options.output else []
    if target:
        target.fetch()
        job.shown = (f"{target.local.parent}/", f"{hadoop.shown(target.beside.address)}/")
    built = build(context, job, options.shards or 3 * context.defaultParallelism, output + further)
    if target and target.publish():
        print(f"overtile_spark: published to {hadoop.shown(target.remote.address)}", file=sys.stderr)
    return built


def folder(ending, what, parent=""):
    """A new folder, which goes with the build."""
    return ending.enter_context(tempfile.TemporaryDirectory(prefix=f"overtile-{what}-", dir=parent or None))


def session(options, ending):
    """Starts Spark, or takes what spark-submit has started; it ends with the build. Datasets of Spark SQL, whose start takes longer, are not needed."""
    context = started(bool(options.exchange), options.class_archives)
    ending.callback(context.stop)
    return context


def started(only_schedules, archives=""):
    """A session of Spark."""
    if not SparkContext._gateway:
        if archives:
            Path(archives).mkdir(mode=0o700, parents=True, exist_ok=True)
        jvm.prefer_short_lives(os.environ, only_schedules, str(Path(archives).resolve()) if archives else "")
    return SparkContext.getOrCreate(SparkConf().setAppName("overtile"))


def status(error):
    """The exit status and the message of a task that failed for good; nil for another failure of the job."""
    if isinstance(error, (TaskFailed, hadoop.Problem)):
        return error.status, str(error)
    for line in str(error).splitlines():
        found = line.partition("overtile_spark.program.TaskFailed: ")[2]
        if found:
            number = found.partition(" ended with ")[2].partition(":")[0]
            return (int(number) if number.isdigit() else 70), found
    return None


if __name__ == "__main__":
    sys.exit(main())
