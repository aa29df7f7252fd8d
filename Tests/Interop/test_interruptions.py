"""Runs that are stopped by SIGTERM and SIGINT in an orderly way, and readers of a bundle that is replaced."""
import signal
import subprocess
import time

import pytest

from bundle import contents
from conftest import OVERTILE, SAMPLES, build, write_pipeline
from failing import good_bundle, leftovers


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small bundle in out/, and a pipeline that runs for about a second."""
    folder = tmp_path_factory.mktemp("interruptions")
    good_bundle(folder)
    write_pipeline(
        folder / "long.yaml",
        {"airports": {"path": str(SAMPLES / "airports.geojson.gz")},
         "quakes": {"path": str(SAMPLES / "quakes.geojson")}},
        {"airports": {"source": "airports", "kind": "cluster", "zooms": "0-10"},
         "quakes": {"source": "quakes", "kind": "circle", "zooms": "0-8",
                    "circle": {"radius": "90km", "draw": "ring"}}})
    return folder


@pytest.fixture(scope="module")
def duration(folder):
    """The seconds of the long pipeline when nobody stops it."""
    began = time.monotonic()
    build(folder / "long.yaml", folder / "other/bundle")
    return time.monotonic() - began


def start(folder):
    return subprocess.Popen(
        [OVERTILE, "build", folder / "long.yaml", "--output", folder / "out/bundle"], stderr=subprocess.PIPE)


@pytest.mark.parametrize("number, share", [(signal.SIGTERM, 0.1), (signal.SIGINT, 0.3), (signal.SIGTERM, 0.6)])
def test_a_request_to_stop(folder, duration, number, share):
    before = contents(folder / "out")
    process = start(folder)
    time.sleep(max(0.1, duration * share))
    process.send_signal(number)
    message = process.communicate(timeout=60)[1]
    assert process.returncode == 130, (process.returncode, message)
    assert b"stopped" in message
    assert contents(folder / "out") == before and leftovers(folder / "out") == []


def test_readers_see_the_old_bundle_or_the_new_one(folder, tmp_path):
    """While one bundle replaces another, again and again, every read finds a whole one.

    A reader that opened the folder just before the exchange lists the bundle that is being removed: then without its
    manifest."""
    for name, zooms in (("a", "0-2"), ("b", "1-3")):
        write_pipeline(folder / f"{name}.yaml", {"points": {"path": "points.geojson"}},
                       {"points": {"source": "points", "kind": "cluster", "zooms": zooms}})
        build(folder / f"{name}.yaml", tmp_path / name)
    known = [set(contents(tmp_path / name)) for name in "ab"]
    build(folder / "a.yaml", tmp_path / "out")
    seen = set()
    for round in range(6):
        words = [OVERTILE, "build", folder / f"{'ba'[round % 2]}.yaml", "--output", tmp_path / "out"]
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            names = {path.name for path in (tmp_path / "out").iterdir()}
            if "bundle.json" not in names:
                names = {path.name for path in (tmp_path / "out").iterdir()}
            assert names in known
            seen.add(known.index(names))
        assert process.returncode == 0
    assert seen == {0, 1}
