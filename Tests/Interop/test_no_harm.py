"""Nothing of anyone's is deleted or overwritten, whatever path a configuration or an option names."""
import gzip
import json
import os
import shutil
import signal
import stat
import subprocess
import time

import pytest
import yaml

from conftest import OVERTILE, ROOT, collection, overtile, point
from publishing import has_unnamed

# The beginning of a quarantine of ours, and the file by which a staging folder is known to be ours.
QUARANTINE = b"\x1e \t\t \t\t\t\t \t\t\t \t  "
MARK, MARKED = "staging.overtile", b"A run of overtile makes a bundle in this folder. The next run removes the folder.\n"
WRONG = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1]}}


def entries(folder):
    """Every entry below a folder with its kind and content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = os.lstat(path).st_mode
        held = os.readlink(path) if stat.S_ISLNK(mode) else path.read_bytes() if stat.S_ISREG(mode) else stat.S_IFMT(mode)
        found[str(path.relative_to(folder))] = held
    return found


class Work:
    """A folder `s` with a configuration and an input with one wrong feature, among things of other people."""

    def __init__(self, folder):
        self.folder, self.place = folder, folder / "s"
        self.place.mkdir()
        (folder / "precious/deep").mkdir(parents=True)
        (folder / "precious/deep/letter.txt").write_text("mine")
        (self.place / "in.json").write_text(collection([point(10, 50, 1), point(11, 51, 2), WRONG]))
        self.output = self.place / "out"

    def write(self, name="p.yaml", source=(), title="Test", output=(), layer="points", **others):
        path = self.place / name
        text = {
            "name": title,
            "sources": {"in": {"path": "in.json", "onInvalid": "skip", "maxRejected": "100%"} | dict(source)},
            "layers": {layer: {"source": "in", "kind": "cluster", "zooms": "0-1"}},
            "output": {"path": "out"} | dict(output)}
        path.write_text(yaml.safe_dump(text | others, sort_keys=False))
        return path

    def build(self, *words, status=0, name="p.yaml", **options):
        run = overtile("build", self.place / name, "--quiet", *words, **options)
        message = run.stderr.decode()
        assert run.returncode == status, (run.returncode, message)
        return message

    def rejects(self, status, *words, pipeline="p.yaml", also=("dry", "check")):
        """Every way of running ends so and changes nothing; the message of the build."""
        before = entries(self.folder)
        message = self.build(*words, status=status, name=pipeline)
        assert entries(self.folder) == before, message
        if "dry" in also:
            assert overtile("build", self.place / pipeline, "--dry-run", *words).returncode == status
        if "check" in also:
            assert overtile("check", self.place / pipeline).returncode == status
        assert entries(self.folder) == before
        return message

    def litter(self):
        return [path.name for path in self.place.iterdir() if "overtile" in path.name or "partial" in path.name]


@pytest.fixture
def work(tmp_path):
    return Work(tmp_path)


def by_turns(values, value):
    """A check for every other of some values, a dry run for the rest: what builds reject does not depend on the way of running."""
    return ("dry",) if values.index(value) % 2 else ("check",)


# Paths that a configuration names


QUARANTINES = [
    "..", ".", "../precious", "../precious/", "../s/in.json", "in.json", "p.yaml", "../s/p.yaml", "out", "out/q.geojsons",
    "out/deep/q.geojsons", "out.ledger.jsonl", "out.report.json", ".out.overtile-lock", ".out.overtile-staging/q",
    "../link/in.json", "hard.json"]


@pytest.mark.parametrize("path", QUARANTINES)
def test_a_quarantine_that_would_take_something_is_rejected(work, path):
    (work.folder / "link").symlink_to(work.place)
    os.link(work.place / "in.json", work.place / "hard.json")
    work.write(source={"quarantine": path})
    message = work.rejects(78, also=by_turns(QUARANTINES, path))
    assert "sources.in.quarantine" in message and "p.yaml:" in message, message


def test_the_message_names_both_keys(work):
    work.write(source={"quarantine": "../s/out/q.geojsons"})
    message = work.rejects(78)
    assert "sources.in.quarantine" in message and "output.path" in message


def test_two_sources_cannot_share_a_quarantine(work):
    work.write()
    text = yaml.safe_load((work.place / "p.yaml").read_text())
    text["sources"]["in"]["quarantine"] = "q.geojsons"
    text["sources"]["other"] = {"path": "in.json", "quarantine": "../s/q.geojsons"}
    (work.place / "p.yaml").write_text(yaml.safe_dump(text, sort_keys=False))
    message = work.rejects(78)
    assert "sources.other.quarantine" in message and "sources.in.quarantine" in message


@pytest.mark.parametrize("place", ["current/q.geojsons", "releases/q.geojsons", "q.geojsons"])
def test_a_quarantine_in_releases_or_in_a_bundle_of_another_pipeline(work, place):
    work.write("other.yaml", output={"path": "other", "publish": "versioned"})
    work.build(name="other.yaml")
    work.write(source={"quarantine": f"other/{place}"})
    work.rejects(78)
    work.write(source={"quarantine": f"out/{place}"}, output={"publish": "versioned"})
    work.rejects(78)
    work.write("plain.yaml", output={"path": "plain"})
    work.build(name="plain.yaml")
    work.write(source={"quarantine": "plain/q.geojsons"})
    work.rejects(78)


NAMES = [
    "out.ledger.jsonl", "out.ledger.jsonl.gz", "out.report.json", "out.failed.ledger.jsonl", "out.failed.report.json",
    "out.quarantine.in.geojsons", "out.failed.quarantine.in.geojsons",
    ".out.overtile-lock", ".out.overtile-staging", ".out.overtile-staging-replaced", ".out.overtile-staging-stopped"]


@pytest.mark.parametrize("kind, name", [(kind, name) for name in NAMES for kind in ("folder", "file")] + [
    (kind, name) for name in (NAMES[0], NAMES[2], NAMES[7], NAMES[8]) for kind in ("link", "dangling", "pipe")])
def test_what_is_not_ours_is_left_alone(work, name, kind):
    work.write(source={"quarantine": True})
    path = work.place / name
    if kind == "folder":
        path.mkdir()
        (path / "mine.txt").write_text("mine")
    elif kind == "file":
        path.write_text("mine")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(work.folder / ("precious/deep/letter.txt" if kind == "link" else "precious/missing"))
    assert name in work.rejects(73, also=by_turns(NAMES, name) if kind == "folder" else ())


@pytest.mark.parametrize("text", ["", "4711\n"], ids=["empty", "number"])
def test_a_lock_with_another_name_is_left_alone(work, text):
    """A file that looks like a lock of ours and has a second name of somebody else's: nothing is written into it."""
    work.write()
    (work.folder / "mine").write_text(text)
    os.link(work.folder / "mine", work.place / ".out.overtile-lock")
    assert ".out.overtile-lock" in work.rejects(73)


def test_what_comes_while_a_bundle_is_made_is_left_alone(work):
    """A folder that replaces the ledger during the run: the old bundle stays, too."""
    work.write(source={"path": ["in.json", "pipe.json"]})
    os.mkfifo(work.place / "pipe.json")
    process = subprocess.Popen([OVERTILE, "build", work.place / "p.yaml", "--quiet"], stderr=subprocess.PIPE)
    with open(work.place / "pipe.json", "w") as writer:
        (work.place / "out.ledger.jsonl").mkdir()
        (work.place / "out.ledger.jsonl/mine.txt").write_text("mine")
        writer.write(collection([point(1, 2, 3)]))
    message = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 73 and "out.ledger.jsonl" in message
    assert (work.place / "out.ledger.jsonl/mine.txt").read_text() == "mine"
    assert not work.output.exists() and work.litter() == []


# A sequence of somebody, as `ogr2ogr -f GeoJSONSeq -lco RS=YES` writes it.
SEQUENCE = b'\x1e{ "type": "Feature", "properties": { "name": "mine" }, "geometry": null }\n'


@pytest.mark.parametrize("name", [
    "out.quarantine.in.geojsons", "out.failed.quarantine.in.geojsons", "out.quarantine.in.geojsons.gz", "wrong.geojsons"])
@pytest.mark.parametrize("text", [SEQUENCE, b"\x1e" + SEQUENCE, b"\x1e  " + SEQUENCE[1:]], ids=["one", "two", "spaces"])
def test_a_sequence_of_somebody_is_no_quarantine(work, name, text):
    work.write(source={"quarantine": name if name == "wrong.geojsons" else True})
    (work.place / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    message = work.rejects(73, also=())
    assert name in message and "not a quarantine of overtile" in message, message


def test_a_quarantine_is_known_and_read_as_before(work):
    """Every night replaces it; a copy is input like any sequence."""
    work.write(source={"quarantine": True})
    place = work.place / "out.quarantine.in.geojsons"
    for night in range(2):
        work.build()
        assert place.read_bytes().startswith(QUARANTINE + b"{")
    texts = place.read_text().split("\x1e")[1:]
    assert [json.loads(text) for text in texts] == [WRONG]
    (work.place / "copy.geojsons").write_bytes(place.read_bytes().replace(b"[1]", b"[1, 2]"))
    work.write("copy.yaml", source={"path": "copy.geojsons"}, output={"path": "copy"})
    work.build(name="copy.yaml")
    [source] = json.loads((work.place / "copy.report.json").read_text())["sources"]
    assert source["read"] == source["usable"] == 1


MARKS = [None, b"", MARKED[:20], b"mine"]


@pytest.mark.parametrize("name", ["", "-stopped", "-replaced"])
@pytest.mark.parametrize("mark", MARKS, ids=["none", "empty", "cut", "foreign"])
def test_a_staging_folder_is_ours_by_its_mark(work, name, mark):
    """Not by its name and the names in it."""
    work.write()
    folder = work.place / f".out.overtile-staging{name}"
    folder.mkdir()
    (folder / "z00.pmtiles").write_bytes(b"mine")
    if mark is not None:
        (folder / MARK).write_bytes(mark)
    message = work.rejects(73, also=by_turns(MARKS, mark))
    assert folder.name in message and (MARK in message or "z00.pmtiles" in message), message


def test_a_staging_folder_of_other_work_stays_without_its_mark(work):
    work.write()
    archive = work.place / ".out.overtile-staging-0123456789abcdef/z00.pmtiles"
    archive.parent.mkdir()
    archive.write_bytes(b"mine")
    work.build()
    assert archive.read_bytes() == b"mine"


# The files of runs are ours, and are removed


@pytest.mark.parametrize("mark", [None, b"", MARKED[:20], MARKED], ids=["none", "empty", "cut", "whole"])
def test_a_run_that_died_when_it_made_its_folder(work, mark):
    work.write()
    (work.place / ".out.overtile-staging").mkdir()
    if mark is not None:
        (work.place / ".out.overtile-staging" / MARK).write_bytes(mark)
    work.build()
    assert work.litter() == [] and not (work.output / MARK).exists()


def test_what_killed_runs_left_goes(work):
    work.write(source={"quarantine": True})
    # Whole files that only had to be moved to their paths, by a process of a number that none has.
    left = {
        "out.report.json.4194304.partial": b'{\n  "bundle" : ""}', "out.quarantine.in.geojsons.4194304.partial": QUARANTINE + b"{}\n",
        ".out.overtile-lock": b""}
    for name, data in left.items():
        (work.place / name).write_bytes(data)
    for name in ("", "-stopped", "-0123456789abcdef"):
        (work.place / f".out.overtile-staging{name}").mkdir()
        (work.place / f".out.overtile-staging{name}" / MARK).write_bytes(MARKED)
        (work.place / f".out.overtile-staging{name}/z00.pmtiles").write_bytes(b"half")
        (work.place / f".out.overtile-staging{name}/z01.pmtiles.17-0.partial").write_bytes(b"")
    work.build()
    assert work.litter() == []


def test_only_unfinished_files_of_ours_go(work):
    mine = ["out.ledger.jsonl.partial", "out.report.json.4194304.partial", "out.quarantine.in.geojsons.17.partial"]
    for name in mine:
        (work.place / name).write_text("mine")
    (work.place / ".out.overtile-staging-0123456789abcdef").mkdir()
    (work.place / ".out.overtile-staging-0123456789abcdef/mine.txt").write_text("mine")
    work.write(source={"quarantine": True})
    work.build()
    assert sorted(work.litter()) == sorted([".out.overtile-staging-0123456789abcdef", *mine])
    assert all((work.place / name).read_text() == "mine" for name in mine)
    assert (work.place / ".out.overtile-staging-0123456789abcdef/mine.txt").read_text() == "mine"


# The bundle's folder


FOREIGN = ["notes.txt", "z99.pmtiles", "sub/notes.txt", "link"]


@pytest.mark.parametrize("publish", ["replace", "versioned"])
@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_content_in_a_bundle(work, publish, name):
    work.write(output={"publish": publish})
    work.build()
    path = work.output / name
    path.parent.mkdir(exist_ok=True)
    if name == "link":
        path.symlink_to(work.folder / "precious")
    else:
        path.write_text("mine")
    assert name.split("/")[0] in work.rejects(73, also=by_turns(FOREIGN, name))


def test_foreign_content_in_a_folder_of_tiles(work):
    work.write(output={"format": "directory"})
    work.build()
    work.build()
    (work.output / "tiles/0/0/mine.txt").write_text("mine")
    assert "tiles/0/0/mine.txt" in work.rejects(73)


def test_a_bundle_inside_another(work):
    work.write()
    work.build()
    work.write("inner.yaml", output={"path": "out/inner/deep"})
    assert "lies inside" in work.rejects(73, pipeline="inner.yaml")
    # One that an earlier version has put there stays, too.
    shutil.copytree(work.output, work.place / "copy")
    (work.place / "copy").rename(work.output / "inner")
    assert "inner" in work.rejects(73)


def test_the_folder_of_the_configuration_is_no_bundle(work):
    work.write(output={"path": "."})
    assert "output.path" in work.rejects(78)
    work.write("inner.yaml", source={"path": "data/in.json"}, output={"path": "data"})
    (work.place / "data").mkdir()
    (work.place / "in.json").rename(work.place / "data/in.json")
    assert "output.path" in work.rejects(78, pipeline="inner.yaml")
    work.write("inner.yaml", source={"path": "data/*.json"}, output={"path": "data"})
    assert "output.path" in work.rejects(78, pipeline="inner.yaml")
    # The configuration is right where an option or a variable names the path.
    work.write("inner.yaml", source={"path": "data/*.json"})
    before = entries(work.folder)
    for output, told in [(work.place, "would replace the configuration or its folder"), (work.place / "data", 'source "in" reads'),
                         ("/", "the root of the file system"), (work.place / ("x" * 240), "the limit is 255"),
                         (work.place / ("x" * 300), "would be 327 bytes long")]:
        run = overtile("build", work.place / "inner.yaml", "--output", output)
        assert run.returncode == 73 and told in run.stderr.decode(), (output, run)
    run = overtile("build", work.place / "inner.yaml", "--output", "")
    assert run.returncode == 64 and b"--output: the value is empty" in run.stderr, run
    assert entries(work.folder) == before


def test_old_releases_with_notes_stay(work):
    digests = []
    for name in "abc":
        work.write(title=name, output={"publish": "versioned", "keepReleases": 1})
        if digests:
            (work.output / "releases" / digests[-1] / "notes.txt").write_text("mine")
        work.build()
        digests.append(os.readlink(work.output / "current").split("/")[1])
    assert all((work.output / "releases" / digest / "notes.txt").exists() for digest in digests[:2])


def test_apply_leaves_foreign_content_alone(work):
    work.write()
    work.build()
    shutil.copytree(work.output, work.place / "old")
    work.write(title="Other")
    work.build()
    assert overtile("patch", work.place / "old", work.output, "--output", work.place / "a.patch").returncode == 0
    (work.place / "old/notes.txt").write_text("mine")
    before = entries(work.folder)
    run = overtile("apply", work.place / "old", work.place / "a.patch", "--output", work.place / "old")
    assert run.returncode == 73 and b"notes.txt" in run.stderr and entries(work.folder) == before
    (work.place / "old/notes.txt").unlink()
    assert overtile("apply", work.place / "old", work.place / "a.patch", "--output", work.place / "old").returncode == 0
    assert entries(work.place / "old") == entries(work.output)


# Rejected bundles


def test_a_rejected_bundle_never_takes_the_place_of_a_live_one(work):
    work.write("other.yaml", title="Other", output={"path": "out.rejected"})
    work.build(name="other.yaml")
    work.write(source={"maxRejected": "100%"}, gates={"rejected": {"maxShare": "0%"}})
    assert "out.rejected" in work.rejects(73, "--keep-rejected", also=("dry",))
    # The option is wrong, not the configuration.
    assert "--rejected-output: the output (output.path)" in work.rejects(73, "--rejected-output", work.place, also=())
    shutil.rmtree(work.place / "out.rejected")
    for name in ("out.rejected.report.json", "out.rejected.ledger.jsonl"):
        (work.place / name).unlink()
    for _ in range(2):
        work.build("--keep-rejected", status=65)
        assert overtile("verify", work.place / "out.rejected").returncode == 0 and work.litter() == []
    # Another pipeline's, rejected or not, is not ours either.
    work.write(title="A third", gates={"rejected": {"maxShare": "0%"}})
    work.rejects(73, "--keep-rejected", also=("dry",))


def test_a_rejected_bundle_waits_for_the_lock_of_its_place(work):
    work.write("other.yaml", title="Other", source={"path": "pipe.json"}, output={"path": "out.rejected"})
    os.mkfifo(work.place / "pipe.json")
    process = subprocess.Popen([OVERTILE, "build", work.place / "other.yaml", "--quiet"], stderr=subprocess.PIPE)
    with open(work.place / "pipe.json", "w") as writer:
        work.write(gates={"rejected": {"maxShare": "0%"}})
        assert "another run" in work.build("--keep-rejected", status=75)
        writer.write(collection([point(1, 2, 3)]))
    assert process.wait(timeout=60) == 0
    assert overtile("verify", work.place / "out.rejected").returncode == 0


# Output is not read back


def test_the_quarantine_does_not_feed_itself(work):
    data = work.folder / "data"
    data.mkdir()
    (work.place / "in.json").rename(data / "night.geojsons")
    work.write(source={"path": "../data/*", "quarantine": True}, output={"path": "../data/b"})
    counts = []
    for _ in range(4):
        run = overtile("build", work.place / "p.yaml", "--json")
        assert run.returncode == 0, run.stderr.decode()
        report = json.loads(run.stdout)
        counts.append((report["sources"][0]["read"], report["sources"][0]["rejected"]))
    assert counts == [(3, 1)] * 4
    assert any("b.quarantine.in.geojsons is skipped" in warning for warning in report["warnings"])
    assert b"b.quarantine.in.geojsons is skipped" in run.stderr
    # Also after the source got another name, and by another way to write the path.
    text = yaml.safe_load((work.place / "p.yaml").read_text())
    text["sources"] = {"new": text["sources"]["in"] | {"path": "../s/../data/*.geojsons"}}
    text["layers"]["points"]["source"] = "new"
    (work.place / "p.yaml").write_text(yaml.safe_dump(text))
    assert json.loads(overtile("build", work.place / "p.yaml", "--json").stdout)["featuresRead" if 0 else "sources"][0]["read"] == 3
    # A corrected copy is an input like others.
    (data / "corrected.geojsons").write_text("\x1e" + json.dumps(point(12, 52, 3)) + "\n")
    assert json.loads(overtile("build", work.place / "p.yaml", "--json").stdout)["sources"][0]["read"] == 4


@pytest.mark.parametrize("name", [
    "out.quarantine.in.geojsons", "../s/out.ledger.jsonl", "out.report.json", "out/bundle.json", "../link/out.report.json"])
def test_what_is_written_is_no_input_by_name(work, name):
    (work.folder / "link").symlink_to(work.place)
    work.write(source={"quarantine": True})
    work.build()
    work.write(source={"quarantine": True, "path": ["in.json", name]})
    assert "sources.in.path" in work.rejects(78)


def test_each_file_counts_once(work):
    (work.place / "link.json").symlink_to("in.json")
    os.link(work.place / "in.json", work.place / "hard.json")
    (work.folder / "other").symlink_to(work.place)
    work.write(source={"path": ["in.json", "../s/in.json", "*.json", "../other/in.json", "in.json"]})
    run = overtile("build", work.place / "p.yaml", "--json")
    report = json.loads(run.stdout)
    assert report["sources"][0]["read"] == 3
    same = [warning for warning in report["warnings"] if "same file" in warning]
    assert len(same) == 4 and all(f"{work.place}/in.json" in warning for warning in same), report["warnings"]
    assert b"same file" in overtile("check", work.place / "p.yaml").stderr


def test_a_pipe_in_two_sources(work):
    os.mkfifo(work.place / "pipe.json")
    work.write(source={"path": "pipe.json"})
    text = yaml.safe_load((work.place / "p.yaml").read_text())
    text["sources"]["other"] = {"path": "../s/pipe.json"}
    (work.place / "p.yaml").write_text(yaml.safe_dump(text))
    before = os.listdir(work.place)
    message = work.build(status=78, timeout=20)
    assert 'source "other"' in message and "can be read only once" in message and os.listdir(work.place) == before


# Names


@pytest.mark.parametrize("key", ["layer", "source", "output"])
def test_names_that_are_too_long(work, key):
    name = "ü" * 60 if key != "output" else "x" * 240
    work.write(layer=name if key == "layer" else "points", output={"path": name} if key == "output" else {})
    if key == "source":
        text = yaml.safe_load((work.place / "p.yaml").read_text())
        text["sources"] = {name: text["sources"]["in"] | {"quarantine": True}}
        text["layers"]["points"]["source"] = name
        (work.place / "p.yaml").write_text(yaml.safe_dump(text, allow_unicode=True))
    assert "255" in work.rejects(78)


@pytest.mark.parametrize("change", [
    {"source": {"path": "~/in.json"}}, {"source": {"quarantine": "~/q.geojsons"}}, {"output": {"path": "~/out"}},
    {"output": {"path": "~"}}])
def test_a_tilde_is_not_a_folder(work, change):
    work.write(**change)
    assert "is not expanded here" in work.rejects(78)


def test_a_dangling_link_as_output(work):
    work.output.symlink_to("nowhere")
    work.write()
    assert "is a symbolic link, not a bundle" in work.rejects(73)


# Files of other commands


@pytest.mark.parametrize("kind", ["link", "dangling", "folder", "pipe", "in the bundle", "the bundle's", "the input"])
def test_what_tile_may_write(work, kind):
    work.write()
    work.build()
    path, source = work.place / "tile.json", work.output
    if kind in ("link", "dangling"):
        path.symlink_to(work.folder / ("precious/deep/letter.txt" if kind == "link" else "missing"))
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "in the bundle":
        path = work.output / "tile.json"
    elif kind == "the bundle's":
        path = work.output / "bundle.json"
    else:
        path = source = work.place / "z00.pmtiles"
        shutil.copy(work.output / "z00.pmtiles", path)
    before = entries(work.folder)
    for words in (["0/0/0"], ["--all"]):
        run = overtile("tile", source, *words, "--output", path)
        assert run.returncode == 73 and entries(work.folder) == before, run.stderr.decode()


def test_tile_replaces_a_file_and_nothing_beside_it(work):
    work.write()
    work.build()
    path = work.place / "tile.json"
    path.write_text("old")
    (work.place / "tile.json.partial").write_text("mine")
    assert overtile("tile", work.output, "0/0/0", "--output", path).returncode == 0
    assert json.loads(path.read_text())["type"] == "FeatureCollection"
    assert work.litter() == ["tile.json.partial"]


def test_patch_leaves_other_files_alone(work):
    work.write()
    work.build()
    path = work.place / "a.patch"
    for make in (lambda: path.write_text("mine"), lambda: path.mkdir(),
                 lambda: path.symlink_to(work.folder / "precious/deep/letter.txt")):
        make()
        before = entries(work.folder)
        run = overtile("patch", work.output, work.output, "--output", work.place / "a.patch")
        assert run.returncode == 73 and entries(work.folder) == before, run.stderr.decode()
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    before = entries(work.output)
    run = overtile("patch", work.output, work.output, "--output", work.output / "a.patch")
    assert run.returncode == 73 and entries(work.output) == before
    assert overtile("patch", work.output, work.output, "--output", work.place / "a.patch").returncode == 0


def test_metrics_are_no_place_for_anything_else(work):
    work.write(source={"quarantine": "q.geojsons"})
    for path in ("q.geojsons", "out.report.json", "in.json", "p.yaml", "out/m.prom", "../precious"):
        before = entries(work.folder)
        run = overtile("build", work.place / "p.yaml", "--metrics", work.place / path)
        assert run.returncode in (73, 78) and entries(work.folder) == before, (path, run.returncode, run.stderr.decode())
    work.build()
    before = entries(work.folder)
    run = overtile("build", work.place / "p.yaml", "--metrics", work.output / "m.prom")
    assert run.returncode == 73 and entries(work.folder) == before


# Who may read a bundle


@pytest.mark.parametrize("publish", ["replace", "versioned"])
@pytest.mark.parametrize("mode", [None, "0640", 600, 644])
def test_the_mode_of_a_bundle(work, publish, mode):
    work.write(output={"path": "new/parents/out", "publish": publish, "format": "directory"} | ({"fileMode": mode} if mode else {}))
    subprocess.run(["sh", "-c", f"umask 077; exec '{OVERTILE}' build '{work.place}/p.yaml' --quiet"], check=True)
    files = int(str(mode or "0644"), 8)
    folders = files | (files & 0o444) >> 2
    parents = work.place / "new/parents"
    root = parents / "out"
    for path in [parents.parent, parents, root, *root.rglob("*")]:
        if not path.is_symlink():
            expected = folders if path.is_dir() else files
            assert stat.S_IMODE(path.stat().st_mode) == expected, (path, oct(path.stat().st_mode))
    assert stat.S_IMODE((parents / "out.report.json").stat().st_mode) == 0o600


def test_a_report_of_a_failure_is_not_for_everybody(work):
    """Its message may quote what others are not to see."""
    work.write(source={"maxRejected": 0})
    work.build(status=65)
    assert stat.S_IMODE((work.place / "out.failed.report.json").stat().st_mode) == 0o640
    work.write()
    work.build()
    assert stat.S_IMODE((work.place / "out.report.json").stat().st_mode) & 0o044
    assert not (work.place / "out.failed.report.json").exists()


MODES = [420, "0777", "rw", 0, "0044", 0o640]


@pytest.mark.parametrize("mode", MODES)
def test_modes_that_are_none(work, mode):
    work.write(output={"fileMode": mode})
    assert "output.fileMode" in work.rejects(78, also=by_turns(MODES, mode))


# A folder that is not there


def test_a_quarantine_in_a_missing_folder_stops_the_run_before_anything_is_published(work):
    work.write()
    work.build()
    before = (work.output / "bundle.json").read_bytes()
    work.write(source={"quarantine": "nope/q.geojsons"}, layer="others")
    message = work.build(status=73)
    assert "does not exist" in message and "nope" in message
    assert (work.output / "bundle.json").read_bytes() == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE])
def test_a_signal_takes_a_file_away_that_is_not_whole(built, number, tmp_path):
    bundle = built(ROOT / "Pipelines/quickstart.yaml").folder
    command = [OVERTILE, "tile", bundle, "--all", "--output", tmp_path / "all.txt"]
    run = subprocess.Popen(command, stderr=subprocess.PIPE)
    # The file has no name yet.
    while not has_unnamed(run.pid, tmp_path) and run.poll() is None:
        time.sleep(0.005)
    run.send_signal(number)
    run.communicate(timeout=20)
    assert run.returncode == 130 and os.listdir(tmp_path) == []


def test_an_empty_name_of_an_output_is_a_usage_error(built, tmp_path):
    bundle = built(ROOT / "Pipelines/quickstart.yaml").folder
    # An empty path would be the current folder, which `apply` would exchange if it were a bundle.
    for words in [("tile", bundle, "0/0/0", "--output"), ("apply", bundle, "no.patch", "-o"), ("patch", bundle, bundle, "-o"),
                  ("build", "no.yaml", "--metrics"), ("build", "no.yaml", "--rejected-output")]:
        run = overtile(*words, "", cwd=tmp_path)
        assert run.returncode == 64 and b"empty" in run.stderr and os.listdir(tmp_path) == [], (words, run)


@pytest.mark.parametrize("name", [
    ".b.overtile-lock", ".b.overtile-staging", ".b.overtile-staging-replaced", ".b.overtile-staging-0123456789abcdef",
    ".b.overtile-staging/inner"])
def test_names_of_locks_and_staging_folders_are_for_nothing_else(work, name):
    work.write()
    work.build()
    before = entries(work.folder)
    assert "locks and staging folders" in work.build("--output", name, status=73, cwd=work.place)
    for change in ({"output": {"path": name}}, {"source": {"quarantine": name}}):
        work.write(**change)
        assert "locks and staging folders" in work.rejects(78)
    work.write()
    for words in (["build", "p.yaml", "--metrics", name], ["tile", "out", "0/0/0", "--output", name],
                  ["patch", "out", "out", "--output", name]):
        run = overtile(*words, cwd=work.place)
        assert run.returncode == 73, run.stderr
        assert b"locks and staging folders" in run.stderr or "/" in name, run.stderr
    assert entries(work.folder) == before
    work.build("--output", ".b.overtile-stagings", cwd=work.place)
