"""Gates from the command line: a bundle that does not pass is not published, unless that is accepted, once."""
import hashlib
import json
import re

import pytest

from bundle import contents
from conftest import collection, overtile, point, write_pipeline
from failing import leftovers

# The limit of each gate, and the part of its message that has both values.
TIGHT = {
    "features": ({"maxDecrease": "49.9%"}, "features, layer \"points\": 100 features before, 50 features now, a decrease of 50%"),
    "layers": ("keep", "layers, layer \"others\": 100 features before, no such layer now"),
    "bounds": ({"maxShift": "100km"}, "bounds, layer \"points\": [10, 50, 10.9, 50.9] before, [30, 50, 30.9, 50.4] now"),
    "tiles": ({"maxIncrease": "0%"}, None),
    "bytes": ({"maxIncrease": "0%"}, None),
    "properties": ({"maxLoss": "1%"}, "in 100 of 100 features before, in 25 of 50 features now, lost 50%"),
    "clusters": ({"minKept": "100%"}, "ids kept"),
    "rejected": ({"maxShare": "1%"}, "10 of 60 features rejected"),
    "accuracy": ({"maxError": "0m"}, None),
}
FIRES = ["features", "layers", "bounds", "properties", "clusters", "rejected"]


def write(folder, gates, layers=("points", "others")):
    return write_pipeline(
        folder / "pipeline.yaml",
        {"in": {"path": "in.geojson", "onInvalid": "skip", "maxRejected": "100%"}},
        {name: {"source": "in", "kind": "cluster", "zooms": "0-6", "cluster": {"maxZoom": 5}} for name in layers}, gates=gates)


def night(folder, count, west, has=1):
    features = [point(west + index % 10 / 10, 50 + index // 10 / 10, index, **({"p": index} if index % has == 0 else {}))
                for index in range(count)]
    wrong = [{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, n]]}}
             for n in range(0 if has == 1 else 10)]
    (folder / "in.geojson").write_text(collection(features + wrong))


@pytest.fixture
def folder(tmp_path):
    """Yesterday's bundle, and today's input of half as many features elsewhere, some of them wrong."""
    night(tmp_path, 100, 10)
    first = overtile("build", write(tmp_path, {name: TIGHT[name][0] for name in TIGHT}), "--json")
    assert first.returncode == 0, first.stderr.decode()
    verdicts = json.loads(first.stdout)["gates"]
    assert {verdict["outcome"] for verdict in verdicts} == {"passed", "not-judged"}
    night(tmp_path, 50, 30, has=2)
    return tmp_path


def gated(folder, names=FIRES):
    return write(folder, {name: TIGHT[name][0] for name in names}, layers=("points",))


def test_failing_gates_keep_the_old_bundle(folder):
    before = contents(folder / "bundle"), (folder / "bundle.report.json").read_bytes()
    run = overtile("build", gated(folder))
    message = run.stderr.decode()
    assert run.returncode == 65, message
    assert (contents(folder / "bundle"), (folder / "bundle.report.json").read_bytes()) == before
    assert "6 gates failed" in message and str(folder / "bundle") + " is unchanged" in message
    for name in FIRES:
        assert f"\n  {name}" in message and TIGHT[name][1] in message, (name, message)
    assert "limit is maxDecrease 49.9%" in message and "--accept-gates " + ",".join(FIRES) in message
    assert not (folder / "bundle.rejected").exists() and leftovers(folder) == []
    assert overtile("verify", folder / "bundle").returncode == 0


def test_counts_that_somebody_edited_are_believed_by_nobody(folder):
    """The digest of the manifest no longer holds. Texts that a later version may write have theirs."""
    manifest = folder / "bundle/bundle.json"
    whole = manifest.read_text()
    later = whole.replace('  "digest"', '  "different" : 7,\n  "digest"')
    rest = re.sub('\n  "digest" : "[^"]*",|\n  "software" : {[^}]*},', "", later)
    own = hashlib.sha256(rest.encode()).hexdigest()
    for text in re.sub('"digest" : "[^"]*"', f'"digest" : "{own}"', later), json.dumps(json.loads(whole)), whole + "\n":
        manifest.write_text(text)
        run = overtile("style", folder / "bundle")
        assert run.returncode == 0, run.stderr
    manifest.write_text(whole.replace('"features" : 100', '"features" : 50'))
    for options in [], ["--dry-run"]:
        run = overtile("build", gated(folder, ["features"]), *options)
        assert run.returncode == 73, run.stderr
        assert f"{manifest.parent} is damaged: bundle.json does not match its digest" in run.stderr.decode()
        assert b"Restore the bundle's original bundle.json, or move the bundle away" in run.stderr
    for words in (["inspect"], ["report"], ["style"], ["export", folder / "one.pmtiles"], ["serve"]):
        run = overtile(words[0], folder / "bundle", *words[1:], timeout=60)
        assert run.returncode == 65 and b"bundle.json does not match its digest" in run.stderr, run
    assert leftovers(folder) == [] and not (folder / "one.pmtiles").exists()
    # Nothing is compared without such gates.
    run = overtile("build", gated(folder, ["accuracy"]))
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", FIRES)
def test_each_gate_is_accepted_once(folder, name):
    pipeline = gated(folder, [name])
    others = ",".join(set(TIGHT) - {name})
    assert overtile("build", pipeline, "--accept-gates", others).returncode == 65
    run = overtile("build", pipeline, "--json", "--accept-gates", name)
    assert run.returncode == 0, run.stderr.decode()
    report = json.loads(run.stdout)
    assert report == json.loads((folder / "bundle.report.json").read_text())
    accepted = [verdict for verdict in report["gates"] if verdict["outcome"] == "accepted"]
    assert accepted and all(verdict["name"] == name and verdict["limit"] and verdict["new"] for verdict in accepted)
    assert f"gate accepted: {name}" in run.stderr.decode()
    assert overtile("verify", folder / "bundle").returncode == 0
    # Once: the share of rejected features is judged anew every night; the others compare with the current bundle.
    assert overtile("build", pipeline).returncode == (65 if name == "rejected" else 0)


def test_several_are_accepted_in_lists_and_repeated(folder):
    run = overtile("build", gated(folder), "--accept-gates", ",".join(FIRES[:3]))
    assert run.returncode == 65 and "3 gates failed" in run.stderr.decode()
    run = overtile("build", gated(folder), "--accept-gates", ",".join(FIRES[:3]), "--accept-gates", FIRES[3],
                   "--accept-gates", ",".join(FIRES[4:]))
    assert run.returncode == 0, run.stderr.decode()


def test_a_rejected_bundle_is_kept_for_inspection(folder):
    before = contents(folder / "bundle")
    for _ in range(2):
        run = overtile("build", gated(folder), "--keep-rejected")
        assert run.returncode == 65 and f"kept in {folder}/bundle.rejected" in run.stderr.decode()
    kept = folder / "bundle.rejected"
    assert contents(folder / "bundle") == before
    assert overtile("verify", kept).returncode == 0 and overtile("inspect", kept).returncode == 0
    assert overtile("diff", folder / "bundle", kept).returncode == 1
    report = json.loads((folder / "bundle.rejected.report.json").read_text())
    assert {verdict["name"] for verdict in report["gates"] if verdict["outcome"] == "failed"} == set(FIRES)
    assert leftovers(folder) == []
    (folder / "far").mkdir()
    run = overtile("build", gated(folder), "--rejected-output", folder / "far/aside")
    assert run.returncode == 65 and contents(folder / "far/aside") == contents(kept)
    # Its report says where the ledger of the run is.
    told = overtile("report", folder / "far/aside").stdout.decode()
    assert "The ledger cannot be read" not in told and "wrong-geometry" in told, told


def test_a_good_run_removes_what_an_earlier_one_rejected(folder):
    assert overtile("build", gated(folder), "--keep-rejected").returncode == 65 and (folder / "bundle.rejected").exists()
    run = overtile("build", gated(folder), "--keep-rejected", "--accept-gates", ",".join(FIRES))
    assert run.returncode == 0 and b"warning" not in run.stderr, run.stderr.decode()
    assert not (folder / "bundle.rejected").exists() and not (folder / "bundle.rejected.report.json").exists()


def test_keeping_takes_no_path_for_its_own(folder):
    """The flag takes no value, so the next argument is the pipeline, in any order."""
    run = overtile("build", "--keep-rejected", gated(folder))
    assert run.returncode == 65 and f"kept in {folder}/bundle.rejected" in run.stderr.decode()
    run = overtile("build", "--keep-rejected=aside", gated(folder))
    assert run.returncode == 64 and b"'--keep-rejected' does not take any value" in run.stderr
    run = overtile("build", "--keep-rejected", "aside", gated(folder))
    assert run.returncode == 64 and b"Unexpected argument" in run.stderr


def test_what_is_kept_takes_no_foreign_place(folder):
    (folder / "bundle.rejected").mkdir()
    (folder / "bundle.rejected/notes.txt").write_text("mine")
    before = contents(folder)
    run = overtile("build", gated(folder), "--keep-rejected")
    assert run.returncode == 73 and "bundle.rejected" in run.stderr.decode()
    assert {name: data for name, data in contents(folder).items() if name != "pipeline.yaml"} == {
        name: data for name, data in before.items() if name != "pipeline.yaml"}


def test_failures_are_events_with_stable_names(folder):
    run = overtile("build", gated(folder), "--log-format", "json")
    events = [json.loads(line) for line in run.stderr.decode().splitlines()]
    failed = [event for event in events if event["event"] == "gate-failed"]
    assert {event["gate"] for event in failed} == set(FIRES)
    assert all(event["limit"] and event["new"] and event["message"] for event in failed)
    assert events[-1]["event"] == "error" and events[-1]["status"] == 65
    run = overtile("build", gated(folder), "--log-format", "json", "--accept-gates", ",".join(FIRES))
    events = [json.loads(line)["event"] for line in run.stderr.decode().splitlines()]
    assert "gate-accepted" in events and "gate-failed" not in events


def test_an_unknown_gate_is_a_wrong_command_line(folder):
    run = overtile("build", gated(folder), "--accept-gates", "features,bound")
    assert run.returncode == 64 and 'did you mean "bounds"?' in run.stderr.decode()


def test_check_says_which_gates_there_are(folder):
    told = overtile("check", gated(folder, ["features", "layers"])).stdout.decode()
    assert told.splitlines()[-1] == "gates: features (maxDecrease 49.9%), layers (keep)"
    text = (folder / "pipeline.yaml").read_text().split("gates:")[0]
    (folder / "pipeline.yaml").write_text(text)
    assert "\ngates:" not in overtile("check", folder / "pipeline.yaml").stdout.decode()


def test_check_lists_the_gates_as_json(folder):
    told = json.loads(overtile("check", gated(folder, ["features", "rejected"]), "--json").stdout)
    assert told["gates"] == [{"name": "features", "limit": "maxDecrease 49.9%", "comparesBundles": True},
                             {"name": "rejected", "limit": "maxShare 1%", "comparesBundles": False}]
    assert [source["source"] for source in told["sources"]] == ["in"]


def test_a_line_break_in_the_name_of_a_property_is_escaped(tmp_path):
    name = "p\nforged: all is well"
    for count in (20, 2):
        features = [point(10 + x / 10, 50, x, **({name: x} if x < count else {})) for x in range(20)]
        (tmp_path / "in.geojson").write_text(collection(features))
        run = overtile("build", write(tmp_path, {"properties": {"maxLoss": "1%"}}, ["points"]))
    told = run.stderr.decode()
    assert run.returncode == 65 and "p\\nforged" in told and "\nforged" not in told, told
    wrong = write_pipeline(tmp_path / "wrong.yaml", {"in": {"path": "in.geojson"}},
                           {"l": {"source": "in", "kind": "cluster", name: 1}})
    told = overtile("check", wrong).stderr.decode()
    assert "p\\nforged" in told and "\nforged" not in told, told


@pytest.mark.parametrize("gates, words, published", [
    (None, [], False), (None, ["--accept-gates", "empty"], True), ({"empty": "warn"}, [], True), ({"empty": "pass"}, [], True),
    ({"empty": "fail"}, [], False), ({"bytes": {"maxIncrease": "900%"}}, [], False),
])
def test_a_layer_that_has_lost_all_features_does_not_replace_a_full_one(gates, words, published, tmp_path):
    night(tmp_path, 20, 10)
    layers = {name: {"source": "in", "kind": "cluster", "zooms": "0-2"} for name in ["kept", "lost", "never"]}
    layers["never"]["filter"] = ["==", ["get", "p"], "nothing"]
    sources = {"in": {"path": "in.geojson"}}
    assert overtile("build", write_pipeline(tmp_path / "p.yaml", sources, layers)).returncode == 0
    before = contents(tmp_path / "bundle")
    layers["lost"]["filter"] = ["==", ["get", "p"], "mistaken"]
    path = write_pipeline(tmp_path / "p.yaml", sources, layers, **({"gates": gates} if gates else {}))
    run = overtile("build", path, *words)
    said = run.stderr.decode()
    assert (contents(tmp_path / "bundle") != before) == published and run.returncode == (0 if published else 65), said
    if not published:
        assert 'empty, layer "lost": 20 features before, 0 features now, emptied' in said
        assert '"never"' not in said.split("failed,")[1] and "gates: {empty: warn}" in said and "--accept-gates empty" in said
    # A layer that is no longer configured is meant to go.
    del layers["lost"]
    assert overtile("build", write_pipeline(tmp_path / "p.yaml", sources, layers)).returncode == 0
