"""Publishing: releases, locks, paths that are rejected, runs that are resumed, inputs that change, signals."""
import functools
import gzip
import os
import re
import shutil
import signal
import subprocess
import time
from random import Random

import pytest

from conftest import OVERTILE, SAMPLES, collection, overtile, point, write_pipeline
from publishing import REPORTS, WAYS, Place, Publishing, faulty, logged, preload


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return preload(tmp_path_factory.mktemp("library"))


def build(pipeline, output, *words, **options):
    return overtile("build", pipeline, "--output", output, "--quiet", *words, **options)


def releases(place):
    return {path.name for path in (place.target / "releases").iterdir()}


def pipeline(folder, name, **output):
    (folder / "points.geojson").write_text(collection([point(10, 50, 1), point(11, 50, 2)]))
    return write_pipeline(
        folder / f"{name}.yaml", {"points": {"path": "points.geojson"}},
        {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}}, name=name, output=output)


# Releases


def test_releases(tmp_path):
    place = Place(tmp_path / "out", "versioned")
    made = []
    for name in "abcd":
        made.append(place.build(pipeline(tmp_path, name, publish="versioned", keepReleases=3)))
        assert os.readlink(place.target / "current") == f"releases/{made[-1]}"
    assert releases(place) == set(made[1:]) and place.litter() == []
    assert overtile("verify", place.target / "current").returncode == 0
    assert overtile("inspect", place.target / "current").returncode == 0
    other = place.target / "releases" / made[1]
    assert overtile("diff", other, place.target / "current").returncode in (0, 1)
    # A release that is there already becomes the current one, and the newest.
    assert place.build(pipeline(tmp_path, "b", publish="versioned", keepReleases=3)) == made[1]
    place.build(pipeline(tmp_path, "e", publish="versioned", keepReleases=2))
    assert made[1] in releases(place) and len(releases(place)) == 2


def test_the_same_bundle_again_touches_nothing(tmp_path):
    place = Place(tmp_path / "out", "versioned")
    a = pipeline(tmp_path, "a", publish="versioned")
    digest = place.build(a)
    paths = [place.target / "current", place.target / "releases", place.target / "releases" / digest / "bundle.json"]
    before = [os.lstat(path) for path in paths]
    place.build(a)
    after = [os.lstat(path) for path in paths]
    assert [(s.st_ino, s.st_mtime_ns) for s in before] == [(s.st_ino, s.st_mtime_ns) for s in after]


def test_a_damaged_release_is_made_good(tmp_path):
    place = Place(tmp_path / "out", "versioned")
    a = pipeline(tmp_path, "a", publish="versioned")
    digest = place.build(a)
    tiles = place.target / "releases" / digest / "z01.pmtiles"
    whole = tiles.read_bytes()
    # As after a bad copy or a bad disk: other bytes, and the same size.
    for damage in (tiles.unlink, lambda: tiles.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))):
        damage()
        assert place.build(a) == digest and tiles.read_bytes() == whole and place.litter() == []


def test_an_old_bundle_that_may_not_be_removed(tmp_path):
    place = Place(tmp_path / "out", "replace")
    a = pipeline(tmp_path, "a")
    digest = place.build(a)
    place.target.chmod(0o555)
    # Root may do everything.
    user = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    staging = f"{place.folder}/.bundle.overtile-staging"
    for words in f"the old bundle in {staging} could not be removed", f"cannot remove {staging}, which an earlier run left behind":
        run = subprocess.run([*user, OVERTILE, "build", a, "--output", place.target], capture_output=True, text=True)
        assert run.returncode == 0 and words in run.stderr and "Remove that folder" in run.stderr, run.stderr
        assert place.digest() == digest and place.litter() == [".bundle.overtile-staging"]
    os.chmod(staging, 0o755)
    assert place.build(a) == digest and place.litter() == []


def test_the_release_that_a_person_went_back_to_is_kept(tmp_path):
    """`keep:` is by when a release was last current, not by when it was made."""
    place = Place(tmp_path / "out", "versioned")
    nights = [pipeline(tmp_path, name, publish="versioned", keepReleases=3) for name in "abcde"]
    first, second, third = [place.build(night) for night in nights[:3]]
    # The words of the page about a nightly run.
    subprocess.run(f"ln -s releases/{first} next && mv -T next current", shell=True, cwd=place.target, check=True)
    fourth = place.build(nights[3])
    assert releases(place) == {first, third, fourth}
    fifth = place.build(nights[4])
    assert releases(place) == {first, fourth, fifth}


def test_only_own_releases_are_removed(tmp_path):
    place = Place(tmp_path / "out", "versioned")
    place.build(pipeline(tmp_path, "a", publish="versioned", keepReleases=1))
    foreign = [place.target / "releases" / name for name in ("notes", "0" * 64, ".removed-notes")]
    for path in foreign:
        path.mkdir()
        (path / "mine.txt").write_text("mine")
    shutil.copy(place.bundle / "bundle.json", foreign[1] / "bundle.json")
    for name in "bc":
        assert build(pipeline(tmp_path, name, publish="versioned", keepReleases=1), place.target).returncode == 0
    assert all((path / "mine.txt").read_text() == "mine" for path in foreign)
    assert len(releases(place)) == 4


def test_gates_compare_with_the_release_that_was_current(tmp_path):
    """Without it they would have nothing to compare with, and pass what they are there for."""
    place = Place(tmp_path / "out", "versioned")
    a, b = (pipeline(tmp_path, name, publish="versioned") for name in "ab")
    first = place.build(a)
    current, manifest = place.target / "current", place.bundle / "bundle.json"
    # A first run that was killed leaves one release, and no link to it: the next one goes on, with a warning.
    current.unlink()
    gated = write_pipeline(
        tmp_path / "gated.yaml", {"points": {"path": "points.geojson"}},
        {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}}, name="a",
        output={"publish": "versioned"}, gates={"features": {"maxDecrease": "1%"}})
    run = overtile("build", gated, "--output", place.target, "--quiet")
    assert run.returncode == 0 and current.is_symlink(), run.stderr
    assert b"gate features: not judged: there are releases, but none of them is current" in run.stderr
    second = place.build(b)
    whole = manifest.read_bytes()
    edited = whole.replace(b'"features" : ', b'"features" : 1')
    for damage in (manifest.unlink, lambda: manifest.write_text("{"), lambda: manifest.write_bytes(edited), current.unlink):
        damage()
        run = build(gated, place.target)
        assert run.returncode == 73 and b"nothing was replaced" in run.stderr, run.stderr
        assert f"Point {current} to a different release".encode() in run.stderr, run.stderr
        if current.is_symlink():
            manifest.write_bytes(whole)
    assert releases(place) == {first, second}


def test_publishing_is_not_in_the_bundle(tmp_path):
    plain = Place(tmp_path / "plain", "replace")
    versioned = Place(tmp_path / "versioned", "versioned")
    digest = plain.build(pipeline(tmp_path, "a"))
    assert versioned.build(pipeline(tmp_path, "a", publish="versioned", keepReleases=2)) == digest


@pytest.mark.parametrize("what", ["bundle", "photos", "link", "file", "release"])
def test_versioned_rejects_what_is_not_its_own(tmp_path, what):
    a = pipeline(tmp_path, "a", publish="versioned")
    target = tmp_path / "out/bundle"
    target.parent.mkdir()
    if what == "bundle":
        Place(target.parent, "replace").build(pipeline(tmp_path, "b"))
    elif what == "file":
        target.write_text("mine")
    elif what == "release":
        place = Place(tmp_path / "out", "versioned")
        place.build(a)
        # Publishing to a release with `replace` is rejected as well.
        a, target = pipeline(tmp_path, "b"), place.target / "current"
    else:
        target.mkdir()
        if what == "photos":
            (target / "a.jpg").write_text("mine")
        else:
            (target / "current").symlink_to("/elsewhere")
    before = sorted(path.name for path in (tmp_path / "out").rglob("*"))
    run = build(a, target)
    reasons = (b"left it unchanged", b"lies inside")
    assert run.returncode == 73 and any(reason in run.stderr for reason in reasons), run.stderr
    assert sorted(path.name for path in (tmp_path / "out").rglob("*")) == before


def test_keep_goes_with_versioned_only(tmp_path):
    run = overtile("check", pipeline(tmp_path, "a", keepReleases=3))
    assert run.returncode == 78 and b"publish: versioned" in run.stderr


# What another user, a power cut or a file system leaves


def as_nobody(*words, **options):
    """Runs a program as a user who owns nothing."""
    return subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *map(str, words)],
                          capture_output=True, text=True, timeout=120, **options)


@pytest.fixture
def of_nobody(tmp_path_factory):
    """A folder of that user; skips where nobody can become that user."""
    if os.geteuid() != 0:
        pytest.skip("only root becomes another user")
    folder = tmp_path_factory.mktemp("nobody")
    for above in (folder, *folder.parents):
        if above != above.parent and above.stat().st_uid == 0 and not above.stat().st_mode & 0o005:
            above.chmod(above.stat().st_mode | 0o005)
    os.chown(folder, 65534, 65534)
    return folder


def test_a_folder_that_this_user_may_not_write(of_nobody):
    (of_nobody / "points.geojson").write_text(collection([point(10, 50, 1)]))
    night = write_pipeline(of_nobody / "p.yaml", {"points": {"path": "points.geojson"}},
                           {"points": {"source": "points", "kind": "cluster", "zooms": 0}}, output={"path": "closed/bundle"})
    (of_nobody / "closed").mkdir()
    (of_nobody / "closed").chmod(0o755)
    run = as_nobody(OVERTILE, "build", night)
    assert run.returncode == 73 and "Permission denied" in run.stderr, run.stderr


@pytest.mark.parametrize("umask", ["022", "077"])
@pytest.mark.parametrize("way", WAYS)
def test_a_night_as_another_user_stops_nothing(of_nobody, way, umask):
    """The second night is root's: its release, ledger and report cannot be removed, or even read, by those after it."""
    place = Place(of_nobody / "bundles", way)
    place.folder.mkdir()
    os.chown(place.folder, 65534, 65534)
    output = {"publish": way, "keepReleases": 2} if way == "versioned" else {"publish": way}
    features = [point(10, 50, 1), {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1]}}]
    (of_nobody / "points.geojson").write_text(collection(features))
    nights = [write_pipeline(of_nobody / f"{name}.yaml",
                             {"points": {"path": "points.geojson", "onInvalid": "skip", "maxRejected": 5, "quarantine": True}},
                             {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}}, name=name, output=output)
              for name in "abcde"]
    for path in [*nights, of_nobody / "points.geojson"]:
        path.chmod(0o644)
    seen = []
    for number, night in enumerate(nights):
        words = [OVERTILE, "build", night, "--output", place.target]
        if number == 1:
            run = subprocess.run(["sh", "-c", f'umask {umask}; exec "$@"', "sh", *map(str, words)], capture_output=True, text=True)
        else:
            run = as_nobody(*words)
        assert run.returncode == 0, (number, run.stderr)
        seen.append(place.digest())
        if umask == "077" and number > 1:
            assert "the current user cannot read it" in run.stderr, run.stderr
    assert len(set(seen)) == len(nights)
    if way == "versioned":
        assert releases(place) == {seen[1], seen[3], seen[4]}
        assert f"the old release {place.target}/releases/{seen[1]} could not be removed" in run.stderr


def test_a_folder_of_another_user_is_named(of_nobody):
    (of_nobody / "points.geojson").write_text(collection([point(10, 50, 1)]))
    runs = []
    for name, run in (("a", lambda *words: subprocess.run([*map(str, words)], capture_output=True, text=True)), ("b", as_nobody)):
        path = write_pipeline(of_nobody / f"{name}.yaml", {"points": {"path": "points.geojson"}},
                              {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}}, name=name, output={"publish": "versioned"})
        for file in (path, of_nobody / "points.geojson"):
            file.chmod(0o644)
        runs.append(run(OVERTILE, "build", path, "--output", of_nobody / "bundle"))
    assert runs[0].returncode == 0 and runs[1].returncode == 73 and "If the folder belongs to a different user" in runs[1].stderr, runs[1].stderr


def test_a_rejected_bundle_of_another_user_stops_nothing(of_nobody):
    (of_nobody / "points.geojson").write_text(collection([point(10, 50, 1), point(20, 50, 2)]))
    a = write_pipeline(of_nobody / "a.yaml", {"points": {"path": "points.geojson"}},
                       {"points": {"source": "points", "kind": "cluster", "zooms": "0-1"}},
                       gates={"features": {"maxIncrease": "10%", "maxDecrease": "10%"}})
    for path in (a, of_nobody / "points.geojson"):
        path.chmod(0o644)
    words = [OVERTILE, "build", a, "--output", of_nobody / "bundle", "--keep-rejected", "--quiet"]
    assert as_nobody(*words).returncode == 0
    for number, umask in enumerate(("022", "077")):
        (of_nobody / "points.geojson").write_text(collection([point(10 + number, 50, 1)]))
        for run in (subprocess.run(["sh", "-c", f'umask {umask}; exec "$@"', "sh", *map(str, words)], capture_output=True, text=True),
                    as_nobody(*words)):
            assert run.returncode == 65 and "gate" in run.stderr, run.stderr
        if umask == "022":
            assert "could not be removed:" in run.stderr and "the new bundle was kept in" in run.stderr, run.stderr
        (of_nobody / "points.geojson").write_text(collection([point(10, 50, 1), point(20, 50, 2)]))
        assert as_nobody(*words).returncode == 0


def test_metrics_of_another_user_come_after_the_publication(of_nobody):
    """They cannot be written, so the run does not end well; the bundle is the new one."""
    place = Place(of_nobody / "bundles", "replace")
    place.folder.mkdir()
    os.chown(place.folder, 65534, 65534)
    night = pipeline(of_nobody, "a")
    for path in (night, of_nobody / "points.geojson"):
        path.chmod(0o644)
    metrics = of_nobody / "m.prom"
    metrics.write_text("# HELP overtile_build_info of root\n")
    metrics.chmod(0o600)
    run = as_nobody(OVERTILE, "build", night, "--output", place.target, "--metrics", metrics)
    assert run.returncode == 74 and "the bundle was published" in run.stderr, run.stderr
    assert place.digest() and metrics.read_text().endswith("of root\n")


def test_staging_that_a_killed_run_of_another_user_left(of_nobody):
    place = Place(of_nobody / "bundles", "replace")
    place.folder.mkdir()
    os.chown(place.folder, 65534, 65534)
    a = pipeline(of_nobody, "a")
    for path in (a, of_nobody / "points.geojson"):
        path.chmod(0o644)
    staging = place.folder / ".bundle.overtile-staging"
    staging.mkdir()
    (staging / "staging.overtile").write_text("A run of overtile makes a bundle in this folder. The next run removes the folder.\n")
    (staging / "z00.pmtiles").write_text("half")
    lock = place.folder / ".bundle.overtile-lock"
    lock.touch(0o644)
    for words in ([], ["--resume"]):
        run = as_nobody(OVERTILE, "build", a, "--output", place.target, *words)
        assert run.returncode == 0, run.stderr
        assert place.litter() == [".bundle.overtile-staging"] and (staging / "z00.pmtiles").exists()


@pytest.mark.parametrize("way", WAYS)
def test_what_a_power_cut_leaves_stops_nothing(tmp_path, way, library):
    """A run is killed when all is written; of each file whose bytes were not synced, other bytes are there afterwards."""
    publishing = Publishing(tmp_path, way)
    place = publishing.place("out")
    found = logged(library, place, publishing.new, "kill", 0)[1]
    names = [(name, path) for name, _, path in found]
    synced = {path for name, path in names if name == "sync"}
    # Just before the last archive is made.
    at = max(number for number, (name, path) in enumerate(names, 1) if name == "open" and "pmtiles" in path)
    for damaged in bytes, lambda size: b"", os.urandom:
        place = publishing.place("out")
        assert faulty(library, place, publishing.new, "kill", at)[0] == -9
        left = [path for path in place.folder.rglob("*") if path.is_file() and place.target not in path.parents]
        assert any(path.name == ".bundle.overtile-lock" for path in left)
        for path in left:
            if str(path) not in synced and path.name not in REPORTS:
                path.write_bytes(damaged(path.stat().st_size))
        assert place.build(publishing.new) == publishing.new_digest and place.litter() == []


@pytest.mark.parametrize("unnamed", [True, False])
def test_a_killed_run_leaves_no_unfinished_ledger(tmp_path, unnamed, library):
    """It has no name until it is whole, also where the file system has no files without one."""
    publishing = Publishing(tmp_path, "replace")
    others = {} if unnamed else {"FAULT_NO_UNNAMED": "1"}
    place = publishing.place("out")
    found = logged(library, place, publishing.new, "kill", 0, **others)[1]
    assert place.litter() == [] and (place.folder / "bundle.ledger.jsonl").stat().st_size > 0
    renames = [number for number, (name, _, path) in enumerate(found, 1) if name == "rename" and "ledger" in path]
    assert len(renames) == 1
    for at in (renames[0] - 1, renames[0], renames[0] + 1):
        place = publishing.place("out")
        assert faulty(library, place, publishing.new, "kill", at, **others)[0] == -9
        unfinished = [name for name in place.litter() if "ledger" in name]
        assert len(unfinished) <= (at <= renames[0])
        assert place.build(publishing.new) == publishing.new_digest and place.litter() == []


def test_an_old_bundle_in_the_lower_layer_of_an_overlay(tmp_path):
    """As in a container whose image holds a bundle: the system cannot move that folder, and the message says what to do."""
    if not may_mount():
        pytest.skip("mounts need root")
    a, b = pipeline(tmp_path, "a"), pipeline(tmp_path, "b")
    lower = Place(tmp_path / "lower", "replace")
    digest = lower.build(a)
    versioned = pipeline(tmp_path, "c", publish="versioned")
    for name in ("layers", "merged"):
        (tmp_path / name).mkdir()
    # The upper layer of an overlay cannot be on an overlay.
    script = (
        f"cd {tmp_path} && mount -t tmpfs none layers && mkdir layers/upper layers/work && "
        f"mount -t overlay overlay -o lowerdir=lower,upperdir=layers/upper,workdir=layers/work,redirect_dir=off merged || exit 99; "
        f"'{OVERTILE}' build {b} --output merged/bundle --quiet; echo $?; ls -A merged; "
        f"'{OVERTILE}' verify merged/bundle > /dev/null; echo $?; "
        f"'{OVERTILE}' build {versioned} --output merged/other --quiet; echo $?; "
        f"'{OVERTILE}' verify merged/other/current > /dev/null; echo $?")
    run = in_private_mounts(script)
    if run.returncode == 99:
        pytest.skip(f"no overlay here: {run.stderr.decode()}")
    lines = run.stdout.decode().split()
    if lines[0] == "0":
        pytest.skip("this overlay moves folders of a lower layer")
    assert lines[0] == "73" and b"publish: versioned" in run.stderr and b"overlay" in run.stderr, run
    assert lines[1:] == ["bundle", "bundle.report.json", "0", "0", "0"], run
    assert lower.digest() == digest


# Durability


def order(found, *steps):
    """Whether calls of these names on these paths come one after the other."""
    rest = iter(found)
    return all(any(name == step[0] and step[1] in path for name, path in rest) for step in steps)


def test_outputs_are_on_the_disk_when_a_command_ends(tmp_path, library):
    """The bytes before the name, and the name at the end, of every file that a command writes."""
    a, b = (pipeline(tmp_path, name) for name in "ab")
    places = [Place(tmp_path / name, "replace") for name in "ab"]
    for place, night in zip(places, (a, b)):
        place.build(night)
    out = tmp_path / "out"
    out.mkdir()
    bundles = [place.target for place in places]
    outputs = {
        "m.prom": ["build", a, "--output", tmp_path / "c/bundle", "--metrics", out / "m.prom", "--quiet"],
        "r.html": ["report", bundles[0], "--html", out / "r.html"],
        "t.json": ["tile", bundles[0], "0/0/0", "--output", out / "t.json"],
        "p.patch": ["patch", *bundles, "--output", out / "p.patch"],
        "e.pmtiles": ["export", bundles[0], out / "e.pmtiles"],
        "bundle": ["apply", bundles[0], out / "p.patch", "--output", out / "bundle"]}
    for name, words in outputs.items():
        log = tmp_path / f"{name}.log"
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LD_PRELOAD": str(library), "FAULT_ROOT": str(out),
                       "FAULT_KIND": "kill", "FAULT_AT": "0", "FAULT_LOG": str(log)}
        run = subprocess.run([OVERTILE, *words], env=environment, capture_output=True, timeout=120)
        assert run.returncode == 0 and (out / name).exists(), run.stderr.decode()
        found = [tuple(line.split(" ", 3)[1::2]) for line in log.read_text().splitlines()]
        assert order(found, ("sync", f"{out}/"), ("rename", name), ("sync", str(out))), (name, found)


# Two runs, and paths that reject


@pytest.mark.parametrize("way", WAYS)
def test_two_runs_at_once(tmp_path, way):
    """The second ends with 75 and names the first, which is not disturbed."""
    publishing = Publishing(tmp_path, way)
    place = publishing.place("out")
    fifo = tmp_path / "slow.geojson"
    os.mkfifo(fifo)
    slow = write_pipeline(
        tmp_path / "slow.yaml", {"points": {"path": "slow.geojson"}},
        {"points": {"source": "points", "kind": "cluster", "zooms": "0-2"}}, output={"publish": way})
    first = subprocess.Popen(place.command(slow), stderr=subprocess.PIPE)
    writer = open(fifo, "w")
    second = build(publishing.new, place.target)
    assert second.returncode == 75 and f"process {first.pid}" in second.stderr.decode()
    assert place.digest() == publishing.old_digest
    writer.write(collection([point(1, 2, 3)]))
    writer.close()
    assert first.wait(60) == 0, first.stderr.read()
    assert place.digest() not in (publishing.old_digest, publishing.new_digest) and place.litter() == []


def test_a_lock_of_a_dead_run_is_no_lock(tmp_path):
    publishing = Publishing(tmp_path, "replace")
    place = publishing.place("out")
    # The file proves nothing: the lock is held or it is not.
    (place.folder / ".bundle.overtile-lock").touch()
    assert place.build(publishing.new) == publishing.new_digest and place.litter() == []


@pytest.mark.parametrize("way", WAYS)
def test_a_target_that_is_a_symbolic_link(tmp_path, way):
    publishing = Publishing(tmp_path, way)
    real = publishing.place("real")
    place = Place(tmp_path / "out", way)
    place.folder.mkdir()
    place.target.symlink_to(real.target)
    assert build(publishing.new, place.target).returncode == 0
    assert place.target.is_symlink() and place.digest() == publishing.new_digest and real.litter() == []


def in_private_mounts(script):
    """Runs a shell script with its own mounts."""
    return subprocess.run(["unshare", "-m", "sh", "-c", f"mount --make-rprivate /; {script}"],
                          capture_output=True, timeout=120)


def may_mount():
    return os.geteuid() == 0 and in_private_mounts("true").returncode == 0


@pytest.mark.parametrize("way", WAYS)
def test_a_full_disk(tmp_path, way, library):
    publishing = Publishing(tmp_path, way, zooms="0-6")
    place = publishing.place("out")
    if may_mount():
        moved = tmp_path / "was"
        place.folder.rename(moved)
        place.folder.mkdir()
        # Space for the old bundle, and some of the new one. Seen from outside afterwards by a copy.
        script = (
            f"mount -t tmpfs -o size=100k none {place.folder} && cp -a {moved}/. {place.folder}/; "
            f"'{OVERTILE}' build {publishing.new} --output {place.target} --quiet; status=$?; "
            f"rm -rf {moved} && cp -a {place.folder} {moved}; exit $status")
        run = in_private_mounts(script)
        status, message = run.returncode, run.stderr.decode()
        place.folder.rmdir()
        moved.rename(place.folder)
    else:
        status, message, _ = faulty(library, place, publishing.new, "ENOSPC", 5, FAULT_ONLY="write")
    assert status in (73, 74), message
    assert "space" in message or "full" in message, message
    assert place.digest() == publishing.old_digest and place.litter() == []


@pytest.mark.parametrize("way", WAYS)
def test_a_read_only_place(tmp_path, way):
    publishing = Publishing(tmp_path, way)
    place = publishing.place("out")
    if may_mount():
        run = in_private_mounts(
            f"mount --bind {place.folder} {place.folder} && mount -o remount,bind,ro {place.folder} && "
            f"'{OVERTILE}' build {publishing.new} --output {place.target} --quiet")
    else:
        place.folder.chmod(0o555)
        run = build(publishing.new, place.target)
        place.folder.chmod(0o755)
    assert run.returncode == 73 and re.search(rb"Read-only|denied", run.stderr), (run.returncode, run.stderr)
    assert place.digest() == publishing.old_digest and place.litter() == []


# Resuming with the finished zooms of a dead run


@pytest.mark.parametrize("way", WAYS)
def test_finished_zooms_are_resumed(tmp_path, way, library):
    publishing = Publishing(tmp_path, way, zooms="0-4")
    place = publishing.place("out")
    full = faulty(library, place, publishing.new, "kill", 0)[0]
    assert full == 0
    log = (tmp_path / "out.log").read_text()
    # Killed as the archive of zoom 3 is made: zooms 0 to 2 are finished and noted.
    number = next(line.split()[0] for line in log.splitlines() if " open " in line and "z03.pmtiles" in line)
    for words, made in [([], True), (["--resume"], False)]:
        place = publishing.place("out")
        assert faulty(library, place, publishing.new, "kill", number)[0] == -9
        staging = place.folder / ".bundle.overtile-staging"
        assert (staging / "z02.pmtiles").exists()
        os.utime(staging / "z02.pmtiles", (1, 1))  # the file's identity: inodes are reused
        # One of the finished archives was damaged since: it is made again.
        (staging / "z01.pmtiles").write_bytes(b"damaged")
        assert place.build(publishing.new, *words) == publishing.new_digest
        assert ((place.bundle / "z02.pmtiles").stat().st_mtime != 1) == made
        assert place.litter() == []
    # Other work does not use them.
    place = publishing.place("out")
    faulty(library, place, publishing.new, "kill", number)
    assert place.build(publishing.old, "--resume") == publishing.old_digest and place.litter() == []


# Inputs that change while they are read


@functools.cache
def padded_points(size, is_packed):
    """Lines of points with texts that compress badly."""
    random = Random(1)
    data = "".join(f'{{"type":"Feature","id":{index},"properties":{{"pad":"{random.randbytes(30).hex()}"}},'
                   f'"geometry":{{"type":"Point","coordinates":[{index % 360 - 180},{index % 160 - 80}]}}}}\n'
                   for index in range(size)).encode()
    return gzip.compress(data) if is_packed else data


class SlowSource:
    """A pipeline whose second source is a pipe, so that a test can change the first file at leisure."""

    def __init__(self, folder, name="points.geojson", size=4_000):
        self.folder, self.path = folder, folder / name
        self.path.write_bytes(padded_points(size, name.endswith(".gz")))
        os.utime(self.path, (time.time() - 60, time.time() - 60))
        os.mkfifo(folder / "slow.geojson")
        layers = {name: {"source": name, "kind": "cluster", "zooms": "0-2"} for name in ("points", "slow")}
        self.pipeline = write_pipeline(
            folder / "slow.yaml", {"points": {"path": name}, "slow": {"path": "slow.geojson"}}, layers)

    def run(self, change, *words):
        """Runs the build, changes the file between the two sources, and lets it end."""
        output = self.folder / "out/bundle"
        process = subprocess.Popen([OVERTILE, "build", self.pipeline, "--output", output, "--quiet", *words],
                                   stderr=subprocess.PIPE)
        with open(self.folder / "slow.geojson", "w") as writer:  # opens when the second source is read
            change(self.path)
            writer.write(collection([point(1, 2, 3)]))
        message = process.communicate(timeout=60)[1].decode()
        return process.returncode, message, output.exists()


def rewrite_quietly(path):
    """Other bytes of the same size, with the time set back."""
    status = path.stat()
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


CHANGES = {
    "longer": lambda path: path.open("ab").write(b"\n"),
    "shorter": lambda path: os.truncate(path, path.stat().st_size // 2),
    "emptied": lambda path: os.truncate(path, 0),
    "moved over": lambda path: (shutil.copy(path, f"{path}.next"), os.rename(f"{path}.next", path)),
    "removed": os.unlink,
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_input_that_changes(tmp_path, change):
    status, message, published = SlowSource(tmp_path).run(CHANGES[change])
    assert status == 65 and "points.geojson" in message and "while it was being read" in message, (status, message)
    assert not published


def test_an_input_that_changes_without_a_trace(tmp_path):
    source = SlowSource(tmp_path)
    assert source.run(rewrite_quietly)[0] == 0
    shutil.rmtree(tmp_path / "out")
    status, message, published = source.run(rewrite_quietly, "--check-inputs")
    assert status == 65 and "while it was being read" in message and not published
    assert source.run(lambda path: None, "--check-inputs")[0] == 0
    # A file that was written just now is compared by its contents in any case.
    os.utime(source.path)
    shutil.rmtree(tmp_path / "out")
    assert source.run(rewrite_quietly)[0] == 65


@pytest.mark.parametrize("name", ["points.geojson", "points.geojson.gz"])
def test_an_input_that_shrinks_while_it_is_read(tmp_path, name):
    """Nothing worse than an orderly end, whatever was read at that moment."""
    for share in (0.3, 0.6):
        outcomes = (shrunk_at(share, tmp_path / f"{share}-{attempt}", name) for attempt in range(10))
        status, message = next(outcome for outcome in outcomes if outcome)
        assert status == 65 and "while it was being read" in message, (status, message)


def shrunk_at(share, folder, name):
    """How a run ends whose input loses its end when a fraction of it is read; None when the run was quicker."""
    folder.mkdir()
    source = SlowSource(folder, name, size=200_000)
    source.pipeline.write_text(source.pipeline.read_text().replace("slow.geojson", "empty.geojson"))
    (folder / "empty.geojson").write_text(collection([point(1, 2, 3)]))
    size, before = source.path.stat().st_size, None
    process = subprocess.Popen(
        [OVERTILE, "build", source.pipeline, "--output", folder / "out", "--quiet", "--threads", "1"],
        stderr=subprocess.PIPE)
    while process.poll() is None:
        if before is None and has_open(process.pid, source.path):
            before = read_bytes(process.pid)
        if before is not None and read_bytes(process.pid) - before >= share * size:
            break
    was_running = process.poll() is None
    os.truncate(source.path, 10)
    message = process.communicate(timeout=60)[1].decode()
    return (process.returncode, message) if was_running else None


def has_open(process, path):
    """Whether a process has a file open."""
    folder = f"/proc/{process}/fd"
    try:
        return any(os.path.realpath(f"{folder}/{name}") == str(path) for name in os.listdir(folder))
    except OSError:
        return False


def read_bytes(process):
    """The bytes that a process has read so far, of all files."""
    try:
        return int(open(f"/proc/{process}/io").read().split()[1])
    except (OSError, IndexError):
        return 0


# Signals


@pytest.fixture(scope="module")
def long_stretch(tmp_path_factory):
    """A pipeline that spends seconds in one call of a library: the union of many large circles."""
    folder = tmp_path_factory.mktemp("stretch")
    return write_pipeline(
        folder / "dissolve.yaml", {"airports": {"path": str(SAMPLES / "airports.geojson.gz")}},
        {"airports": {"source": "airports", "kind": "circle", "zooms": "4-10",
                      "circle": {"radius": "60km", "draw": "ring", "dissolve": True}}})


@pytest.mark.parametrize("number, delay", [(signal.SIGTERM, 0.5), (signal.SIGINT, 1.5)], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_a_run_within_a_second(long_stretch, tmp_path, number, delay):
    output = tmp_path / "bundle"
    process = subprocess.Popen([OVERTILE, "build", long_stretch, "--output", output], stderr=subprocess.PIPE)
    time.sleep(delay)
    if process.poll() is not None:
        pytest.skip("the run was done before the signal")
    process.send_signal(number)
    began = time.monotonic()
    message = process.communicate(timeout=30)[1].decode()
    print(f"ended after {time.monotonic() - began:.2f} s")
    assert process.returncode == 130 and message.count("stopped on request") == 1, (process.returncode, message)
    assert list(tmp_path.iterdir()) == []
