"""The program, the changelog and a bundle's provenance name one version."""
import re

from conftest import ROOT, overtile

HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$")


def headings():
    return [line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")]


def test_one_version_everywhere(quickstart):
    first = HEADING.match(headings()[0])
    assert first, headings()[0]
    # `make build` names the commit; `make checked`, which tests run, does not link anew for every commit.
    assert re.fullmatch(rf"overtile {first[1]}( \([0-9a-f]+\+?\))?", overtile("--version").stdout.decode().splitlines()[0])
    assert quickstart.manifest["software"]["overtile"] == first[1]


def test_only_the_version_to_come_is_unreleased_and_versions_fall():
    found = [HEADING.match(line) for line in headings()]
    assert all(found), headings()
    assert all(heading[2] != "unreleased" for heading in found[1:])
    versions = [tuple(map(int, heading[1].split("."))) for heading in found]
    assert versions == sorted(set(versions), reverse=True)
