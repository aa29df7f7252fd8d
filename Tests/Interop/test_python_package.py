"""The Python module of the wheel: a build's report, and an error of its own kind for every exit code."""
import importlib.util
import json
import subprocess

import pytest

from bundle import contents
from conftest import OVERTILE, ROOT, collection, point
from failing import good_bundle, pipeline


@pytest.fixture(scope="module")
def module():
    found = importlib.util.spec_from_file_location("overtile", ROOT / ".packaging/python/overtile/__init__.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    module.PROGRAM = OVERTILE
    return module


def test_a_build_returns_its_report(module, tmp_path):
    good_bundle(tmp_path)
    events = []
    report = module.build(tmp_path / "good.yaml", output=tmp_path / "out/other", memory="200M", on_event=events.append)
    assert report == json.loads((tmp_path / "out/other.report.json").read_text())
    assert [event["event"] for event in events][0] == "began" and events[-1]["event"] == "done"
    assert contents(tmp_path / "out/other") == contents(tmp_path / "out/bundle")
    dry = module.build(str(tmp_path / "good.yaml"), "--dry-run", output=tmp_path / "none", memory=2**28)
    assert dry["layers"][0]["overlays"] == report["layers"][0]["overlays"] and not (tmp_path / "none").exists()


def test_every_exit_code_has_its_error(module):
    told = subprocess.run([OVERTILE, "--help"], check=True, capture_output=True, text=True).stdout.split("EXIT")[1]
    codes = {int(line.split()[0]) for line in told.splitlines() if line.split()[:1] and line.split()[0].isdigit()}
    assert set(module.ERRORS) == codes - {0}
    for code, error in module.ERRORS.items():
        assert error.__doc__.startswith(f"Exit code {code}: ") and issubclass(error, module.OvertileError)


def test_failing_builds_raise(module, tmp_path):
    good_bundle(tmp_path)
    before = contents(tmp_path / "out")
    cases = {
        "CommandLineError": (tmp_path / "good.yaml", ["--nonsense"], "nonsense"),
        "InputError": (pipeline(tmp_path, "missing.yaml", {"path": "missing.geojson"}), [], "missing.geojson"),
        "ConfigurationError": (pipeline(tmp_path, "wrong.yaml", {"crs": "EPSG:0"}), [], "EPSG:0"),
        "OutputError": (tmp_path / "good.yaml", ["--output", "/proc/bundle"], "/proc"),
    }
    for name, (path, options, word) in cases.items():
        with pytest.raises(getattr(module, name)) as found:
            module.build(path, *options)
        assert word in str(found.value) and found.value.gates == []
        assert module.ERRORS[found.value.status].__name__ == name
    assert contents(tmp_path / "out") == before


def test_a_gate_that_fails_is_told(module, tmp_path):
    good_bundle(tmp_path)
    (tmp_path / "points.geojson").write_text(collection([point(10 + index / 10, 50, index, name="left") for index in range(20)]))
    gated = pipeline(tmp_path, "gated.yaml", gates={"features": {"maxDecrease": "10%"}})
    with pytest.raises(module.DataError) as found:
        module.build(gated, output=tmp_path / "out/bundle")
    assert [(gate["gate"], gate["old"], gate["new"]) for gate in found.value.gates] == [("features", "50 features", "20 features")]


def test_an_exception_of_the_caller_ends_the_run(module, tmp_path):
    good_bundle(tmp_path)
    before = contents(tmp_path / "out")
    (tmp_path / "points.geojson").write_text(collection([point(20, 40, 1, name="another")]))
    with pytest.raises(ZeroDivisionError):
        module.build(tmp_path / "good.yaml", output=tmp_path / "out/bundle", on_event=lambda event: 1 / 0)
    assert contents(tmp_path / "out") == before
