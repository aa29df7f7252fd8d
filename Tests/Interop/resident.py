"""The memory of a run, as the system reports it, and groups of processes whose memory is limited."""
import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import OVERTILE

MEBIBYTE = 1 << 20
# The program's memory beside its data; see the page on memory.
PROGRAM = 64 * MEBIBYTE

# Runs a command, in a control group if one is named, and prints the largest resident set of that process in kB.
# Separately, since a process begins with its parent's memory.
MEASURE = """
import os, subprocess, sys
group = sys.argv[1]
def enter():
    if group:
        with open(group + "/cgroup.procs", "w") as file:
            file.write(str(os.getpid()))
process = subprocess.Popen(sys.argv[2:], preexec_fn=enter)
_, status, usage = os.wait4(process.pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
"""


class Run:
    """A run that has ended: its exit code, its peak in bytes and its messages."""

    def __init__(self, *words, group=""):
        command = [sys.executable, "-I", "-S", "-c", MEASURE, str(group), OVERTILE, *map(str, words)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=3600)
        self.code, self.messages = run.returncode, run.stderr
        self.peak = int(run.stdout) * 1024

    @property
    def advice(self):
        """The bound that the message advises."""
        found = re.search(r"Set --memory to at least (\d+)M\b", self.messages)
        assert found, self.messages
        return int(found[1]) * MEBIBYTE


@contextlib.contextmanager
def memory_group(limit):
    """A control group whose processes are killed above a limit in bytes; None where none can be made."""
    for root, file in [(Path("/sys/fs/cgroup"), "memory.max"),
                       (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes")]:
        # Of version 1 the root is an ordinary folder, in which anything can be made.
        if not (root / "cgroup.procs").exists():
            continue
        group = root / f"overtile-test-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            # Not created: without the controller there is no such file.
            with open(group / file, "r+") as limits:
                limits.write(str(limit))
        except OSError:
            group.rmdir()
            continue
        try:
            yield group
        finally:
            group.rmdir()
        return
    yield None
