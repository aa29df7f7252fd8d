"""`layout: per-layer`: an archive for each layer with its own last zoom, the same features as in the other layouts, and every
command and reader takes such bundles."""
import json
import re
import shutil
import subprocess

import jsonschema
import pmtiles.reader
import pyogrio
import pytest
import yaml

from bundle import contents, digest, stored_tiles
from conftest import ROOT, build, collection, overtile, point, write_pipeline
from decoding import decoded_by_tippecanoe
from members import Members

QUICKSTART = ROOT / "Pipelines/quickstart.yaml"


def run(*words):
    found = overtile(*words)
    assert found.returncode == 0, found.stderr.decode()
    return found.stdout.decode()


@pytest.fixture(scope="module")
def by_layer(tmp_path_factory):
    """The quickstart with an archive for each layer."""
    folder = tmp_path_factory.mktemp("by-layer")
    pipeline = yaml.safe_load(QUICKSTART.read_text())
    pipeline["output"]["layout"] = "per-layer"
    for source in pipeline["sources"].values():
        source["path"] = str((QUICKSTART.parent / source["path"]).resolve())
    (folder / "pipeline.yaml").write_text(yaml.safe_dump(pipeline, sort_keys=False))
    return build(folder / "pipeline.yaml", folder / "bundle")


def test_each_layer_has_its_archive_with_its_own_zooms(by_layer):
    files = {file["layer"]: file for file in by_layer.tile_files}
    assert {layer: (file["path"], file["minzoom"], file["maxzoom"]) for layer, file in files.items()} == {
        "airports": ("tiles.airports.pmtiles", 0, 10), "countries": ("tiles.countries.pmtiles", 0, 6),
        "quakes": ("tiles.quakes.pmtiles", 0, 8)}
    for layer, file in files.items():
        with (by_layer.folder / file["path"]).open("rb") as opened:
            reader = pmtiles.reader.Reader(pmtiles.reader.MmapSource(opened))
            header, metadata = reader.header(), reader.metadata()
        # Maps overzoom beyond the last zoom that the archive states.
        assert (header["min_zoom"], header["max_zoom"]) == (file["minzoom"], file["maxzoom"])
        assert header["clustered"] and header["addressed_tiles_count"] == file["tiles"]
        assert [entry["id"] for entry in metadata["vector_layers"]] == [layer]
        bounds = [header[side] / 1e7 for side in ("min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7")]
        assert bounds == pytest.approx(by_layer.layers[layer]["bounds"], abs=1e-7)
        assert digest(by_layer.folder / file["path"]) == (file["sha256"], file["bytes"])


def test_the_same_features_as_per_zoom(by_layer, quickstart):
    assert by_layer.plain == quickstart.plain
    assert by_layer.manifest["layers"] == quickstart.manifest["layers"]


def test_the_format_has_version_2_in_this_layout_only(by_layer, quickstart, containers):
    assert (by_layer.manifest["formatVersion"], quickstart.manifest["formatVersion"]) == (2, 1)
    for (_, layout), bundle in containers.items():
        assert bundle.manifest["formatVersion"] == (2 if layout == "per-layer" else 1)
    schema = jsonschema.Draft202012Validator(json.loads(run("schema", "--manifest")))
    assert list(schema.iter_errors(by_layer.manifest)) == []
    for change in {"formatVersion": 1}, {"files": [
            {key: value for key, value in file.items() if key != "layer"} for file in by_layer.manifest["files"]]}:
        assert list(schema.iter_errors(by_layer.manifest | change)) != []


def test_every_command_takes_it(by_layer, quickstart, tmp_path):
    assert "no problems found" in run("verify", by_layer.folder)
    assert "per-layer" in run("inspect", by_layer.folder)
    for words in [("tile", "0/0/0"), ("tile", "3/4/2", "--layer", "airports"), ("tile", "5/31/17", "--format", "mvt"),
                  ("overlays", "--camera", "48,8,4", "--viewport", "800x600"),
                  ("members", "--layer", "airports", "--cluster", str(cluster(quickstart)))]:
        one, other = (overtile(words[0], bundle.folder, *words[1:]) for bundle in (by_layer, quickstart))
        assert one.returncode == other.returncode == 0, one.stderr + other.stderr
        assert one.stdout == other.stdout and len(one.stdout) > 40, words


def cluster(bundle):
    return Members(bundle.folder / "members.airports.bin").clusters[0].id


def test_a_tile_that_is_not_there(by_layer):
    found = overtile("tile", by_layer.folder, "11/0/0")
    assert found.returncode == 66 and b"the tiles are at zooms 0 to 10" in found.stderr


def test_no_difference_to_the_other_layouts(containers):
    expected = containers["pmtiles", "single"].folder
    for (format, layout), bundle in containers.items():
        if layout == "per-layer":
            for pair in (expected, bundle.folder), (bundle.folder, expected):
                found = overtile("diff", *pair)
                assert found.returncode == 0, (format, found.stdout.decode())


def test_a_difference_is_found(tmp_path):
    folders = []
    for name, count in ("a", 40), ("b", 41):
        (tmp_path / f"{name}.geojson").write_text(collection([point(i / 3, i / 4, i + 1) for i in range(count)]))
        for layout in "per-layer", "single":
            write_pipeline(tmp_path / f"{name}.yaml", {"in": {"path": f"{name}.geojson"}},
                           {"points": {"source": "in", "kind": "cluster", "zooms": "0-3"},
                            "rings": {"source": "in", "kind": "circle", "zooms": "2-5", "circle": {"radius": "9km"}}},
                           output={"layout": layout})
            folders.append(build(tmp_path / f"{name}.yaml", tmp_path / f"{name}-{layout}").folder)
    folders, single = [folders[0], folders[2]], folders[1]
    found = overtile("diff", *folders, "--json")
    assert found.returncode == 1
    zooms = {zoom["zoom"]: {layer["layer"] for layer in zoom["layers"]} for zoom in json.loads(found.stdout)["zooms"]}
    assert zooms[5] == {"rings"} and "points" in zooms[0] and zooms[3] == {"points", "rings"}
    # Patches lead from one to the other, and from another layout to this one.
    for base in folders[0], single:
        run("patch", base, folders[1], "--output", tmp_path / "x.patch", "--quiet")
        shutil.rmtree(tmp_path / "made", ignore_errors=True)
        run("apply", base, tmp_path / "x.patch", "--output", tmp_path / "made", "--quiet")
        assert contents(tmp_path / "made") == contents(folders[1])


def test_gdal_and_tippecanoe_open_each_archive(by_layer, containers):
    for file in by_layer.tile_files:
        path = by_layer.folder / file["path"]
        assert [name for name, _ in pyogrio.list_layers(path)] == [file["layer"]]
        last = by_layer.layers[file["layer"]]["zooms"][2]
        info = pyogrio.read_info(path, layer=file["layer"], force_feature_count=True, ZOOM_LEVEL="2")
        assert info["features"] == last["entries"]
    bundle = containers["directory", "per-layer"]
    for layer, described in bundle.layers.items():
        zoom = described["zooms"][1]
        ogr = subprocess.run(["ogrinfo", "-ro", "-so", f"{bundle.folder}/tiles.{layer}/{zoom['zoom']}", layer, "-oo",
                              f"METADATA_FILE={bundle.folder}/tiles.{layer}/metadata.json"], capture_output=True, text=True)
        assert f"Feature Count: {zoom['entries']}" in ogr.stdout, ogr.stderr
    path = containers["mbtiles", "per-layer"].folder / "tiles.quakes.mbtiles"
    assert len(decoded_by_tippecanoe(path)) == len(list(stored_tiles(path)))


def test_the_same_bytes_in_every_run(by_layer, tmp_path):
    again = build(by_layer.folder.parent / "pipeline.yaml", tmp_path / "again", "--threads", "1", "--memory", "400M")
    assert contents(again.folder) == contents(by_layer.folder)


def test_names_that_no_file_has(tmp_path):
    """Names of layers that are paths, or that mean something else in a web address or to a file system."""
    names = ["../up", "a/b", "a b", "Ä ö", "100%", "tiles", "x.pmtiles"]
    (tmp_path / "in.geojson").write_text(collection([point(1, 2, 1)]))
    layers = {name: {"source": "in", "kind": "shape", "zooms": "0-1"} for name in names}
    pipeline = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, layers, output={"layout": "per-layer"})
    bundle = build(pipeline, tmp_path / "out")
    files = {file["layer"]: file["path"] for file in bundle.tile_files}
    assert set(files) == set(names) and all(re.fullmatch(r"tiles\.[\w%-]+\.pmtiles", path) for path in files.values())
    assert {path.name for path in bundle.folder.iterdir()} == {"bundle.json", *files.values()}
    assert run("verify", bundle.folder)
    assert json.loads(run("tile", bundle.folder, "0/0/0", "--layer", "../up"))["features"][0]["id"] == 1


@pytest.mark.parametrize("names, words", [(["roads", "Roads"], b"differ only in case"), (["x" * 300], b"too long for a file")])
def test_names_that_cannot_be_files(tmp_path, names, words):
    (tmp_path / "in.geojson").write_text(collection([point(1, 2, 1)]))
    layers = {name: {"source": "in", "kind": "shape", "zooms": "0-1"} for name in names}
    pipeline = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, layers, output={"layout": "per-layer"})
    found = overtile("build", pipeline, "--quiet")
    assert found.returncode == 78 and words in found.stderr, found.stderr
    assert overtile("build", write_pipeline(tmp_path / "q.yaml", {"in": {"path": "in.geojson"}}, layers), "--dry-run",
                    "--quiet").returncode == 0


def test_layers_without_anything_to_show(tmp_path):
    (tmp_path / "in.geojson").write_text(collection([point(20, 30, 1)]))
    layers = {"shown": {"source": "in", "kind": "cluster", "zooms": "0-2"},
              "empty": {"source": "in", "kind": "cluster", "zooms": "1-3", "filter": ["==", ["get", "a"], 1]}}
    for format in "pmtiles", "mbtiles", "directory":
        pipeline = write_pipeline(tmp_path / f"{format}.yaml", {"in": {"path": "in.geojson"}}, layers,
                                  output={"layout": "per-layer", "format": format}, gates={"empty": "pass"})
        bundle = build(pipeline, tmp_path / format)
        assert {file["layer"]: file["tiles"] for file in bundle.tile_files} == {"shown": 3, "empty": 0}
        assert "no problems found" in run("verify", bundle.folder)


def test_verify_finds_exchanged_archives(by_layer, tmp_path):
    """Archives under each other's names, with sizes and digests as found."""
    copy = tmp_path / "copy"
    shutil.copytree(by_layer.folder, copy)
    (copy / "tiles.airports.pmtiles").rename(copy / "x")
    (copy / "tiles.quakes.pmtiles").rename(copy / "tiles.airports.pmtiles")
    (copy / "x").rename(copy / "tiles.quakes.pmtiles")
    manifest = json.loads((copy / "bundle.json").read_text())
    for file in manifest["files"]:
        file["sha256"], file["bytes"] = digest(copy / file["path"])
    (copy / "bundle.json").write_text(json.dumps(manifest))
    found = overtile("verify", copy)
    assert found.returncode == 65 and b"tile-layer" in found.stdout


def test_the_report_names_the_layers_of_large_tiles(tmp_path):
    features = [point(10 + i % 100 / 1e4, 10 + i / 1e6, i + 1, text="x" * 60 + str(i)) for i in range(9000)]
    (tmp_path / "in.geojson").write_text(collection(features))
    layers = {name: {"source": "in", "kind": "shape", "zooms": "0-1"} for name in ("one", "two")}
    pipeline = write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, layers,
                              output={"layout": "per-layer", "compression": "none"})
    build(pipeline, tmp_path / "out")
    report = json.loads((tmp_path / "out.report.json").read_text())
    assert sorted((tile["tile"], tile["layer"]) for tile in report["largeTiles"]) == [
        (tile, layer) for tile in ("0/0/0", "1/1/0") for layer in ("one", "two")]
    assert [zoom["tiles"] for zoom in report["tileStatistics"]] == [2, 2]
    assert sum(zoom["bytes"] for zoom in report["tileStatistics"]) == sum(
        len(data) for layer in ("one", "two") for _, data in stored_tiles(tmp_path / f"out/tiles.{layer}.pmtiles"))
