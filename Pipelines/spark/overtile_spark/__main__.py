"""`python -m overtile_spark build PIPELINE.yaml`, or the same words after `spark-submit build.py`."""
import argparse
import contextlib
import difflib
import functools
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    from . import without_numpy  # noqa: F401
from py4j.protocol import Py4JNetworkError
from pyspark import SparkConf, SparkContext

from . import archives, carrying, exchange, hadoop, jvm, program, stopping
from .build import Job, build, plan, usual_shards
from .inputs import Inputs
from .program import TaskFailed
from .publishing import Target


class Arguments(argparse.ArgumentParser):
    """Words of a command line; wrong ones give the exit status of `overtile`."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def arguments(words):
    parser = Arguments(
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
    command.add_argument("--tasks", type=int, help="tasks that read, about; default: one for each 64 MiB of the inputs")
    command.add_argument("--shards", type=positive, help="tasks of each level that cluster; default: two for each core, or one for each million points")
    command.add_argument("--shard-zoom", type=int, help="the zoom of the tiles that are clustered apart; default: chosen from the size of the inputs")
    carriers = command.add_mutually_exclusive_group()
    carriers.add_argument("--exchange", help="a folder that every machine shares, for the files that tasks exchange; default: one of this machine "
                                             "where Spark has no other, else none, and Spark carries them")
    carriers.add_argument("--carry", action="store_true", help="Spark carries what tasks exchange, as where machines share no folder")
    classes = command.add_mutually_exclusive_group()
    classes.add_argument("--class-archives", help="a folder, on every machine, in which Spark's JVMs leave the classes that they loaded, and "
                                                  "from which later ones start quicker; only you may write to it. Default: overtile/spark-classes in "
                                                  "$XDG_CACHE_HOME or ~/.cache, from the second build on, for JVMs on this machine")
    classes.add_argument("--no-class-archives", action="store_true", help="JVMs neither leave archives of classes nor take any")
    command.add_argument("--threads", type=positive, default=1, help="threads of a task, as spark.task.cpus; default 1")
    command.add_argument("--memory", help="the memory bound of the process that builds, and of every task")
    return parser.parse_known_args(words)


def positive(text):
    """A number of at least 1."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of at least 1")
    return int(text)


def main(words=None):
    options, further = arguments(words)
    try:
        with contextlib.ExitStack() as ending:
            ending.callback(stopping.restore, stopping.handlers())
            stopping.heed()
            return run(options, further, ending)
    except (Exception, stopping.Stopped) as error:
        if stopping.asked:
            print("overtile_spark: stopped on request; the output is as it was", file=sys.stderr)
            return stopping.STOPPED
        failure = status(error) or lost(error)
        print(f"overtile_spark: {error if failure is None else failure[1]}", file=sys.stderr)
        return 69 if failure is None else failure[0]


def run(options, further, ending):
    """Builds a bundle, and returns the exit status of the program. What `ending` has goes with the build."""
    pipeline = Path(options.pipeline).resolve()
    job = Job(options.program, str(pipeline), threads=options.threads, exchange=str(Path(options.exchange).resolve()) if options.exchange else "",
              options=["--memory", options.memory] if options.memory else [], inputs=Inputs(options.inputs),
              text=pipeline.read_bytes() if pipeline.is_file() else b"")
    check(options, further)
    has_address = hadoop.is_address(options.output or "")
    spark = functools.cache(lambda: session(options, job, ending))
    if has_address or not program.is_here(job.program):
        spark()  # The file systems are those of a session, and a program that came with the job is here once there is one.
    if job.inputs.is_copied:
        context = spark()
        job.inputs.copy(context, folder(ending, "inputs", job.exchange) if job.exchange else "")
    # Before executors are asked for, where that is possible: most mistakes in a configuration are found here.
    planned = plan(job, options.tasks, options.shard_zoom, meanwhile=spark)
    if planned != 0:
        return planned
    context = spark()
    target = Target(context, options.output, folder(ending, "bundle")) if has_address else None
    output = ["--output", str(target.local) if target else options.output] if options.output else []
    if target:
        target.fetch()
        job.shown = (f"{target.local.parent}/", f"{hadoop.shown(target.beside.address)}/")
    built = build(context, job, options.shards or usual_shards(job, context.defaultParallelism), output + further)
    if target and target.publish():
        print(f"overtile_spark: published to {hadoop.shown(target.remote.address)}", file=sys.stderr)
    return built


def check(options, further):
    """Finds mistakes that would otherwise show when the tasks have done their work.

    Raises `Problem`, with the exit status.
    """
    known = program.options(options.program) if program.is_here(options.program) else set()
    if any(word.partition("=")[0] == "--parts" for word in further):
        raise hadoop.Problem(64, "--parts: the executors make the parts here; overtile build takes those that other programs have made")
    for word in [word.partition("=")[0] for word in further if word.startswith("--")] if known else []:
        if word not in known:
            near = difflib.get_close_matches(word, known, 1)
            raise hadoop.Problem(64, f"{word}: overtile build has no such option" + (f"; did you mean {near[0]}?" if near else ""))
    if options.exchange and not os.path.isdir(options.exchange):
        raise hadoop.Problem(73, f"--exchange: there is no folder {options.exchange}")
    if options.exchange and not os.access(options.exchange, os.W_OK):
        raise hadoop.Problem(73, f"--exchange: {options.exchange} cannot be written")
    if options.class_archives and os.path.exists(options.class_archives) and not os.path.isdir(options.class_archives):
        raise hadoop.Problem(73, f"--class-archives: {options.class_archives} is not a folder")
    if options.class_archives and os.path.isdir(options.class_archives) and not archives.is_own(options.class_archives):
        raise hadoop.Problem(73, f"--class-archives: others may write to {options.class_archives}, and code comes from there; "
                                 "make it yours alone: chmod go-w")


def folder(ending, what, parent=""):
    """A new folder, which goes with the build."""
    return ending.enter_context(stopping.folder(f"overtile-{what}-", parent))


def session(options, job, ending):
    """Starts Spark, or takes what spark-submit has started; it ends with the build. Datasets of Spark SQL, whose start takes longer, are not needed.

    Tasks of executors that are all on this machine exchange files in a folder of it, unless options say otherwise.
    """
    context = started(functools.partial(options_of_archives, options.class_archives, options.no_class_archives))
    ending.callback(end, context)
    stopping.heed()  # Spark has put a handler of its own.
    if not job.exchange and not options.carry and exchange.is_this_machine(context.master):
        job.exchange = exchange.folder_here(context)
    return context


def end(context):
    """Ends a session, whose JVM may be gone."""
    with contextlib.suppress(Exception):
        context.stop()


def started(found=lambda: ("", "")):
    """A session of Spark; `found` gives the options of class archives for JVMs that are still to be started."""
    is_submitted = jvm.is_started(os.environ)
    if not SparkContext._gateway:
        if not is_submitted:
            jvm.prefer_short_lives(os.environ, found())
        # A JVM whose start is cut short finds nobody to end it.
        with stopping.later():
            SparkContext._ensure_initialized()
    conf = SparkConf().setAppName("overtile")
    if is_submitted:
        jvm.prefer_short_executors(conf, os.environ, found())
    for key, value in carrying.SETTINGS.items():
        conf.setIfMissing(key, value)
    return SparkContext.getOrCreate(conf)


def options_of_archives(path, has_none):
    """The options of class archives, for the driver and for executors: of the folder that the user names, or of the usual one."""
    if path:
        folder = folder_of_archives(path)
        return jvm.class_archives(Path(folder), os.environ) if folder else ("", "")
    return ("", "") if has_none or jvm.is_started(os.environ) else archives.usual(os.environ)


def folder_of_archives(path):
    """The folder of class archives, which is made if need be; empty, with a message, where Java leaves none."""
    settings = jvm.settings_folder(os.environ)
    if settings:
        print(f"overtile_spark: --class-archives: Java leaves no classes where a folder of settings has files: {settings}", file=sys.stderr)
        return ""
    if jvm.is_started(os.environ):
        print("overtile_spark: --class-archives: only executors take classes from it; spark-submit has started the driver's JVM", file=sys.stderr)
    Path(path).mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(Path(path).resolve())


def lost(error):
    """The exit status and the message where the JVM is gone; None for another error."""
    if isinstance(error, (ConnectionError, Py4JNetworkError)):
        return 69, f"Spark's JVM on this machine ended before the build did ({error}); the output is as it was"
    return None


def status(error):
    """The exit status and the message of a task that failed for good; nil for another failure of the job."""
    if isinstance(error, (TaskFailed, hadoop.Problem)):
        return error.status, str(error)
    for line in str(error).splitlines():
        found = line.partition("overtile_spark.program.TaskFailed: ")[2]
        if found:
            number = found.partition(" ended with ")[2].partition(":")[0]
            return (int(number) if number.isdigit() else 70), found
        if "FileNotFoundError: " in line and (program.MISSING in line or program.NOT_EXECUTABLE in line):
            return 69, line.partition("FileNotFoundError: ")[2].replace(program.MISSING, "there is no such program on a worker")
    return None


if __name__ == "__main__":
    sys.exit(main())
