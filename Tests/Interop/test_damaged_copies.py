"""Bundles that were copied badly: cut, deleted, exchanged, flipped. No command accepts one as whole."""
import json
import os
import shutil

import pytest

from bundle import contents
from conftest import build, collection, overtile, point, write_pipeline

# Every format and every layout.
CONTAINERS = [("pmtiles", "per-zoom"), ("mbtiles", "single"), ("directory", "per-layer")]
LAYERS = {"points": {"source": "points", "kind": "cluster", "zooms": "0-4", "cluster": {"members": "full"}}}


@pytest.fixture(scope="module")
def nights(tmp_path_factory):
    """In each container: bundles of two nights, a and b, and the patch from one to the other."""
    folder = tmp_path_factory.mktemp("nights")
    for format, layout in CONTAINERS:
        place = folder / f"{format}-{layout}"
        place.mkdir()
        for name, count in ("a", 60), ("b", 61):
            features = [point(10 + index / 7, 50 - index / 9, index + 1, name=f"point {index}") for index in range(count)]
            (place / f"{name}.geojson").write_text(collection(features))
            write_pipeline(place / f"{name}.yaml", {"points": {"path": f"{name}.geojson"}}, LAYERS,
                           output={"format": format, "layout": layout})
            build(place / f"{name}.yaml", place / name)
        run = overtile("patch", place / "a", place / "b", "--output", place / "ab.patch", "--quiet")
        assert run.returncode == 0, run.stderr.decode()
    return folder


@pytest.fixture(params=CONTAINERS, ids="-".join)
def copies(request, nights, tmp_path):
    """A copy of both nights that may be damaged."""
    shutil.copytree(nights / "-".join(request.param), tmp_path / "copies", symlinks=True)
    return tmp_path / "copies"


def listed(bundle, role):
    """The last file of a role; of a folder of tiles the last of its files."""
    manifest = json.loads((bundle / "bundle.json").read_text())
    path = bundle / [file["path"] for file in manifest["files"] if file["role"] == role][-1]
    return max(path.rglob("*.pbf")) if path.is_dir() else path


def cut(file):
    os.truncate(file, file.stat().st_size - 1)


def lengthen(file):
    with file.open("ab") as end:
        end.write(b"\0")


def flip(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def make_folder(file):
    file.unlink()
    file.mkdir()


def delete(file):
    file.unlink()


# The damage to a file of a bundle, and the exit code of diff then. A tile that is gone from a folder changes its size.
DAMAGES = {cut: 65, lengthen: 65, make_folder: 65, delete: 66}


# Every damage to a folder of tiles, which has no size of its own, and two to each file.
@pytest.mark.parametrize("damage, role, copies", [
    *((damage, "tiles", CONTAINERS[2]) for damage in DAMAGES), (cut, "tiles", CONTAINERS[0]), (delete, "tiles", CONTAINERS[0]),
    (lengthen, "tiles", CONTAINERS[1]), (make_folder, "tiles", CONTAINERS[1]), (cut, "members", CONTAINERS[1]),
    (delete, "members", CONTAINERS[1])], indirect=["copies"])
def test_sizes_are_looked_at_always(copies, damage, role):
    """By every command that takes a bundle as a whole, whichever of two it is; nothing is written."""
    file = listed(copies / "b", role)
    isFolder = file.suffix == ".pbf"
    damage(file)
    status = 65 if isFolder and damage is delete else DAMAGES[damage]
    place = file.relative_to(copies / "b").parts[0]
    before = contents(copies)
    back = ["patch", copies / "b", copies / "a", "--output", copies / "new.patch"]
    for words in (["diff", copies / "a", copies / "b"], ["diff", copies / "b", copies / "b", "--quiet"],
                  ["diff", copies / "b", copies / "a", "--json"], ["patch", copies / "a", copies / "b", "--output",
                   copies / "new.patch"], back, ["inspect", copies / "b"]):
        run = overtile(*words)
        message = run.stderr.decode()
        assert (run.returncode, run.stdout) == (status, b""), (words, run.returncode, message)
        for word in (f"{copies}/b/{place}", "expected", "but found", "again"):
            assert word in message, (words, message)
        assert contents(copies) == before
    assert overtile("verify", copies / "b").returncode == 65


@pytest.mark.parametrize("damage", [cut, delete], ids=lambda damage: damage.__name__)
def test_a_damaged_base_is_not_patched(copies, damage):
    damage(listed(copies / "a", "tiles"))
    before = contents(copies)
    for output in "a", "c":
        run = overtile("apply", copies / "a", copies / "ab.patch", "--output", copies / output)
        assert run.returncode in (65, 66) and b"but found" in run.stderr, run.stderr.decode()
        assert contents(copies) == before


def test_contents_are_looked_at_on_request(copies):
    """A flipped byte keeps the size: diff believes the manifest, and with --check it does not. A patch always checks."""
    file = listed(copies / "b", "tiles")
    same = overtile("diff", "--check", copies / "a", copies / "a")
    assert same.returncode == 0, same.stderr.decode()
    flip(file)
    assert overtile("diff", copies / "b", copies / "b").returncode == 0
    for words in (["diff", "--check", copies / "a", copies / "b"], ["diff", "--check", copies / "b", copies / "b"],
                  ["patch", copies / "a", copies / "b", "--output", copies / "new.patch"]):
        run = overtile(*words)
        message = run.stderr.decode()
        assert run.returncode == 65, (words, message)
        assert message.count("SHA-256") == 2 and f"{copies}/b/{file.relative_to(copies / 'b').parts[0]}" in message
        assert not (copies / "new.patch").exists()


def test_exchanged_archives(nights, tmp_path):
    """Two zooms whose archives have exchanged their names: their sizes differ, so it shows without reading."""
    shutil.copytree(nights / "pmtiles-per-zoom/a", tmp_path / "a")
    one, other = (tmp_path / "a/z00.pmtiles"), (tmp_path / "a/z04.pmtiles")
    assert one.stat().st_size != other.stat().st_size
    one.rename(tmp_path / "aside"), other.rename(one), (tmp_path / "aside").rename(other)
    run = overtile("diff", nights / "pmtiles-per-zoom/a", tmp_path / "a", "--quiet")
    assert run.returncode == 65 and b"z00.pmtiles" in run.stderr, run.stderr.decode()


def test_what_the_manifest_does_not_list_is_mentioned(copies):
    (copies / "b/notes").mkdir()
    (copies / "b/notes/todo.txt").write_text("Call the printers.")
    (copies / "b/z99.pmtiles").write_text("not ours")
    run = overtile("diff", copies / "b", copies / "b", "--json")
    assert run.returncode == 0
    found = json.loads(run.stdout)
    assert (found["before"]["unlisted"], found["before"]["firstUnlisted"]) == (2, ["notes", "z99.pmtiles"])
    assert run.stderr.decode().count(f"warning: {copies}/b: ignoring 2 entries not listed in the manifest") == 2
    clean = json.loads(overtile("diff", copies / "a", copies / "a", "--json").stdout)
    assert (clean["before"]["unlisted"], clean["before"]["firstUnlisted"]) == (0, [])
    # A patch cannot carry them.
    run = overtile("patch", copies / "a", copies / "b", "--output", copies / "new.patch")
    assert run.returncode == 65 and b"notes" in run.stderr and not (copies / "new.patch").exists()


def test_a_gate_does_not_read_a_damaged_bundle(nights, tmp_path):
    """The old cluster ids of a members file that was cut are not judged, which is reported."""
    shutil.copytree(nights / "pmtiles-per-zoom/a", tmp_path / "served")
    features = [point(10 + index / 7, 50 - index / 9, index + 1, name=f"point {index}") for index in range(60)]
    (tmp_path / "a.geojson").write_text(collection(features))
    pipeline = write_pipeline(tmp_path / "a.yaml", {"points": {"path": "a.geojson"}}, LAYERS,
                              gates={"clusters": {"minKept": "90%"}})
    cut(listed(tmp_path / "served", "members"))
    run = overtile("build", pipeline, "--output", tmp_path / "served", "--quiet", "--json")
    assert run.returncode == 0, run.stderr.decode()
    (gate,) = json.loads(run.stdout)["gates"]
    assert gate["outcome"] == "not-judged" and "expected a regular file of" in gate["reason"], gate
