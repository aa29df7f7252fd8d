"""`python -m overtile_spark build PIPELINE.yaml`, or the same words after `spark-submit build.py`."""
import argparse
import os
import sys
from pathlib import Path

from pyspark import SparkConf, SparkContext

from . import jvm, program
from .build import Job, build, plan
from .program import TaskFailed


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="overtile_spark", description="Build a bundle with the executors of Apache Spark: the bytes of overtile build.",
        epilog="Further options, such as --accept-gates or --json, go to overtile build.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("build", help="build the bundle that a pipeline describes", allow_abbrev=False)
    command.add_argument("pipeline", help="the pipeline's configuration, at a path that every machine has")
    command.add_argument("--output", help="the bundle's folder, in place of the configuration's")
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
    job = Job(options.program, str(Path(options.pipeline).resolve()), threads=options.threads,
              exchange=str(Path(options.exchange).resolve()) if options.exchange else "",
              options=["--memory", options.memory] if options.memory else [])
    output = ["--output", options.output] if options.output else []
    context = None
    try:
        if not program.is_here(job.program):
            context = session(bool(job.exchange), options.class_archives)  # The program came with the job, and is here once there is a session.
        # Before executors are asked for: most mistakes in a configuration are found here.
        planned = plan(job, options.tasks, options.shard_zoom)
        if planned != 0:
            return planned
        context = context or session(bool(job.exchange), options.class_archives)
        return build(context, job, options.shards or 3 * context.defaultParallelism, output + further)
    except Exception as error:
        failure = status(error)
        print(f"overtile_spark: {error if failure is None else failure[1]}", file=sys.stderr)
        return 69 if failure is None else failure[0]
    finally:
        if context is not None:
            context.stop()


def session(only_schedules, archives=""):
    """Starts Spark, or takes what spark-submit has started. Datasets of Spark SQL, whose start takes longer, are not needed."""
    if not SparkContext._gateway:
        if archives:
            Path(archives).mkdir(mode=0o700, parents=True, exist_ok=True)
        jvm.prefer_short_lives(os.environ, only_schedules, str(Path(archives).resolve()) if archives else "")
    return SparkContext.getOrCreate(SparkConf().setAppName("overtile"))


def status(error):
    """The exit status and the message of a task that failed for good; nil for another failure of the job."""
    if isinstance(error, TaskFailed):
        return error.status, str(error)
    for line in str(error).splitlines():
        found = line.partition("overtile_spark.program.TaskFailed: ")[2]
        if found:
            number = found.partition(" ended with ")[2].partition(":")[0]
            return (int(number) if number.isdigit() else 70), found
    return None


if __name__ == "__main__":
    sys.exit(main())
