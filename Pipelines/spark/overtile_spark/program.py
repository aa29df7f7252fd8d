"""The program `overtile` on whatever machine a task runs on."""
import contextlib
import mmap
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from pyspark import SparkFiles

from . import stopping


# The name of a copy of the configuration, in the folder of a task.
COPY = "pipeline.yaml"
# What is said of a program that is not there, and of one that is no program.
MISSING = "there is no such program on this machine"
NOT_EXECUTABLE = "this machine must not execute it"


# The exit status for a lack of memory.
NO_MEMORY = 69


class TaskFailed(Exception):
    """A task of the program ended with another status than 0."""

    def __init__(self, words, status, message):
        killed = killing(status)
        self.status = NO_MEMORY if killed else status
        super().__init__(f"{' '.join(map(str, words))} " + (killed or f"ended with {status}: {message}"))


def killing(status):
    """What is said of a process that a signal ended, by its status here or in a shell; None for one that ended by itself."""
    number = -status if status < 0 else status - 128
    if not 0 < number < 65 or status == stopping.STOPPED:
        return None
    return f"ended with {NO_MEMORY}: it was killed by signal {number}" + ("; the system does so where memory is short" if number == signal.SIGKILL else "")


def find(name):
    """The path of the program: one that came with the job (`--files`), else a path or a name on PATH."""
    try:
        shipped = Path(SparkFiles.get(Path(name).name))
        if shipped.is_file():
            shipped.chmod(shipped.stat().st_mode | 0o100)
            return str(shipped)
    except Exception:  # Without a Spark context there are no shipped files.
        pass
    found = shutil.which(name)
    if found is None and Path(name).is_file():
        raise FileNotFoundError(f"{name}: {NOT_EXECUTABLE}; chmod +x {name}")
    if found is None:
        raise FileNotFoundError(f"{name}: {MISSING}; ship it with --files, or install it")
    return found


def is_here(name):
    """Whether the program is on this machine."""
    try:
        return bool(find(name))
    except FileNotFoundError:
        return False


def run(command, shown=()):
    """Runs the program, and returns its exit status. `shown` has a path, and the text that replaces it in what the program writes.

    A signal to this process ends the program, which then leaves the old bundle; so does the death of this process.
    """
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} if shown else {}
    running = stopping.start(command, **pipes)
    try:
        for thread in [copying(running, *shown)] if shown else []:
            thread.join()
        return ended(command, running.wait())
    except stopping.Stopped:
        if stopping.end(running) != 0:
            raise
        return 0


def ended(command, status):
    """The exit status of the program; one that was killed left the old bundle."""
    killed = killing(status)
    if not killed:
        return status
    print(f"overtile_spark: {command[0]} {command[1]} {killed}; the output is as it was", file=sys.stderr)
    return NO_MEMORY


def copying(running, path, text):
    """A thread that copies what the program writes, with a text in place of a path."""
    path, text = os.fsencode(path), os.fsencode(text)

    def copy(source, target):
        for line in source:
            target.buffer.write(line.replace(path, text))
            target.flush()

    def both():
        other = threading.Thread(target=copy, args=(running.stdout, sys.stdout))
        other.start()
        copy(running.stderr, sys.stderr)
        other.join()
    thread = threading.Thread(target=both, daemon=True)
    thread.start()
    return thread


def options(name):
    """The options of `overtile build`, as its help has them."""
    text = subprocess.run([find(name), "build", "--help"], capture_output=True, text=True).stdout
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))


@contextlib.contextmanager
def part(job, kind, arguments, inputs=()):
    """Runs a task in a folder of its own, which goes with it; the bytes of its part file, which are not read before they are needed.

    Nothing has a name that another attempt of the same task could have, so attempts never meet.
    """
    with tempfile.TemporaryDirectory(prefix="overtile-") as folder:
        folder = Path(folder)
        (folder / "plan.json").write_text(job.plan)
        if not Path(job.pipeline).exists():
            (folder / COPY).write_bytes(job.text)
        paths = []
        for number, data in enumerate(inputs):
            paths.append(folder / f"in-{number}.part")
            paths[-1].write_bytes(data)
        task(job, kind, folder, "out.part", [path.name for path in paths], arguments)
        with open(folder / "out.part", "rb") as file:
            yield mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def task(job, kind, folder, output, inputs, arguments):
    """Runs a task whose plan, inputs and output are files of a folder."""
    command = [find(job.program), *words(job, kind, folder, output, inputs, arguments)]
    run = subprocess.run(command, capture_output=True, env=dict(os.environ))
    if run.returncode != 0:
        raise TaskFailed(command, run.returncode, run.stderr.decode(errors="replace"))


def words(job, kind, folder, output, inputs, arguments):
    """The words of a task's command behind the program's."""
    pipeline = folder / COPY if (folder / COPY).exists() else job.pipeline
    return [str(word) for word in ("part", kind, pipeline, *(folder / name for name in inputs), "--plan", folder / "plan.json",
                                   "--output", folder / output, "--jobs", job.threads, *arguments, *job.inputs.words(), *job.options)]
