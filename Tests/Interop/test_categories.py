"""`cluster: {by: category}`: one layer whose clusters are those of a layer for each category, and what it is written with."""
import json
import random

import pytest

from bundle import Bundle, contents
from conftest import ROOT, collection, overtile, point, write_pipeline
from members import Members

VALUES = ["cafe", "bar", "source_x", 1, 2.5, True, "1", None, "absent"]


def shops(count=400):
    """Points in four clumps, one of them across the antimeridian, each with a value of `kind`, null or nothing."""
    random.seed(45)
    middles = [(13.4, 52.5), (179.99, -17), (-179.99, -17.01), (2.3, 48.8)]
    found = []
    for index in range(count):
        longitude, latitude = random.choice(middles)
        value = random.choice(VALUES)
        longitude = (longitude + random.gauss(0, 0.2) + 180) % 360 - 180
        found.append(point(longitude, latitude + random.gauss(0, 0.2), index, n=index,
                           **({} if value == "absent" else {"kind": value})))
    return found


def built(folder, features, layers, *words, name="bundle"):
    (folder / "in.geojson").write_text(collection(features))
    path = write_pipeline(folder / f"{name}.yaml", {"s": {"path": "in.geojson"}}, layers, output={"path": name})
    run = overtile("build", path, *words)
    assert run.returncode == 0, run.stderr.decode()
    return Bundle(folder / name)


def layer(**others):
    return {"source": "s", "kind": "cluster", "zooms": "0-9", "cluster": {"radius": "60px", "aggregates": {"sum": {"sum": "n"}}}} | others


def by(**others):
    return layer(cluster={"radius": "60px", "by": "kind", "aggregates": {"sum": {"sum": "n"}}}, **others)


def key(value):
    """Equal in a map: true is no number, 1 is 1.0."""
    return (isinstance(value, bool), value)


def markers(bundle, name, value=..., dropped=("kind",)):
    """The markers of all zooms, of one category, without the category."""
    return {(entry.tile, entry.id, json.dumps(entry.geometry["coordinates"]),
             json.dumps({key: of for key, of in entry.properties.items() if key not in dropped}, sort_keys=True))
            for entry in bundle.entries[name]
            if value is ... or key(entry.properties.get("kind")) == key(value)}


def equals(value):
    if value is None:
        return ["==", ["get", "kind"], None]
    return ["all", ["==", ["typeof", ["get", "kind"]], {str: "string", bool: "boolean"}.get(type(value), "number")],
            ["==", ["get", "kind"], value]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("categories")
    built(folder, shops(), {"all": layer(), "by": by()})
    return folder


@pytest.mark.parametrize("value", [value for value in VALUES if value != "absent"])
def test_a_category_is_the_layer_of_that_category_alone(value, folder, tmp_path):
    alone = built(tmp_path, shops(), {"by": layer(filter=equals(value))})
    together = Bundle(folder / "bundle")
    found = markers(together, "by", value)
    assert found == markers(alone, "by") and len(found) > 40
    assert any('"cluster": true' in marker[3] for marker in found)


def test_counts_are_conserved_for_each_value_at_every_zoom(folder):
    bundle = Bundle(folder / "bundle")
    for zoom in range(10):
        counts = {}
        for entry in {entry.id: entry for entry in bundle.entries_at("by", zoom)}.values():
            value = key(entry.properties.get("kind"))
            counts[value] = counts.get(value, 0) + entry.properties.get("point_count", 1)
        expected = {}
        for feature in shops():
            value = key(feature["properties"].get("kind"))
            expected[value] = expected.get(value, 0) + 1
        assert counts == expected, zoom
    mixed = [entry for entry in bundle.entries_at("all", 0) if "point_count" in entry.properties]
    assert mixed and all("kind" not in entry.properties for entry in mixed)


def test_members_are_of_the_category(folder):
    bundle = Bundle(folder / "bundle")
    clusters = {entry.id: entry.properties for entry in bundle.entries_at("by", 2) if "cluster" in entry.properties}
    assert len(clusters) > 8
    members = Members(folder / "bundle/members.by.bin")
    known = {cluster.id: cluster for cluster in members.clusters}
    for id, properties in clusters.items():
        leaves = members.properties[known[id].first_leaf:known[id].first_leaf + known[id].leaves]
        assert len(leaves) == properties["point_count"]
        assert {key(leaf.get("kind")) for leaf in leaves} == {key(properties.get("kind"))}


def test_the_order_of_features_does_not_matter_and_readers_accept_it(folder, tmp_path):
    features = shops()
    random.seed(7)
    random.shuffle(features)
    built(tmp_path, features, {"all": layer(), "by": by()}, "--threads", "3")
    assert contents(tmp_path / "bundle") == contents(folder / "bundle")
    assert overtile("verify", folder / "bundle").returncode == 0
    style = json.loads(overtile("style", folder / "bundle", "--glyphs", "https://x.test/{fontstack}/{range}.pbf").stdout)
    assert {"by-clusters", "by-singles", "by-counts"} <= {layer["id"] for layer in style["layers"]}
    (aggregate,) = [one for one in Bundle(folder / "bundle").layers["by"]["aggregates"] if one["name"] == "kind"]
    assert aggregate == {"name": "kind", "operation": "first", "property": "kind"}


def test_numbers_are_alike_by_their_value_and_the_property_is_kept(tmp_path):
    near = [point(10 + index / 1e5, 50, index, kind=value, other=1) for index, value in enumerate([1, 1.0, 1e0, 2])]
    bundle = built(tmp_path, near, {"by": by(zooms="0", properties={"keep": ["other"]})})
    counts = {entry.properties["kind"]: entry.properties.get("point_count", 1) for entry in bundle.entries["by"]}
    assert counts == {1: 3, 2: 1}


def test_a_computed_category(tmp_path):
    compute = {"kind": ["case", [">=", ["get", "n"], 200], "late", "early"]}
    bundle = built(tmp_path, shops(), {"by": by(properties={"keep": "none", "compute": compute})})
    at_0 = {(entry.properties["kind"], entry.id): entry.properties.get("point_count", 1) for entry in bundle.entries_at("by", 0)}
    assert {kind for kind, _ in at_0} == {"late", "early"}
    assert sum(count for (kind, _), count in at_0.items() if kind == "late") == 200


@pytest.mark.parametrize("cluster, properties, told", [
    ({"by": "point_count"}, {}, "clusters already have a property with this name"),
    ({"by": "kind", "aggregates": {"kind": {"count": "kind"}}}, {}, "clusters already have a property with this name"),
    ({"by": "kind"}, {"drop": ["kind"]}, '"kind" must not be listed in properties: {drop: [...]}'),
])
def test_what_clusters_cannot_carry(cluster, properties, told, tmp_path):
    (tmp_path / "in.geojson").write_text(collection(shops(3)))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}}, {"by": layer(cluster=cluster, properties=properties)})
    run = overtile("build", path)
    assert run.returncode == 78 and told in run.stderr.decode(), run.stderr.decode()


MERGED = """
name: Test
sources: {s: {path: in.geojson}}
layers:
  cafe: &shops
    source: s
    kind: cluster
    zooms: 0-9
    filter: ["==", ["get", "kind"], "cafe"]
    cluster: &radius {radius: 60px, members: ids}
  bar:
    <<: *shops
    filter: ["==", ["get", "kind"], "bar"]
  both:
    <<: [{zooms: 0-3}, *shops]
    cluster: {<<: *radius, radius: 20px}
output: {path: bundle}
"""


def test_keys_of_other_mappings_merge(tmp_path):
    (tmp_path / "in.geojson").write_text(collection(shops()))
    (tmp_path / "p.yaml").write_text(MERGED)
    assert overtile("build", tmp_path / "p.yaml").returncode == 0
    cluster = {"radius": "60px", "members": "ids"}
    written = {name: {"source": "s", "kind": "cluster", "zooms": "0-9", "filter": ["==", ["get", "kind"], name], "cluster": cluster}
               for name in ["cafe", "bar"]}
    written["both"] = written["cafe"] | {"zooms": "0-3", "cluster": cluster | {"radius": "20px"}}
    built(tmp_path, shops(), written, name="written")
    assert {name: digest for name, digest in contents(tmp_path / "bundle").items() if name != "bundle.json"} \
        == {name: digest for name, digest in contents(tmp_path / "written").items() if name != "bundle.json"}


def test_what_is_no_mapping_does_not_merge(tmp_path):
    (tmp_path / "p.yaml").write_text(MERGED.replace("<<: *radius", "<<: 3"))
    run = overtile("check", tmp_path / "p.yaml")
    assert run.returncode == 78 and "<< can only merge a mapping or a list of mappings, but found the number 3" in run.stdout.decode() + run.stderr.decode()


def test_the_recipe_shows_both(built):
    """As many features in either way; test_manifest.py counts the tiles of every pipeline."""
    bundle = built(ROOT / "Pipelines/categories.yaml")
    counts = [[zoom["points"] for zoom in layer["zooms"]] for layer in bundle.layers.values()]
    assert len(counts) == 2 and counts == [[counts[0][0]] * 13] * 2 and counts[0][0] > 0
    assert {entry.properties["height"] for entry in bundle.entries_at("by_height", 1)} == {"low", "hilly", "high"}
