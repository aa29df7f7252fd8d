"""`--inputs`: the same pipeline reads files from another folder."""
import json
import shutil

import pytest

from bundle import contents
from conftest import overtile, write_pipeline

POINT = {"type": "Feature", "properties": {"n": 1}, "geometry": {"type": "Point", "coordinates": [7, 47]}}
WRONG = {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": ["east", 0]}}


@pytest.fixture
def pipeline(tmp_path):
    """Sources of a glob, a name below a folder, a table and an absolute path; all files but the last are in another folder, too."""
    beside = tmp_path / "beside"
    (beside / "more").mkdir(parents=True)
    for name, features in [("a1.geojsonl", [POINT, WRONG]), ("a2.geojsonl", [POINT]), ("more/b.geojson", [POINT]), ("fixed.geojson", [POINT])]:
        (beside / name).write_text("\n".join(map(json.dumps, features)))
    (beside / "t.csv").write_text("longitude,latitude\n7,47\n8,48\n")
    shutil.copytree(beside, tmp_path / "other")
    (beside / "fixed.geojson").rename(tmp_path / "fixed.geojson")
    paths = {"a": "a?.geojsonl", "b": "./more/b.geojson", "t": "t.csv", "fixed": str(tmp_path / "fixed.geojson")}
    return write_pipeline(
        beside / "pipeline.yaml", {name: {"path": path, "onInvalid": "skip", "maxRejected": "60%"} for name, path in paths.items()},
        {name: {"source": name, "kind": "cluster", "zooms": "0-2"} for name in paths})


def test_the_bundle_is_that_of_files_beside_the_configuration(pipeline, tmp_path):
    run = overtile("build", pipeline)
    assert run.returncode == 0, run.stderr
    expected = contents(pipeline.parent / "bundle")
    ledger = (pipeline.parent / "bundle.ledger.jsonl").read_text()
    for name in ("a1.geojsonl", "a2.geojsonl", "more/b.geojson", "t.csv"):
        (pipeline.parent / name).unlink()
    for words, title in [(["--inputs", "other/"], "other"), (["--inputs", tmp_path / "other"], tmp_path / "other")]:
        run = overtile("build", pipeline, *words, cwd=tmp_path)
        assert run.returncode == 0, run.stderr
        assert contents(pipeline.parent / "bundle") == expected
        made = (pipeline.parent / "bundle.ledger.jsonl").read_text()
        assert made == ledger.replace(str(pipeline.parent), str(title)) != ""


@pytest.mark.parametrize("command", ["build", "check"])
def test_folders_that_cannot_be_used(pipeline, tmp_path, command):
    for inputs, status, message in [("none", 66, "--inputs: the folder none does not exist"), ("fixed.geojson", 66, "the folder fixed.geojson does not exist"),
                                    ("", 64, "--inputs: the value is empty")]:
        run = overtile(command, pipeline, "--inputs", inputs, cwd=tmp_path)
        assert run.returncode == status and message in run.stderr.decode()
    (tmp_path / "other/a1.geojsonl").unlink()
    (tmp_path / "other/a2.geojsonl").unlink()
    run = overtile(command, pipeline, "--inputs", "other", cwd=tmp_path)
    assert run.returncode == 66 and 'no file matches other/a?.geojsonl' in run.stderr.decode()


def test_the_bundle_of_the_run_is_no_input(tmp_path):
    """Files that the run writes are left out of a glob, also in another folder."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "in.geojsonl").write_text("\n".join(map(json.dumps, [POINT, WRONG])))
    path = write_pipeline(tmp_path / "pipeline.yaml", {"in": {"path": "*.geojson*", "quarantine": "data/wrong.geojson", "onInvalid": "skip", "maxRejected": "60%"}},
                          {"in": {"source": "in", "kind": "cluster", "zooms": "0-1"}})
    for _ in range(2):
        run = overtile("build", path, "--inputs", data)
        assert run.returncode == 0, run.stderr
    assert (data / "wrong.geojson").exists() and "wrong.geojson is skipped" in run.stderr.decode()
