"""The tasks of the executors, and the program that runs them on each machine."""
import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

# The exit status of `overtile` where something that it needs is not there; here also where Spark fails.
UNAVAILABLE = 69
# Those that another attempt may not have: too little of something, input and output.
RETRIED = (UNAVAILABLE, 74)
# prctl(2): the signal that a process gets when the one that started it ends.
PARENT_DEATH = 1


class Failed(Exception):
    """A permanent failure of a task or of Spark, with the exit status of the build and the message."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status, self.message = status, message


@dataclass
class Job:
    """The settings that all tasks of a build share."""

    program: str
    pipeline: str
    folder: str
    threads: int
    words: list
    # Whether every machine has the folder; otherwise Spark carries the parts.
    is_shared: bool
    # How often Spark tries a task.
    attempts: int
    plan: bytes = b""


def find(name):
    """Returns the path of the program: a file that came with the job (`--files`), or else a path or a name on PATH."""
    from pyspark import SparkFiles
    try:
        shipped = Path(SparkFiles.get(Path(name).name))
    except (AssertionError, AttributeError, TypeError):  # An executor to which nothing was shipped.
        shipped = Path()
    if shipped.is_file():
        shipped.chmod(shipped.stat().st_mode | 0o100)
        return str(shipped)
    found = shutil.which(name)
    if found is None:
        raise Failed(UNAVAILABLE, f"{name}: the program was not found on this machine; ship it with --files, or install it")
    return found


def end_with_parent():
    """Runs in a new process, which gets SIGTERM when this process dies, however it dies."""
    ctypes.CDLL(None).prctl(PARENT_DEATH, signal.SIGTERM)


def run(command, stopped):
    """Runs the program and returns its exit status. A signal to this process also ends the program."""
    process = subprocess.Popen(command, preexec_fn=end_with_parent)
    try:
        return process.wait()
    except stopped:
        process.terminate()
        # It may have published just before.
        if process.wait() != 0:
            raise
        return 0


def read_all(context, job, count):
    """Has the executors read the inputs, and puts the part of each task into the folder."""
    if job.is_shared:
        return work(context, job, "read", count)
    from pyspark import StorageLevel
    with failing():
        # Read by all executors at once, and then fetched one after the other: the driver holds one part at a time.
        results = context.parallelize(range(count), max(1, count)).map(lambda number: task(job, "read", number)).persist(StorageLevel.DISK_ONLY)
        results.foreach(lambda result: None)
        for number, status, result in results.toLocalIterator():
            if status != 0:
                raise Failed(status, result)
            Path(job.folder, f"read-{number}.part").write_bytes(result)
        results.unpersist()


def work(context, job, step, count):
    """Has the executors run the tasks of a step, which leave their parts in the folder that all machines share.

    Spark runs the tasks of a lost executor again, and may run one twice. Each attempt has a file of its own, and the one whose result Spark
    takes is the part.
    """
    with failing():
        for number, status, result in context.parallelize(range(count), max(1, count)).map(lambda number: task(job, step, number)).collect():
            if status != 0:
                raise Failed(status, result)
            os.replace(result, Path(job.folder, f"{step}-{number}.part"))


@contextmanager
def failing():
    """Turns failures of Spark into failures of the build."""
    try:
        yield
    except (Failed, OSError):
        raise
    except Exception as error:  # Of Py4J or Spark, of any kind.
        raise Failed(UNAVAILABLE, f"overtile_spark: Spark failed: {error}") from error


def task(job, step, number):
    """Runs a task. Returns its number, its exit status, and its part (a path or bytes) or its error message."""
    from pyspark import TaskContext
    attempt = TaskContext.get()
    with nullcontext(job.folder) if job.is_shared else tempfile.TemporaryDirectory(prefix="overtile-") as folder:
        part = Path(folder, f"{step}-{number}.{attempt.taskAttemptId()}.attempt")
        if not job.is_shared:
            Path(folder, "plan.json").write_bytes(job.plan)
        try:
            program = find(job.program)
        except Failed as failure:
            return number, failure.status, failure.message
        ended = subprocess.run([program, "part", step, job.pipeline, "--parts", folder, "--task", str(number), "--output", part,
                                "--threads", str(job.threads), *job.words], capture_output=True, text=True, preexec_fn=end_with_parent)
        if ended.returncode != 0:
            # A signal, as where memory is short.
            status = ended.returncode if ended.returncode > 0 else UNAVAILABLE
            message = ended.stderr or f"overtile_spark: task {number} was ended by signal {-ended.returncode}"
            if status in RETRIED and attempt.attemptNumber() + 1 < job.attempts:
                raise RuntimeError(message)
            return number, status, message
        return number, 0, str(part) if job.is_shared else part.read_bytes()
