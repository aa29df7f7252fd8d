"""The pages on bundles describe their whole content: names are compared with the bundles of every pipeline, and the rule of the
digest is followed to the letter."""
import hashlib
import json
import re

from conftest import ROOT

FOLDER = ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc"
# Members of the manifest, which `make reference` makes from its schema, and the properties of the tiles.
MEMBERS = (FOLDER / "ManifestMembers.md").read_text()
NAMED = set(re.findall(r"`([A-Za-z_0-9]+)`", MEMBERS + (FOLDER / "TileContents.md").read_text()))
# Members of these are names that a configuration gives.
FREE = {"fields", "values", "software"}


def member_names(value, path=""):
    if isinstance(value, list):
        return {name for item in value for name in member_names(item, path)}
    if not isinstance(value, dict):
        return set()
    names = set() if path in FREE else set(value)
    return names.union(*(member_names(item, name) for name, item in value.items()), set())


def test_every_member_of_every_manifest_is_on_the_page(bundle):
    assert member_names(bundle.manifest) - NAMED == set()


def test_no_member_of_a_table_is_made_up(built):
    # No pipeline here needs these.
    found = {"description", "version", "ballpark", "minPitch", "hideAbovePixels", "hideBelowZoom", "dissolveProperty", "edgeToleranceMeters", "round",
             "small"}
    for path in sorted((ROOT / "Pipelines").glob("*.yaml")):
        found |= member_names(built(path).manifest)
    told = set(re.findall(r"^\| `(\w+)` \|", MEMBERS, re.M))
    assert told - found == set() and len(told) > 80


def test_every_property_of_overtiles_own_is_on_the_page(bundle):
    for layer in bundle.manifest["layers"]:
        own = set(layer["fields"]) - set(layer.get("values", {})) - {entry["name"] for entry in layer.get("aggregates", [])}
        own = {re.sub(r"_to$", "_from", name) for name in own if not name.startswith("source_")}
        assert own - NAMED == set(), layer["id"]


def test_the_digest_is_that_of_the_text_without_its_line(bundle):
    text = (bundle.folder / "bundle.json").read_text()
    rest = re.sub(r'^  "digest" : "[0-9a-f]{64}",\n', "", text, flags=re.M)
    rest = re.sub(r'^  "software" : \{\n(    .*\n)*  \},\n', "", rest, flags=re.M)
    assert '"software"' not in rest and hashlib.sha256(rest.encode()).hexdigest() == json.loads(text)["digest"]
