"""Small things have one home: each pattern is found in no other file, and is found where it is planted."""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The code that only the named files may hold, as it would be written again, and a line that holds it.
HOMES = {
    "the C library": (r"^\s*(?:@\w+\s+)?(?:\w+\s+)?import\s+(?:Glibc|Musl|Darwin|Bionic|Android)\b",
                      "Sources/MapMath/CLibrary.swift Sources/OvertileCore/System/CLibrary.swift", "  internal import Glibc"),
    "the search of what is sorted": (r"while \w+ < \w+ \{\n\s*(?:let|var) \w+ = \(?\w+ (?:\+ \w+\) / 2|\+ \(\w+ - \w+\) / 2)\n",
                                     None, "while low < high {\n      let middle = (low + high) / 2\n"),
    "files that nothing stands under yet": (r"O_CREAT \| O_EXCL", "Sources/OvertileTileArchive/NewFile.swift",
                                            "open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)"),
    "the edit distance": (r"Array\(0\.\.\.\w+\.count\)", "Sources/OvertileCore/Searching/NearestName.swift",
                          "var row = Array(0...b.count)"),
    "escapes of JSON's strings": (r'"\\\\u00"|"\\\\u" \+ String\(repeating', "Sources/OvertileCore/Features/JSONText.swift",
                                  'text += "\\\\u" + String(repeating: "0", count: 2)'),
    "a tree of JSON": (r"^(?:\w+ )*enum \w*(?:JSON|Schema)\w*(?:Node|Value|Tree)\b", "Sources/OvertileCore/Features/JSONValue.swift",
                       "indirect enum SchemaNode: Sendable {"),
}


@pytest.mark.parametrize("thing", HOMES)
def test_a_thing_is_at_home_in_one_place(thing):
    pattern, home, planted = HOMES[thing]
    sources = sorted((ROOT / "Sources").rglob("*.swift"))
    found = [str(path.relative_to(ROOT)) for path in sources if re.search(pattern, path.read_text(), re.M)]
    assert found == (home.split() if home else []), f"{thing}: use what is there"
    assert re.search(pattern, planted, re.M)
