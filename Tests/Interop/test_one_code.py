"""One cause, one exit code, whatever the command: manifests and archives that are not there or no files, and too few files that
may be open."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import OVERTILE, collection, overtile, point, write_pipeline

VIEW = ["--camera", "10,50,1", "--viewport", "400x400"]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A pipeline, its bundle, and a patch from the bundle to itself."""
    folder = tmp_path_factory.mktemp("codes")
    (folder / "in.geojson").write_text(collection([point(10 + number / 10, 50, number) for number in range(1, 9)]))
    layers = {"l": {"source": "s", "kind": "cluster", "zooms": "0-1"}}
    path = write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}}, layers)
    assert overtile("build", path).returncode == 0
    assert overtile("patch", folder / "bundle", folder / "bundle", "--output", folder / "x.patch").returncode == 0
    return folder


def commands(place, bundle, scratch):
    whole = place / "bundle"
    return [["verify", bundle], ["inspect", bundle], ["tile", bundle, "0/0/0"], ["diff", bundle, whole], ["diff", whole, bundle],
            ["patch", bundle, whole, "--output", scratch / "y.patch"], ["overlays", bundle, *VIEW],
            ["apply", bundle, place / "x.patch", "--output", scratch / "made"]]


def replaced(bundle, name, kind):
    """Replaces a file of a bundle."""
    file = bundle / name
    kept = bundle.parent / ("kept-" + name)
    shutil.move(file, kept)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif kind == "dangling":
        file.symlink_to("nowhere")
    elif kind == "link":
        file.symlink_to(kept)
    elif kind == "text":
        file.write_text("hello")


REPLACED = {
    "bundle.json": {"missing": 66, "pipe": 66, "folder": 66, "dangling": 65, "link": 65, "text": 65},
    "z00.pmtiles": {"missing": 66, "pipe": 65, "folder": 65, "dangling": 65, "link": 65},
}


@pytest.mark.parametrize("name", REPLACED)
def test_a_file_of_a_bundle(place, tmp_path, name):
    """Every command with every kind of file but two: by turns with a pipe and a folder, with a link to nothing and to the file."""
    for kind, code in REPLACED[name].items():
        bundle = tmp_path / kind / "bundle"
        shutil.copytree(place / "bundle", bundle)
        replaced(bundle, name, kind)
        ways = commands(place, bundle, tmp_path)
        for words in {"pipe": ways[::2], "folder": ways[1::2], "dangling": ways[1::2], "link": ways[::2]}.get(kind, ways):
            run = overtile(*words, timeout=30)
            # To verify, a listed file that is missing is a finding as any other.
            expected = 65 if (words[0], name, kind) == ("verify", "z00.pmtiles", "missing") else code
            assert run.returncode == expected, (words[0], kind, run.returncode, run.stderr.decode())
            assert kind != "link" or b"symbolic link" in run.stdout + run.stderr, (words[0], run)
            if words[0] in ("overlays", "tile"):
                assert run.stdout == b""


def test_members_are_no_links_either(place, tmp_path):
    bundle = tmp_path / "bundle"
    shutil.copytree(place / "bundle", bundle)
    replaced(bundle, "members.l.bin", "link")
    for words in (["overlays", bundle, *VIEW], ["members", bundle, "--cluster", "1"], ["inspect", bundle], ["verify", bundle]):
        assert overtile(*words).returncode == 65, words


def test_white_space_behind_the_manifest(place, tmp_path):
    """Only `verify` minds, and a patch, which is for the bytes of its base."""
    bundle = tmp_path / "bundle"
    shutil.copytree(place / "bundle", bundle)
    with open(bundle / "bundle.json", "a") as file:
        file.write(" \n")
    for words in commands(place, bundle, tmp_path):
        run = overtile(*words)
        assert run.returncode == (65 if words[0] in ("verify", "apply") else 0), words
        if words[0] in ("inspect", "tile", "overlays"):
            whole = overtile(*[place / "bundle" if word == bundle else word for word in words])
            assert run.stdout.replace(bytes(bundle), b"") == whole.stdout.replace(bytes(place / "bundle"), b"")


def limited(words, files):
    return subprocess.run(["prlimit", f"--nofile={files}", OVERTILE, *map(str, words)], capture_output=True, timeout=60)


def test_too_many_open_files(place, tmp_path):
    """Whatever the step at which no file can be opened, the code and the advice are the same."""
    bundle = place / "bundle"
    ways = [["build", place / "p.yaml", "--output", tmp_path / "out"], ["check", place / "p.yaml"],
            *commands(place, bundle, tmp_path)]
    for words in ways:
        seen = set()
        for files in range(4, 40):
            run = limited(words, files)
            seen.add(run.returncode)
            if run.returncode == 0:
                break
            message = run.stderr.decode()
            if run.returncode == 127 and "shared libraries" in message:
                seen.remove(127)
                continue
            assert run.returncode == 69, (words[0], files, run.returncode, message)
            assert f"the limit is {files} open files; raise it with ulimit -n" in message, (words[0], files, message)
            advised = int(re.search(r"raise it with ulimit -n (\d+)", message)[1])
            shutil.rmtree(tmp_path / "out", ignore_errors=True)
        # With the files with which the system loads the program, some commands have enough.
        assert seen == {0, 69} or seen == {0} and words[0] not in ("build", "check"), (words[0], seen)
        assert 69 not in seen or limited(words, advised).returncode == 0
        shutil.rmtree(tmp_path / "made", ignore_errors=True)


@pytest.mark.parametrize("words", ["Too many open files", "Cannot allocate memory"])
def test_data_that_quote_the_system_are_data(words, tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(1, 2, **{words: "open"})]))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-1", "cluster": {"aggregates": {"total": {"sum": words}}}}
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {"l": layer})
    for command in ("build", "check"):
        run = overtile(command, path)
        told = (run.stdout + run.stderr).decode()
        assert run.returncode == 65 and words in told and "ulimit" not in told, told
    path = write_pipeline(tmp_path / "q.yaml", {"s": {"path": "in.geojson"}}, {"l": layer | {"kind": words}})
    run = overtile("build", path)
    assert run.returncode == 78 and words.encode() in run.stderr and b"ulimit" not in run.stderr, run.stderr


@pytest.mark.parametrize(("last", "code"), [("Cannot allocate memory", 69), ("Too many open files", 69), ("no such table", 66)])
def test_the_last_words_of_a_command_tell_a_shortage(last, code, tmp_path):
    command = [sys.executable, "-c", f"import sys; sys.exit({last!r})"]
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"command": command}},
                          {"l": {"source": "s", "kind": "cluster", "zooms": "0-1"}})
    run = overtile("build", path)
    assert run.returncode == code and last.encode() in run.stderr, run.stderr
    assert (b"ulimit" in run.stderr) == (code == 69), run.stderr
