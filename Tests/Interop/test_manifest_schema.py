"""`overtile schema --manifest` prints a JSON Schema that every manifest is valid by, and that rejects wrong ones."""
import copy
import json

import jsonschema
import pytest
from conftest import ROOT, overtile



@pytest.fixture(scope="module")
def schema():
    run = overtile("schema", "--manifest")
    assert run.returncode == 0 and run.stderr == b""
    schema = json.loads(run.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults(schema, manifest):
    return {"/".join(str(key) for key in error.absolute_path) for error in schema.iter_errors(manifest)}


def test_every_manifest_is_valid(schema, bundle):
    assert list(schema.iter_errors(bundle.manifest)) == []


def test_every_member_of_a_manifest_is_described(schema, bundle):
    def strict(node):
        if isinstance(node, dict):
            closed = {"additionalProperties": False} if isinstance(node.get("properties"), dict) and node.get("type") == "object" else {}
            return closed | {key: strict(value) for key, value in node.items()}
        return [strict(item) for item in node] if isinstance(node, list) else node

    assert list(jsonschema.Draft202012Validator(strict(schema.schema)).iter_errors(bundle.manifest)) == []


def test_manifests_of_every_container_and_layout_are_valid(schema, containers):
    for form, built in containers.items():
        assert list(schema.iter_errors(built.manifest)) == [], form


def test_what_a_later_version_adds_is_valid(schema, bundle):
    manifest = copy.deepcopy(bundle.manifest)
    manifest["later"] = 1
    manifest["layers"][0]["later"] = {}
    assert faults(schema, manifest) == set()


def set_path(value, path, new):
    *way, last = path
    for key in way:
        value = value[key]
    if new is None:
        del value[last]
    else:
        value[last] = new


@pytest.mark.parametrize("path, new, place", [
    (["digest"], None, ""), (["digest"], "0" * 63, "digest"), (["digest"], "F" * 64, "digest"),
    (["format"], "mbtiles", "format"), (["formatVersion"], 2, "formatVersion"), (["provenance"], None, ""),
    (["layers", 0, "kind"], "heatmap", "layers/0/kind"), (["layers", 0, "id"], None, "layers/0"),
    (["layers", 0, "fields", "point_count"], "Integer", "layers/0/fields/point_count"),
    (["layers", 0, "zooms", 0, "points"], -1, "layers/0/zooms/0/points"),
    (["layers", 0, "bounds"], [0, 0, 1], "layers/0/bounds"),
    (["tiles", "container"], "zip", "tiles/container"), (["tiles", "layout"], "per-layers", "tiles/layout"),
    (["tiles", "extent"], 0, "tiles/extent"), (["tiles", "extent"], "4096", "tiles/extent"),
    (["files", 0, "sha256"], None, "files/0"), (["files", 0, "bytes"], 1.5, "files/0/bytes"),
    (["minzoom"], 32, "minzoom"), (["name"], None, ""),
])
def test_a_wrong_manifest_is_not_valid(schema, built, path, new, place):
    manifest = copy.deepcopy(built(ROOT / "Pipelines/clusters.yaml").manifest)
    set_path(manifest, path, new)
    assert faults(schema, manifest) == {place}


def test_files_have_what_their_role_needs(schema, built):
    manifest = built(ROOT / "Pipelines/clusters.yaml").manifest
    for index, file in enumerate(manifest["files"]):
        for member in {"tiles": ["minzoom", "maxzoom", "tiles", "contents", "compression"], "members": ["layer"]}[file["role"]]:
            changed = copy.deepcopy(manifest)
            del changed["files"][index][member]
            assert faults(schema, changed) == {f"files/{index}"}, member


def test_circle_layers_say_what_circles_are(schema, built):
    manifest = copy.deepcopy(built(ROOT / "Pipelines/circles.yaml").manifest)
    number = next(index for index, layer in enumerate(manifest["layers"]) if layer["kind"] == "circle")
    circle = manifest["layers"][number].pop("circle")
    assert faults(schema, manifest) == {f"layers/{number}"}
    manifest["layers"][number]["circle"] = circle | {"model": "sphere"}
    assert faults(schema, manifest) == {f"layers/{number}/circle/model"}
