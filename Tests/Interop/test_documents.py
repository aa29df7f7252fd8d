"""The documents are true: examples are built and run, links lead somewhere, and tables are the program's own."""
import json
import os
import re
import shutil
import subprocess

import jsonschema
import pytest
import yaml

from bundle import inflated
from conftest import OVERTILE, ROOT, build, collection, overtile, point, write_pipeline

FOLDER = ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc"
README = (ROOT / "README.md").read_text()
PAGES = {path.stem: path.read_text() for path in FOLDER.glob("*.md")}
TRACKED = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, check=True, capture_output=True,
                         text=True).stdout.split()
DOCUMENTS = {name: (ROOT / name).read_text() for name in TRACKED if (ROOT / name).exists()}
# Their commands follow each other, and are run in test_tutorials.py and test_packages.py.
TUTORIALS = {"FirstNightlyBuild", "Installing"}


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def commands():
    lines = "".join(block for name, text in PAGES.items() if name not in TUTORIALS for block in blocks(text, "sh")).splitlines()
    # The output of a command is not kept: where it goes to is the shell's.
    words = [re.split("#| > ", line)[0].split() for line in lines if line.startswith("overtile ")]
    # The steps of a divided build are in test_parts.py.
    return [list(words) for words in dict.fromkeys(map(tuple, words)) if words[1] != "part" and "--parts" not in words]


def test_there_is_something_to_run():
    assert len(blocks(README, "yaml")) == len(blocks(PAGES["OtherFormats"], "yaml")) == 1 and len(commands()) >= 30
    assert len(DOCUMENTS) > 35


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name):
    text = DOCUMENTS[name]
    for link in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        assert ((ROOT / name).parent / link).exists(), link
    for page in re.findall(r"<doc:(\w+)>", text):
        assert ((ROOT / name).parent / f"{page}.md").exists(), page


def test_every_page_is_in_the_contents():
    linked = set(re.findall(r"/?(\w+)\.md\)", PAGES["OvertilePipeline"]))
    # The pages with the symbols of a library are reached from the site.
    libraries = {"OvertilePipeline", "OverlayBundle", "MapMath", "OvertileExpressions"}
    pages = {path.stem for path in ROOT.glob("Sources/*/*.docc/*.md")} - libraries
    assert pages - linked == set()


def configurations():
    """Every block of YAML that is a pipeline or a part of one."""
    found = [(name, block) for name, text in DOCUMENTS.items() for block in blocks(text, "yaml")]
    return [pytest.param(yaml.safe_load(block), id=f"{name}-{number}") for number, (name, block) in enumerate(found)
            if "groups:" not in block]


@pytest.fixture(scope="module")
def schema():
    return jsonschema.Draft202012Validator(json.loads(overtile("schema").stdout))


@pytest.mark.parametrize("written", configurations())
def test_configurations_are_valid(written, schema):
    """A part of a pipeline is put where it belongs, with the rest as small as it may be."""
    if "shape" in written:
        written = {"layers": {"x": {"source": "x", "kind": "shape"} | written}}
    layer = {"source": "x", "kind": "cluster"}
    whole = {"name": "X", "sources": {"x": {"path": "x.geojson"}}, "layers": {"x": layer}, "output": {"path": "out"}} | written
    assert [error.message for error in schema.iter_errors(whole)] == []


def built(text, folder, work):
    """Builds a pipeline that is written beside the folder Samples, or in a folder beside it."""
    (work / "Samples").symlink_to(ROOT / "Samples")
    (work / folder).mkdir(exist_ok=True)
    (work / folder / "page.yaml").write_text(text)
    subprocess.run([OVERTILE, "build", work / folder / "page.yaml", "--quiet"], check=True)
    return work / folder / yaml.safe_load(text)["output"]["path"]


@pytest.mark.parametrize("text, folder", [
    (blocks(README, "yaml")[0], "."), (blocks(PAGES["Configuring"], "yaml")[0], "Pipelines"),
], ids=["README", "Configuring"])
def test_the_configuration_builds(text, folder, tmp_path):
    manifest = json.loads((built(text, folder, tmp_path) / "bundle.json").read_text())
    assert manifest["layers"][0]["features"] == 28_298


@pytest.fixture(scope="module")
def data(tmp_path_factory, duckdb):
    """The files that the sources of OtherFormats name."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "data").mkdir()
    places = [point(x, 50, name=f"p{x}", visits=x * 3) for x in range(10)]
    (folder / "places.geojson").write_text(collection(places))
    for name, *options in (("shops.gpkg", "-nln", "shops"), ("parks.shp",)):
        subprocess.run(["ogr2ogr", *options, folder / "data" / name, folder / "places.geojson"], check=True)
    rows = "".join(f"p{x};{x};50;{x * 3}\n" for x in range(10))
    (folder / "data/stops.csv").write_text("name;lon;lat;visits\n" + rows)
    table = ("LOAD spatial; COPY (SELECT name, visits, geom AS geometry FROM ST_Read('places.geojson')) "
             "TO 'data/sites.parquet' (FORMAT parquet)")
    subprocess.run(["duckdb", "-c", table], cwd=folder, env=os.environ | duckdb, check=True)
    return folder


def test_other_formats_are_read(data, duckdb):
    features = {"shops": 6, "stops": 10, "parks": 10, "areas": 10, "sites": 10}
    sources = yaml.safe_load(blocks(PAGES["OtherFormats"], "yaml")[0])["sources"]
    layers = {name: {"source": name, "kind": "cluster", "zooms": "0-2"} for name in features}
    path = write_pipeline(data / "read.yaml", {name: sources[name] for name in features}, layers)
    run = overtile("build", path, "--json", env=duckdb)
    assert run.returncode == 0, run.stderr.decode()
    assert {source["name"]: source["read"] for source in json.loads(run.stdout)["sources"]} == features


def test_every_source_of_other_formats_is_listed(data, duckdb):
    sources = yaml.safe_load(blocks(PAGES["OtherFormats"], "yaml")[0])["sources"]
    layers = {name: {"source": name, "kind": "cluster", "zooms": "0-2"} for name in sources}
    path = write_pipeline(data / "all.yaml", sources, layers)
    run = overtile("check", path, env=duckdb)
    assert run.returncode == 0 and run.stdout.decode().count("not run") == len(sources) == 6


@pytest.fixture(scope="module")
def small(shorter):
    return build(shorter, shorter.with_name("bundle")).folder


@pytest.fixture(scope="module")
def nightly(small, tmp_path_factory):
    """Two bundles of two nights, here the same, the patch between them, and a loose tile."""
    folder = tmp_path_factory.mktemp("nightly")
    for name in ("yesterday", "today"):
        shutil.copytree(small, folder / name)
    subprocess.run([OVERTILE, "patch", folder / "yesterday", folder / "today", "-o", folder / "today.patch"],
                   check=True)
    subprocess.run([OVERTILE, "tile", folder / "today", "3/4/2", "--format", "mvt", "-o", folder / "loose.mvt"],
                   check=True)
    return folder


@pytest.fixture(scope="module")
def shorter(tmp_path_factory):
    """The quickstart with one feature of twenty and without its later zooms: many commands build it, or read its bundle."""
    folder = tmp_path_factory.mktemp("shorter")
    pipeline = yaml.safe_load((ROOT / "Pipelines/quickstart.yaml").read_text())
    for name, source in pipeline["sources"].items():
        data = inflated((ROOT / "Pipelines" / source["path"]).read_bytes())
        (folder / f"{name}.geojson").write_text(collection(json.loads(data)["features"][::20]))
        source["path"] = f"{name}.geojson"
    for layer in pipeline["layers"].values():
        layer["zooms"] = "0-4"
    path = folder / "quickstart.yaml"
    path.write_text(yaml.safe_dump(pipeline, sort_keys=False))
    return path


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_commands_work(words, tmp_path, small, shorter, nightly):
    words = [word.replace("nightly/", f"{nightly}/") for word in words]
    if words[1] == "build" and "--output" not in words:
        words = words + ["--output", str(tmp_path / "bundle")]
    elsewhere = {".bundles/elsewhere": str(tmp_path / "elsewhere"), ".bundles/quickstart": str(small),
                 "Pipelines/quickstart.yaml": str(shorter)}
    words = [elsewhere.get(word, word) for word in words]
    subprocess.run([OVERTILE] + words[1:], cwd=ROOT, check=True, capture_output=True)


def test_gates_are_the_programs_own():
    # The gate maxAge is configured at its source.
    names = re.findall(r"^\| `(\w+)` \| (?:at its source: )?`.*` \| .* \|$", PAGES["Gates"], re.M)
    source = (ROOT / "Sources/OvertileConfiguration/Model/GateName.swift").read_text()
    assert names == re.search(r"^  case (.*)$", source, re.M)[1].split(", ")


def test_gates_are_configured_as_shown(tmp_path):
    rows = re.findall(r"^\| `(\w+)` \| `(.*)` \| .* \|$", PAGES["Gates"], re.M)
    gates = "gates:\n" + "".join(f"  {name}: {text}\n" for name, text in rows)
    text = (ROOT / "Pipelines/quickstart.yaml").read_text().replace("../Samples", str(ROOT / "Samples"))
    (tmp_path / "gated.yaml").write_text(text + "\n" + gates)
    told = subprocess.run([OVERTILE, "check", tmp_path / "gated.yaml"], check=True, capture_output=True, text=True).stdout
    line = next(line for line in told.splitlines() if line.startswith("gates: "))
    assert all(f"{name} (" in line for name, _ in rows) and len(rows) == 10


def codes_of_sources():
    """The codes that a message or a ledger can show: of streams, of notes on them and of the ledger."""
    files = [ROOT / "Sources/OvertileGeoJSON" / name for name in ("GeoJSONError.swift", "FeatureNote.swift")]
    found = set()
    for file in files + [ROOT / "Sources/OvertileReading/Diagnostics/LedgerCode.swift"]:
        body = file.read_text().split("Code: String")[1].split("\n  /// What")[0].split("\n  }")[0]
        for name, text in re.findall(r"^\s*case (\w+)(?: = \"([a-z0-9-]+)\")?$", body, re.M):
            found.add(text or name)
    return found


def test_every_code_of_reading_is_in_the_tables():
    codes = codes_of_sources()
    assert {"no-features", "broken-collection", "truncated", "not-geojson", "empty", "bad-bbox", "collapsed"} <= codes
    ledger = re.findall(r"^\| `([a-z0-9-]+)` \| (?:rejected|noted|filtered|repaired) \|", PAGES["Codes"], re.M)
    streams = PAGES["BadData"].split("## When an input cannot be read")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| \d+ \|", streams, re.M)
    assert codes - {*ledger, *re.findall(r"`([a-z]+-[a-z]+)`", streams), *rows} == set() and {*ledger, *rows} - codes == set()


@pytest.mark.parametrize("data, code", [
    (b"", "empty"), (b"hello", "not-geojson"), (b'{"type":"FooBar"}', "unknown-type"),
    (b'{"type":"FeatureCollection"}', "no-features"), (b'{"type":"FeatureCollection","features":[,]}', "broken-collection"),
    (b'{"type":"FeatureCollection","features":[', "truncated"), (b"\x1f\x8b\x08\x00", "truncated-gzip"),
    (b"\x1f\x8b\x08\x00" + bytes(6) + b"\xff" * 9, "corrupt-gzip")], ids=str)
def test_codes_of_streams_end_as_the_table_says(tmp_path, data, code):
    exit = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", PAGES["BadData"], re.M))[code]
    (tmp_path / "in.geojson").write_bytes(data)
    (tmp_path / "p.yaml").write_text(
        "name: T\nsources: {a: {path: in.geojson}}\nlayers: {l: {source: a, kind: cluster, zooms: 0}}\noutput: {path: out}\n")
    run = subprocess.run([OVERTILE, "build", tmp_path / "p.yaml"], capture_output=True, text=True)
    assert run.returncode == int(exit) and f"[{code}]" in run.stderr, run.stderr
