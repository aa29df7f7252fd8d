"""Extreme numbers, wherever a person can write one: a result or a documented exit code, never a crash and no hang."""
import copy
import json
import os
import random

import pytest
import yaml

from conftest import collection, overtile, point
from extremes import DOCUMENTED, TEXTS, candidates, places

SLOW = os.environ.get("OVERTILE_SLOW") == "1"
SEED = int(os.environ.get("OVERTILE_SEED", "1"))
# Quick runs use a sample of the pairs of key and value; slow ones use all.
SAMPLE = None if SLOW else 2

BASE = {
    "version": "1.0.0", "name": "Numbers", "threads": 1,
    "sources": {"places": {"path": "places.geojson", "accuracy": "100m", "onInvalid": "skip", "maxRejected": 0}},
    "layers": {
        "clusters": {"source": "places", "kind": "cluster", "zooms": "0-2",
                     "cluster": {"aggregates": {"names": {"distinct": "name", "cap": 5}}}},
        "circles": {"source": "places", "kind": "circle", "zooms": "0-2",
                    "circle": {"radius": "10km", "pulse": {"scale": [1, 1.2], "opacity": [0.5, 0.1]}}},
        "shapes": {"source": "places", "kind": "shape", "zooms": "0-2", "shape": {}},
    },
    "cameras": {"all": {"fit": {"bounds": [-10, -10, 10, 10]}, "viewports": {"phone": "390x844"}}},
    "output": {"path": "bundle"},
}
KINDS = {"cluster": "clusters", "circle": "circles", "shape": "shapes"}
NAMES = {"sources": "places", "cameras": "all", "aggregates": "names", "viewports": "phone"}


@pytest.fixture(scope="module")
def schema():
    return json.loads(overtile("schema").stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("numbers")
    (folder / "places.geojson").write_text(collection(
        [point(index, index, index, name=f"n{index}", size=index) for index in range(-3, 4)]))
    return folder


def test_the_base_is_right(folder):
    (folder / "base.yaml").write_text(yaml.safe_dump(BASE))
    run = overtile("build", folder / "base.yaml", "--dry-run", "--quiet")
    assert run.returncode == 0, run.stderr.decode()


def with_value(path, value):
    """The base configuration with a value at a path; a name of one's own is the one that the base has."""
    configuration = copy.deepcopy(BASE)
    here = configuration
    for step, following in zip(path, (*path[1:], None)):
        before = path[path.index(step) - 1] if step == "*" else None
        if step == "*" and before == "layers":
            step = next((name for kind, name in KINDS.items() if kind == following), "clusters")
            if "layers" in path[:path.index("*")] and path[0] == "gates":
                step = "clusters"
        elif step == "*":
            step = NAMES.get(before, "name")
        if following is None:
            if isinstance(step, int):
                here[step:step + 1] = [value]
            else:
                here[step] = value
            return configuration
        blank = [] if isinstance(following, int) else {}
        if isinstance(step, int):
            while len(here) <= step:
                here.append(blank)
            here = here[step]
        else:
            if not isinstance(here.get(step), type(blank)):
                here[step] = blank
            here = here[step]
            if isinstance(following, int):
                here.extend([0] * (following + 1 - len(here)))
    return configuration


def assert_documented(run, *told):
    assert run.returncode in DOCUMENTED, (told, run.returncode, run.stderr.decode()[-2000:])
    if run.returncode >= 64:
        assert run.stderr, told


def test_every_key_of_the_schema(schema, folder):
    draw = random.Random(SEED)
    print("seed", SEED)
    found = list(places(schema))
    assert len(found) > 50
    for path, node in found:
        values = list(candidates(node))
        for value in values if SAMPLE is None else draw.sample(values, min(SAMPLE, len(values))):
            (folder / "pipeline.yaml").write_text(yaml.safe_dump(with_value(path, value), sort_keys=False))
            command = "build" if SLOW and draw.random() < 0.2 else "check"
            words = ["--quiet", "--dry-run"] if command == "build" else []
            assert_documented(overtile(command, folder / "pipeline.yaml", *words, timeout=60), path, value)


def test_all_values_at_once_are_problems_of_the_configuration(schema, folder):
    for value in candidates({}):
        configuration = copy.deepcopy(BASE)
        for path, node in places(schema):
            if path[0] == "output":
                configuration["output"][path[-1]] = value
            configuration["threads"] = value
        (folder / "all.yaml").write_text(yaml.safe_dump(configuration))
        assert_documented(overtile("check", folder / "all.yaml"), value)


@pytest.mark.parametrize("suffix", ["", "K", "M", "G", "T", "t"])
def test_memory(folder, suffix):
    (folder / "memory.yaml").write_text(yaml.safe_dump(BASE))
    for text in TEXTS if SLOW or suffix in ("", "T") else TEXTS[:5]:
        run = overtile("build", folder / "memory.yaml", "--dry-run", "--quiet", f"--memory={text}{suffix}")
        assert_documented(run, text, suffix)
        run = overtile("build", folder / "memory.yaml", "--dry-run", "--quiet", env={"OVERTILE_MEMORY": text + suffix})
        assert_documented(run, text, suffix)


def test_the_greatest_memory_is_a_bound_like_others(folder):
    (folder / "greatest.yaml").write_text(yaml.safe_dump(BASE))
    run = overtile("build", folder / "greatest.yaml", "--dry-run", "--quiet", "--memory", str(2 ** 63 - 1))
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("variable", ["OVERTILE_THREADS", "OVERTILE_PROGRESS_SECONDS"])
def test_environment(folder, variable):
    (folder / "environment.yaml").write_text(yaml.safe_dump(BASE))
    for text in TEXTS:
        run = overtile("build", folder / "environment.yaml", "--dry-run", env={variable: text})
        assert_documented(run, variable, text)


CAMERA = {
    "zoom": ["--z256", "--z512", "--z128", "--span", "--distance", "--latitude", "--bearing"],
    "tiles": ["--z", "--limit"],
    "fit": ["--bearing", "--pitch", "--padding", "--max-z512"],
    "region": ["--z512", "--span", "--bearing", "--pitch", "--latitudinal-meters"],
}
FRAME = {"zoom": ["--viewport", "390x844"], "tiles": ["--bounds=-10,-10,10,10", "--count-only"],
         "fit": ["--at", "1,1", "--viewport", "390x844"], "region": ["--center", "10,10", "--viewport", "390x844"]}


@pytest.mark.parametrize("question", CAMERA)
def test_camera(question):
    draw = random.Random(SEED)
    for option in CAMERA[question]:
        for text in TEXTS if SLOW else draw.sample(TEXTS, 5):
            run = overtile("camera", question, *FRAME[question], f"{option}={text}")
            assert_documented(run, question, option, text)


@pytest.mark.parametrize("text", TEXTS)
def test_lists_of_the_camera(text):
    for words in (["zoom", "--z512", "3", "--viewport", f"{text}x{text}"],
                  ["tiles", "--z", "3", "--count-only", f"--bounds={text},{text},{text},{text}"],
                  ["region", f"--center={text},{text}", "--z512", "3", "--viewport", "390x844"],
                  ["fit", f"--circle=1,1,{text}km", "--viewport", "390x844"],
                  ["fit", f"--circle={text},{text},1", "--viewport", "390x844"]):
        assert_documented(overtile("camera", *words), words)


@pytest.mark.parametrize("text", TEXTS)
def test_readers(quickstart, text):
    for words in (["tile", quickstart.folder, f"{text}/{text}/{text}"], ["tile", quickstart.folder, f"3/{text}/0"],
                  ["members", quickstart.folder, f"--cluster={text}"],
                  ["overlays", quickstart.folder, f"--camera={text},{text},{text}", "--viewport", "390x844"],
                  ["overlays", quickstart.folder, f"--camera=10,10,{text}", "--viewport", "390x844"],
                  ["overlays", quickstart.folder, f"--camera=10,10,3,{text},{text}", "--viewport", "390x844"],
                  ["overlays", quickstart.folder, "--camera=10,10,3", f"--viewport={text}x{text}"],
                  ["build", "nowhere.yaml", f"--threads={text}"]):
        assert_documented(overtile(*words), words)


def test_pages_of_members(quickstart):
    features = json.loads(overtile("overlays", quickstart.folder, "--camera=52,5,3", "--viewport=2000x2000").stdout)["features"]
    cluster = next(feature for feature in features if feature["properties"].get("cluster"))
    layer = cluster.get("layer") or cluster["properties"].get("layer") or "airports"
    for text in TEXTS:
        for option in ("--page", "--page-size", "--zoom"):
            run = overtile("members", quickstart.folder, f"--cluster={cluster['id']}", f"--layer={layer}",
                           f"{option}={text}")
            assert_documented(run, option, text)
    run = overtile("members", quickstart.folder, f"--cluster={cluster['id']}", f"--layer={layer}",
                   f"--page={2 ** 62}", f"--page-size={2 ** 62}")
    assert_documented(run, "both")


EXPRESSIONS = [["*", ["get", "size"], 0], ["^", ["get", "size"], 0], ["/", 0, ["get", "size"]], ["floor", 0],
               ["ceil", 0], ["step", 0, 1, 2, 3], ["to-string", 0], ["round", 0], ["%", ["get", "size"], 0],
               ["interpolate", ["linear"], 0, 0, 1, 10, 2], ["log2", 0], ["+", 0, 0, ["get", "size"]], ["abs", 0]]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda expression: expression[0])
def test_expressions(folder, expression):
    """Each zero of an expression in turn becomes an extreme number; in a filter, and as a radius."""
    for value in [number for number in candidates({}) if not isinstance(number, str)]:
        for index, part in enumerate(expression):
            if part != 0:
                continue
            changed = [*expression[:index], value, *expression[index + 1:]]
            configuration = copy.deepcopy(BASE)
            configuration["layers"]["circles"]["circle"] = {"radius": {"expression": changed, "unit": "m"}}
            configuration["layers"]["clusters"]["filter"] = ["==", ["to-string", changed], "0"]
            (folder / "expression.yaml").write_text(yaml.safe_dump(configuration))
            assert_documented(overtile("check", folder / "expression.yaml"), changed)


@pytest.mark.parametrize("value", [2 ** 63 - 1, -(2 ** 63), 2 ** 64, 1e308, -1e308, 1e-320, -1, 0], ids=str)
def test_numbers_of_features(folder, value):
    """Numbers of the data that become radii, weights, aggregates, ids and texts."""
    (folder / "extreme.geojson").write_text(collection(
        [point(1, 1, value if value == int(value) else None, size=value, name=str(value)),
         point(1, 1.001, "x", size=value, name="b")]))
    configuration = copy.deepcopy(BASE)
    configuration["sources"]["places"] |= {"path": "extreme.geojson", "maxRejected": 100}
    layers = configuration["layers"]
    layers["circles"]["circle"] = {"radius": {"property": "size", "unit": "km"}}
    layers["clusters"]["cluster"] = {"aggregates": {
        "total": {"sum": "size"}, "mean": {"mean": "size"}, "least": {"min": "size"}, "all": {"distinct": "size"}}}
    (folder / "features.yaml").write_text(yaml.safe_dump(configuration))
    assert_documented(overtile("build", folder / "features.yaml", "--dry-run", "--quiet"), value)
