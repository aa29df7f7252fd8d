"""The arithmetic of maps: overtile's MapMath beside pyproj and pmtiles."""
import re
import sys

from measure import BENCHES, HERE, fail, repeated


def run_program(name, command, options):
    """The operations per second of a program, by its own account."""
    (output,), _ = repeated(name, 1, [*command, options.runs], options.out)
    lines = re.findall(r"^(.+): (\d+) in ([\d.]+) s of CPU, sum", output, re.MULTILINE)
    if not lines:
        fail(f"{name} printed no figures")
    return {"name": name, "perSecond": {what: int(count) / float(seconds) for what, count, seconds in lines}}


def run_arithmetic(options):
    own = run_program("overtile's MapMath", [BENCHES / "MapMathBench"], options)
    peer = run_program("pyproj and pmtiles", [sys.executable, HERE / "mapmath_peer.py"], options)
    return [own, peer]
