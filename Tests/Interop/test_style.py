"""Styles for MapLibre: valid by its specification's own words, the same as those of the preview, with colors that differ."""
import importlib.util
import itertools
import json
import re
import subprocess

import numpy
import pytest
from shapely.geometry import shape
from shapely.validation import make_valid

from conftest import CONTAINERS, ROOT, build, collection, overtile, point, write_pipeline

PAGE = ROOT / "Sources/OvertileServing/Page"


def style(bundle, *words):
    run = overtile("style", bundle.folder, *words)
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)


def test_types_of_the_page_are_right():
    options = "--skipLibCheck --allowJs --checkJs --strict --noEmit --target es2022 --module esnext --lib es2022,dom,dom.iterable"
    run = subprocess.run(["tsc", *options.split(), PAGE / "preview.js"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("kind", CONTAINERS, ids="-".join)
def test_each_layer_is_one_source_in_every_layout(kind, containers):
    bundle = containers[kind]
    if kind[0] == "mbtiles":
        run = overtile("style", bundle.folder)
        assert run.returncode == 64 and b"mbtiles" in run.stderr and b"--source tilejson" in run.stderr
    else:
        sources = style(bundle)["sources"]
        assert sources == {name: {"type": "vector", "url": f"overtile://{bundle.folder.name}/{name}.json"} for name in bundle.layers}
    served = style(bundle, "--source", "tilejson", "--url", "http://localhost:8000/x")["sources"]
    assert served == {name: {"type": "vector", "url": f"http://localhost:8000/x/{name}/tile.json"} for name in bundle.layers}


def test_names_of_layers_may_be_anything(tmp_path):
    names = ["straße/50%", "a b", "x-fill", "x", "page:land", "!'()*~._-"]
    (tmp_path / "points.geojson").write_text(collection([point(1, 2, 3)]))
    kinds = itertools.cycle(["shape", "cluster", "circle"])
    layers = {name: {"source": "points", "kind": kind, "zooms": "0-1"} | ({"circle": {"radius": "9km"}} if kind == "circle" else {})
              for name, kind in zip(names, kinds)}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"points": {"path": "points.geojson"}}, layers), tmp_path / "bundle")
    found = style(bundle)
    assert set(found["sources"]) == set(names)
    ids = [layer["id"] for layer in found["layers"]]
    assert len(ids) == len(set(ids))


def test_texts_come_with_glyphs(quickstart):
    assert not [layer for layer in style(quickstart)["layers"] if layer["type"] == "symbol"]
    glyphs = "https://example.com/{fontstack}/{range}.pbf"
    found = style(quickstart, "--glyphs", glyphs, "--font", "Open Sans Bold")
    texts = {layer["id"]: layer["layout"] for layer in found["layers"] if layer["type"] == "symbol"}
    assert found["glyphs"] == glyphs and list(texts) == ["countries-names", "airports-counts"]
    assert all(layout["text-font"] == ["Open Sans Bold"] for layout in texts.values())


def test_the_same_bundle_has_the_same_style(quickstart):
    first, second = (overtile("style", quickstart.folder).stdout for _ in range(2))
    assert first == second and first.endswith(b"}\n")


@pytest.mark.parametrize("words, code, told", [
    (["--source", "tilejson"], 64, "--url"), (["--url", ""], 64, "--url: the value is empty"),
    (["--url", "a b"], 64, "must not contain white space"), (["--url", "ftp://example.com/b/"], 64, "it must begin with http:// or https://"),
    (["--url", "localhost:8000/b/"], 64, "it must begin with http://"), (["--url", "javascript:alert(1)"], 64, "it must begin with http://"),
    (["--url", "http:///b/"], 64, "and a server"), (["--url", "https:b"], 64, "and a server"),
    (["--url", "https://example.com/b/?token=1"], 64, '"?" or "#"'), (["--url", "//example.com/b/"], 64, "it must begin with http:// or https://"),
    (["--source", "tilejson", "--url", "b/"], 64, '"b/" is not a valid URL'), (["--glyphs", "https://example.com"], 64, "{fontstack}"),
    (["--font", "x"], 64, "--glyphs"), (["--source", "raster"], 64, "protocol")])
def test_wrong_options(words, code, told, quickstart):
    run = overtile("style", quickstart.folder, *words)
    assert run.returncode == code and told in run.stderr.decode() and run.stdout == b""


def test_what_is_no_bundle(tmp_path):
    (tmp_path / "p.yaml").write_text("name: P\n")
    for command in "style", "inspect":
        run = overtile(command, tmp_path / "p.yaml")
        assert run.returncode == 66 and b"p.yaml is not a bundle: it is a pipeline" in run.stderr, run
    run = overtile("style", tmp_path / "missing")
    assert run.returncode == 66 and run.stdout == b""


def test_the_land_is_made_of_the_countries(tmp_path, monkeypatch):
    """The outline behind the preview is what Samples/make.py makes."""
    monkeypatch.syspath_prepend(ROOT / "Samples")
    spec = importlib.util.spec_from_file_location("make", ROOT / "Samples/make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    kept, make.LAND = make.LAND, tmp_path / "land.json"
    make.land()
    made, known = (shape(json.loads(path.read_text())["geometry"]) for path in (make.LAND, kept))
    # Versions of GEOS differ a little.
    assert make_valid(made).symmetric_difference(make_valid(known)).area < 1e-3 * known.area
    assert kept.stat().st_size < 60_000


# How people see who lack one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
SIGHT = {
    "all": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(color):
    values = numpy.array([int(color[start:start + 2], 16) for start in (1, 3, 5)]) / 255
    return numpy.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    x, y, z = numpy.cbrt(numpy.array(matrix) @ numpy.clip(rgb, 0, 1) / [0.95047, 1, 1.08883])
    return numpy.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one, two):
    """WCAG 2.2, 1.4.11: parts of graphics need 3."""
    low, high = sorted(linear(color) @ [0.2126, 0.7152, 0.0722] for color in (one, two))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_colors_differ_for_everyone(mode):
    text = (ROOT / "Sources/OvertileInspection/Style/StyleColors.swift").read_text()
    # The first of two colors is that on dark.
    found = [color for pair in re.findall(r'isDark \? "(#\w+)" : "(#\w+)"', text) for color in pair]
    background, ink = found[0::2] if mode == "dark" else found[1::2]
    colors = re.findall(r"#\w{6}", re.findall(r'[?:] \["(#.*?)\]', text)[mode == "light"])
    assert len(colors) == 6 and contrast(ink, background) > 7
    assert min(contrast(color, background) for color in colors) >= 3
    for sight, matrix in SIGHT.items():
        seen = [lab(numpy.array(matrix) @ linear(color)) for color in colors]
        assert min(numpy.linalg.norm(one - two) for one, two in itertools.combinations(seen, 2)) > 20, sight
