"""`overtile report`: its numbers against the run's report, the manifest and the decoded tiles; its page as HTML."""
import json
import re
import shutil
import sqlite3
from collections import Counter
from html.parser import HTMLParser

import pytest

from bundle import Bundle
from conftest import CONTAINERS, build, collection, overtile, point, write_pipeline

# Elements that HTML never closes.
VOID = {"meta", "br", "hr", "img", "link", "input"}
MARKUP = "<script>alert(1)</script>"


class Page(HTMLParser):
    """A page as its reader sees it: sections with tables of texts. Fails for tags that do not nest."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.names, self.attributes = [], [], [], Counter(), set()
        self.tables, self.section, self.text, self.drawings = {}, None, "", []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names[tag] += 1
        self.attributes |= {name for name in attributes}
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "section":
            self.section = attributes["id"]
        if tag == "svg":
            self.drawings.append(attributes)
        # A bar that is drawn can be seen.
        assert tag != "rect" or float(attributes["width"]) > 0
        if tag == "table":
            self.rows = []
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
        if tag == "caption":
            self.caption = ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"
        if tag == "table":
            self.tables[self.section, self.caption] = self.rows

    def handle_data(self, data):
        self.text += data
        if "caption" in self.open:
            self.caption += data
        elif "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data

    def table(self, section, beginning):
        found = [rows for (where, caption), rows in self.tables.items() if where == section and caption.startswith(beginning)]
        assert len(found) == 1, list(self.tables)
        return [dict(zip(found[0][0], row)) for row in found[0][1:]]


def page(source, folder, *words):
    path = folder / "page.html"
    run = overtile("report", source, "--html", path, *words)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b""), run.stderr.decode()
    found = Page(path.read_text())
    # Nothing is loaded and nothing runs.
    assert not found.names.keys() & {"script", "link", "img", "iframe", "object", "embed", "base", "form", "image", "use"}
    assert not found.attributes & {"src", "srcset", "xlink:href", "action", "style"}
    assert not [name for name in found.attributes if name.startswith("on")]
    assert "url(" not in path.read_text() and "@import" not in path.read_text()
    assert len(found.ids) == len(set(found.ids)) and {link[1:] for link in found.links} <= set(found.ids)
    assert all(link.startswith("#") for link in found.links)
    assert all(drawing["role"] == "img" and drawing["aria-label"] for drawing in found.drawings)
    return found


def number(text):
    return int(text.replace(",", ""))


def size(bytes):
    """As the page writes sizes."""
    if bytes < 10_000:
        return f"{bytes} B"
    scale, unit = (1e3, "kB") if bytes < 10_000_000 else (1e6, "MB")
    return f"{int(bytes / scale * 10 + 0.5) / 10:.1f} {unit}"


def beside(folder, ending):
    return folder.parent / (folder.name + ending)


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """Two releases of a bundle with rejected, filtered and repaired features, and gates."""
    folder = tmp_path_factory.mktemp("night")
    features = [point(8 + i % 7 / 5, 47 + i % 5 / 5, id=f"p{i}", size=i, note=MARKUP) for i in range(60)]
    broken = [{"type": "Feature", "id": MARKUP, "properties": {}, "geometry": {"type": "Point", "coordinates": [7.5, 46.25, 0, "x"]}},
              {"type": "Feature", "id": "line", "properties": {"size": 9}, "geometry":
               {"type": "LineString", "coordinates": [[9.5, 46.5], [9.6, 46.6]]}}]
    (folder / "in.geojson").write_text(collection(features[:50] + broken))
    pipeline = write_pipeline(
        folder / "p.yaml", {MARKUP: {"path": "in.geojson", "onInvalid": "skip", "maxRejected": "50%", "quarantine": True}},
        {"points": {"source": MARKUP, "kind": "cluster", "zooms": "0-6", "filter": [">", ["get", "size"], 3],
                    "properties": {"keep": ["size", "note"]}, "cluster": {"radius": "40px"}}},
        name=f"A & B {MARKUP}", attribution=f'<a href="http://example.org" onclick="x()">{MARKUP}</a>',
        gates={"features": {"maxDecrease": "10%", "maxIncrease": "30%"}, "layers": "keep"},
        output={"path": "night", "publish": "versioned", "keepReleases": 3})
    for count in (50, 55):
        (folder / "in.geojson").write_text(collection(features[:count] + broken))
        run = overtile("build", pipeline, "--quiet")
        assert run.returncode == 0, run.stderr.decode()
        shutil.copy(folder / "night.report.json", folder / f"night-{count}.json")
    return folder


@pytest.fixture(scope="module")
def sample(containers):
    """A bundle with all three kinds of layers, with an archive for each zoom."""
    return containers["pmtiles", "per-zoom"]


@pytest.fixture(scope="module")
def shown(sample, tmp_path_factory):
    """The page of the sample."""
    return page(sample.folder, tmp_path_factory.mktemp("shown"), "--largest", "7")


@pytest.fixture(scope="module")
def current(night, tmp_path_factory):
    """The page of the current release, and its HTML."""
    folder = tmp_path_factory.mktemp("current")
    return page(night / "night/current", folder), (folder / "page.html").read_text()


def test_overlays_and_bytes_by_zoom(sample, shown):
    found, manifest = shown, sample.manifest
    tiles, sizes = Counter(), Counter()
    for (zoom, _, _), data in sample.stored.items():
        tiles[zoom] += 1
        sizes[zoom] += len(data)
    rows = found.table("zooms", "Overlays by layer")
    assert [int(row["zoom"]) for row in rows] == sorted(tiles)
    for row in rows:
        zoom = int(row["zoom"])
        assert (number(row["tiles"]), row["bytes"]) == (tiles[zoom], size(sizes[zoom]))
        for layer in manifest["layers"]:
            told = [counts["overlays"] for counts in layer["zooms"] if counts["zoom"] == zoom]
            assert row[layer["id"]] == "".join(f"{count:,}" for count in told)
            assert not told or told[0] == len({entry.id for entry in sample.entries_at(layer["id"], zoom)})


def test_many_layers_can_be_read(tmp_path):
    """Each has one color in all diagrams, and equal lists of properties are told once."""
    (tmp_path / "in.geojson").write_text(collection([point(n / 10, n / 10, n, name=f"p{n}") for n in range(40)]))
    shapes = {"s0": {"source": "in", "kind": "circle", "zooms": "0-2", "circle": {"radius": "3km"}}}
    layers = shapes | {f"c{n}": {"source": "in", "kind": "cluster", "zooms": "0-2"} for n in range(1, 16)}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, layers), tmp_path / "many")
    found = page(bundle.folder, tmp_path)
    told = [row["properties in tiles"] for row in found.table("overview", "The layers")]
    assert "name (String)" in told[0] and "name (String)" in told[1] and told[2:] == ["as c1"] * 14
    colors = {}
    for color, layer in re.findall(r'swatch (c\d+)"></span>([sc]\d+)<', (tmp_path / "page.html").read_text()):
        colors.setdefault(layer, set()).add(color)
    assert set(colors) == set(layers) and len(set.union(*colors.values())) == 16 and all(len(own) == 1 for own in colors.values())


def test_tile_sizes(sample, shown):
    found, sizes = shown, {}
    for tile, data in sample.stored.items():
        sizes.setdefault(tile[0], []).append(len(data))
    for row in found.table("tiles", "Tile sizes by zoom"):
        own = sorted(sizes[int(row["zoom"])])
        for head, share in (("half", 50), ("90%", 90), ("99%", 99)):
            assert row[head] == size(own[-(-len(own) * share // 100) - 1]), (row, head)
        assert row["largest"] == size(own[-1])
        assert len(sample.stored[tuple(map(int, row["its address"].split("/")))]) == own[-1]
    largest = found.table("tiles", "The largest tiles")
    assert [row["bytes"] for row in largest] == [size(bytes) for bytes in sorted(sum(sizes.values(), []))[:-8:-1]]
    for row in largest:
        assert row["tile"] in found.ids and row["command"] == f"overtile tile {sample.folder} {row['tile']}"


def test_clusters_by_size(sample, shown):
    found = shown
    clusters = {entry.properties["cluster_id"]: entry.properties["point_count"]
                for entry in sample.entries["quakes"] if entry.properties.get("cluster")}
    decades = Counter(len(str(count)) for count in clusters.values())
    rows = found.table("clusters", "Clusters by points")
    assert [number(row["quakes"]) for row in rows] == [decades[n] for n in sorted(decades)] + [len(clusters)]
    [largest] = found.table("clusters", "The largest cluster")
    assert number(largest["points"]) == max(clusters.values()) and clusters[int(largest["id"])] == max(clusters.values())


def test_counts_and_times_are_those_of_the_run(sample, shown):
    found = shown
    report = json.loads(beside(sample.folder, ".report.json").read_text())
    for row, layer in zip(found.table("counts", "Layers:"), report["layers"], strict=True):
        told = {head: number(row[head]) for head in ("read", "in the bundle", "filtered", "rejected", "without geometry")}
        assert told == {"read": layer["read"], "in the bundle": layer["accepted"], "filtered": layer["filtered"],
                        "rejected": layer["rejected"], "without geometry": layer["withoutGeometry"]}
        assert told["read"] * 2 == sum(told.values()) and row["reconciled"] == "yes"
        for line, zoom in zip(found.table("counts", f'Layer "{layer["name"]}"'), layer["zooms"], strict=True):
            forms = {head: number(line[head]) for head in ("shown", "merged", "dissolved", "filtered", "hidden", "dropped")}
            assert forms == {head: zoom[head] for head in forms}
            assert sum(forms.values()) == layer["items"] and line["reconciled"] == "yes"
    times = {row["stage"]: row["seconds"] for row in found.table("times", "Times by stage")}
    assert list(times) == ["read", "overlays", "tiles", "publish"]
    assert all(abs(float(text.split()[0]) - report["stageSeconds"][stage]) < 0.006 for stage, text in times.items())
    totals = Counter({row["code"]: 0 for row in report["ledgerTotals"]})
    for row in found.table("ledger", "All entries"):
        totals[row["code"]] += number(row["entries"])
    assert totals == report["ledger"]


def test_text_has_the_tables_of_the_page(night, current):
    (found, _), run = current, overtile("report", night / "night/current")
    text = run.stdout.decode()
    assert run.returncode == 0 and all(caption in text for _, caption in found.tables)
    assert run.stdout == overtile("report", night / "night/current").stdout


@pytest.mark.parametrize("container, layout", CONTAINERS)
def test_every_container_and_layout_shows_the_same(container, layout, containers, tmp_path):
    bundle = containers[container, layout]
    found = page(bundle.folder, tmp_path)
    # With an archive for each layer, each part of a tile is a tile of its own.
    parts = [(tile, part) for tile, parts in bundle.parts.items() for part in parts] if layout == "per-layer" else bundle.stored.items()
    expected = Counter(tile[0] for tile, _ in parts)
    assert {int(row["zoom"]): number(row["tiles"]) for row in found.table("zooms", "Overlays by layer")} == expected
    assert {row["bytes"] for row in found.table("tiles", "The largest")} <= {size(len(data)) for _, data in parts}
    assert {row["reconciled"] for row in found.table("counts", "Layers:")} == {"yes"}
    assert (tmp_path / "page.html").read_bytes() == rewritten(bundle.folder, tmp_path)


def rewritten(source, folder):
    overtile("report", source, "--html", folder / "again.html")
    return (folder / "again.html").read_bytes()


def test_releases_are_builds_in_a_row(night, current):
    for command in "report", "inspect", "style":
        run = overtile(command, night / "night")
        assert run.returncode == 66 and f"it is a folder of releases; use the current release, {night}/night/current" in run.stderr.decode()
    rows = current[0].table("builds", "Builds")
    assert [number(row["features"]) for row in rows] == [46, 51]
    assert [row["build"].endswith("(this one)") for row in rows] == [False, True]
    bundle = Bundle(night / "night/current")
    assert number(rows[1]["tiles"]) == len(bundle.stored)


def test_earlier_reports_are_builds_in_a_row(night, tmp_path):
    kept = [night / "night-50.json", night / "night-55.json"]
    rows = page(night / "night/current", tmp_path, "--earlier", *kept).table("builds", "Builds")
    reports = [json.loads(path.read_text()) for path in [*kept, night / "night.report.json"]]
    assert [number(row["features"]) for row in rows] == [report["layers"][0]["accepted"] for report in reports]
    assert [row["bytes"] for row in rows] == [size(report["bytes"]) for report in reports]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(reports[0] | {"dryRun": True}))
    row = page(night / "night/current", tmp_path, "--earlier", other).table("builds", "Builds")[0]
    assert row["result"] == "dry run" and row["tiles"] == row["bytes"] == ""
    missing = overtile("report", night / "night/current", "--earlier", night / "none.json")
    assert missing.returncode == 66 and b"none.json" in missing.stderr
    foreign = overtile("report", night / "night/current", "--earlier", night / "in.geojson")
    assert foreign.returncode == 65 and b"not a report" in foreign.stderr


def test_gates_have_old_new_and_limit(night, current):
    rows = current[0].table("gates", "Gates")
    gates = json.loads((night / "night.report.json").read_text())["gates"]
    assert [(row["gate"], row["old"], row["new"], row["limit"]) for row in rows] == [
        (gate["name"], gate.get("old", ""), gate.get("new", ""), gate["limit"]) for gate in gates]
    assert {row["outcome"] for row in rows} == {"passed"} and "46 features" in rows[0]["old"]


def test_rejected_features_are_on_the_map(current):
    found, _ = current
    rows = found.table("ledger", "The first")
    assert [(row["id"], row["latitude, longitude"]) for row in rows] == [(MARKUP, "46.2500, 7.5000"), ("line", "46.5000, 9.5000")]
    assert found.names["circle"] == 2 and all("in.geojson:" in row["file and line"] for row in rows)
    assert "no position" not in found.text


def test_entries_without_a_position_are_told_with_their_reason(tmp_path):
    """The ledger and quarantine of a bundle that did not pass its gates have the name of the bundle that it was to replace."""
    wrong = [{"type": "Feature", "id": "far", "properties": {}, "geometry": {"type": "Point", "coordinates": [200, 95]}},
             {"type": "Feature", "id": "line", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[7, 46], [8, 47]]}}]
    pipeline = write_pipeline(
        tmp_path / "p.yaml", {"in": {"path": "in.geojson", "onInvalid": "skip", "maxRejected": "100%", "quarantine": True}},
        {"a": {"source": "in", "kind": "cluster", "zooms": "0-1"}, "s": {"source": "in", "kind": "shape", "zooms": "0-1"}},
        gates={"features": {"maxDecrease": "10%"}}, output={"path": "out"})
    for count in 40, 9:
        (tmp_path / "in.geojson").write_text(collection([point(i % 9, i % 8, id=i) for i in range(count)] + wrong))
        run = overtile("build", pipeline, "--quiet", "--keep-rejected")
    assert run.returncode == 65
    found = page(tmp_path / "out.rejected", tmp_path)
    assert {row["id"]: row["latitude, longitude"] for row in found.table("ledger", "The first")} == {"far": "", "line": ""}
    # The shape layer shows the line, so the quarantine has the point alone.
    assert "2 entries that were read have no position. Positions are known only for features in a quarantine" in found.text
    assert "cannot be read" not in found.text


def test_markup_in_the_data_is_text(current):
    found, html = current
    name, attribution = f"A & B {MARKUP}", f'<a href="http://example.org" onclick="x()">{MARKUP}</a>'
    assert name in found.text and attribution in found.text
    assert MARKUP not in html and "<a href=\"http" not in html and html.count("&lt;script&gt;") >= 4


def copied(night, folder):
    shutil.copytree(night / "night/current", folder / "b")
    for ending in (".report.json", ".ledger.jsonl"):
        shutil.copy(night / f"night{ending}", folder / f"b{ending}")
    return folder / "b"


def test_a_damaged_ledger_line_is_told(night, tmp_path):
    bundle = copied(night, tmp_path)
    ledger = beside(bundle, ".ledger.jsonl")
    whole = ledger.read_bytes()
    negative = re.sub(rb'"(line|index)":\d+', rb'"\1":-7', whole.splitlines()[0])
    assert negative != whole.splitlines()[0]
    ledger.write_bytes(b'{"action":\n\xff\xfe\n' + negative + b"\n" + whole)
    found = page(bundle, tmp_path)
    assert "3 lines are invalid" in found.text and len(found.table("ledger", "The first")) == 2
    assert "does not contain the entries" not in found.text
    # The quarantine is not beside this copy.
    assert "cannot be read" in found.text and found.names["circle"] == 0
    # Lines that are gone, and an empty ledger.
    code = json.loads(whole.splitlines()[0])["code"]
    count = json.loads(beside(bundle, ".report.json").read_text())["ledger"][code]
    ledger.write_bytes(whole.split(b"\n", 1)[1])
    assert f"{code}: {count - 1} instead of {count}" in page(bundle, tmp_path).text
    ledger.write_bytes(b"")
    found = page(bundle, tmp_path)
    assert "the ledger is empty, but the report counts 2 entries" in found.text and found.table("ledger", "The first entries for each code, from the report")


@pytest.mark.parametrize("text", [None, b"", b'{"bundle": "x", "name": "y"}', b"\xff", b"[" * 10_000],
                         ids=["missing", "empty", "beginning", "not text", "deep"])
def test_a_missing_or_damaged_report_is_told(night, tmp_path, text):
    bundle = copied(night, tmp_path)
    report = beside(bundle, ".report.json")
    report.unlink() if text is None else report.write_bytes(text)
    found = page(bundle, tmp_path)
    assert "The build report cannot be read" in found.text and ("counts", "Gates.") not in found.tables
    assert found.table("zooms", "Overlays by layer")


def test_the_report_of_another_build_is_not_used(night, tmp_path):
    bundle = copied(night, tmp_path)
    report = json.loads(beside(bundle, ".report.json").read_text())
    beside(bundle, ".report.json").write_text(json.dumps(report | {"tiles": report["tiles"] + 1}))
    found = page(bundle, tmp_path)
    assert "is the report for a different build" in found.text and not [key for key in found.tables if key[0] == "counts"]


def test_numbers_of_a_forged_report_do_not_stop_it(night, tmp_path):
    bundle = copied(night, tmp_path)
    text = beside(bundle, ".report.json").read_text()
    report = json.loads(text)
    most = 2**53
    report["layers"][0] |= {"read": most, "accepted": most, "filtered": most, "items": most}
    report["layers"][0]["zooms"][0] |= {"shown": most, "merged": most}
    report["sources"][0] |= {"read": most, "usable": most, "rejected": 5}
    report |= {"seconds": 1e9, "peakMemoryBytes": most, "stageSeconds": {"read": 1e9, "other": 0}}
    beside(bundle, ".report.json").write_text(json.dumps(report))
    assert {row["reconciled"][:2] for row in page(bundle, tmp_path).table("counts", "Layers:")} == {"no"}
    assert overtile("report", bundle).returncode == 0
    # Numbers that no run writes.
    report = json.loads(text)
    layer = report["layers"][0]
    for forged in [{"seconds": -1}, {"stageSeconds": {"read": 1e300}}, {"layers": [layer | {"items": -3}]},
                   {"peakMemoryBytes": 2**63 - 1}, {"threads": -1}]:
        beside(bundle, ".report.json").write_text(json.dumps(report | forged))
        assert page(bundle, tmp_path).table("counts", "Layers:") and overtile("report", bundle).returncode == 0


def test_an_empty_map(tmp_path):
    (tmp_path / "in.geojson").write_text(collection([]))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"a": {"path": "in.geojson"}}, {"a": {"source": "a", "kind": "cluster", "zooms": "0-2"}})
    run = overtile("build", pipeline, "--quiet", "--accept-gates", "empty")
    assert run.returncode == 0, run.stderr.decode()
    found = page(tmp_path / "bundle", tmp_path)
    assert "there are no tiles" in found.text and overtile("report", tmp_path / "bundle").returncode == 0


def test_all_zooms_of_a_pipeline(tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(7, 47), point(7.5, 47)]))
    pipeline = write_pipeline(tmp_path / "p.yaml", {"a": {"path": "in.geojson"}}, {"a": {"source": "a", "kind": "cluster", "zooms": "0-24"}})
    found = page(build(pipeline, tmp_path / "bundle").folder, tmp_path)
    assert [int(row["zoom"]) for row in found.table("tiles", "Tile sizes by zoom")] == list(range(25))


def test_all_zooms_of_an_archive(sample, tmp_path):
    tile = min(sample.plain.values(), key=len)
    archive = sqlite3.connect(tmp_path / "all.mbtiles")
    archive.execute("create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    archive.execute("create table metadata (name text, value text)")
    archive.executemany("insert into tiles values (?, 0, 0, ?)", [(zoom, tile) for zoom in range(31)])
    archive.executemany("insert into metadata values (?, ?)", [("name", MARKUP), ("format", "pbf")])
    archive.commit()
    found = page(tmp_path / "all.mbtiles", tmp_path, "--deep")
    assert [int(row["zoom"]) for row in found.table("tiles", "Tile sizes by zoom")] == list(range(31))
    assert [int(row["zoom"]) for row in found.table("zooms", "Entries")] == list(range(31)) and MARKUP in found.text


def test_an_archive_alone(sample, tmp_path):
    archive = shutil.copy(sample.folder / "z03.pmtiles", tmp_path / "it's one.pmtiles")
    found = page(archive, tmp_path, "--deep")
    [row] = found.table("zooms", "Entries in tiles")
    for layer in sample.layers:
        assert number(row[layer]) == len(sample.entries_at(layer, 3))
    assert "This is a single archive" in found.text
    assert found.table("tiles", "The largest tiles")[0]["command"].startswith("overtile tile '" + str(tmp_path) + "/it'\\''s one.pmtiles' 3/")
    assert "Use --deep" in page(archive, tmp_path).text


def test_outputs_that_are_left_alone(night, tmp_path):
    bundle = copied(night, tmp_path)
    report = beside(bundle, ".report.json")
    before = report.read_bytes()
    for output in (report, beside(bundle, ".ledger.jsonl"), bundle / "page.html", bundle / "bundle.json", tmp_path):
        run = overtile("report", bundle, "--html", output)
        assert run.returncode == 73 and run.stderr, output
    assert report.read_bytes() == before and not (bundle / "page.html").exists()
    # Other files that are no pages are left alone, too: inputs, quarantines, the ledger of a failed run.
    for name in ("in.geojson", "b.quarantine.s.geojsons", "b.failed.ledger.jsonl", "empty.html"):
        (tmp_path / name).write_text("" if name == "empty.html" else '{"kept": true}')
        run = overtile("report", bundle, "--html", tmp_path / name)
        assert run.returncode == 73 and b"HTML page written by overtile report" in run.stderr, (name, run.stderr)
        assert (tmp_path / name).read_text() in ("", '{"kept": true}')
    for name in "mine.html", "":
        foreign = tmp_path / name
        if name:
            foreign.write_text("<!doctype html><p>mine</p>")
        run = overtile("report", bundle, "--html", foreign if name else "")
        told = "mine.html is not an HTML page written by overtile report" if name else "--html: the value is empty"
        assert run.returncode == (73 if name else 64) and told in run.stderr.decode(), run
    assert (tmp_path / "mine.html").read_text() == "<!doctype html><p>mine</p>"
    # An error leaves an older page as it is.
    assert overtile("report", bundle, "--html", tmp_path / "page.html").returncode == 0
    older = (tmp_path / "page.html").read_text() + "older"
    (tmp_path / "page.html").write_text(older)
    assert overtile("report", tmp_path / "nothing", "--html", tmp_path / "page.html").returncode == 66
    assert (tmp_path / "page.html").read_text() == older
    assert overtile("report", bundle, "--html", tmp_path / "page.html").returncode == 0
    assert "older" not in (tmp_path / "page.html").read_text()
    (bundle / "bundle.json").write_text("{}")
    assert overtile("report", bundle).returncode == 65
    assert re.search("--largest must be", overtile("report", bundle, "--largest", "10001").stderr.decode())
