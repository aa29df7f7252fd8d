"""The pages for users of tippecanoe and supercluster: their examples are built, and their tables agree with the
program."""
import json
import re
import shlex
import shutil
import subprocess

import pytest

from conftest import OVERTILE, ROOT, overtile

FOLDER = ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc"
TIPPECANOE = (FOLDER / "ComingFromTippecanoe.md").read_text()
SUPERCLUSTER = (FOLDER / "ComingFromSupercluster.md").read_text()


def rows(text):
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")]


@pytest.fixture(scope="module", params=["ComingFromTippecanoe", "ComingFromSupercluster"])
def example(request, tmp_path_factory):
    """The bundle of a page's configuration."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(ROOT / "Samples", folder / "Samples")
    (folder / "Pipelines").mkdir()
    text = re.findall(r"^```yaml\n(.*?)^```", (FOLDER / f"{request.param}.md").read_text(), re.M | re.S)
    assert len(text) == 1
    (folder / "Pipelines/page.yaml").write_text(text[0])
    subprocess.run([OVERTILE, "build", folder / "Pipelines/page.yaml", "--quiet"], check=True)
    return folder / ".bundles/airports"


def test_the_examples_build(example):
    manifest = json.loads((example / "bundle.json").read_text())
    assert manifest["layers"][0]["id"] == "airports" and manifest["layers"][0]["features"] > 28_000


def options():
    return [(option, re.findall(r"`([^`]+)`", ours)) for theirs, ours, _ in rows(TIPPECANOE)
            for option in re.findall(r"`(--[\w-]+)`", theirs)]


def test_what_the_program_answers_is_in_the_tables():
    """A row may say more than the program does; both agree where both say something."""
    answered = 0
    for option, ours in options():
        said = overtile("build", "p.yaml", option).stderr.decode()
        if "it is a setting of another program" in said:
            answered += 1
            assert any(code in said for code in ours) or "remove it" in said, (option, ours, said)
    assert answered >= 12 and len(options()) > 40 and len(rows(SUPERCLUSTER)) >= 15


def test_the_commands_of_methods_work(quickstart):
    commands = re.findall(r"`(overtile [^`]+)`", " ".join(cell for row in rows(SUPERCLUSTER) for cell in row))
    seen = overtile("overlays", quickstart.folder, "--camera", "50,5,3", "--viewport", "390x844", "--layer", "airports")
    cluster = next(feature for feature in json.loads(seen.stdout)["features"] if feature["properties"].get("point_count", 0) > 10)
    values = {"PIPELINE.yaml": "Pipelines/quickstart.yaml", "BUNDLE": quickstart.folder, "Z/X/Y": "3/4/2", "C": "50,5,3",
              "V": "390x844", "ID": str(cluster["properties"]["cluster_id"])}
    assert len(commands) >= 5
    for command in commands:
        words = [values.get(word, word) for word in shlex.split(command)[1:]]
        if words[0] == "build":
            words.append("--dry-run")
        run = overtile(*words, cwd=ROOT)
        assert run.returncode == 0, (words, run.stderr.decode())


def test_the_swift_of_methods_is_declared():
    sources = "".join(path.read_text() for path in (ROOT / "Sources/OverlayBundle").rglob("*.swift"))
    calls = re.findall(r"`(?:\w+\.)?(\w+)\(((?:\w+:)+)\)`", SUPERCLUSTER)
    assert len(calls) >= 8
    for name, labels in calls:
        start = r"public init\(" if name == "BundleReader" else rf"public func {name}\("
        wanted = [label for label in labels.split(":") if label]
        found = [re.sub(r"\s+", " ", match) for match in re.findall(rf"{start}([^{{]*)", sources)]
        assert any(all(re.search(rf"(^|[\s(,]){label}\b[^,]*:", text) for label in wanted) for text in found), (name, wanted)


def test_clusters_have_the_properties_of_the_table(quickstart):
    tile = json.loads(overtile("tile", quickstart.folder, "3/4/2", "--layer", "airports").stdout)
    cluster = next(feature for feature in tile["features"] if feature["properties"].get("cluster"))
    told = set(re.findall(r"`(cluster|\w+_\w+|bbox)`", SUPERCLUSTER.split("## Properties")[1]))
    assert len(told) == 6 and told <= set(cluster["properties"]) and cluster["properties"]["cluster_id"] >= 2**52
