"""The output for people and programs: help, versions, quiet, JSON, colors, the progress bar, the report's counts."""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios

import jsonschema
import pytest
import yaml

from conftest import NIGHTLY, OVERTILE, PIPELINES, ROOT, overtile, point
from failing import good_bundle

QUICKSTART = ROOT / "Pipelines/quickstart.yaml"


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")
    good_bundle(folder)
    return folder


@pytest.fixture
def folder(good, tmp_path):
    """A copy of a pipeline and its bundle for each test."""
    return shutil.copytree(good, tmp_path / "folder")


@pytest.fixture(scope="module")
def schema():
    run = overtile("schema")
    assert run.returncode == 0 and run.stderr == b""
    return json.loads(run.stdout)


def test_the_schema_is_a_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", [*PIPELINES, NIGHTLY], ids=lambda path: path.stem)
def test_every_pipeline_is_valid_by_the_schema(path, schema):
    jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(path.read_text()))


@pytest.mark.parametrize("key, value", [
    ("nmae", "x"), ("threads", 0), ("threads", "two"), ("version", "1"), ("layers", {}),
    ("output", {"path": "x", "format": "zip"}), ("sources", {"a": {"path": []}})])
def test_the_schema_rejects_what_the_program_rejects(good, tmp_path, schema, key, value):
    text = yaml.safe_load((good / "good.yaml").read_text()) | {key: value}
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(text))
    (tmp_path / "wrong.yaml").write_text(yaml.safe_dump(text))
    assert overtile("check", tmp_path / "wrong.yaml").returncode == 78


@pytest.mark.parametrize("path", [QUICKSTART, ROOT / "Pipelines/british-airports.yaml", NIGHTLY], ids=lambda path: path.stem)
def test_check_probes_every_source(path):
    run = overtile("check", path, "--json")
    assert run.returncode == 0, run.stderr
    findings = json.loads(run.stdout)["sources"]
    assert [finding["source"] for finding in findings] == list(yaml.safe_load(path.read_text())["sources"])
    assert all(finding["probedFeatures"] > 0 and finding["rejected"] == [] for finding in findings)


def test_check_builds_nothing(folder):
    before = sorted(folder.rglob("*"))
    run = overtile("check", folder / "good.yaml")
    assert run.returncode == 0 and b"points" in run.stdout and sorted(folder.rglob("*")) == before


def test_the_counts_of_the_report_agree(folder):
    features = json.loads((folder / "points.geojson").read_text())["features"]
    features += [{"type": "Feature", "properties": {}, "geometry": None}] * 3
    line = {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}
    features += [{"type": "Feature", "properties": {}, "geometry": line}]
    features += [point("a", 1)] * 2
    (folder / "points.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    configuration = yaml.safe_load((folder / "good.yaml").read_text())
    configuration["sources"]["points"] |= {"onInvalid": "skip", "maxRejected": "20%"}
    configuration["layers"]["points"]["filter"] = ["!=", ["get", "name"], "point 7"]
    (folder / "books.yaml").write_text(yaml.safe_dump(configuration))
    run = overtile("build", folder / "books.yaml", "--output", folder / "out/bundle", "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    source, = report["sources"]
    layer, = report["layers"]
    assert (source["read"], source["rejected"]) == (56, 2)
    assert [layer[key] for key in ("read", "accepted", "filtered", "rejected", "withoutGeometry")] == [54, 49, 1, 1, 3]
    lines = (folder / "out/bundle.ledger.jsonl").read_text().splitlines()
    assert len(lines) == sum(report["ledger"].values()) == 6
    assert json.loads((folder / "out/bundle.report.json").read_text()) == report


@pytest.mark.parametrize("path", PIPELINES, ids=lambda path: path.stem)
def test_the_counts_of_every_pipeline_agree(path, built):
    folder = built(path).folder
    report = json.loads((folder.parent / f"{folder.name}.report.json").read_text())
    read = {source["name"]: source for source in report["sources"]}
    sources = {name: layer["source"] for name, layer in yaml.safe_load(path.read_text())["layers"].items()}
    for layer in report["layers"]:
        assert layer["read"] == read[sources[layer["name"]]]["read"] - read[sources[layer["name"]]]["rejected"]
        assert layer["read"] == sum(layer[key] for key in ("accepted", "filtered", "rejected", "withoutGeometry"))
    assert report["tiles"] == sum(file.get("tiles", 0) for file in built(path).manifest["files"])
    assert report["bytes"] == sum(file["bytes"] for file in built(path).manifest["files"])


def test_version():
    run = overtile("--version")
    assert run.returncode == 0 and run.stderr == b""
    for name in (b"overtile 0.", b"PROJ ", b"EPSG ", b"GEOS "):
        assert name in run.stdout


COMMANDS = re.findall(r"^## overtile (.*)$", (ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc/Commands.md").read_text(), re.M)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_two_screens(command):
    run = overtile(*command.split(), "--help")
    lines = run.stdout.decode().splitlines()
    assert run.returncode == 0 and len(lines) <= 48 and f"USAGE: overtile {command}".strip() in run.stdout.decode()
    assert [line for line in lines if len(line) > 80 and not line.startswith("USAGE")] == []


def test_help_by_the_word_help():
    assert len(COMMANDS) > 20
    for command in COMMANDS[::5]:
        assert overtile("help", *command.split()).stdout == overtile(*command.split(), "--help").stdout


def test_quiet(folder):
    run = overtile("build", folder / "good.yaml", "--output", folder / "out/bundle", "--quiet")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


def test_quiet_runs_still_report_errors(folder):
    run = overtile("build", folder / "nowhere.yaml", "--quiet")
    assert run.returncode == 66 and b"nowhere.yaml" in run.stderr


@pytest.mark.parametrize("name", ["--threads", "-t"])
def test_threads_by_every_name(folder, name):
    run = overtile("build", folder / "good.yaml", "--output", folder / "out/bundle", name, "3", "--json")
    assert run.returncode == 0 and json.loads(run.stdout)["threads"] == 3
    run = overtile("build", folder / "good.yaml", name, "0")
    assert run.returncode == 64 and b"--threads must be 1 to 1024" in run.stderr


def test_log_lines_of_json(folder):
    run = overtile("build", folder / "good.yaml", "--output", folder / "out/bundle", "--log-format", "json")
    events = [json.loads(line) for line in run.stderr.decode().splitlines()]
    assert [event["stage"] for event in events if event["event"] == "stage"] == [
        "read", "overlays", "tiles", "publish"]


def test_errors_as_json(folder):
    (folder / "points.geojson").write_text("nothing")
    run = overtile("build", folder / "good.yaml", "--output", folder / "out/bundle", "--log-format", "json")
    last = [json.loads(line) for line in run.stderr.decode().splitlines()][-1]
    assert run.returncode == 65 and (last["event"], last["status"]) == ("error", 65)
    assert "points.geojson" in last["message"]


def test_no_escape_codes_without_a_terminal(folder):
    run = overtile("build", folder / "good.yaml", "--output", folder / "out/bundle", env={"TERM": "xterm-256color"})
    assert run.returncode == 0 and b"\x1b" not in run.stderr + run.stdout and b"\r" not in run.stderr
    assert str(folder / "out/bundle").encode() in run.stderr and run.stdout == b""


def on_a_terminal(*words, columns=100, env=None):
    """Runs the program with standard error on a pseudo-terminal; its status and its output there."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [OVERTILE, *map(str, words)], stderr=terminal, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "TERM": "xterm"} | (env or {}))
    os.close(terminal)
    written = b""
    while True:
        try:
            chunk = os.read(controller, 65536)
        except OSError:
            break
        if not chunk:
            break
        written += chunk
    os.close(controller)
    return process.wait(timeout=60), written.decode()


def test_a_progress_bar_and_the_summary_on_a_terminal(tmp_path):
    status, text = on_a_terminal("build", QUICKSTART, "--output", tmp_path / "bundle")
    assert status == 0
    assert re.search(r"\r\x1b\[K[█░]+ .*\d+ %", text), text
    for stage in ("reading", "writing tiles"):
        assert stage in text
    drawn = [part for part in re.split(r"\r\x1b\[K|\r?\n", text) if part and part[0] in "█░"]
    assert drawn and all(len(part) < 100 for part in drawn)
    summary = text.split("\x1b[K")[-1]
    assert summary.count("\n") > 4, "the summary stands on clean lines"
    for word in ["countries", "airports", "quakes", "cluster", "circle", "shape", "28,298", "177", "tiles", "features/s", str(tmp_path / "bundle")]:
        assert word in summary, word


def test_no_bar_when_quiet_or_json(folder):
    for words in (["--quiet"], ["--log-format", "json"]):
        status, text = on_a_terminal("build", folder / "good.yaml", "--output", folder / "out/bundle", *words)
        assert status == 0 and "\x1b" not in text


def test_no_colors_when_asked(folder):
    _, text = on_a_terminal("build", folder / "good.yaml", "--output", folder / "out/bundle", env={"NO_COLOR": "1"})
    assert not re.search(r"\x1b\[[0-9;]*m", text)


@pytest.mark.skipif(sys.platform != "linux", reason="the release on Linux")
def test_the_release_needs_no_swift_where_it_runs():
    release = ROOT / ".build/release/overtile"
    if not release.exists():
        pytest.skip("only the release of `make build` carries the Swift runtime, and it is not built")
    libraries = subprocess.run(["ldd", release], capture_output=True, text=True, check=True).stdout
    assert "libgeos" in libraries and "swift" not in libraries and "not found" not in libraries, libraries
