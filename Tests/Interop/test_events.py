"""Events of `--log-format json`: their names and members are those in the page on events and in the help."""
import json
import re
import subprocess
import time
from datetime import datetime, timedelta, timezone

import pytest

from conftest import OVERTILE, ROOT, build, overtile
from failing import good_bundle, pipeline
from serving import Server

PAGE = (ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc/Codes.md").read_text()


def rows():
    """Per event its name, its members as in the page, those in brackets not always, and its meaning."""
    section = PAGE.split("## Events")[1].split("\n## ")[0]
    return re.findall(r"^\| `([a-z-]+)` \| (.*) \| (.*) \|$", section, re.M)


def documented():
    """Per event: the members that it always has, and those that it may have."""
    events = {}
    for name, members, _ in rows():
        words = re.findall(r"(\[?)`(\w+)`", members)
        events[name] = ({word for bracket, word in words if not bracket}, {word for bracket, word in words if bracket})
    return events


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    """Events of a good run, of a warning, of gates that fail and are accepted, of a dry run, of an error, and of a server."""
    folder = tmp_path_factory.mktemp("events")
    good_bundle(folder)
    runs = [[folder / "good.yaml"], [folder / "good.yaml", "--dry-run"], [folder / "nowhere.yaml"],
            [pipeline(folder, "vague.yaml", source={"crs": "EPSG:27700"})],
            [pipeline(folder, "gated.yaml", gates={"accuracy": {"maxError": "0m"}, "features": {"maxDecrease": "1%"}},
                      layers={"points": {"source": "points", "kind": "cluster", "zooms": "0-4",
                                         "filter": ["==", ["get", "name"], "point 1"]}})]]
    runs.append([*runs[-1], "--accept-gates", "features,accuracy"])
    found = []
    for words in runs:
        run = overtile("build", *words, "--output", folder / "out/bundle", "--log-format", "json",
                       env={"OVERTILE_PROGRESS_SECONDS": "0"})
        found.append([json.loads(line) for line in run.stderr.decode().splitlines()])
        assert found[-1][-1]["event"] == ("error" if run.returncode else "done"), run.stderr
    return [*found, events_of_a_server(folder)]


def events_of_a_server(folder):
    """Events of a server whose bundle is replaced by another, which is missing for a while."""
    build(folder / "good.yaml", folder / "served")
    with Server(folder / "served", options=["--log-format", "json"]) as server:
        build(pipeline(folder, "other.yaml", description="Another"), folder / "served")
        time.sleep(0.3)
        assert server.json("/served/tile.json")["description"] == "Another"
        for here, there, status in [("served", "away", "stale"), ("away", "served", "ok")]:
            (folder / here).rename(folder / there)
            for _ in range(100):
                if server.json("/health")["status"] == status:
                    break
                time.sleep(0.1)
    return [json.loads(line) for line in server.log.splitlines()]


def test_every_event_is_as_documented(events):
    known = documented()
    for event in [event for run in events for event in run]:
        always, sometimes = known[event["event"]]
        members = set(event) - {"event", "time"}
        assert always <= members <= always | sometimes, event
        at = datetime.fromisoformat(event["time"].replace("Z", "+00:00"))
        assert event["time"].endswith("Z") and abs(datetime.now(timezone.utc) - at) < timedelta(hours=1)


def test_the_names_are_in_one_place_and_nowhere_else():
    """No other file of the program writes JSON to standard error."""
    source = (ROOT / "Sources/overtile/Running/LogEvent.swift").read_text()
    cases = re.search(r"enum LogEvent.*?\n}\n", source, re.S)[0]
    names = {quoted or case for case, quoted in re.findall(r"^  case (\w+)(?: = \"([a-z-]+)\")?$", cases, re.M)}
    assert names == set(documented())
    log = (ROOT / "Sources/overtile/Running/EventLog.swift").read_text()
    used = set(re.findall(r"json\((?:[^\n]*\? )?\.(\w+)(?: : \.(\w+))?,", log))
    words = {word for pair in used for word in pair if word}
    assert words == {re.sub(r"-(\w)", lambda match: match[1].upper(), name) for name in names}
    others = [path for path in (ROOT / "Sources/overtile").rglob("*.swift") if path.name != "EventLog.swift"]
    assert not [path for path in others if "JSONSerialization" in path.read_text() and "StandardError" in path.read_text()]


def test_every_event_was_seen(events):
    assert {event["event"] for run in events for event in run} == set(documented())


def test_the_order_of_a_good_run(events):
    assert [event["event"] for event in events[0] if event["event"] != "progress"] == ["began", "stage", "stage", "stage", "stage",
                                                                                       "done"]
    begun, done = events[0][0], events[0][-1]
    assert begun["name"] == "Test" and begun["dryRun"] is False and done["features"] == 50 and done["rejected"] == 0
    assert events[1][0]["dryRun"] is True and "tiles" not in events[1][-1]


def test_an_unchanged_bundle_is_said(tmp_path):
    """In the event, the report, the metrics and the summary, with the digest; also when a gate rejects the bundle."""
    good_bundle(tmp_path)
    bundle, metrics = tmp_path / "out/bundle", tmp_path / "m.prom"

    def night(*words, status=0):
        run = overtile("build", *words, "--output", bundle, "--metrics", metrics, "--log-format", "json")
        assert run.returncode == status, run.stderr
        last = json.loads(run.stderr.decode().splitlines()[-1])
        report = json.loads((tmp_path / f"out/bundle{'.failed' if status else ''}.report.json").read_text())
        assert (last["digest"], last["unchanged"]) == (report["digest"], report["unchanged"])
        text = metrics.read_text()
        assert f'digest="{last["digest"]}"' in re.search(r"^overtile_bundle_info\{.*\} 1$", text, re.M)[0]
        assert re.search(r"^overtile_bundle_unchanged\{.*\} (\d)$", text, re.M)[1] == str(int(last["unchanged"]))
        return last

    first = json.loads((bundle / "bundle.json").read_text())["digest"]
    night_of_the_same = night(tmp_path / "good.yaml")
    assert night_of_the_same["digest"] == first and night_of_the_same["unchanged"] is True
    layers = {"points": {"source": "points", "kind": "cluster", "zooms": "0-4", "filter": ["==", ["get", "name"], "point 1"]}}
    strict = pipeline(tmp_path, "strict.yaml", gates={"features": {"maxDecrease": "1%"}}, layers=layers)
    rejected = night(strict, status=65)
    assert rejected["unchanged"] is False and rejected["digest"] != first
    other = pipeline(tmp_path, "other.yaml", description="Another")
    assert night(other)["unchanged"] is False
    assert night(tmp_path / "good.yaml")["digest"] == first
    assert b"unchanged" in overtile("build", tmp_path / "good.yaml", "--output", bundle).stderr
    bad = overtile("build", tmp_path / "nowhere.yaml", "--log-format", "json")
    assert "digest" not in json.loads(bad.stderr.decode().splitlines()[-1])


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_failed_gate_comes_with_the_warnings(form, tmp_path):
    """They often say why, also under --quiet; a run that ends well is quiet, and so is another error."""
    good_bundle(tmp_path)
    vague = {"crs": "EPSG:27700"}
    words = ["--output", tmp_path / "out/vague", "--quiet", "--log-format", form]
    run = overtile("build", pipeline(tmp_path, "vague.yaml", source=vague), *words)
    assert run.returncode == 0 and run.stderr == b"", run.stderr
    told = overtile("build", tmp_path / "vague.yaml", "--output", tmp_path / "out/vague").stderr.decode()
    warnings = [line.removeprefix("overtile: warning: ") for line in told.splitlines() if "warning: " in line]
    assert warnings
    run = overtile("build", pipeline(tmp_path, "gated.yaml", source=vague, gates={"accuracy": {"maxError": "0m"}}), *words)
    assert run.returncode == 65, run.stderr
    lines = run.stderr.decode().splitlines()
    messages = [json.loads(line)["message"] if form == "json" else line for line in lines]
    for warning in warnings:
        assert any(warning[:60] in message for message in messages[:-1]), (warning, messages)
