"""Messages about expressions that do not fit the data: the advice is pasted back, and the build then does what was
meant."""
import json
import re

import pytest

from conftest import build, collection, overtile, point, write_pipeline

PLACES = [
    point(13 + index / 5, 52, index, n=index, s=str(index), ok=index % 2 == 0, letter="abcd"[index % 4],
          flag="true" if index % 2 else "false", category=["Cafe", "Bar", "Pub", "Zoo"][index % 4],
          date=f"2024-01-{index:02}", big=["1,234", "1,234,567"][index % 3 // 2] if index % 2 else str(index), tags=["even", "odd"][index % 2:][:1],
          truth=[True, "true", "false", None][index % 4], either=index if index % 2 else False,
          mixed=index if index % 2 else "x", rough=str(index) if index % 5 else "n/a", gaps=index if index % 3 else None)
    for index in range(1, 21)
]
get = lambda name: ["get", name]


def pipeline(folder, features=PLACES, **layer):
    (folder / "in.geojson").write_text(collection(features))
    layer = {"source": "s", "kind": "cluster", "zooms": "0-2"} | layer
    return write_pipeline(folder / "p.yaml", {"s": {"path": "in.geojson"}}, {"a": layer})


def complaint(folder, status=65, command="build", **layer):
    run = overtile(command, pipeline(folder, **layer))
    words = run.stderr.decode()
    assert run.returncode == status, words
    return words


def expressions(words):
    """Every expression in a message, as JSON, in its order."""
    found = []
    while (start := words.find('["')) >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(words[start:])
            found.append(value)
        except json.JSONDecodeError:
            end = 1
        words = words[start + end:]
    return found


def kept(folder, **layer):
    """The numbers of the features in the layer."""
    bundle = build(pipeline(folder, **layer | {"kind": "circle", "circle": {"radius": "1km"}}), folder / "bundle")
    return {int(entry.properties["n"]) for entry in bundle.entries["a"]}


def numbers(test):
    return {index for index in range(1, 21) if test(index)}


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("test, words, meant", [
    ([">", get("n"), "7"], 'write the number without quotes: [">",["get","n"],7]', numbers(lambda n: n > 7)),
    (["<=", "7.5", get("n")], 'write the number without quotes: ["<=",7.5,["get","n"]]', numbers(lambda n: n > 7)),
    ([">", get("s"), 7], "reads texts as numbers, and is false for null", numbers(lambda n: n > 7)),
    ([">", get("mixed"), 7], 'is not a number, such as "x"', numbers(lambda n: n > 7 and n % 2)),
    ([">", get("rough"), 7], 'is false for null, "", "n/a"', numbers(lambda n: n > 7 and n % 5)),
    ([">", get("gaps"), 7], "it is false where there is no value", numbers(lambda n: n > 7 and n % 3)),
    (get("n"), "is true for all but 0", numbers(lambda n: True)),
    ([">", get("big"), 1000], "texts as numbers without their commas", numbers(lambda n: n % 2)),
    ([">", get("n"), "July"], "a number such as 1 is compared with a number", numbers(lambda n: n > 1)),
    ([">", get("date"), 2024], "a text is compared with a text", numbers(lambda n: n > 1)),
    (["==", get("tags"), "odd"], '"tags" holds lists', numbers(lambda n: n % 2)),
    ([">", get("gaps"), get("n")], "found null and number", set()),
    (get("flag"), "compares the text", numbers(lambda n: n % 2)), (["!", get("flag")], "is false for null", None),
    (get("truth"), "compares the text and is false for null", numbers(lambda n: n % 4 < 2)),
    ([">", get("either"), 7], "such as true", numbers(lambda n: n > 7 and n % 2)),
    (get("letter"), '"b" is neither true nor false; a text is compared, as in ["==",["get","letter"],"b"]', None),
    (["==", get("category"), "cafe"], 'did you mean "Cafe"?', None),
    (["==", get("n"), "5"], '"n" holds numbers', {5}), (["==", "n", "5"], '"n" holds numbers', {5}),
    (["==", get("ok"), "true"], '"ok" holds true and false', numbers(lambda n: n % 2 == 0)),
    (["==", get("ok"), 1], '"ok" holds true and false', numbers(lambda n: n % 2 == 0)),
    (["==", get("flag"), True], '"flag" holds texts', numbers(lambda n: n % 2)),
    (["in", get("s"), ["literal", [3, 4]]], '"s" holds texts', {3, 4}),
    (["match", get("n"), ["3", "4"], True, False], '"n" holds numbers', {3, 4}),
    (["==", ["get", get("letter")], "a"], '["get",["get","letter"]] reads the property that the value of "letter" names', None),
    ([">", ["get", get("n")], 7], '["get",["get","n"]] reads the property that the value of "n" names', None),
])
def test_advice_on_filters_keeps_what_was_meant(test, words, meant, command, tmp_path):
    said = complaint(tmp_path, command=command, filter=test)
    assert words in said, said
    if meant is None:
        return
    (line,) = [line for line in said.splitlines() if words in line]
    advised = expressions(line[line.index("filter"):])[0]
    if not meant:
        assert overtile("check", pipeline(tmp_path, filter=advised)).stderr.decode().count("[empty-layer]") == 1
    else:
        assert kept(tmp_path, filter=advised) == meant


def test_a_comparison_within_a_filter_is_replaced(tmp_path):
    said = complaint(tmp_path, filter=["any", ["==", get("letter"), "q"], [">", get("gaps"), "7"]])
    line, null = [line for line in said.splitlines() if "(filter)" in line]
    assert "write the number without quotes" in line
    advised, old = expressions(null[null.index("write"):])
    assert old == [">", get("gaps"), "7"] and advised == ["all", ["!=", get("gaps"), None], [">", get("gaps"), 7]]
    assert kept(tmp_path, filter=["any", ["==", get("letter"), "q"], advised]) == numbers(lambda n: n > 7 and n % 3)


@pytest.mark.parametrize("test, words", [
    (["==", get("category"), "Hotel"], '"category" is "Bar", "Pub", "Zoo", ... (3 of 4 values)'),
    (["==", "category", "Hotel"], '"category" is "Bar", "Pub", "Zoo", ... (3 of 4 values)'),
    ([">", get("n"), 50], '"n" is between 1 and 20'), (["==", get("n"), 50], '"n" is 1, 2, 3, ... (3 of 20 values)'),
    (["==", get("ok"), "maybe"], '"ok" is false, true'),
    (["all", ["==", get("letter"), "a"], ["==", get("category"), "Bra"]], '"category" is "Bar", "Pub", "Zoo", ... (3 of 4 '
     'values); did you mean "Bar"?'), (["all", ["==", get("ok"), True], ["<", get("n"), 1]], '"n" is between 1 and 20'),
    (["has", "categry"], 'no feature has property "categry"; did you mean "category"?'),
])
def test_a_filter_whose_types_agree_is_told_the_values(test, words, tmp_path):
    said = complaint(tmp_path, filter=test)
    assert f"is it right? {words}" in said and "holds" not in said, said


def test_values_are_counted_to_a_limit(tmp_path):
    many = [point(13, index / 10, index, name=f"n{index}") for index in range(300)]
    said = complaint(tmp_path, features=many, filter=["==", get("name"), "?"])
    assert '"name" is "n0", "n1", "n2", ... (3 of more than 100 values)' in said, said


@pytest.mark.parametrize("layer", [
    {"filter": ["!", ["has", "extra"]]}, {"filter": ["!has", "extra"]}, {"filter": ["!=", get("n"), ["coalesce", get("extra"), 0]]},
    {"filter": ["any", ["!has", "extra"], ["==", "extra", 3]]}, {"filter": ["==", get("extra"), None]},
    {"filter": ["case", ["has", "extra"], [">", get("extra"), 3], True]}, {"properties": {"drop": ["extra"]}},
    {"properties": {"compute": {"x": ["case", ["!=", get("extra"), None], ["*", 2, get("extra")], None]}}},
    {"properties": {"compute": {"x": ["match", ["typeof", get("extra")], "number", 1, 2]}}},
    {"properties": {"compute": {"x": ["to-number", get("extra"), 7], "y": ["to-boolean", get("extra")]}}},
    {"properties": {"compute": {"x": ["let", "v", get("extra"), ["case", ["==", ["var", "v"], None], 0, ["var", "v"]]]}}},
    {"properties": {"compute": {"x": ["case", ["==", ["to-string", get("extra")], ""], None, ["to-number", get("extra")]]}}},
    {"cluster": {"weight": ["coalesce", get("extra"), 1], "aggregates": {"t": {"sum": ["coalesce", get("extra"), 0]}}}},
    {"filter": ["any", ["!", ["has", "extra"]], True], "properties": {"compute": {"x": get("extra")}}},
])
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_property_that_may_be_missing_is_not_warned_of(layer, command, tmp_path):
    assert "warning" not in complaint(tmp_path, 0, command, **layer)


@pytest.mark.parametrize("layer", [
    {"properties": {"keep": ["extra"]}}, {"properties": {"compute": {"x": get("extra")}}},
    {"properties": {"compute": {"x": ["concat", get("extra"), ""]}}}, {"filter": ["!=", get("extra"), 3]},
    {"filter": ["!=", "extra", 3]}, {"cluster": {"aggregates": {"t": {"sum": "extra"}}}},
])
def test_a_property_that_is_taken_for_granted_is_warned_of(layer, tmp_path):
    assert complaint(tmp_path, 0, **layer).count("[unknown-property]") == 1


@pytest.mark.parametrize("operation, name, words, right", [
    ("sum", "s", "reads texts as numbers and skips null", 210), ("max", "mixed", 'is not a number, such as "x"', 19),
    ("sum", "rough", 'skips null, "", "n/a"', 160), ("mean", "rough", '"n/a"', 10),
    ("sum", "big", "texts as numbers without their commas", 110 + sum(1234567 if n % 3 == 2 else 1234 for n in range(1, 21, 2))), ("sum", "tags", "the number of its items", 20),
    ("sum", "ok", "gives a number for true and one for false", 10), ("any", "flag", "compares the text", True),
    ("all", "n", "is true for all but 0", True),
])
def test_advice_on_aggregates(operation, name, words, right, tmp_path):
    said = complaint(tmp_path, cluster={"aggregates": {"t": {operation: name}}})
    (line,) = [line for line in said.splitlines() if "(cluster.aggregates.t)" in line]
    assert words in line, line
    layer = {"zooms": "0", "cluster": {"radius": "500px", "aggregates": {"t": {operation: expressions(line)[0]}}}}
    (marker,) = build(pipeline(tmp_path, **layer), tmp_path / "bundle").entries["a"]
    assert marker.properties["t"] == right


@pytest.mark.parametrize("operation", ["sum", "mean", "min", "max"])
def test_texts_that_are_no_numbers_are_shown(operation, tmp_path):
    said = complaint(tmp_path, cluster={"aggregates": {"t": {operation: "letter"}}})
    assert "to-number" not in said and '"b" is not a number; texts are taken by {count: "letter"}' in said, said
    for form in re.findall(r"\{(count|distinct|first): \"letter\"\}", said):
        assert complaint(tmp_path, 0, cluster={"aggregates": {"t": {form: "letter"}}})


def test_numbers_in_forms_of_their_own_are_not_passed_over(tmp_path):
    """Leaving "12 km" out of a sum of numbers would make it wrong."""
    places = [place | {"properties": {"p": "12 km" if index else "7"}} for index, place in enumerate(PLACES)]
    said = complaint(tmp_path, features=places, cluster={"aggregates": {"t": {"sum": "p"}}})
    assert '"12 km" is a text, not a number' in said and 'texts are taken by {count: "p"}' in said and not expressions(said), said


def test_a_text_that_is_null_in_some_is_repaired_once(tmp_path):
    places = [place | {"properties": {"n": index, "p": str(index) if index % 4 else None}}
              for index, place in enumerate(PLACES)]
    said = complaint(tmp_path, features=places, filter=[">", get("p"), 7])
    (advised, _), *others = [expressions(line[line.index("write"):])[:2] for line in said.splitlines() if "write [" in line]
    assert not others and kept(tmp_path, features=places, filter=advised) == {n for n in range(20) if n > 7 and n % 4}


def test_a_list_comes_second(tmp_path):
    assert "the list comes second" in complaint(tmp_path, filter=["in", get("tags"), "odd"])


def test_advice_elsewhere(tmp_path):
    circle = lambda expression: {"kind": "circle", "circle": {"radius": {"expression": expression, "unit": "km"}}}
    said = complaint(tmp_path, **circle(get("gaps")))
    assert "as the layer's `filter`" in said
    assert kept_by(tmp_path, **circle(get("gaps")), filter=expressions(said)[0]) == 14
    for name, words in {"ok": "for true and one for false", "letter": '"b" is not a number'}.items():
        said = complaint(tmp_path, **circle(get(name)))
        assert words in said, said
        assert kept_by(tmp_path, **circle(expressions(said)[0])) == 20
    said = complaint(tmp_path, properties={"compute": {"x": ["+", get("gaps"), 1]}})
    assert "leaves the property out" in said
    assert complaint(tmp_path, 0, properties={"compute": {"x": expressions(said)[0]}})


def kept_by(folder, **layer):
    return len({entry.properties["n"] for entry in build(pipeline(folder, **layer), folder / "bundle").entries["a"]})


@pytest.mark.parametrize("command", ["build", "check"])
def test_every_cause_is_told_in_one_run(command, tmp_path):
    layer = {"filter": [">", get("n"), "0"], "cluster": {
        "aggregates": {"t": {"sum": "letter"}, "u": {"max": "mixed"}}, "weight": get("s")},
        "properties": {"compute": {"x": ["+", get("gaps"), 1]}}}
    said = complaint(tmp_path, command=command, **layer)
    roles = re.findall(r"^ +(\d+) expression: .* asked for by \S+ \((\S+)\)", said, re.M)
    assert sorted(roles) == [("10", "cluster.aggregates.u"), ("20", "cluster.aggregates.t"), ("20", "cluster.weight"),
                             ("20", "filter"), ("6", "properties.compute.x")], said
    assert "20 of 20 features are wrong" in said


def test_a_feature_is_rejected_once_however_many_causes_it_has(tmp_path):
    layer = {"a": {"source": "s", "kind": "circle", "zooms": "0-2", "filter": [">", get("gaps"), 0], "circle": {
        "radius": {"property": "gaps", "unit": "km"}}, "properties": {"compute": {"x": ["+", get("s"), 1]}}}}
    (tmp_path / "in.geojson").write_text(collection(PLACES))
    path = write_pipeline(tmp_path / "p.yaml", {"s": {"path": "in.geojson", "onInvalid": "skip"}}, layer)
    overtile("build", path)
    (report,) = [json.loads(found.read_text()) for found in tmp_path.glob("*report.json")]
    assert report["ledger"] == {"expression": 20} and report["rejectedFeatures"] == 20
    # Those without a value would be left out by a filter that the advice changes, so the radius is not blamed.
    asked = {entry["askedBy"].split("(")[1]: entry["count"] for entry in report["diagnostics"] if "askedBy" in entry}
    assert asked == {"filter)": 6, "properties.compute.x)": 20}


@pytest.mark.parametrize("layer, words, right", [
    ({"filter": ["in", get("letter"), "a", "b"]}, '["in",["get","letter"],["literal",["a","b"]]]', "filter"),
    ({"filter": ["!in", get("letter"), "a", "b"]}, 'write ["!",["in",["get","letter"],["literal",["a","b"]]]]', "filter"),
    ({"filter": ["!has", get("extra")]}, 'write ["!",["has","extra"]]', "filter"),
    ({"filter": ["==", ["get", ["letter"]], "a"]}, 'a property\'s name is a plain text: ["get","letter"]', None),
    ({"filter": ["ok"]}, 'unknown operator "ok"; a property is ["get","ok"]', "filter"),
    ({"filter": ["n", ">", 3]}, 'the operator comes first: [">",["get","n"],3]', "filter"),
    ({"filter": [["get", "n"], ">", 3]}, 'the operator comes first: [">",["get","n"],3]', "filter"),
    ({"filter": ["all", ["n", "=", 3], True]}, 'the operator comes first: ["==",["get","n"],3]', "filter"),
    ({"filter": ["match", get("letter"), "a", True]}, 'write ["match",["get","letter"],"a",true,false]', "filter"),
    ({"properties": {"compute": {"x": ["n"]}}}, 'a property is ["get","n"]', "compute"),
    ({"properties": {"compute": {"x": ["case", ["has", "n"], 3]}}}, 'write ["case",["has","n"],3,null]', "compute"),
    ({"cluster": {"weight": ["n"]}}, 'a property is ["get","n"]', "weight"),
    ({"cluster": {"aggregates": {"t": {"sum": ["n"]}}}}, 'a property is ["get","n"]', "sum"),
])
def test_forms_of_others_are_answered_with_ours(layer, words, right, tmp_path):
    said = complaint(tmp_path, 78, **layer)
    assert words in said, said
    if right is None:
        return
    expression = expressions(said[said.index(words):])[0]
    corrected = {"filter": {"filter": expression}, "compute": {"properties": {"compute": {"x": expression}}},
              "weight": {"cluster": {"weight": expression}}, "sum": {"cluster": {"aggregates": {"t": {"sum": expression}}}}}
    assert complaint(tmp_path, 0, **corrected[right])


@pytest.mark.parametrize("aggregate, words, right", [
    (["+", get("n")], '{sum: ["get","n"]}', 210), (["max", get("n")], '{max: ["get","n"]}', 20),
    (["+", ["accumulated"], get("n")], '{sum: ["get","n"]}', 210),
    ([["+", ["accumulated"], get("t")], get("n")], '{sum: ["get","n"]}', 210),
    ([["max", ["accumulated"], get("t")], ["*", 2, get("n")]], '{max: ["*",2,["get","n"]]}', 40),
    (["sum", "n"], '{sum: "n"}', 210), (["sum", get("n")], '{sum: ["get","n"]}', 210),
])
def test_aggregates_of_mapbox(aggregate, words, right, tmp_path):
    said = complaint(tmp_path, 78, cluster={"aggregates": {"t": aggregate}})
    assert f"; write {words}" in said, said
    operation, taken = re.fullmatch(r"\{(\w+): (.*)\}", words).groups()
    layer = {"zooms": "0", "cluster": {"radius": "500px", "aggregates": {"t": {operation: json.loads(taken)}}}}
    (marker,) = build(pipeline(tmp_path, **layer), tmp_path / "bundle").entries["a"]
    assert marker.properties["t"] == right


def test_aggregates_accumulate_by_themselves(tmp_path):
    said = complaint(tmp_path, 78, cluster={"aggregates": {"t": {"sum": ["+", ["accumulated"], get("n")]}}})
    assert "accumulate by themselves" in said, said


@pytest.mark.parametrize("radius, words, right", [
    (get("n"), '{expression: ["get","n"], unit: m}', {"expression": get("n"), "unit": "m"}),
    (["n"], '{property: "n", unit: m}', {"property": "n", "unit": "m"}),
    ("n", '{property: "n", unit: m}', {"property": "n", "unit": "m"}),
])
def test_a_radius_of_each_feature(radius, words, right, tmp_path):
    said = complaint(tmp_path, 78, kind="circle", circle={"radius": radius})
    assert words in said and "with the unit of its numbers" in said, said
    assert kept_by(tmp_path, kind="circle", circle={"radius": right}) == 20


def placed(values):
    """A feature for each value of "p", numbered from 1."""
    return [point(13 + index / 5, 52, index, n=index, p=value, kind=["cafe", "bar"][index % 2])
            for index, value in enumerate(values, 1)]


def replaced(whole, old, new):
    if whole == old:
        return new
    return [replaced(part, old, new) for part in whole] if isinstance(whole, list) else whole


def pasted(said, test):
    """The filter with the replacement in a message."""
    (line,) = [line for line in said.splitlines() if "write [" in line]
    new, old = expressions(line[line.index("write ["):])[:2]
    changed = replaced(test, old, new)
    assert changed != test, said
    return changed


def test_numbers_in_texts_of_the_old_language_are_compared_as_numbers(tmp_path):
    places = placed(["5", "9", "10", "11", "100", "80", "", None])
    test = [">", "p", 1000]
    said = complaint(tmp_path, features=places, filter=test)
    advised = pasted(said, test)
    said = complaint(tmp_path, features=places, filter=advised)
    assert "is it right?" in said and '"1000"' not in said
    assert kept(tmp_path, features=places, filter=json.loads(json.dumps(advised).replace("1000", "10"))) == {4, 5, 6}
    (tmp_path / "bundle").rename(tmp_path / "other")
    said = complaint(tmp_path, features=placed(["5,5", "12,00"]), filter=test)
    assert '"5,5" is not a number' in said and "write [" not in said


@pytest.mark.parametrize("values, words", [
    (["3,50", "12,00"], '"3,50" is a text, not a number'), (["2 km", "7 km"], '"2 km" is a text, not a number'),
    (["4 €", "5 €"], '"4 €" is a text, not a number'), (["1 234", "12 345"], '"1 234" is a text, not a number'),
    (["1'234", "5"], '"1\'234" is a text, not a number'), (["0,750", "1,250", "2,500"], '"0,750" is a text, not a number'),
    (["1,250", "2,500"], "separates thousands or decimals is not known"), ([7, "12 km"], '"12 km" is a text, not a number'),
    (["1.234,56", "7"], '"1.234,56" is a text, not a number'),
])
@pytest.mark.parametrize("layer", [
    {"filter": [">", get("p"), 4]}, {"cluster": {"aggregates": {"t": {"sum": "p"}}}},
    {"kind": "circle", "circle": {"radius": {"property": "p", "unit": "m"}}},
])
def test_numbers_in_other_forms_are_corrected_in_the_data(values, words, layer, tmp_path):
    said = complaint(tmp_path, features=placed(values), **layer)
    assert words in said and "in the data" in said and not expressions(said), said


@pytest.mark.parametrize("test, meant", [
    (["!", [">", get("p"), 100]], {1}), (["case", [">", get("p"), 100], False, True], {1}),
    (["==", [">", get("p"), 100], False], {1}), (["none", [">", get("p"), 100]], {1}),
    (["any", ["!", ["any", [">", get("p"), 100], ["==", get("kind"), "cafe"]]], ["==", get("n"), 2]], {1, 2}),
    (["!", ["!", [">", get("p"), 100]]], {2, 4}), (["all", [">", get("p"), 100], ["has", "kind"]], {2, 4}),
])
@pytest.mark.parametrize("form", [int, str, lambda number: str(number) if number != 300 else "n/a"])
def test_what_has_no_value_is_left_out_of_a_negation_too(test, meant, form, tmp_path):
    values = [form(value) if value else None for value in [50, 150, None, 300]]
    places = placed(values)
    if "n/a" in values:
        meant = meant - {4}
    assert kept(tmp_path, features=places, filter=pasted(complaint(tmp_path, features=places, filter=test), test)) == meant


def test_a_negated_text_is_false_where_there_is_none(tmp_path):
    places, test = placed(["true", "false", "", None]), ["!", get("p")]
    said = "\n".join(line for line in complaint(tmp_path, features=places, filter=test).splitlines() if "text" in line)
    assert kept(tmp_path, features=places, filter=pasted(said, test)) == {2}


@pytest.mark.parametrize("values", [
    [True, False, 1, 0], [True, "yes", "no"], [True, 1, "true"], ["true", "1", "0"], ["yes", "Yes", "no"], ["true", "yes"],
    ["false", "1"],
])
@pytest.mark.parametrize("operation", ["any", "all"])
def test_truth_in_several_forms_is_not_guessed(values, operation, tmp_path):
    said = complaint(tmp_path, features=placed(values), cluster={"aggregates": {"t": {operation: "p"}}})
    assert "write one form in the data" in said and not expressions(said), said


def test_the_name_of_an_operation_is_no_property(tmp_path):
    said = complaint(tmp_path, 78, cluster={"aggregates": {"n": "sum"}})
    assert "; write {sum: n}" in said
    assert "; write {sum: letter}" in complaint(tmp_path, 78, cluster={"aggregates": {"t": "letter"}})


def test_a_test_is_not_counted(tmp_path):
    test = ["==", get("letter"), "a"]
    layer = lambda taken: {"zooms": "0", "cluster": {"radius": "500px", "aggregates": {"t": taken}}}
    said = complaint(tmp_path, 0, **layer({"count": test}))
    assert "[key-without-effect]" in said and "counts every feature" in said
    (taken,) = [found for found in expressions(said) if found[0] == "case"]
    said = complaint(tmp_path, 0, **layer({"sum": taken}))
    assert "warning" not in said
    (marker,) = build(pipeline(tmp_path, **layer({"sum": taken})), tmp_path / "bundle").entries["a"]
    assert marker.properties["t"] == 5
    assert "warning" not in complaint(tmp_path, 0, **layer({"count": "letter"}))


def test_texts_that_look_alike_are_told_apart(tmp_path):
    said = complaint(tmp_path, features=placed(["Cafe\u0301", "Bar"]), filter=["==", get("p"), "Caf\u00e9"])
    assert "differ in code points: the data have e and U+0301, the filter has U+00E9" in said
    assert "look alike" not in complaint(tmp_path, features=placed(["Cafe", "Bar"]), filter=["==", get("p"), "cafe"])


@pytest.mark.parametrize("test, words, meant", [
    (["!=", get("s"), 7], 'write ["!=",["get","s"],"7"]', numbers(lambda n: n != 7)),
    (["!=", "n", "7"], 'write ["!=","n",7]', numbers(lambda n: n != 7)),
    (["!=", get("category"), "bar"], 'write ["!=",["get","category"],"Bar"]', numbers(lambda n: n % 4 != 1)),
    (["all", ["has", "n"], ["!in", "category", "bar", "X"]], 'write ["!in","category","Bar","X"]', None),
    (["!=", get("flag"), True], 'write ["!=",["get","flag"],"true"]', numbers(lambda n: n % 2 == 0)),
])
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_filter_that_excludes_another_form_is_told(test, words, meant, command, tmp_path):
    said = complaint(tmp_path, 0, command, filter=test)
    assert said.count("[filter-keeps-all]") == 1 and words in said, said
    if meant:
        assert kept(tmp_path, filter=expressions(said)[0]) == meant


@pytest.mark.parametrize("test", [
    ["!=", get("category"), "Hotel"], ["!=", get("n"), 99], ["!=", get("s"), "99"], ["!=", get("s"), 99],
    ["all", ["!=", get("n"), 99], ["!=", get("n"), "x"]], ["any", ["!=", get("category"), "bar"], ["==", get("category"), "Bar"]],
    ["!=", get("category"), "Bar"], ["all", ["!=", get("category"), "bar"], ["!=", get("category"), "Bar"]],
    ["!=", get("n"), None],
])
@pytest.mark.parametrize("command", ["build", "check"])
def test_a_filter_that_excludes_what_is_not_there_is_right(test, command, tmp_path):
    assert "filter-keeps-all" not in complaint(tmp_path, 0, command, filter=test)


def test_many_values_in_another_form_are_told(tmp_path):
    many = [point(13, index / 10, index, n=index, zip=f"{index:05}") for index in range(300)]
    said = complaint(tmp_path, 0, features=many, filter=["!=", get("zip"), 250])
    assert '"zip" is never 250: it holds texts' in said
    assert "[filter-keeps-all]" not in complaint(tmp_path, 0, features=many, filter=["!=", get("zip"), "x"])
