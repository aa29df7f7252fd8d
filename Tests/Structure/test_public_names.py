"""The public names of the libraries for apps: names that no framework beside them has, and no more than is promised."""
import pathlib
import re

import pytest

from kit_names import NAMES, SOURCES
from one_way import without_comments_and_texts

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = ["MapMath", "MapBridges", "OverlayBundle"]
PUBLIC = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:final|indirect|nonisolated)\s+)*public\s+(?:(?:final|indirect|nonisolated)\s+)*"
    r"(?P<kind>struct|class|enum|protocol|actor|typealias|func|let|var)\s+(?P<name>\w+)", re.M)
EXPORT = re.compile(r"^@_exported\s+import\s+(\w+)", re.M)


def sources(module, root=ROOT):
    return [without_comments_and_texts(path.read_text()) for path in sorted((root / "Sources" / module).rglob("*.swift"))]


def exported(module, root=ROOT):
    """A module, and those that it exports."""
    modules = [module]
    for text in sources(module, root):
        for name in EXPORT.findall(text):
            modules += [other for other in exported(name, root) if other not in modules]
    return modules


def public_names(module, root=ROOT):
    return {found["name"] for text in sources(module, root) for found in PUBLIC.finditer(text)}


def seen_by_apps(root=ROOT):
    """Per module that an app sees, its public names at the top level."""
    return {name: public_names(name, root) for library in LIBRARIES for name in exported(library, root)}


def meetings(seen):
    return sorted((name, module, kit) for module, names in seen.items() for kit, theirs in NAMES.items() for name in names & theirs)


def test_no_public_name_is_that_of_a_kit():
    assert meetings(seen_by_apps()) == []


def test_no_type_has_the_name_of_a_module():
    modules = {folder.name for folder in (ROOT / "Sources").iterdir()}
    declared = {path.relative_to(ROOT): name for path in ROOT.glob("Sources/**/*.swift")
                for name in re.findall(r"^\s*(?:\w+\s+)*(?:struct|class|enum|protocol|actor)\s+(\w+)",
                                       without_comments_and_texts(path.read_text()), re.M) if name in modules}
    assert declared == {}


def test_what_other_modules_show_is_no_more_than_is_promised():
    """Everything else in them is `package`."""
    seen = {module: names for module, names in seen_by_apps().items() if module not in LIBRARIES}
    assert seen == {
        "OvertileBundleFormat": {"BundleManifest", "BundleError", "MembersReader"},
        "OvertileCore": {"NamedValues", "PropertyValue"},
        "OvertileTileArchive": {"ArchiveError"},
        "OvertileVectorTile": {"DecodedTile", "DecodedLayer", "DecodedFeature", "DecodedProperty"},
    }


def test_modules_that_no_library_promises_are_closed():
    open_modules = set(LIBRARIES) | {name for library in [*LIBRARIES, "OvertilePipeline"] for name in exported(library)}
    targets = {folder.name for folder in (ROOT / "Sources").iterdir() if folder.name.startswith("Overtile")}
    assert len(targets - open_modules) >= 10
    found = {module for module in targets - open_modules
             for text in sources(module) if re.search(r"^\s*(?:@\w+\s+)*public\b", text, re.M)}
    assert found == set()


@pytest.mark.parametrize("declaration, name", [
    ("public struct EdgeInsets {\n}", "EdgeInsets"), ("@frozen public enum Viewport {}", "Viewport"),
    ("public final class Feature: Sendable {}", "Feature"), ("public indirect enum Geometry {}", "Geometry")])
def test_a_planted_name_is_found(tmp_path, declaration, name):
    for library in LIBRARIES:
        (tmp_path / "Sources" / library).mkdir(parents=True)
    (tmp_path / "Sources/MapMath/Planted.swift").write_text(f"/// A plant.\n{declaration}\nstruct Circle {{}}\n")
    found = meetings(seen_by_apps(tmp_path))
    assert {hit[:2] for hit in found} == {(name, "MapMath")}


def test_a_planted_name_is_found_behind_an_export(tmp_path):
    for library in [*LIBRARIES, "OvertileBundleFormat"]:
        (tmp_path / "Sources" / library).mkdir(parents=True)
    (tmp_path / "Sources/OverlayBundle/Exported.swift").write_text("@_exported import OvertileBundleFormat\n")
    (tmp_path / "Sources/OvertileBundleFormat/Planted.swift").write_text("public enum Layer {}\n")
    assert meetings(seen_by_apps(tmp_path)) == [("Layer", "OvertileBundleFormat", "MapboxMaps")]


def test_each_list_has_its_source():
    assert set(NAMES) == set(SOURCES) and all(len(names) > 10 for names in NAMES.values())
