"""Wrong configurations and command lines: 78, 66 and 64, with the position and the probable intention."""
import pytest

from conftest import overtile
from failing import assert_fails, good_bundle, pipeline


@pytest.fixture
def folder(tmp_path):
    good_bundle(tmp_path)
    return tmp_path


def edited(folder, old, new):
    """The good configuration with one text in place of another."""
    text = (folder / "good.yaml").read_text()
    assert old in text
    (folder / "pipeline.yaml").write_text(text.replace(old, new))
    return folder / "pipeline.yaml"


@pytest.mark.parametrize("old, new, line, column, words", [
    ("zooms:", "zoms:", 9, 5, ["zoms", "zooms"]),
    ("kind: cluster", "kind: clustr", 8, 11, ["clustr", "cluster"]),
    ("source: points", "source: pionts", 7, 13, ["pionts", "points"]),
    ("zooms: 0-4", "zooms: 9-4", 9, 12, ["9-4"]),
    ("maxZoom: 3", "radius: 40", 11, 15, ["radius", "40px"]),
    ("maxZoom: 3", "radius: 40m", 11, 15, ["radius", "px"]),
    ("zooms: 0-4", "zooms: 0-4\n    filter: [\"gett\", a]", 10, 14, ["gett", "get"]),
    ("name: Test", "name: Test\nname: Again", 1, 1, ["name", "again"]),
])
def test_the_place_and_what_was_meant(folder, old, new, line, column, words):
    configuration = edited(folder, old, new)
    assert_fails(folder, configuration, 78, f"{configuration}:{line}:{column}:", *words)


def test_every_problem_at_once(folder):
    text = (folder / "good.yaml").read_text().replace("zooms:", "zoms:").replace("kind: cluster", "kind: clustr")
    (folder / "pipeline.yaml").write_text(text)
    assert_fails(folder, folder / "pipeline.yaml", 78, "zoms", "clustr")


def test_not_yaml(folder):
    (folder / "pipeline.yaml").write_text("name: [unclosed\nlayers: {")
    assert_fails(folder, folder / "pipeline.yaml", 78, "pipeline.yaml:")


def test_an_empty_configuration(folder):
    (folder / "pipeline.yaml").write_text("")
    assert_fails(folder, folder / "pipeline.yaml", 78, "pipeline.yaml")


def test_a_missing_configuration(folder):
    assert_fails(folder, folder / "nowhere.yaml", 66, folder / "nowhere.yaml")


def test_check_finds_the_same(folder):
    run = overtile("check", edited(folder, "zooms:", "zoms:"))
    assert run.returncode == 78 and b"zooms" in run.stderr and run.stdout == b""


@pytest.mark.parametrize("words", [
    ["bild"], ["build"], ["build", "a.yaml", "b.yaml"], ["build", "a.yaml", "--thread", "2"],
    ["build", "a.yaml", "--threads", "0"], ["build", "a.yaml", "--threads", "two"],
    ["build", "a.yaml", "--log-format", "xml"], ["--frobnicate"], ["check"]], ids=" ".join)
def test_wrong_command_lines(words):
    run = overtile(*words)
    assert run.returncode == 64 and run.stdout == b""
    assert b"--help" in run.stderr or b"Usage" in run.stderr


def test_threads_out_of_range_in_the_file(folder):
    assert_fails(folder, pipeline(folder, threads=0), 78, "threads")
