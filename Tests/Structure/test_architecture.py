"""The page on the architecture is true: its files are there, its stages are those of the composition, its folders go one way."""
import pathlib
import re

import pytest

from one_way import Target

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc/Architecture.md").read_text()
CONTRIBUTING = (ROOT / ".github/CONTRIBUTING.md").read_text()


# The targets that hold the stages of a run.
STAGES = ["OvertileReading", "OvertileLayers", "OvertilePipeline"]


def section(title):
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("text", [PAGE, CONTRIBUTING], ids=["Architecture", "CONTRIBUTING"])
def test_every_file_is_there_and_meant_without_doubt(text):
    files = [f"/{path.relative_to(ROOT)}" for folder in ("Sources", "Tests", ".github")
             for path in (ROOT / folder).rglob("*") if path.is_file()] + ["/Package.swift", "/Makefile"]
    names = sorted(set(re.findall(r"`([\w/+.]+\.(?:swift|py|md))`", text)))
    # A path from the root is meant before the same name elsewhere: the package's own Package.swift.
    found = {name: [f"/{name}"] if f"/{name}" in files else [file for file in files if file.endswith("/" + name)] for name in names}
    assert len(names) > 15 and {name: paths for name, paths in found.items() if len(paths) != 1} == {}


@pytest.mark.parametrize("text", [PAGE, CONTRIBUTING], ids=["Architecture", "CONTRIBUTING"])
def test_every_target_and_folder_is_there(text):
    names = set(re.findall(r"`((?:OvertileReading|OvertileLayers|OvertilePipeline|OvertileExpressions|overtile)(?:/\w+)+)`", text)) | set(re.findall(r"of `([A-Z]\w+)`", text))
    assert names and [name for name in sorted(names) if not (ROOT / "Sources" / name).is_dir()] == []


def test_the_stages_are_those_of_the_composition():
    rows = re.findall(r"^\| (\w+) \| `([^`]+)` .*\| (.*) \|$", section("Overview"), re.M)[:7]
    composition = (ROOT / "Sources/OvertilePipeline/PipelineBuild.swift").read_text()
    calls = [call for _, call in [row[:2] for row in rows] if "(" in call]
    places = [composition.find(call) for call in calls]
    assert len(calls) == 6 and -1 not in places and places == sorted(places), list(zip(calls, places))
    # The value that a stage makes is declared.
    sources = "".join(path.read_text() for target in STAGES for path in (ROOT / "Sources" / target).rglob("*.swift"))
    made = [re.match(r"`(\w+)`", text)[1] for _, _, text in rows if text.startswith("`")]
    assert len(made) == 5 and all(re.search(rf"^(?:package )?(?:struct|typealias) {name}\b", sources, re.M) for name in made), made


@pytest.mark.parametrize("name", STAGES)
def test_the_folders_are_in_their_order(name):
    line = re.search(rf"^\| `{name}` \|.*\| (.*) \|$", section("Folders, from low to high"), re.M)[1]
    told = re.findall(r"`([\w.]+)`", line.replace("the files beside them", "`.`"))
    target = Target(ROOT / "Sources" / name)
    folders = {target.folder_of(path) for path in target.sources}
    assert set(told) == folders
    backwards = [(first, second) for first, second in target.references() if told.index(first) <= told.index(second)]
    assert backwards == []
