"""The reference pages are those that the program makes now: `make reference` writes them anew."""
import subprocess

import pytest

from conftest import OVERTILE, ROOT

FOLDER = ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    subprocess.run([ROOT / ".ci/reference", OVERTILE, folder], check=True)
    return folder


@pytest.mark.parametrize("name", ["ConfigurationKeys", "ManifestMembers", "Commands", "Codes"])
def test_the_page_is_current(made, name):
    assert (FOLDER / f"{name}.md").read_text() == (made / f"{name}.md").read_text(), "make reference"


def test_every_list_of_the_program_is_whole(made):
    """What the script reads in the sources is all that is there."""
    codes = (made / "Codes.md").read_text()
    sections = {block.split("\n")[0]: block.count("\n| `") for block in codes.split("\n## ")[1:]}
    assert sections["Codes of the ledger"] == 36 and sections["Warnings"] == 15 and sections["Repairs"] >= 8
    assert sections["Findings of verify"] >= 41 and sections["Events"] == 10 and sections["Metrics"] == 34
    commands = (made / "Commands.md").read_text()
    helped = subprocess.run([OVERTILE, "--help"], check=True, capture_output=True, text=True).stdout
    named = [line.split()[0] for line in helped.split("SUBCOMMANDS:\n", 1)[1].splitlines() if line.startswith("  ") and line[2] != " "]
    assert all(f"## overtile {name}\n" in commands for name in named if name != "See") and len(named) > 15
