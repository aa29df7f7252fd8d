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
    """Parses the command line and, like `overtile`, exits with status 64 if it is wrong."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


class Stopped(BaseException):
    """Raised when a signal asks the build to stop."""


def stop(number, frame):
    raise Stopped


def handle(handler):
    """Installs a handler for the signals that end a build, except for signals that the caller ignores."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def arguments(words):
    parser = Arguments(
        prog="overtile_spark", allow_abbrev=False,
        description="Build a bundle whose inputs are read by the executors of Apache Spark. The bundle is the same as with overtile build.",
        epilog="Further options, such as --output, --json or --accept-gates, are passed to overtile build.")
    command = parser.add_subparsers(dest="command", required=True, parser_class=Arguments).add_parser(
        "build", help="build the bundle that a pipeline describes", epilog=parser.epilog, allow_abbrev=False)
    command.add_argument("pipeline", help="the pipeline's configuration, at the same path on every machine")
    command.add_argument("--inputs", help="the folder that relative paths of sources start from, on every machine")
    command.add_argument("--program", default=os.environ.get("OVERTILE", "overtile"),
                         help="the program: a file that spark-submit ships with --files, a path, or a name on PATH")
    command.add_argument("--share", type=int, default=64 << 20, help="the number of input bytes for each task; default 64 MiB")
    command.add_argument("--tile-tasks", type=int, metavar="NUMBER", default=0,
                         help="the number of tasks that make tiles, if machines share a folder; by default the driver makes them")
    command.add_argument("--exchange", metavar="FOLDER", help="a folder that all machines share, for the results of tasks")
    command.add_argument("--carry", action="store_true", help="let Spark transfer what tasks have read, even if it has only one machine")
    command.add_argument("--threads", type=int, default=1, help="the number of threads of a task, like spark.task.cpus; default 1")
    command.add_argument("--memory", help="the memory limit of the process that builds, and of every task")
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
    """Plans the build, has the executors read the inputs, and builds. Returns the exit status of the program."""
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
