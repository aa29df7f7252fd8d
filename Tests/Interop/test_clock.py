"""A wall clock that steps back: no duration is negative, nothing crashes, the memory watch does not go blind."""
import json
import re
import subprocess
from pathlib import Path

import pytest

from conftest import overtile
from failing import good_bundle, leftovers


@pytest.fixture(scope="session")
def clock(tmp_path_factory):
    library = tmp_path_factory.mktemp("clock") / "clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, Path(__file__).with_name("clock.c")], check=True)
    return {"LD_PRELOAD": str(library)}


def test_the_clock_really_steps_back(clock):
    script = "import time; print(*[time.time() for _ in range(9)])"
    times = subprocess.run(["python3", "-c", script], env=clock | {"PATH": "/usr/bin:/bin"}, capture_output=True)
    values = [float(word) for word in times.stdout.split()]
    assert min(after - before for before, after in zip(values, values[1:])) < -3000


@pytest.mark.parametrize("options", [[], ["--memory", "512M"], ["--log-format", "json"]], ids=str)
def test_durations_under_a_clock_that_steps_back(tmp_path, clock, options):
    good_bundle(tmp_path)
    run = overtile("build", tmp_path / "good.yaml", "--output", tmp_path / "out/bundle", "--json", "--metrics",
                   tmp_path / "m.prom", *options, env=clock | {"OVERTILE_PROGRESS_SECONDS": "0"})
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert 0 <= report["seconds"] < 600
    assert all(0 <= seconds < 600 for seconds in report["stageSeconds"].values())
    duration = re.search(r"overtile_run_duration_seconds{.*} (\S+)", (tmp_path / "m.prom").read_text())
    assert 0 < float(duration[1]) < 600
    if options == ["--log-format", "json"]:
        events = [json.loads(line) for line in run.stderr.splitlines()]
        assert 0 <= events[-1]["seconds"] < 600
        assert any(event["event"] == "progress" for event in events)
    assert leftovers(tmp_path / "out") == []


def test_a_bound_is_still_watched(tmp_path, clock):
    """The memory of a run is compared with the bound whatever the clock: the same rejection with and without."""
    good_bundle(tmp_path)
    words = ["build", tmp_path / "good.yaml", "--output", tmp_path / "out/bundle", "--quiet", "--memory", "64M"]
    assert overtile(*words).returncode == overtile(*words, env=clock).returncode
