"""The program `overtile` on whatever machine a task runs on."""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from pyspark import SparkFiles


class TaskFailed(Exception):
    """A task of the program ended with another status than 0."""

    def __init__(self, words, status, message):
        self.status = status
        super().__init__(f"{' '.join(map(str, words))} ended with {status}: {message}")


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
    if found is None:
        raise FileNotFoundError(f"{name}: there is no such program on this machine; ship it with --files, or install it")
    return found


def is_here(name):
    """Whether the program is on this machine."""
    try:
        return bool(find(name))
    except FileNotFoundError:
        return False


def part(job, kind, arguments, inputs=()):
    """Runs a task in a folder of its own, which goes with it, and returns the bytes of its part file.

    Nothing has a name that another attempt of the same task could have, so attempts never meet.
    """
    with tempfile.TemporaryDirectory(prefix="overtile-") as folder:
        folder = Path(folder)
        (folder / "plan.json").write_text(job.plan)
        paths = []
        for number, data in enumerate(inputs):
            paths.append(folder / f"in-{number}.part")
            paths[-1].write_bytes(data)
        task(job, kind, folder, "out.part", [path.name for path in paths], arguments)
        return (folder / "out.part").read_bytes()


def task(job, kind, folder, output, inputs, arguments):
    """Runs a task whose plan, inputs and output are files of a folder."""
    command = [find(job.program), *words(job, kind, folder, output, inputs, arguments)]
    run = subprocess.run(command, capture_output=True, env=dict(os.environ))
    if run.returncode != 0:
        raise TaskFailed(command, run.returncode, run.stderr.decode(errors="replace"))


def words(job, kind, folder, output, inputs, arguments):
    """The words of a task's command behind the program's."""
    return [str(word) for word in ("part", kind, job.pipeline, *(folder / name for name in inputs), "--plan", folder / "plan.json",
                                   "--output", folder / output, "--jobs", job.threads, *arguments, *job.options)]
