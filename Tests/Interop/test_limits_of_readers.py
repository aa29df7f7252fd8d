"""What readers bound, builds bound before they publish; what no reader can use, no reader opens; exit code 65."""
import json
import shutil

import pytest

from conftest import build, collection, overtile, point, write_pipeline

LAYER = {"l": {"source": "s", "kind": "cluster", "zooms": "0-2"}}


def pipeline(folder, features, **others):
    (folder / "s.geojson").write_text(collection(features))
    return write_pipeline(folder / "p.yaml", {"s": {"path": "s.geojson"}}, LAYER, **others)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    return build(pipeline(folder, [point(i, i, i, n=i) for i in range(9)]), folder / "bundle").folder


def test_a_bundle_that_no_reader_opens_is_not_published(tmp_path):
    wide = point(1, 1, 1, **{f"{index:02000}": 1 for index in range(9000)})
    run = overtile("build", pipeline(tmp_path, [wide, point(2, 2, 2)]))
    assert run.returncode == 65 and b"but readers accept at most 16 MiB" in run.stderr, run.stderr[-400:]
    assert not (tmp_path / "bundle").exists()
    run = overtile("build", pipeline(tmp_path, [point(2, 2, 2)]))
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("wrong", ["oversized", "impossible"])
def test_the_next_sound_night_replaces_a_bundle_of_ours_that_no_reader_opens(wrong, tmp_path):
    night = pipeline(tmp_path, [point(1, 1, 1)])
    assert overtile("build", night).returncode == 0
    manifest = tmp_path / "bundle/bundle.json"
    text = manifest.read_text()
    manifest.write_text(text + " " * (17 << 20) if wrong == "oversized" else text.replace('"extent" : 4096', '"extent" : -1'))
    assert overtile("inspect", tmp_path / "bundle").returncode == 65
    (tmp_path / "s.geojson").write_text(collection([point(1, 1, 1), point(2, 2, 2)]))
    run = overtile("build", night)
    assert run.returncode == 0, run.stderr
    assert json.loads(manifest.read_text())["layers"][0]["features"] == 2


CHANGES = {
    "negative-zoom": lambda manifest: manifest.update(maxzoom=-4),
    "zooms-of-a-layer": lambda manifest: manifest["layers"][0].update(minzoom=3, maxzoom=-1),
    "zooms-of-a-file": lambda manifest: [file.update(minzoom=-1) for file in manifest["files"] if file["role"] == "tiles"],
    "three-bounds": lambda manifest: manifest.update(bounds=[1, 2, 3]),
    "five-bounds": lambda manifest: manifest["layers"][0].update(bounds=[0, 0, 1, 1, 2]),
    "extent": lambda manifest: manifest["layers"][0].update(extent=[1]),
    "camera": lambda manifest: manifest["layers"][0]["camera"]["camera"].update(center=[]),
    "count": lambda manifest: manifest["layers"][0]["zooms"][0].update(overlays=-(2**62)),
    "tile-extent": lambda manifest: manifest["tiles"].update(extent=0),
    "layers-twice": lambda manifest: manifest["layers"].append(manifest["layers"][0]),
    "path": lambda manifest: manifest["files"][0].update(path="../x"),
    "encoding": lambda manifest: manifest["tiles"].update(encoding="geojson"),
}
COMMANDS = [["inspect"], ["style"], ["tile", "0/0/0"], ["overlays", "--camera", "1,1,1", "--viewport", "400x400"], ["export", "out.pmtiles"],
            ["diff", "OTHER"], ["serve"], ["preview", "--no-open"], ["verify"]]


@pytest.mark.parametrize("change", CHANGES)
def test_a_manifest_that_says_the_impossible_is_65_for_every_reader(small, change, tmp_path):
    bundle = tmp_path / "bundle"
    shutil.copytree(small, bundle)
    manifest = json.loads((bundle / "bundle.json").read_text())
    del manifest["digest"]
    CHANGES[change](manifest)
    (bundle / "bundle.json").write_text(json.dumps(manifest))
    # Each change to a reader of the manifest and to the one that looks at all of it, each other command with two of the changes.
    turn = list(CHANGES).index(change)
    for command, *words in [COMMANDS[0], COMMANDS[-1], *(COMMANDS[1:-1][(turn * 2 + step) % 7] for step in range(2))]:
        words = [str(small) if word == "OTHER" else str(tmp_path / word) if word == "out.pmtiles" else word for word in words]
        run = overtile(command, bundle, *words, timeout=60)
        assert run.returncode == 65, (command, run)
        assert not (tmp_path / "out.pmtiles").exists()


def test_another_version_that_makes_the_same_tiles_makes_the_same_digest(small, tmp_path):
    bundle = tmp_path / "bundle"
    shutil.copytree(small, bundle)
    text = (bundle / "bundle.json").read_text()
    software = json.loads(text)["software"]
    assert {"overtile", "geos"} <= set(software)
    report = json.loads((small.parent / "bundle.report.json").read_text())
    assert report["software"] == software
    (bundle / "bundle.json").write_text(text.replace(f'"geos" : "{software["geos"]}"', '"geos" : "9.9"'))
    for words in (["verify", bundle], ["style", bundle], ["export", bundle, tmp_path / "out.pmtiles"]):
        run = overtile(*words)
        assert run.returncode == 0, run


@pytest.mark.parametrize("compression", ["gzip", "none"])
def test_a_damaged_archive_is_not_exported(compression, tmp_path):
    features = [point(i % 36 * 10 - 180, i % 17 * 9 - 75, i, name=f"n{i}") for i in range(900)]
    bundle = build(pipeline(tmp_path, features, output={"layout": "single", "compression": compression}), tmp_path / "bundle")
    archive = tmp_path / "one.pmtiles"
    data = bytearray((bundle.folder / "tiles.pmtiles").read_bytes())
    data[-2000:-1000] = bytes(value ^ 0x55 for value in data[-2000:-1000])
    archive.write_bytes(data)
    for out in "out.pmtiles", "out.mbtiles":
        run = overtile("export", archive, tmp_path / out)
        assert run.returncode == 65 and not (tmp_path / out).exists(), run
