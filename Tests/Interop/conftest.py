import fcntl
import functools
import gc
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import yaml

from bundle import Bundle

# The collector looks for cycles among millions of decoded features again and again, which takes a quarter of the time.
gc.disable()

# A run in the background (`nohup make test &`) ignores these, and so would the programs that the tests send them to.
for number, handler in ((signal.SIGHUP, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)

ROOT = Path(__file__).resolve().parents[2]
# Another build of the program, such as the debug one, can be named for a quick look.
OVERTILE = Path(os.environ.get("OVERTILE_BINARY", ROOT / ".build/release/overtile")).resolve()
SAMPLES = ROOT / "Samples"
# Of random inputs that are new in each run; OVERTILE_SEED repeats one.
SEED = int(os.environ.get("OVERTILE_SEED", random.randrange(1_000_000)))
PIPELINES = sorted((ROOT / "Pipelines").glob("*.yaml"))
# Published as releases, so not among those that a test builds into a folder of its own.
NIGHTLY = ROOT / "Pipelines/nightly/nightly.yaml"

# The one in C, where PyYAML has it, takes a tenth of the time.
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

# The files that take longest. They begin first: of those that begin last, one would run alone in the end.
LONGEST = """
    seven_nights spark browser faults parts object_store corpus tile_command verify_command growth export_command
    memory no_harm hostile_reads projected_edges layer_archives gdal nightly_systemd shapes laws sample_app tables
    publishing serve memory_table tippecanoe streams shortage sample_page npm_package postgis nightly web_reader
    numbers numbers_of_tiles report_command corpus_made interruptions kills damaged_copies documents
""".split()


def pytest_collection_modifyitems(items):
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.stem.removeprefix("test_"), len(ranks)))


def overtile(*words, **options):
    """Runs the program and returns its result; colors and locale of the caller do not reach it."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | options.pop("env", {})
    options = {"capture_output": True, "timeout": 120} | options
    return subprocess.run([OVERTILE, *map(str, words)], env=environment, **options)


def build(pipeline, output, *words, **options):
    """Builds a pipeline that must succeed."""
    run = overtile("build", pipeline, "--output", output, "--quiet", *words, **options)
    assert run.returncode == 0, run.stderr.decode()
    return Bundle(output)


def write_pipeline(path, sources, layers, **others):
    """Writes a pipeline out of Python values."""
    output = {"path": "bundle"} | others.pop("output", {})
    text = {"name": "Test", "sources": sources, "layers": layers, "output": output} | others
    path.write_text(yaml.dump(text, Dumper=DUMPER, sort_keys=False))
    return path


def collection(features):
    return json.dumps({"type": "FeatureCollection", "features": features})


def point(longitude, latitude, id=None, **properties):
    feature = {"type": "Feature", "properties": properties,
               "geometry": {"type": "Point", "coordinates": [longitude, latitude]}}
    return feature if id is None else feature | {"id": id}


@pytest.fixture(scope="module")
def numbers():
    """A generator of random numbers; its seed is in the output of a test that fails."""
    print(f"OVERTILE_SEED={SEED}")
    return random.Random(SEED)


@pytest.fixture
def disk():
    """A folder on a disk. Files in memory, as `make test` keeps them, count as memory of the runs that write them."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="overtile-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A folder that all the processes share that run tests side by side."""
    run = tmp_path_factory.getbasetemp()
    folder = (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def built_once(shared):
    """Builds a pipeline once for all processes: in the folder of the first that asks for it."""
    folder = shared / "built-once"
    folder.mkdir(exist_ok=True)

    @functools.cache
    def get(name, pipeline):
        """The bundle of a name; `pipeline` returns the path of its configuration, or writes it into a folder that it gets."""
        place = folder / name
        with open(folder / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (place / "complete").exists():
                place.mkdir(exist_ok=True)
                build(pipeline(place), place / name)
                (place / "complete").touch()
        return Bundle(place / name)

    return get


@pytest.fixture(scope="session")
def built(built_once):
    """Builds pipelines of the project by name, each once."""
    return functools.cache(lambda path: built_once(path.stem, lambda _: path))


@pytest.fixture(scope="session", params=PIPELINES, ids=lambda path: path.stem)
def bundle(request, built):
    """Each pipeline's bundle."""
    return built(request.param)


@pytest.fixture(scope="session")
def quickstart(built):
    """The bundle with all three kinds of layers."""
    return built(ROOT / "Pipelines/quickstart.yaml")


CONTAINERS = [(format, layout) for format in ("pmtiles", "mbtiles", "directory") 
              for layout in ("per-zoom", "single", "per-layer")]


@pytest.fixture(scope="session")
def containers(built_once):
    """One pipeline with all three kinds of layers in every container and layout."""
    def written(format, layout):
        return lambda folder: write_pipeline(
            folder / "pipeline.yaml",
            {"quakes": {"path": str(SAMPLES / "quakes.geojson")},
             "countries": {"path": str(SAMPLES / "countries.geojson")}},
            {"countries": {"source": "countries", "kind": "shape", "zooms": "0-3"},
             "quakes": {"source": "quakes", "kind": "cluster", "zooms": "0-6"},
             "circles": {"source": "quakes", "kind": "circle", "zooms": "1-4",
                         "circle": {"radius": "80km", "draw": ["center", "ring"]}}},
            output={"format": format, "layout": layout})

    return {kind: built_once("-".join(kind), written(*kind)) for kind in CONTAINERS}


@pytest.fixture(scope="session")
def duckdb(tmp_path_factory):
    """An environment in which DuckDB is found, with its spatial extension installed."""
    home = tmp_path_factory.mktemp("duckdb")
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(home)}
    package = Path(importlib.util.find_spec("duckdb_extension_spatial").origin).parent
    extension = next(package.rglob("spatial.duckdb_extension"))
    subprocess.run(["duckdb", "-c", f"INSTALL '{extension}'"], env=os.environ | environment, check=True,
                   capture_output=True)
    return environment
