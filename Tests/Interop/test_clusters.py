"""Clusters and their members: sums, boxes, distances, by an independent reader of the members file."""
import json
import math
from collections import defaultdict

import pytest

import mercator
from conftest import SAMPLES, build, collection, overtile, point, write_pipeline
from members import Cluster, Members

SEVEN_DECIMALS = 0.51e-7
SLACK = 2 * SEVEN_DECIMALS


@pytest.fixture(scope="module", params=["mean", "member"])
def position(request):
    return request.param


@pytest.fixture(scope="module")
def bundle(position, tmp_path_factory):
    """Airports and earthquakes: the poles, and both sides of the antimeridian."""
    folder = tmp_path_factory.mktemp("clusters")
    options = {"radius": "60px", "position": position, "aggregates": {"highest": {"max": "elevation_ft"}}}
    return build(write_pipeline(
        folder / "clusters.yaml",
        {"airports": {"path": str(SAMPLES / "airports.geojson.gz")},
         "quakes": {"path": str(SAMPLES / "quakes.geojson")}},
        {"airports": {"source": "airports", "kind": "cluster", "zooms": "0-8", "cluster": options},
         "quakes": {"source": "quakes", "kind": "cluster", "zooms": "0-10", "cluster": {
             "radius": "60px", "position": position, "minPoints": 3}}}), folder / "bundle")


@pytest.fixture(scope="module", params=["airports", "quakes"])
def layer(request):
    return request.param


@pytest.fixture(scope="module")
def members(bundle, layer):
    file = next(file for file in bundle.manifest["files"] if file.get("layer") == layer)
    return Members(bundle.folder / file["path"])


@pytest.fixture(scope="module")
def tiles(bundle, layer):
    """Cluster entries by id, once each a zoom."""
    found = {}
    for entry in bundle.entries[layer]:
        if entry.properties.get("cluster"):
            found[entry.id, entry.tile[0]] = entry
    return found


def test_clusters_ascend_by_id(members):
    ids = [cluster.id for cluster in members.clusters]
    assert len(ids) > 100 and ids == sorted(set(ids))


def test_every_cluster_of_the_tiles_is_in_the_file(members, tiles):
    known = {cluster.id: cluster for cluster in members.clusters}
    assert {id for id, _ in tiles} == set(known)
    for (id, _), entry in tiles.items():
        assert entry.properties["cluster_id"] == id
        assert entry.properties["point_count"] == known[id].leaves


def test_point_count_is_the_sum_of_the_children(members):
    for cluster in members.clusters:
        children = members.children_of(cluster)
        assert len(children) >= 2
        assert cluster.leaves == sum(child.leaves if isinstance(child, Cluster) else 1 for child in children)
        assert all(child.zoom > cluster.zoom for child in children if isinstance(child, Cluster))


def test_leaves_are_those_of_the_children(members):
    for cluster in members.clusters:
        expected = []
        for child in members.children_of(cluster):
            expected += members.leaves_of(child) if isinstance(child, Cluster) else [child]
        assert sorted(members.leaves_of(cluster)) == sorted(expected)


def test_expansion_zoom_is_the_first_at_which_it_falls_apart(members, tiles):
    zooms = {cluster.id: cluster.zoom for cluster in members.clusters}
    for (id, zoom), entry in tiles.items():
        assert entry.properties["expansion_zoom"] == zooms[id] + 1 > zoom


def test_bbox_is_the_smallest_of_the_leaves(members, tiles):
    """The text has seven decimals, and half a unit of the last is the difference."""
    known = {cluster.id: cluster for cluster in members.clusters}
    for (id, _), entry in tiles.items():
        west, south, east, north = json.loads(entry.properties["bbox"])
        leaves = members.leaves_of(known[id])
        ys = [y / mercator.WORLD for _, _, y in leaves]
        assert north == pytest.approx(mercator.degrees(0, min(ys))[1], abs=SEVEN_DECIMALS)
        assert south == pytest.approx(mercator.degrees(0, max(ys))[1], abs=SEVEN_DECIMALS)
        width = (east - west) % 360
        for _, x, _ in leaves:
            assert (x / mercator.WORLD * 360 - 180 - west + SLACK) % 360 <= width + 2 * SLACK
        assert width <= 360 - largest_gap(leaves) + SLACK


def largest_gap(leaves):
    """The widest run of longitudes without a leaf, in degrees."""
    xs = sorted({x for _, x, _ in leaves})
    gaps = [after - before for before, after in zip(xs, xs[1:] + [xs[0] + mercator.WORLD])]
    return max(gaps) / mercator.WORLD * 360


@pytest.mark.parametrize("layer", ["airports"], indirect=True)
def test_aggregates_follow_the_leaves(bundle, layer, members, tiles):
    place = {cluster.id: cluster for cluster in members.clusters}
    for (id, _), entry in tiles.items():
        run = range(place[id].first_leaf, place[id].first_leaf + place[id].leaves)
        values = [members.properties[leaf]["elevation_ft"] for leaf in run
                  if members.properties[leaf].get("elevation_ft") is not None]
        assert entry.properties.get("highest") == (max(values) if values else None)


@pytest.mark.parametrize("layer", ["quakes"], indirect=True)
def test_leaves_are_the_points_of_the_source(members, layer):
    """Positions within half a unit of the 32-bit grid; ids if the source has whole numbers."""
    source = {feature["id"]: feature for feature in json.loads((SAMPLES / "quakes.geojson").read_text())["features"]}
    leaves = {leaf[0]: leaf for leaf in members.leaves}
    assert set(leaves) == set(source)
    for id, x, y in leaves.values():
        expected = mercator.unit(*source[id]["geometry"]["coordinates"])
        assert abs(mercator.wrapped(x / mercator.WORLD - expected[0])) <= 0.51 / mercator.WORLD
        assert abs(y / mercator.WORLD - expected[1]) <= 0.51 / mercator.WORLD
    properties = [members.properties[index]["mag"] for index in range(len(members.leaves))]
    assert properties == [source[leaf[0]]["properties"]["mag"] for leaf in members.leaves]


def radius_units(zoom):
    return 60 / 512 * 2 ** (32 - zoom)


def distance(a, b):
    """Between world grid positions, the short way around."""
    dx = abs(a[0] - b[0])
    return math.hypot(min(dx, mercator.WORLD - dx), a[1] - b[1])


@pytest.mark.parametrize("position", ["member"], indirect=True)
def test_members_are_within_the_radius_of_their_center(members, position):
    """With position: member a cluster is at its center, so every child's marker is within the radius of it."""
    for cluster in members.clusters:
        for child in members.children_of(cluster):
            at = (child.x, child.y) if isinstance(child, Cluster) else child[1:]
            assert distance((cluster.x, cluster.y), at) <= radius_units(cluster.zoom) * (1 + 1e-9)


@pytest.mark.parametrize("position", ["mean"], indirect=True)
def test_a_centroid_is_the_mean_of_the_children(members, position):
    for cluster in members.clusters:
        children = [(child.x, child.y, child.leaves) if isinstance(child, Cluster) else (*child[1:], 1)
                    for child in members.children_of(cluster)]
        half = mercator.WORLD // 2
        dx = sum(((x - cluster.x + half) % mercator.WORLD - half) * count for x, _, count in children)
        dy = sum((y - cluster.y) * count for _, y, count in children)
        # Each mean is rounded to the grid; those of children carry on.
        assert abs(dx) <= cluster.leaves and abs(dy) <= cluster.leaves


@pytest.mark.parametrize("position", ["member"], indirect=True)
def test_markers_of_clusters_keep_the_radius(bundle, layer, members, position):
    """position: member. Nodes at a zoom: clusters made there or below that have not been split."""
    parents = {child.id: cluster.zoom for cluster in members.clusters
               for child in members.children_of(cluster) if isinstance(child, Cluster)}
    for zoom in range(bundle.layers[layer]["minzoom"], bundle.layers[layer]["maxzoom"] + 1):
        shown = [cluster for cluster in members.clusters if parents.get(cluster.id, -1) < zoom <= cluster.zoom]
        assert {cluster.id for cluster in shown} == {
            entry.id for entry in bundle.entries_at(layer, zoom) if entry.properties.get("cluster")}
        radius = radius_units(zoom)
        cells = defaultdict(list)
        across = max(1, int(mercator.WORLD / radius))
        for cluster in shown:
            cells[cluster.x * across // mercator.WORLD, int(cluster.y // radius)].append((cluster.x, cluster.y))
        for (column, row), own in cells.items():
            near = {at for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                    for at in cells.get(((column + dx) % across, row + dy), [])}
            for at in own:
                assert all(other == at or distance(at, other) > radius for other in near), (zoom, at)
            assert len(set(own)) == len(own)


def test_points_of_another_clusterer_pass_for_no_clusters(tmp_path):
    """Like supercluster's export: at every zoom the clusters and single points count all input points."""
    given = {"cluster": True, "cluster_id": 3, "point_count": 99, "point_count_abbreviated": "99", "bbox": "[]"}
    features = [point(x * 20, 10, x, **given) for x in range(8)] + [point(1, 10, 9, cluster=False)]
    (tmp_path / "in.geojson").write_text(collection(features))
    layers = {"p": {"source": "in", "kind": "cluster", "zooms": "0-3"}}
    bundle = build(write_pipeline(tmp_path / "p.yaml", {"in": {"path": "in.geojson"}}, layers), tmp_path / "out")
    assert overtile("verify", bundle.folder).returncode == 0
    lines = overtile("tile", bundle.folder, "--all").stdout.splitlines()
    seen = defaultdict(dict)
    for line in lines:
        tile = json.loads(line)
        for feature in tile["features"]:
            seen[tile["tile"].split("/")[0]][feature["id"]] = feature["properties"]
    assert len(seen) == 4
    for features in seen.values():
        assert sum(one.get("point_count", 1) for one in features.values()) == 9
        assert all("source_cluster" in one for one in features.values() if "cluster" not in one)


def test_an_aggregate_may_have_the_name_of_a_property(tmp_path):
    """Clusters carry the aggregate, single points their own: a style reads both under one name."""
    features = [point(10, 50, 1, people=3), point(10, 50, 2, people=4), point(-60, 10, 3, people=5)]
    (tmp_path / "in.geojson").write_text(collection(features))
    cluster = {"aggregates": {"people": {"sum": "people"}}}
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson"}},
                          {"a": {"source": "s", "kind": "cluster", "zooms": "5", "cluster": cluster}})
    made = build(path, tmp_path / "out")
    found = {entry.properties.get("point_count", 1): entry.properties["people"] for entry in made.entries["a"]}
    assert found == {2: 7, 1: 5} and made.layers["a"]["fields"]["people"] == "Number"
    assert not [name for entry in made.entries["a"] for name in entry.properties if name.startswith("source_")]
    assert overtile("verify", made.folder).returncode == 0
