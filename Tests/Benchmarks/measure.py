"""Runs programs as child processes, and measures the cost of each as a whole: processor time, wall clock, memory."""
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Where `make benchmark` builds the programs that are measured beside overtile itself.
BENCHES = ROOT / ".build-benchmarks" / "release"


def say(text):
    print(text, file=sys.stderr, flush=True)


def fail(text):
    sys.exit(f"run.py: {text}")


class Failure(Exception):
    """A program that did not end as it should: with an error, or not in time."""


def measure(command, folder, patience=None):
    """Runs a command to its end: its standard output, and its cost.

    Seconds of CPU are user and system time together, with those of its own children; memory is the largest resident set.
    A command that takes more than `patience` seconds is killed.
    """
    name = pathlib.Path(command[0]).name
    with open(folder / "stdout", "w+b") as output, open(folder / "stderr", "w+b") as messages:
        start = time.perf_counter()
        try:
            process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=messages)
        except OSError as error:
            raise Failure(f"{command[0]} does not run: {error.strerror}") from error
        alarm = threading.Timer(patience or threading.TIMEOUT_MAX, process.kill)
        alarm.daemon = True
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)
        alarm.cancel()
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            if patience and wall >= patience:
                spent = usage.ru_utime + usage.ru_stime
                raise Failure(f"{name} did not end within {patience:,} s, in which it took {spent:,.1f} s of CPU")
            messages.seek(0)
            raise Failure(f"{name} ended with {process.returncode}: {messages.read().decode(errors='replace')[-2000:]}")
        output.seek(0)
        figures = {"cpuSeconds": usage.ru_utime + usage.ru_stime, "wallSeconds": wall,
                   "peakMegabytes": usage.ru_maxrss * 1024 / 1e6}
        return output.read().decode(), figures


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def repeated(name, times, command, folder, patience=None):
    """The outputs of several runs, and the medians of their costs."""
    outputs, runs = [], []
    for number in range(1, times + 1):
        outputs.append(run_once(f"{name}, run {number} of {times}", command, folder, runs, patience))
    return outputs, {"name": name, "runs": runs, **medians(runs)}


def run_once(name, command, folder, runs, patience=None):
    """One run; its cost goes to the list."""
    output, figures = measure(command, folder, patience)
    say(f"{name}: {figures['cpuSeconds']:.2f} s of CPU in {figures['wallSeconds']:.2f} s")
    runs.append(figures)
    return output


def machine():
    with open("/proc/cpuinfo") as lines:
        models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {"processor": models[0] if models else "unknown", "cores": os.cpu_count(), "load": os.getloadavg()[0]}
