"""`python -m overtile_spark build PIPELINE.yaml`, or the same words after `spark-submit build.py`."""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from .tasks import UNAVAILABLE, Failed, Job, find, read_all, run, work

# The exit status after a signal.
STOPPED = 130
STOPPED_MESSAGE = "overtile_spark: stopped on request; the output is unchanged"


class Arguments(argparse.ArgumentParser):
    """Words of a command line; wrong ones give the exit status of `overtile`."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


class Stopped(BaseException):
    """A signal asked the build to end."""


def stop(number, frame):
    raise Stopped


def handle(handler):
    """Has a handler take the signals that end a build, except those that the caller ignores."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def arguments(words):
    parser = Arguments(
        prog="overtile_spark", allow_abbrev=False,
        description="Build a bundle whose inputs the executors of Apache Spark read. It has the bytes of overtile build.",
        epilog="Further options, such as --output, --json or --accept-gates, go to overtile build.")
    command = parser.add_subparsers(dest="command", required=True, parser_class=Arguments).add_parser(
        "build", help="build the bundle that a pipeline describes", epilog=parser.epilog, allow_abbrev=False)
    command.add_argument("pipeline", help="the pipeline's configuration, at the same path on every machine")
    command.add_argument("--inputs", help="the folder in which relative paths of sources are looked for, on every machine")
    command.add_argument("--program", default=os.environ.get("OVERTILE", "overtile"),
                         help="the program: a file that --files of spark-submit ships, a path, or a name on PATH")
    command.add_argument("--share", type=int, default=64 << 20, help="the bytes of the inputs for each task; default 64 MiB")
    command.add_argument("--tile-tasks", type=int, metavar="NUMBER", default=0,
                         help="the number of tasks that make tiles, where machines share a folder; without it the driver makes them")
    command.add_argument("--exchange", metavar="FOLDER", help="a folder that all machines share, for the results of tasks")
    command.add_argument("--carry", action="store_true", help="let Spark carry what tasks have read, though it has one machine only")
    command.add_argument("--threads", type=int, default=1, help="threads of a task, as spark.task.cpus; default 1")
    command.add_argument("--memory", help="the memory bound of the process that builds, and of every task")
    return parser.parse_known_args(words)


def main(words=None):
    options, further = arguments(words)
    handle(stop)
    try:
        with tempfile.TemporaryDirectory(prefix="overtile-", dir=options.exchange) as folder:
            # Executors have working folders of their own.
            return build(options, further, Path(folder).resolve())
    except Stopped:
        print(STOPPED_MESSAGE, file=sys.stderr)
        return STOPPED
    except Failed as failure:
        print(failure.message.rstrip("\n"), file=sys.stderr)
        return failure.status
    except OSError as error:
        print(f"overtile_spark: {error}", file=sys.stderr)
        return UNAVAILABLE


def build(options, further, folder):
    """Plans, has executors read, and builds; returns the exit status of the program."""
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession
    running = SparkSession.getActiveSession()
    context = running.sparkContext if running else SparkContext(conf=SparkConf().setAppName("overtile"))

    def leave(number, frame):
        # A call to Spark cannot be left by an exception: the next one would wait for its result. Its processes end with this one.
        shutil.rmtree(folder, ignore_errors=True)
        print(STOPPED_MESSAGE, file=sys.stderr, flush=True)
        os._exit(STOPPED)

    handle(stop if running else leave)  # Spark has put a handler of its own for SIGINT.
    try:
        words = ["--inputs", options.inputs] * bool(options.inputs) + ["--memory", options.memory] * bool(options.memory)
        is_shared = bool(options.exchange) or (context.master.startswith("local") and not options.carry)
        # With local[N] Spark tries each task once.
        attempts = 1 if context.master.startswith("local[") else int(context.getConf().get("spark.task.maxFailures", "4"))
        job = Job(options.program, str(Path(options.pipeline).resolve()), str(folder), options.threads, words, is_shared, attempts)
        program = find(job.program)
        tilers = options.tile_tasks if is_shared else 0
        planned = subprocess.run([program, "part", "plan", job.pipeline, "--parts", folder, "--share", str(options.share),
                                  "--tile-tasks", str(tilers), *words], stdout=subprocess.PIPE, text=True)
        if planned.returncode != 0:
            return planned.returncode
        job.plan = (folder / "plan.json").read_bytes()
        read_all(context, job, int(planned.stdout))
        work(context, job, "tile", tilers)
    finally:
        if running is None:
            context.stop()
    handle(stop)
    return run([program, "build", job.pipeline, "--parts", folder, *words, *further], Stopped)


if __name__ == "__main__":
    sys.exit(main())
