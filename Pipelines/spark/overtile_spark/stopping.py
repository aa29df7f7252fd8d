"""Ends of a build before its time: by a signal, or with the process that started it."""
import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# The exit status of `overtile` after a signal.
STOPPED = 130
# prctl(2): the signal that a process gets when the one that started it ends.
PARENT_DEATH = 1
# How long the program may take to end; it takes a second at most.
PATIENCE_SECONDS = 5


class Stopped(BaseException):
    """A signal asked the build to end. No `Exception`: the bridge to the JVM makes others of those."""


# Whether a signal has come. Other errors follow from it where it went to the whole group of processes, as from `timeout`: the JVM is gone.
asked = False
# Whether a signal only sets `asked` for now.
waits = False


def stop(number, frame):
    global asked
    asked = True
    if not waits:
        raise Stopped


@contextlib.contextmanager
def later():
    """Lets a signal wait until the end of something that would leave a process behind if it did not come to its end."""
    global waits
    waits = True
    try:
        yield
    finally:
        waits = False
        if asked:
            raise Stopped


def heed():
    """From now on signals raise `Stopped`, as Spark's own handler does not. Signals that are ignored (nohup) stay ignored; only the main thread can."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def handlers():
    """The handlers of the signals, to be put back by `restore`."""
    return {number: signal.getsignal(number) for number in SIGNALS}


def restore(before):
    for number, handler in before.items():
        signal.signal(number, handler)


def end_with_parent():
    """Runs in a new process: it gets SIGTERM when this one dies, however that dies, and leaves the old bundle."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DEATH, signal.SIGTERM)


@contextlib.contextmanager
def folder(prefix, parent=None):
    """A new folder, which goes with the build, also while tasks that nobody waits for still write into it."""
    path = tempfile.mkdtemp(prefix=prefix, dir=parent or None)
    try:
        yield path
    finally:
        for _ in range(50):
            shutil.rmtree(path, ignore_errors=True)
            if not os.path.exists(path):
                break
            time.sleep(0.05)
        else:
            print(f"overtile_spark: {path} could not be removed", file=sys.stderr)


def start(command, **options):
    """Starts the program; it does not outlive this process."""
    return subprocess.Popen(command, preexec_fn=end_with_parent, **options)


def end(process):
    """Ends the program as a signal would, and returns its exit status: 0 if it had published by then."""
    process.send_signal(signal.SIGTERM)
    try:
        return process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
