"""Extreme numbers, wherever a person can write one: a result or a documented exit code, never a crash and no hang."""
import copy
import json
import os
import random
import re

import pytest
import yaml

from conftest import build, collection, overtile, point, write_pipeline
from extremes import DOCUMENTED, TEXTS, VALUES, WHOLE, candidates, places

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


def named(path):
    """A path of the schema with the names that the base has in place of names of one's own."""
    steps = list(path)
    for index, step in enumerate(path):
        if step == "*" and path[index - 1] == "layers":
            following = path[index + 1] if index + 1 < len(path) else None
            steps[index] = "clusters" if path[0] == "gates" else KINDS.get(following, "clusters")
        elif step == "*":
            steps[index] = NAMES.get(path[index - 1], "name")
    return steps


def with_values(pairs):
    """The base configuration with values at paths."""
    configuration = copy.deepcopy(BASE)
    for path, value in pairs:
        steps, here = named(path), configuration
        for step, following in zip(steps, (*steps[1:], None)):
            if following is None:
                if isinstance(step, int):
                    here[step:step + 1] = [value]
                else:
                    here[step] = value
                break
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


def go_together(path, other):
    """Whether two paths can be set in one configuration: neither leads to the other, and no list or name of one's own parts them."""
    for one, two in zip(path, other):
        if one != two:
            return isinstance(one, str) and isinstance(two, str) and "*" not in (one, two)
    return False


def grouped(pairs, most):
    groups = []
    for path, value in pairs:
        fitting = (group for group in groups if len(group) < most and all(go_together(path, other) for other, _ in group))
        group = next(fitting, None)
        if group is None:
            groups.append(group := [])
        group.append((path, value))
    return groups


def test_every_key_of_the_schema(schema, folder):
    """Several keys in one configuration, of which every problem is told, and then those that have none."""
    draw = random.Random(SEED)
    print("seed", SEED)
    found = list(places(schema))
    assert len(found) > 50
    pairs = []
    for path, node in found:
        values = list(candidates(node))
        pairs += [(path, value) for value in (values if SAMPLE is None else draw.sample(values, min(SAMPLE, len(values))))]
    groups = grouped(pairs, 1 if SLOW else 16)
    while groups:
        group = groups.pop()
        (folder / "pipeline.yaml").write_text(yaml.safe_dump(with_values(group), sort_keys=False))
        command = "build" if SLOW and draw.random() < 0.2 else "check"
        words = ["--quiet", "--dry-run"] if command == "build" else []
        run = overtile(command, folder / "pipeline.yaml", *words, timeout=60)
        assert_documented(run, group)
        if run.returncode and len(group) > 1:
            told = run.stderr.decode()
            left = [(path, value) for path, value in group if ".".join(map(str, named(path))) not in told]
            # Where the problem is none of a key's, the keys are tried by themselves.
            groups += [left] if len(left) < len(group) else [[pair] for pair in group]
            groups = [group for group in groups if group]


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
    """By the option and by the variable, which are read by one parser: every text by one of them."""
    (folder / "memory.yaml").write_text(yaml.safe_dump(BASE))
    for number, text in enumerate(TEXTS if SLOW or suffix in ("", "T") else TEXTS[:5]):
        for way in ("option", "variable") if SLOW else [("option", "variable")[(number + len(suffix)) % 2]]:
            words, env = ([f"--memory={text}{suffix}"], {}) if way == "option" else ([], {"OVERTILE_MEMORY": text + suffix})
            run = overtile("build", folder / "memory.yaml", "--dry-run", "--quiet", *words, env=env)
            assert_documented(run, text, suffix, way)


def test_the_greatest_memory_is_a_bound_like_others(folder):
    (folder / "greatest.yaml").write_text(yaml.safe_dump(BASE))
    run = overtile("build", folder / "greatest.yaml", "--dry-run", "--quiet", "--memory", str(2 ** 63 - 1))
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("variable, texts", [("OVERTILE_THREADS", WHOLE), ("OVERTILE_PROGRESS_SECONDS", TEXTS)])
def test_environment(folder, variable, texts):
    (folder / "environment.yaml").write_text(yaml.safe_dump(BASE))
    for text in texts:
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


@pytest.fixture(scope="module")
def bundle(folder):
    return build(write_pipeline(folder / "bundle.yaml", BASE["sources"], {"clusters": BASE["layers"]["clusters"]}), folder / "bundle")


@pytest.mark.parametrize("text", WHOLE)
def test_readers_of_whole_numbers(bundle, text):
    for words in (["tile", bundle.folder, f"{text}/{text}/{text}"], ["tile", bundle.folder, f"3/{text}/0"],
                  ["members", bundle.folder, f"--cluster={text}"], ["build", "nowhere.yaml", f"--threads={text}"]):
        assert_documented(overtile(*words), words)


@pytest.mark.parametrize("text", TEXTS)
def test_readers(bundle, text):
    for words in (["overlays", bundle.folder, f"--camera={text},{text},{text}", "--viewport", "390x844"],
                  ["overlays", bundle.folder, f"--camera=10,10,{text}", "--viewport", "390x844"],
                  ["overlays", bundle.folder, f"--camera=10,10,3,{text},{text}", "--viewport", "390x844"],
                  ["overlays", bundle.folder, "--camera=10,10,3", f"--viewport={text}x{text}"]):
        assert_documented(overtile(*words), words)


def test_pages_of_members(bundle):
    cluster = next(entry.id for entry in bundle.entries["clusters"] if entry.properties.get("cluster"))
    words = ["members", bundle.folder, f"--cluster={cluster}"]
    assert overtile(*words).returncode == 0
    for text in WHOLE:
        for option in ("--page", "--page-size", "--zoom"):
            assert_documented(overtile(*words, f"{option}={text}"), option, text)
    assert_documented(overtile(*words, f"--page={2 ** 62}", f"--page-size={2 ** 62}"), "both")


EXPRESSIONS = [["*", ["get", "size"], 0], ["^", ["get", "size"], 0], ["/", 0, ["get", "size"]], ["floor", 0],
               ["ceil", 0], ["step", 0, 1, 2, 3], ["to-string", 0], ["round", 0], ["%", ["get", "size"], 0],
               ["interpolate", ["linear"], 0, 0, 1, 10, 2], ["log2", 0], ["+", 0, 0, ["get", "size"]], ["abs", 0]]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_expressions(folder, value):
    """Each zero of an expression in turn becomes an extreme number, in a filter and as a radius: all of them in one configuration,
    whose problems are all told, and then those without a problem, which are computed."""
    changed = [[*expression[:index], value, *expression[index + 1:]]
               for expression in EXPRESSIONS for index, part in enumerate(expression) if part == 0]
    configuration, base = copy.deepcopy(BASE), BASE["layers"]
    configuration["layers"] = {f"{kind}{number:02}": layer for number, expression in enumerate(changed) for kind, layer in (
        ("circle", base["circles"] | {"circle": {"radius": {"expression": copy.deepcopy(expression), "unit": "m"}}}),
        ("cluster", base["clusters"] | {"filter": ["==", ["to-string", copy.deepcopy(expression)], "0"]}))}
    run = check(folder, configuration)
    assert_documented(run, changed)
    told = set(re.findall(r"layers\.(\w+)\.", run.stderr.decode())) if run.returncode == 78 else set()
    assert bool(told) == (run.returncode == 78) and told <= set(configuration["layers"]), run.stderr
    for name in told:
        del configuration["layers"][name]
    if configuration["layers"]:
        run = check(folder, configuration)
        assert_documented(run, changed)
        assert run.returncode != 78, run.stderr


def check(folder, configuration):
    (folder / "expression.yaml").write_text(yaml.safe_dump(configuration))
    return overtile("check", folder / "expression.yaml")


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
