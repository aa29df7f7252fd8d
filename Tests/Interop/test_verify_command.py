"""`overtile verify` on what pipelines of the project build, and on damaged copies of bundles."""
import json
import os
import shutil
import subprocess

import pytest

from conftest import OVERTILE, ROOT, build, collection, overtile, point, write_pipeline

# The superuser may read anything unless that power is given up.
POWERLESS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []


def verify(path, *words):
    run = overtile("verify", path, *words)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def codes(path):
    status, out, _ = verify(path, "--json")
    report = json.loads(out)
    assert (status == 0) == (report["findings"] == [])
    return {group["code"] for group in report["findings"]}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A bundle with members, soon verified."""
    folder = tmp_path_factory.mktemp("small")
    features = [point(7 + i / 9, 43 + i % 9 / 7, name=f"n{i}", number=i) for i in range(100)]
    (folder / "in.geojson").write_text(collection(features))
    layers = {"airports": {"source": "in", "kind": "cluster", "zooms": "0-3", "cluster": {"members": "full"}}}
    return build(write_pipeline(folder / "p.yaml", {"in": {"path": "in.geojson"}}, layers), folder / "small")


# The others make clusters of the quickstart's airports again; `small` has members, and test_categories.py has categories.
@pytest.mark.parametrize("name", ["quickstart", "circles", "shapes", "british-airports"])
def test_pipelines_verify(name, built):
    status, out, err = verify(built(ROOT / f"Pipelines/{name}.yaml").folder, "--all")
    assert status == 0 and out.endswith("no problems found\n"), out + err


# With the containers of the pipelines, every format and every layout.
@pytest.mark.parametrize("container", [("mbtiles", "per-zoom"), ("directory", "per-layer")], ids="-".join)
def test_other_containers_verify(containers, container):
    status, out, err = verify(containers[container].folder, "--all")
    assert status == 0, out + err


def test_says_what_changed(small, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(small.folder, copy)
    path = copy / "z03.pmtiles"
    # A read that failed is no damage.
    for unread in path, copy / "bundle.json":
        unread.chmod(0)
        run = subprocess.run([*POWERLESS, OVERTILE, "verify", copy], capture_output=True)
        assert run.returncode == 66 and run.stdout == b"" and b"Permission denied" in run.stderr, run
        unread.chmod(0o644)
    data = bytearray(path.read_bytes())
    data[-1] ^= 0x01
    path.write_bytes(data)
    status, out, _ = verify(copy)
    assert status == 65 and "file-digest" in out and "z03.pmtiles" in out
    path.unlink()
    assert "file-missing" in codes(copy)
    (copy / "extra.txt").write_text("?")
    assert "file-unlisted" in codes(copy)


def test_old_manifest_has_no_digest(small, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(small.folder, copy)
    manifest = copy / "bundle.json"
    lines = manifest.read_text().splitlines(keepends=True)
    manifest.write_text("".join(line for line in lines if not line.startswith('  "digest"')))
    status, out, err = verify(copy)
    assert status == 0 and "note: the manifest has no digest" in out, out + err


def test_archives_alone(quickstart, containers):
    for path in [quickstart.folder / "z03.pmtiles", containers["mbtiles", "single"].folder / "tiles.mbtiles",
                 containers["directory", "single"].folder / "tiles"]:
        status, out, err = verify(path)
        assert status == 0 and "note: this is a single archive" in out, out + err


def test_few_open_files_are_no_damage(small, tmp_path):
    for format in "directory", "mbtiles":
        path = small.folder.parent / f"{format}.yaml"
        path.write_text((small.folder.parent / "p.yaml").read_text() + f"  format: {format}\n  layout: single\n")
        bundle = build(path, tmp_path / format).folder
        for words in ["verify", "-q"], ["inspect"]:
            run = subprocess.run(["prlimit", "--nofile=4", OVERTILE, *words, bundle], capture_output=True)
            told = run.stderr.decode()
            assert run.returncode in (0, 69), (format, words, told, run.stdout)
            assert run.returncode == 0 or "raise it with ulimit -n" in told, told
    # The first descriptors are the file's, opened once to tell its kind and once to read it, and SQLite gets none.
    run = subprocess.run(["prlimit", "--nofile=5", OVERTILE, "verify", bundle / "tiles.mbtiles"], capture_output=True)
    assert run.returncode == 69 and b"unable to open database file: Too many open files" in run.stderr, run.stderr


def test_missing_and_foreign(tmp_path):
    assert verify(tmp_path / "nothing")[0] == 66
    assert verify(tmp_path)[0] == 66
    (tmp_path / "bundle.json").write_text("{}")
    status, out, _ = verify(tmp_path)
    assert status == 65 and "manifest-unreadable" in out
    (tmp_path / "text").write_text("text")
    assert verify(tmp_path / "text")[0] == 65


def test_a_link_is_no_file_of_a_bundle(small, tmp_path):
    """Whatever its target; test_one_code has the other commands."""
    copy = tmp_path / "copy"
    shutil.copytree(small.folder, copy)
    for name in "z03.pmtiles", "members.airports.bin":
        (copy / name).rename(tmp_path / name)
        (copy / name).symlink_to(tmp_path / name)
    status, out, _ = verify(copy)
    assert status == 65 and out.count("symbolic link") >= 2 and codes(copy) == {"file-linked"}, out
    # The bundle itself may be reached by a link, as the current release is.
    (tmp_path / "current").symlink_to(small.folder)
    for words in ["verify"], ["inspect"], ["diff", small.folder]:
        assert overtile(*words, tmp_path / "current").returncode == 0


def test_white_space_behind_a_manifest_is_a_change(small, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(small.folder, copy)
    text = (copy / "bundle.json").read_text()
    for space in " ", "\n", "\t\n":
        (copy / "bundle.json").write_text(text + space)
        assert codes(copy) == {"manifest-form"}


def written(folder, layers, features):
    """A bundle of some layers; \\u escapes in `features`, JSON texts of properties and position, stay as they are."""
    (folder / "in.geojsonl").write_text("".join(
        '{"type":"Feature","properties":%s,"geometry":{"type":"Point","coordinates":%s}}\n' % feature
        for feature in features))
    layers = {name: {"source": "s"} | layer for name, layer in layers.items()}
    return build(write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojsonl"}}, layers), folder / "out").folder


SHAPE = {"kind": "shape", "zooms": "0-1"}
CLUSTER = {"kind": "cluster", "zooms": "0-1",
           "cluster": {"aggregates": {"d": {"distinct": "a"}, "f": {"first": "a"}, "n": {"count": "a"}}}}
# One letter in two spellings, which Unicode calls canonically equivalent.
SPELLINGS = [r'"\u00e9"', r'"e\u0301"']


@pytest.mark.parametrize("values", [
    SPELLINGS, ["-0.0"], ["-0.0", "0.0", "0", "-0"], ["-0.0", "0", "-1", "2.5"],
], ids=["spellings", "minus-zero", "zeros", "numbers"])
def test_values_that_look_alike_verify(values, tmp_path):
    folder = written(tmp_path, {"shapes": SHAPE, "clusters": CLUSTER}, [(f'{{"a":{value}}}', "[1,1]") for value in values])
    status, out, err = verify(folder, "--all")
    assert status == 0, out + err


def test_circles_that_are_all_dots_verify(tmp_path):
    circle = {"radius": "5km", "draw": "ring", "dotBelow": "2px"}
    layers = {name: {"kind": "circle", "zooms": "0-2", "properties": {"keep": "none"}, "circle": circle | {"dissolve": dissolve}}
              for name, dissolve in {"all": True, "property": {"by": "cls"}}.items()}
    folder = written(tmp_path, layers, [('{"cls":"x"}', "[10,1]")])
    status, out, err = verify(folder, "--all")
    assert status == 0, out + err


def test_circles_beyond_the_edge_of_the_map_verify(tmp_path):
    layer = {"kind": "circle", "zooms": "2", "circle": {"radius": "3km", "draw": "ring", "model": "mapkit"}}
    folder = written(tmp_path, {"l": layer}, [
        ("{}", f"[{longitude},{latitude}]") for longitude, latitude in
        [(115.42, 85.04), (25.42, 85.06), (-20.42, 89), (-64.58, -86), (-154.58, -90), (115.5, 84.9)]])
    status, out, err = verify(folder, "--all")
    assert status == 0, out + err


def test_a_folder_of_releases_is_no_bundle(tmp_path):
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}},
                          {"a": {"source": "s", "kind": "cluster", "zooms": "0-2"}}, output={"publish": "versioned"})
    (tmp_path / "in.geojson").write_text(json.dumps(point(13, 52)))
    assert overtile("build", path).returncode == 0
    run = overtile("verify", tmp_path / "bundle")
    assert run.returncode == 66 and f"use the current release, {tmp_path}/bundle/current".encode() in run.stderr, run.stderr
    assert overtile("verify", tmp_path / "bundle/current").returncode == 0
