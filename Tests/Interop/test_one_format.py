"""The bundle's format has one home: its words and names are literals in Sources/OvertileBundleFormat alone. Whatever else writes,
reads, checks or patches bundles uses them from there."""
import re

import pytest
from conftest import ROOT

SOURCES = ROOT / "Sources"
HOME = "OvertileBundleFormat"
# Where a word that is also English, a key or an option is the format's word.
# In pages for people and styles of maps, plain words are theirs.
OTHERS = {"Export", "Report", "Style"}
TARGETS = ["OvertileInspection", "OverlayBundle", "OvertileReading", "OvertileLayers", "OvertilePipeline", "OvertilePublishing"]
# The lowest files that both the format and the targets below it can see.
LOWER_HOMES = {"OvertileCore/OverlayIDs.swift", "OvertileCore/CircleModel.swift", "OvertileCore/ShapeMethod.swift",
               "OvertileTileArchive/TileFolderNames.swift", "OvertileTileArchive/ArchiveSummary.swift",
               "OvertileTileArchive/TileCompression.swift"}

# Target, file and words that are not the format's there, with their meanings.
ALLOWED = {
    # PMTiles, MBTiles, TileJSON and tilestats have words of their own.
    "OvertileInspection/PMTilesCheck.swift": {"center"},
    "OvertileInspection/MBTilesCheck.swift": {"tiles", "center", "pbf"},
    "OvertileInspection/ArchiveCheck.swift": {"center"},
    "OverlayBundle/ArchiveManifest.swift": {"pbf"},
    "OvertilePipeline/LayerStatistics.swift": {"count", "max", "min"},
    # The log, the words of messages and results, and extensions of files.
    "OverlayBundle/ClusterPage.swift": {"cluster"},
    "OvertileReading/OutputName.swift": {"pbf"},
    "OvertilePipeline/ClustersGate.swift": {"cluster"},
    "OvertileReading/GDALDrivers.swift": {"none"},
    "OvertileReading/RunLog.swift": {"tiles"},
    "OvertilePipeline/BuildReport+Metrics.swift": {"tiles"},
    # The greatest whole number that every reader of JSON keeps.
    "OvertileConfiguration/LayerConfiguration.swift": {"1 << 53"},
    # The configuration's own words.
    "OvertileConfiguration/OutputConfiguration.swift": {"per-zoom"},
}

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
HALVES = re.compile(r"\b1 << 5[23]\b")


def code(text):
    """The text without comments."""
    return "\n".join(re.sub(r"(^|\s)//.*", "", line) for line in text.splitlines())


def literals(text):
    return [match[1] for match in LITERAL.finditer(code(text))]


def format_words(sources=SOURCES):
    """The literals of the home's names, and the cases of its enumerations of texts."""
    words = {"overtile-bundle", "OVTMEMB1", "metadata.json"}
    shared = [sources / name for name in ("OvertileCore/Features/CircleModel.swift", "OvertileCore/Features/ShapeMethod.swift",
                                          "OvertileTileArchive/TileCompression.swift")]
    for path in sorted((sources / HOME / "Names").glob("*.swift")) + shared:
        text = code(path.read_text())
        words |= {word for word in literals(text) if re.fullmatch(r"[\w.-]{3,}", word)}
        for body in re.findall(r"enum \w+: String[^{]*\{(.*?)^\}", text, re.S | re.M):
            words |= set(re.findall(r"^\s+case (\w+)$", body, re.M))
    return words | {"pbf", "Number", "Boolean", "String"}


def is_plain(word):
    """Whether a word is one that other things than the format have, too."""
    return re.fullmatch(r"[A-Za-z]+", word) is not None


def findings(sources, words):
    """The words of the format that are in the code elsewhere, by file."""
    found = {}
    for path in sorted(sources.rglob("*.swift")):
        target = path.relative_to(sources).parts[0]
        name = f"{target}/{path.name}"
        if target == HOME or name in LOWER_HOMES:
            continue
        text = path.read_text()
        for literal in literals(text):
            word = literal.removeprefix("/")
            if word in words and (target in TARGETS and path.relative_to(sources).parts[1] not in OTHERS or not is_plain(word)):
                found.setdefault(name, set()).add(word)
        for half in HALVES.findall(code(text)):
            found.setdefault(name, set()).add(half)
    return found


def test_the_words_of_the_format_are_known():
    words = format_words()
    assert {"cluster_id", "radius_m", "pulse_seconds", "source_", "bundle.json", "members.", "per-zoom", "gzip", "tiles",
            "ring", "geodesic", "distinct", "overtile-bundle"} <= words
    assert len(words) > 50


def test_no_word_of_the_format_is_a_literal_elsewhere():
    found = {name: words - ALLOWED.get(name, set()) for name, words in findings(SOURCES, format_words()).items()}
    assert {name: words for name, words in found.items() if words} == {}


def test_no_exception_is_made_for_nothing():
    found = findings(SOURCES, format_words())
    assert {name: words - found.get(name, set()) for name, words in ALLOWED.items() if words - found.get(name, set())} == {}


@pytest.mark.parametrize("line, found", [
    ('let id = feature["cluster_id"]', {"cluster_id"}), ('if file.role == "members" {}', {"members"}),
    ('let path = folder + "/bundle.json"', {"bundle.json"}), ("let first: UInt64 = 1 << 52", {"1 << 52"}),
    ('let text = "a cluster_id and the bundle.json"', None), ('// feature["cluster_id"]', None),
])
def test_a_planted_word_is_found(tmp_path, line, found):
    path = tmp_path / "OvertileInspection/Verify/Planted.swift"
    path.parent.mkdir(parents=True)
    path.write_text(line + "\n")
    assert findings(tmp_path, format_words()).get("OvertileInspection/Planted.swift") == found
