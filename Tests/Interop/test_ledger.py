"""The ledger and the quarantine as their readers use them: shapely decides which features are valid, a script corrects
the others."""
import gzip
import json
import random

import pytest
import shapely
from shapely.geometry import mapping, shape

from bundle import contents
from conftest import collection, overtile, point, write_pipeline

SEPARATOR = "\x1e"


def polygon(number, ring):
    return {"type": "Feature", "id": number, "properties": {"n": number},
            "geometry": {"type": "Polygon", "coordinates": [[list(position) for position in ring]]}}


def star(numbers, number):
    """A ring through random positions: valid, or crossing itself as often as not."""
    x, y = numbers.uniform(-160, 150), numbers.uniform(-70, 60)
    ring = [(round(x + numbers.uniform(0, 9), 6), round(y + numbers.uniform(0, 9), 6))
            for _ in range(numbers.randint(3, 5))]
    return polygon(number, ring + ring[:1])


def entries(folder, name="bundle"):
    plain, packed = folder / f"{name}.ledger.jsonl", folder / f"{name}.ledger.jsonl.gz"
    text = gzip.decompress(packed.read_bytes()).decode() if packed.exists() else plain.read_text()
    return [json.loads(line) for line in text.splitlines()]


def run(folder, source, layer=None, status=0, **output):
    layer = layer or {"kind": "shape", "zooms": "0-3"}
    pipeline = write_pipeline(folder / "pipeline.yaml", {"in": source}, {"shown": {"source": "in"} | layer},
                              output=output, gates={"empty": "warn"})
    result = overtile("build", pipeline, "--json")
    assert result.returncode == status, result.stderr.decode()
    return json.loads(result.stdout) if status == 0 else result.stderr.decode()


@pytest.mark.parametrize("seed", [1, 2])
def test_shapely_and_the_ledger_agree_on_what_is_valid(tmp_path, seed):
    numbers = random.Random(seed)
    features = [star(numbers, number) for number in range(300)]
    (tmp_path / "in.json").write_text("\n".join(map(json.dumps, features)))
    wrong = {feature["id"] for feature in features if not shape(feature["geometry"]).is_valid}
    assert 50 < len(wrong) < 250
    run(tmp_path, {"path": "in.json", "onInvalid": "skip", "maxRejected": "100%"})
    rejected = {int(entry["id"]) for entry in entries(tmp_path) if entry["action"] == "rejected"}
    assert rejected == wrong
    run(tmp_path, {"path": "in.json", "onInvalid": "repair", "maxRejected": 0})
    repaired = {int(entry["id"]) for entry in entries(tmp_path) if "validity" in entry.get("repairs", [])}
    assert repaired == wrong
    # A valid ring that runs clockwise is no repair; the grid may touch it.
    clockwise = {feature["id"] for feature in features if not shapely.is_ccw(shape(feature["geometry"]).exterior)} - wrong
    assert clockwise and not clockwise & {int(entry["id"]) for entry in entries(tmp_path) if entry.get("repairs") != ["grid"]}


def test_fail_names_the_place_and_the_way_out(tmp_path):
    bowtie = polygon(1, [(0, 0), (10, 10), (10, 0), (0, 9), (0, 0)])
    (tmp_path / "in.json").write_text(collection([bowtie]))
    message = run(tmp_path, {"path": "in.json"}, status=65)
    for words in ("Self-intersection at longitude", "not-valid", "onInvalid: repair", "in.json:1"):
        assert words in message
    assert not (tmp_path / "bundle").exists()


def wrong(numbers, count=60):
    """Texts of features, some of which have text for a longitude."""
    return [json.dumps(point(str(n) if n in numbers else n, 1, n)) for n in range(count)]


def named(folder):
    return {path.name for path in folder.iterdir()} - {"pipeline.yaml", "in.json", "bundle"}


def test_a_run_that_fails_leaves_its_own_ledger(tmp_path):
    """Whole, not only the first ten; that of the bundle that is served stays; both go their way with the next good run."""
    layer = {"kind": "cluster", "zooms": "0-1"}
    source = {"path": "in.json", "onInvalid": "skip", "maxRejected": 3, "quarantine": True}
    (tmp_path / "in.json").write_text("\n".join(wrong({7, 8})))
    run(tmp_path, source, layer)
    served = {"bundle.report.json", "bundle.ledger.jsonl", "bundle.quarantine.in.geojsons"}
    failed = {name.replace("bundle", "bundle.failed") for name in served}
    before = {name: (tmp_path / name).read_bytes() for name in served}
    texts = wrong(set(range(20, 45)))
    (tmp_path / "in.json").write_text("\n".join(texts))
    for _ in range(2):
        message = run(tmp_path, source, layer, status=65)
        assert named(tmp_path) == served | failed
        assert {name: (tmp_path / name).read_bytes() for name in served} == before
    for name in failed:
        assert str(tmp_path / name) in message, message
    listed = entries(tmp_path, "bundle.failed")
    assert [entry["index"] for entry in listed] == list(range(20, 45))
    kept = [text.strip(" \t\n") for text in
            (tmp_path / "bundle.failed.quarantine.in.geojsons").read_text().split(SEPARATOR)[1:]]
    assert [kept[entry["quarantineIndex"]] for entry in listed] == texts[20:45]
    report = json.loads((tmp_path / "bundle.failed.report.json").read_text())
    assert "25 of 60 features are invalid" in report["failure"] and report["failure"] in message
    assert (report["sources"][0]["read"], report["sources"][0]["rejected"]) == (60, 25)
    assert report["ledger"] == {"invalid-coordinates": 25} and report["bundle"] == ""
    # A reason that is not the data's changes nothing of it.
    (tmp_path / "in.json").rename(tmp_path / "away.json")
    run(tmp_path, source, layer, status=66)
    assert named(tmp_path) - {"away.json"} == served | failed
    (tmp_path / "away.json").rename(tmp_path / "in.json")
    # A dry run writes nothing, here either.
    assert overtile("build", tmp_path / "pipeline.yaml", "--dry-run").returncode == 65
    assert named(tmp_path) == served | failed
    (tmp_path / "in.json").write_text("\n".join(wrong({1})))
    run(tmp_path, source, layer)
    assert named(tmp_path) == served and len(entries(tmp_path)) == 1


def test_a_run_that_fails_at_its_gates_leaves_its_ledger(tmp_path):
    (tmp_path / "in.json").write_text("\n".join(wrong({7})))
    source = {"path": "in.json", "onInvalid": "skip", "maxRejected": 9, "quarantine": "wrong.geojsons"}
    pipeline = write_pipeline(
        tmp_path / "pipeline.yaml", {"in": source}, {"shown": {"source": "in", "kind": "cluster", "zooms": 1}},
        gates={"rejected": {"maxShare": "1%"}})
    run = overtile("build", pipeline)
    assert run.returncode == 65 and b"rejected" in run.stderr
    assert named(tmp_path) == {"bundle.failed.report.json", "bundle.failed.ledger.jsonl", "wrong.failed.geojsons"}
    assert not (tmp_path / "bundle").exists()
    report = json.loads((tmp_path / "bundle.failed.report.json").read_text())
    assert [gate["outcome"] for gate in report["gates"]] == ["failed"] and report["layers"][0]["accepted"] == 59
    assert [entry["code"] for entry in report["diagnostics"]].count("invalid-coordinates") == 1
    assert report["quarantined"] == [{"source": "in", "file": str(tmp_path / "wrong.failed.geojsons"), "features": 1}]
    assert overtile("build", pipeline, "--accept-gates", "rejected").returncode == 0
    assert named(tmp_path) == {"bundle.report.json", "bundle.ledger.jsonl", "wrong.geojsons"}


def test_what_a_failed_run_leaves_never_replaces_an_input(tmp_path):
    for name in ("in.json", "in.failed.json"):
        (tmp_path / name).write_text(collection([point(1, 1)]))
    message = run(tmp_path, {"path": ["in.failed.json"], "quarantine": "in.json"}, status=78)
    assert "is the quarantine" in message


def test_what_is_repaired_can_be_fed_back(tmp_path):
    """The bundle of the damaged file and its corrected quarantine is, byte for byte, that of a file that was never damaged."""
    numbers = random.Random(7)
    whole = [polygon(n, [(n, 0), (n + 5, 0), (n + 5, 5 + n / 7), (n, 5), (n, 0)]) for n in range(60)]
    texts = []
    for number, feature in enumerate(whole):
        damaged = json.loads(json.dumps(feature))
        ring = damaged["geometry"]["coordinates"][0]
        match number % 6:
            case 1: ring[1], ring[2] = ring[2], ring[1]
            case 2: ring.pop()
            case 3: ring[1][0] = str(ring[1][0])
            case _: pass
        texts.append(json.dumps(damaged, indent=numbers.choice([None, 2])))
    (tmp_path / "in.json").write_text('{"type":"FeatureCollection","features":[' + ",\n".join(texts) + "]}")
    source = {"path": "in.json", "onInvalid": "skip", "maxRejected": 30, "quarantine": "wrong/today.geojsons"}
    (tmp_path / "wrong").mkdir()
    report = run(tmp_path, source)
    quarantine = tmp_path / "wrong/today.geojsons"
    assert report["quarantined"] == [{"source": "in", "file": str(quarantine), "features": 30}]
    kept = [text.strip(" \t\n") for text in quarantine.read_text().split(SEPARATOR)[1:]]
    assert kept == [text for number, text in enumerate(texts) if number % 6 in (1, 2, 3)]
    for entry in entries(tmp_path):
        assert kept[entry["quarantineIndex"]] == texts[entry["index"]]

    repaired = []
    for text in kept:
        feature = json.loads(text)
        ring = [[float(x), y] for x, y in feature["geometry"]["coordinates"][0]]
        if ring[0] != ring[-1]:
            ring.append(ring[0])
        shape_ = shape({"type": "Polygon", "coordinates": [ring]})
        if not shape_.is_valid:
            ring[1], ring[2] = ring[2], ring[1]
        repaired.append(feature | {"geometry": {"type": "Polygon", "coordinates": [ring]}})
    (tmp_path / "repaired.geojsons").write_text("".join(SEPARATOR + json.dumps(feature) + "\n" for feature in repaired))

    report = run(tmp_path, source | {"path": ["in.json", "repaired.geojsons"]})
    assert (report["layers"][0]["accepted"], report["sources"][0]["read"]) == (60, 90)
    fed_back = contents(tmp_path / "bundle")
    (tmp_path / "in.json").write_text(collection(whole))
    run(tmp_path, {"path": "in.json"})
    assert contents(tmp_path / "bundle") == fed_back


def test_an_unmended_quarantine_is_rejected_as_before(tmp_path):
    (tmp_path / "in.json").write_text("\n".join(
        [json.dumps(point(1, 1)), "stray", '{"type":"Feature","geometry":{"type":"Point","coordinates":[1}}',
         json.dumps(point(1, "2"))]))
    source = {"onInvalid": "skip", "maxRejected": "100%", "quarantine": True}
    layer = {"kind": "cluster", "zooms": "0-1"}
    run(tmp_path, source | {"path": "in.json"}, layer)
    quarantine = tmp_path / "bundle.quarantine.in.geojsons"
    first = entries(tmp_path)
    assert [entry.get("quarantineIndex") for entry in first] == [None, 0, 1]
    assert [entry.get("text", "").split("\n")[0] for entry in first][0] == "stray"
    before = quarantine.read_bytes()
    quarantine.rename(tmp_path / "again.geojsons")
    report = run(tmp_path, source | {"path": ["again.geojsons"]}, layer)
    assert report["layers"][0]["accepted"] == 0
    assert quarantine.read_bytes() == before
    assert [entry["code"] for entry in entries(tmp_path)] == [entry["code"] for entry in first[1:]]


def test_what_another_layer_shows_is_not_quarantined(tmp_path):
    """Fed back, it would be shown twice."""
    line = {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [9, 9]]}}
    (tmp_path / "in.json").write_text(collection([point(1, 1), line]))
    source = {"path": "in.json", "onInvalid": "skip", "maxRejected": "100%", "quarantine": True}
    pipeline = write_pipeline(tmp_path / "pipeline.yaml", {"in": source}, {
        "points": {"source": "in", "kind": "cluster", "zooms": 1}, "all": {"source": "in", "kind": "shape", "zooms": 1}})
    assert overtile("build", pipeline, "--quiet").returncode == 0
    entry, = entries(tmp_path)
    assert entry["code"] == "wrong-geometry" and "quarantineIndex" not in entry
    assert not list(tmp_path.glob("*.geojsons"))


def test_a_quarantine_never_replaces_an_input(tmp_path):
    (tmp_path / "in.json").write_text(collection([point(1, 1)]))
    message = run(tmp_path, {"path": "in.json", "quarantine": "in.json"}, status=78)
    assert "is the quarantine" in message


def test_filtered_features_are_listed_on_demand(tmp_path):
    (tmp_path / "in.json").write_text(collection([point(n, 1, n, n=n) for n in range(10)]))
    layer = {"kind": "cluster", "zooms": "0-1", "filter": ["<", ["get", "n"], 6]}
    report = run(tmp_path, {"path": "in.json"}, layer)
    assert report["layers"][0]["filtered"] == 4 and not (tmp_path / "bundle.ledger.jsonl").exists()
    assert "ledgerFile" not in report
    report = run(tmp_path, {"path": "in.json"}, layer, ledger={"filtered": True})
    assert [(entry["action"], entry["id"]) for entry in entries(tmp_path)] == [
        ("filtered", str(n)) for n in range(6, 10)]
    assert report["ledger"] == {"filtered": 4}


def test_a_large_ledger_is_compressed(tmp_path):
    count, padding = 14_000, "x" * 1200
    (tmp_path / "in.json").write_text("\n".join(
        json.dumps(point(190 + n / count, 1, f"{padding}{n}")) for n in range(count)))
    layer = {"kind": "cluster", "zooms": 0, "properties": {"keep": "none"}, "cluster": {"members": "none"}}
    report = run(tmp_path, {"path": "in.json"}, layer)
    assert report["ledgerFile"].endswith("bundle.ledger.jsonl.gz")
    assert not (tmp_path / "bundle.ledger.jsonl").exists()
    listed = entries(tmp_path)
    assert [entry["index"] for entry in listed] == list(range(count))
    assert {tuple(entry["repairs"]) for entry in listed} == {("antimeridian",)}
    (tmp_path / "in.json").write_text(json.dumps(point(1, 1)))
    run(tmp_path, {"path": "in.json"}, {"kind": "cluster", "zooms": 0})
    assert not list(tmp_path.glob("*ledger*"))


def test_the_report_says_where_everything_went(tmp_path):
    features = [point(n, 0, n, r=r) for n, r in enumerate([5, 80, 4000, 1e-7, 0])]
    (tmp_path / "in.json").write_text(collection(features))
    report = run(tmp_path, {"path": "in.json", "onInvalid": "skip", "maxRejected": "100%"}, {
        "kind": "circle", "zooms": "3-4",
        "circle": {"radius": {"property": "r", "unit": "km"}, "hide": {"aboveSize": "300px", "belowSize": "0.01px"}}})
    layer, = report["layers"]
    assert [layer[key] for key in ("read", "accepted", "rejected", "items")] == [5, 2, 3, 4]
    for zoom in layer["zooms"]:
        assert sum(zoom[key] for key in ("shown", "merged", "dissolved", "filtered", "hidden", "dropped")) == 4
        assert (zoom["shown"], zoom["hidden"]) == (2, 2)
    assert report["ledgerTotals"] == [
        {"source": "in", "layer": "shown", "action": "rejected", "code": code, "count": count}
        for code, count in (("bad-radius", 1), ("never-shown", 2))]
    assert len(report["ledgerExamples"]["never-shown"]) == 2
    statistics = report["tileStatistics"]
    assert [zoom["zoom"] for zoom in statistics] == [3, 4]
    assert sum(zoom["tiles"] for zoom in statistics) == report["tiles"]
    assert all(0 < zoom["largestBytes"] <= zoom["bytes"] for zoom in statistics)
    assert set(report["stageSeconds"]) == {"read", "overlays", "tiles", "publish"} and report["peakMemoryBytes"] > 0
    words = overtile("build", tmp_path / "pipeline.yaml").stderr.decode()
    for text in ("rejected: 3", "1 bad-radius: the radius is not positive", "2 never-shown", "bundle.ledger.jsonl",
                 "feature 4 (id 4)"):
        assert text in words
