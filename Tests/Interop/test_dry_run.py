"""`--dry-run`: ends like a build, reports the same as a build, and writes nothing, not even for a moment."""
import json
import os
import subprocess

import pytest
import yaml

from bundle import contents
from conftest import OVERTILE, collection, overtile, point, write_pipeline

# Large enough that a build writes the quarantine while it reads.
BAD = {"type": "Feature", "properties": {"text": "x" * 20_000}, "geometry": {"type": "Point", "coordinates": ["x", 1]}}


def state(folder):
    """Every entry with its times: whatever was made there, even if it is gone again, has changed its folder's."""
    entries = [folder, *sorted(folder.rglob("*"))]
    return {str(path): (status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size)
            for path in entries for status in [os.lstat(path)]}


def assert_nothing_written(folder, *words, **options):
    """Runs a dry run with the temporary folder in the watched one, too."""
    before = state(folder)
    run = overtile("build", *words, "--dry-run", env={"TMPDIR": str(folder / "tmp"), "HOME": str(folder / "tmp")},
                   cwd=folder, **options)
    assert state(folder) == before
    return run


def write(folder, features, **others):
    (folder / "in.geojson").write_text(collection(features))
    source = {"path": "in.geojson", "onInvalid": "skip", "maxRejected": "50%", "quarantine": True} | others.pop("source", {})
    layers = {"points": {"source": "in", "kind": "cluster", "zooms": "0-5", "filter": ["<", ["get", "n"], 90]},
              "circles": {"source": "in", "kind": "circle", "zooms": "0-3",
                          "circle": {"radius": "10km", "hide": {"belowSize": "1px"}}}}
    return write_pipeline(folder / "pipeline.yaml", {"in": source}, layers, **others)


@pytest.fixture(params=["replace", "versioned"])
def folder(request, tmp_path):
    (tmp_path / "tmp").mkdir()
    (tmp_path / "publish").write_text(request.param)
    return tmp_path


def points(count, west=10):
    return [point(west + index / 50, 50 + index % 7, index, n=index, name=f"point {index}") for index in range(count)]


def test_the_report_is_that_of_a_build(folder):
    publish = {"publish": (folder / "publish").read_text()}
    gates = {"features": {"maxDecrease": "50%"}, "layers": "keep", "bounds": {"maxShift": "500km"}, "tiles": {"maxIncrease": "10%"},
             "bytes": {"maxIncrease": "10%"}, "properties": {"maxLoss": "50%"}, "clusters": {"minKept": "10%"},
             "rejected": {"maxShare": "50%"}, "accuracy": {"maxError": "1m"}}
    pipeline = write(folder, points(100), output=publish, gates=gates)
    assert overtile("build", pipeline).returncode == 0
    write(folder, points(98) + [BAD] * 90, output=publish, gates=gates)
    run = assert_nothing_written(folder, pipeline, "--json", "--metrics", folder / "m.prom", "--keep-rejected", "--resume")
    assert run.returncode == 0, run.stderr.decode()
    dry = json.loads(run.stdout)
    built = overtile("build", pipeline, "--json")
    assert built.returncode == 0, built.stderr.decode()
    real = json.loads(built.stdout)
    same = ["bundle", "name", "sources", "layers", "ledger", "ledgerTotals", "ledgerExamples", "repairs", "threads"]
    assert {key: dry[key] for key in same} == {key: real[key] for key in same}
    assert dry["layers"][1]["rejected"] > 0 or dry["layers"][1]["zooms"][0]["hidden"] > 0
    assert dry["dryRun"] is True and "dryRun" not in real
    judged = [verdict for verdict in dry["gates"] if verdict["name"] not in ("tiles", "bytes")]
    assert judged == [verdict for verdict in real["gates"] if verdict["name"] not in ("tiles", "bytes")]
    assert len(judged) >= 7 and all(verdict["outcome"] == "passed" for verdict in judged)
    assert [verdict["reason"] for verdict in dry["gates"] if verdict not in judged] == ["a dry run creates no tiles"] * 2
    assert "tiles: not judged: a dry run creates no tiles" in run.stderr.decode()


def test_the_summary_says_so(folder):
    run = assert_nothing_written(folder, write(folder, points(9), output={"path": "new/place/bundle"}))
    text = run.stderr.decode()
    assert run.returncode == 0 and "dry run: nothing was written" in text and " tiles" not in text
    assert str(folder / "new/place/bundle") in text and run.stdout == b""


def broken(folder, status):
    """A pipeline whose build ends with a status."""
    publish = {"publish": (folder / "publish").read_text()}
    write(folder, points(60), output=publish)
    assert overtile("build", folder / "pipeline.yaml").returncode == 0
    case = {
        "65 too many are wrong": lambda: write(folder, points(9) + [BAD] * 20, output=publish),
        "65 half of the file": lambda: (folder / "in.geojson").write_text((folder / "in.geojson").read_text()[:900]),
        "65 a page": lambda: (folder / "in.geojson").write_text("<html>Service unavailable</html>"),
        "65 a gate": lambda: write(folder, points(20), output=publish, gates={"features": {"maxDecrease": "5%"}}),
        "65 a camera": lambda: write(folder, points(60), output=publish, cameras={
            "none": {"fit": {"layer": "points", "filter": ["==", ["get", "n"], -1]}, "viewports": ["100x100"]}}),
        "66 no input": lambda: (folder / "in.geojson").unlink(),
        "69 no accuracy": lambda: write(folder, points(60), output=publish, source={"crs": "EPSG:27700", "accuracy": "0.001m"}),
        "73 a foreign place": lambda: (write(folder, points(60), output=publish | {"path": "tmp/foreign"}),
                                       (folder / "tmp/foreign").mkdir(), (folder / "tmp/foreign/mine").write_text("")),
        "73 a file": lambda: write(folder, points(60), output=publish | {"path": "in.geojson/bundle"}),
        "78 a configuration": lambda: (folder / "pipeline.yaml").write_text("nmae: x"),
        "78 a quarantine over an input": lambda: write(
            folder, points(60), output=publish, source={"quarantine": str(folder / "in.geojson")}),
    }
    case[status]()


STATUSES = ["65 too many are wrong", "65 a gate", "65 a page", "73 a foreign place", "65 a camera", "66 no input", "69 no accuracy",
            "65 half of the file", "73 a file", "78 a configuration", "78 a quarantine over an input"]


# Both ways of publishing where the old bundle or its place counts; the others by turns.
@pytest.mark.parametrize("folder, status", [
    (publish, status) for number, status in enumerate(STATUSES) for turn, publish in enumerate(["replace", "versioned"])
    if number % 2 == turn or status in ("65 a gate", "73 a foreign place")], indirect=["folder"])
def test_exit_codes_are_those_of_a_build(folder, status):
    broken(folder, status)
    run = assert_nothing_written(folder, folder / "pipeline.yaml")
    assert run.returncode == int(status[:2]), run.stderr.decode()
    built = overtile("build", folder / "pipeline.yaml")
    assert built.returncode == run.returncode, built.stderr.decode()
    # The same first line, except for the dry run's own words, and that it makes no folder.
    lines = [next(line for line in text.decode().splitlines() if "overtile: " in line and "warning" not in line
                  and line.split(": ")[1] not in ("reading", "making overlays", "writing tiles", "publishing"))
             for text in (run.stderr, built.stderr)]
    assert lines[0].split(", so")[0] == lines[1].split(", so")[0] or "cannot create the folder" in lines[1]


def test_a_place_that_cannot_be_written(folder):
    """A folder on a read-only file system, which also root cannot write."""
    pipeline = write(folder, points(9), output={"path": str(folder / "place/bundle")})
    (folder / "place").mkdir()
    script = f'mount -t tmpfs -o ro none {folder}/place && exec "$0" build {pipeline} "$@"'
    outcomes = [subprocess.run(["unshare", "-m", "sh", "-c", script, OVERTILE, *words], capture_output=True)
                for words in ([], ["--dry-run"])]
    if b"unshare" in outcomes[0].stderr or b"mount:" in outcomes[0].stderr:
        pytest.skip("no file systems may be mounted here")
    assert [run.returncode for run in outcomes] == [73, 73], outcomes


def test_standard_input(folder):
    pipeline = write(folder, points(9), source={"path": "-", "quarantine": False})
    run = assert_nothing_written(folder, pipeline, "--json", input=(folder / "in.geojson").read_bytes())
    assert run.returncode == 0 and json.loads(run.stdout)["sources"][0]["read"] == 9


def test_another_run_under_way_is_not_disturbed(folder):
    """The lock is not requested, and stays with the run that holds it."""
    pipeline = write(folder, points(9))
    with open(folder / ".bundle.overtile-lock", "w") as lock:
        subprocess.run(["flock", "-n", str(lock.fileno())], pass_fds=[lock.fileno()], check=True)
        assert assert_nothing_written(folder, pipeline).returncode == 0
        assert overtile("build", pipeline).returncode == 75
