"""Paths at which a bundle must not or cannot be written."""
import fcntl
import os
import shutil
import subprocess

import pytest

from bundle import contents
from conftest import OVERTILE, SAMPLES, build, overtile
from failing import assert_fails, good_bundle, leftovers, pipeline


@pytest.fixture
def folder(tmp_path):
    good_bundle(tmp_path)
    return tmp_path


def test_a_foreign_folder(folder):
    (folder / "out/photos").mkdir()
    (folder / "out/photos/holiday.jpg").write_bytes(b"dear")
    assert_fails(folder, folder / "good.yaml", 73, folder / "out/photos", "not a bundle", output="photos")


def test_a_folder_with_another_bundle_json(folder):
    (folder / "out/other").mkdir()
    (folder / "out/other/bundle.json").write_text('{"format": "something else"}')
    assert_fails(folder, folder / "good.yaml", 73, folder / "out/other", output="other")


def test_a_file(folder):
    (folder / "out/file").write_bytes(b"dear")
    assert_fails(folder, folder / "good.yaml", 73, folder / "out/file", "file", output="file")


def test_below_a_file(folder):
    (folder / "out/file").write_bytes(b"dear")
    assert_fails(folder, folder / "good.yaml", 73, folder / "out/file", output="file/bundle")


def test_a_place_that_cannot_be_written(folder):
    """/proc allows no folders, not even from root."""
    assert_fails(folder, folder / "good.yaml", 73, "/proc/overtile", output="/proc/overtile/bundle")


def test_an_empty_folder_is_taken(folder):
    (folder / "out/empty").mkdir()
    build(folder / "good.yaml", folder / "out/empty")
    assert contents(folder / "out/empty") == contents(folder / "out/bundle")


def test_folders_above_are_made(folder):
    build(folder / "good.yaml", folder / "new/deep/bundle")
    assert contents(folder / "new/deep/bundle") == contents(folder / "out/bundle")
    assert leftovers(folder / "new/deep") == []


def test_a_link_to_a_bundle_stays_a_link(folder):
    (folder / "link").symlink_to("out/bundle")
    build(pipeline(folder, layers={"points": {"source": "points", "kind": "cluster", "zooms": "0-2"}}), folder / "link")
    assert (folder / "link").is_symlink() and not (folder / "out/bundle/z04.pmtiles").exists()
    assert leftovers(folder) == [] and leftovers(folder / "out") == []


def test_an_old_bundle_is_replaced_as_a_whole(folder):
    build(pipeline(folder, layers={"points": {"source": "points", "kind": "cluster", "zooms": "1-2"}}),
          folder / "out/bundle")
    assert set(contents(folder / "out/bundle")) == {
        "bundle.json", "z01.pmtiles", "z02.pmtiles", "members.points.bin"}
    assert leftovers(folder / "out") == []


def test_locked_by_another_run(folder):
    lock = folder / "out/.bundle.overtile-lock"
    before = contents(folder / "out/bundle")
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        staging = folder / "out/.bundle.overtile-staging"
        staging.mkdir()
        (staging / "staging.overtile").write_text(
            f"A run of overtile makes a bundle in this folder. The next run removes the folder.\nprocess {os.getpid()}\n")
        run = overtile("build", folder / "good.yaml", "--output", folder / "out/bundle")
    assert run.returncode == 75 and str(os.getpid()).encode() in run.stderr and str(lock).encode() in run.stderr
    assert contents(folder / "out/bundle") == before
    lock.unlink()
    shutil.rmtree(staging)
    assert leftovers(folder / "out") == []


def test_a_lock_that_nobody_holds_is_no_obstacle(folder):
    (folder / "out/.bundle.overtile-lock").touch()
    build(folder / "good.yaml", folder / "out/bundle")
    assert leftovers(folder / "out") == []


def large_pipeline(folder):
    """Hundreds of kilobytes of tiles at the last zoom."""
    return pipeline(folder, "large.yaml", source={"path": str(SAMPLES / "quakes.geojson")}, layers={
        "points": {"source": "points", "kind": "cluster", "zooms": "0-9"}})


def limited_build(configuration, output):
    """A build whose files may not grow beyond 60,000 bytes (RLIMIT_FSIZE)."""
    words = ["prlimit", "--fsize=60000", OVERTILE, "build", configuration, "--output", output]
    return subprocess.run(words, capture_output=True, timeout=60)


def test_files_that_may_not_grow(folder):
    """Writing fails in the middle of a file, and the system sends a signal that must not end the program."""
    before = contents(folder / "out")
    run = limited_build(large_pipeline(folder), folder / "out/bundle")
    assert run.returncode == 74, (run.returncode, run.stderr)
    assert contents(folder / "out") == before and leftovers(folder / "out") == []
