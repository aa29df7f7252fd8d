"""Ids of features in tiles, decoded by mapbox-vector-tile."""
import pytest

from conftest import build, write_pipeline

WHOLE = {"5": 5, "101.0": 101, "1e2": 100, "4503599627370495.0": 2**52 - 1, "0.0": 0, "7E0": 7}
OTHERS = {'"a"': "a", "4503599627370496": 2**52, "-1": -1, "-1.0": -1, "0.5": 0.5, "1e300": 1e300}
FEATURE = '{"type":"Feature","id":%s,"properties":%s,"geometry":{"type":"Point","coordinates":[%d,10]}}'


def entries(folder, texts, **source):
    (folder / "in.geojsonl").write_text("\n".join(texts))
    bundle = build(write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojsonl"} | source}, {
        "a": {"source": "s", "kind": "shape", "zooms": "3"}}), folder / "out")
    return {round(entry.properties["x"]): entry for entry in bundle.entries["a"]}


@pytest.mark.parametrize("by_property", [False, True])
def test_whole_numbers_stay_however_they_are_written(by_property, tmp_path):
    texts = []
    for x, id in enumerate([*WHOLE, *OTHERS]):
        texts.append(FEATURE % ("null", f'{{"x":{x},"key":{id}}}', 5 * x) if by_property else FEATURE % (id, f'{{"x":{x}}}', 5 * x))
    found = entries(tmp_path, texts, **({"id": "key"} if by_property else {}))
    for x, (id, value) in enumerate([*WHOLE.items(), *OTHERS.items()]):
        if id in WHOLE:
            assert found[x].id == value and "source_id" not in found[x].properties, id
    written = [found[len(WHOLE) + x].properties["source_id"] for x in range(len(OTHERS))]
    assert written == list(OTHERS.values())


def test_one_number_written_in_two_ways_is_one_id(tmp_path):
    found = entries(tmp_path, [FEATURE % ("3", '{"x":0}', 0), FEATURE % ("3.0", '{"x":1}', 5)])
    assert sorted(entry.properties.get("source_id") for entry in found.values() if entry.id != 3) == [3]


def test_the_original_id_has_one_name(tmp_path):
    """Whatever properties single features have."""
    texts = [FEATURE % (f'"f{x}"', properties, 5 * x) for x, properties in enumerate(
        ['{"x":0}', '{"x":1,"id":"own"}', '{"x":2,"source_id":"other"}', '{"x":3,"source_id":1,"source_source_id":2}'])]
    found = entries(tmp_path, texts)
    assert [found[x].properties["source_id"] for x in range(4)] == ["f0", "f1", "f2", "f3"]
    assert found[1].properties["id"] == "own"
    values = [value for x in (2, 3) for key, value in found[x].properties.items() if key not in ("x", "source_id")]
    assert sorted(map(str, values)) == ["1", "2", "other"]
