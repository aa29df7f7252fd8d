"""diff, patch and apply from the command line: exit codes, and applications that are killed at any moment."""
import json
import os
import random
import shutil
import subprocess
import time

import pytest

from bundle import contents
from conftest import OVERTILE, build, collection, overtile, point, write_pipeline

SEED = 11
KILLS = int(os.environ.get("OVERTILE_KILLS", 20))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Bundles of two nights, a and b, and the patch from one to the other."""
    folder = tmp_path_factory.mktemp("changes")
    numbers = random.Random(SEED)
    points = [point(numbers.gauss(10, 3), numbers.gauss(50, 3), id=number + 1, size=number) for number in range(3000)]
    for name in "ab":
        (folder / f"{name}.geojson").write_text(collection(points))
        write_pipeline(folder / f"{name}.yaml", {"points": {"path": f"{name}.geojson"}},
                       {"points": {"source": "points", "kind": "cluster", "zooms": "0-9"}})
        build(folder / f"{name}.yaml", folder / name)
        for place in numbers.sample(range(len(points)), 15):
            points[place] = point(numbers.gauss(10, 3), numbers.gauss(50, 3), id=place + 1, size=-1)
    run = overtile("patch", folder / "a", folder / "b", "--output", folder / "ab.patch", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["patchBytes"] == (folder / "ab.patch").stat().st_size
    return folder


def test_diff_ends_as_diff_does(folder):
    same = overtile("diff", folder / "a", folder / "a", "--json")
    assert same.returncode == 0 and json.loads(same.stdout)["isSame"]
    other = overtile("diff", folder / "a", folder / "b", "--json")
    assert other.returncode == 1
    found = json.loads(other.stdout)
    assert found["members"] == [{"layer": "points", "clusters": found["members"][0]["clusters"],
                                 "points": {"added": 0, "removed": 0, "changed": 15}}]
    for zoom in found["zooms"]:
        assert all(layer["pointsIn"] == layer["pointsOut"] for layer in zoom["layers"])
    people = overtile("diff", folder / "a", folder / "b")
    assert people.returncode == 1 and b"(tiles)" in people.stdout
    quiet = overtile("diff", folder / "a", folder / "b", "--quiet")
    assert (quiet.returncode, quiet.stdout) == (1, b"")
    assert overtile("diff", folder / "a", folder / "none").returncode == 66


def test_apply_makes_the_other_bundle(folder, tmp_path):
    words = ("apply", folder / "a", folder / "ab.patch", "--output", tmp_path / "c")
    assert overtile(*words).returncode == 0
    assert contents(tmp_path / "c") == contents(folder / "b")
    again = overtile(*words)
    assert again.returncode == 0 and b"nothing was done" in again.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_rejections(folder, tmp_path):
    patch = (folder / "ab.patch").read_bytes()
    (tmp_path / "short.patch").write_bytes(patch[:-9])
    for base, name, status in [("b", folder / "ab.patch", 65), ("a", tmp_path / "short.patch", 65),
                               ("none", folder / "ab.patch", 66), ("a", tmp_path / "none.patch", 66)]:
        run = overtile("apply", folder / base, name, "--output", tmp_path / "c")
        assert run.returncode == status, run.stderr
        assert [path.name for path in tmp_path.iterdir()] == ["short.patch"]
    (tmp_path / "photo.jpg").write_bytes(b"x")
    assert overtile("apply", folder / "a", folder / "ab.patch", "--output", tmp_path / "photo.jpg").returncode == 73
    assert overtile("patch", folder / "a", folder / "b", "--output", tmp_path / "photo.jpg").returncode == 73
    assert (tmp_path / "photo.jpg").read_bytes() == b"x"


def test_killed_at_any_moment(folder, tmp_path):
    """The target holds one of the two bundles, whole; the next application ends the work and leaves no litter."""
    numbers = random.Random(SEED)
    old, new = contents(folder / "a"), contents(folder / "b")
    target = tmp_path / "served"
    apply = [OVERTILE, "apply", target, folder / "ab.patch", "--output", target, "--quiet"]
    back = overtile("patch", folder / "b", folder / "a", "--output", folder / "ba.patch")
    assert back.returncode == 0
    assert overtile("apply", folder / "b", folder / "ba.patch", "--output", target).returncode == 0
    began = time.monotonic()
    subprocess.run(apply, check=True)
    duration = time.monotonic() - began
    killed = 0
    for _ in range(KILLS):
        assert overtile("apply", folder / "b", folder / "ba.patch", "--output", target).returncode == 0
        assert contents(target) == old
        process = subprocess.Popen(apply)
        time.sleep(numbers.uniform(0, duration))
        process.kill()
        killed += process.wait() != 0
        assert contents(target) in (old, new)
        subprocess.run(apply, check=True)
        assert contents(target) == new
        assert [path.name for path in tmp_path.iterdir()] == ["served"]
    assert killed >= KILLS / 4


@pytest.mark.parametrize(("text", "stays"), [("", False), ("my own notes\n", True)],
                         ids=["of a dead run", "somebody else's"])
def test_a_lock_left_alone(text, stays, folder, tmp_path):
    """A run that dies after it has exchanged the bundles leaves its lock alone; the next one has only that to do."""
    shutil.copytree(folder / "b", tmp_path / "served")
    lock = tmp_path / ".served.overtile-lock"
    lock.write_text(text)
    run = overtile("apply", folder / "a", folder / "ab.patch", "--output", tmp_path / "served")
    assert run.returncode == 0, run.stderr
    assert b"nothing was done" in run.stderr
    assert lock.exists() == stays and (not stays or lock.read_text() == text)
    assert contents(tmp_path / "served") == contents(folder / "b")


@pytest.mark.parametrize("words", [["diff"], ["diff", "--check"], ["patch"]], ids=" ".join)
def test_a_manifest_that_was_edited_is_damaged(words, folder, tmp_path):
    shutil.copytree(folder / "a", tmp_path / "a")
    manifest = tmp_path / "a/bundle.json"
    manifest.write_text(manifest.read_text().replace('"name" : "Test"', '"name" : "Text"', 1))
    more = ["--output", tmp_path / "p"] if words == ["patch"] else []
    run = overtile(*words, folder / "a", tmp_path / "a", *more)
    assert run.returncode == 65 and b"does not match its digest" in run.stderr
    assert not (tmp_path / "p").exists()
