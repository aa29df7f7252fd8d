"""The check of the architecture finds each planted fault in a small package that is otherwise sound."""
import pathlib

import pytest

from one_way import faults

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = '''
  targets: [
    .target(name: "Low", swiftSettings: strict),
    .target(name: "Middle", dependencies: ["Low"], swiftSettings: strict),
    .target(name: "High", dependencies: ["Low", "Middle"], swiftSettings: strict),
  ]
'''
FILES = {
    "Low/Base.swift": "public struct Base {}\n",
    "Middle/Grid/Grid.swift": "import Low\n/// Unlike a Tile.\nstruct Grid { let text = \"Tile\" }\nprivate struct Entry {}\n",
    "Middle/Tiles/Tile.swift": "struct Tile { var grid: Grid; struct Entry {} }\n",
    "Middle/Middle.swift": "struct Middle { var tile: Tile; var grid: Grid }\n",
    "High/High.swift": "import Low\n  @testable import Middle\nstruct High {}\n",
}


def package_of(folder, **changes):
    (folder / "Package.swift").write_text(changes.pop("package", PACKAGE))
    for name, text in (FILES | changes.pop("files", {})).items():
        path = folder / "Sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_a_sound_package(tmp_path):
    assert faults(package_of(tmp_path)) == []


@pytest.mark.parametrize(("files", "expected"), [
    ({"Middle/Grid/Grid.swift": "import Low\nstruct Grid { var tile: Tile }\n"}, "folder Grid refers to Tiles and back"),
    ({"Middle/Grid/Grid.swift": "import Low\nstruct Grid { var middle: Middle }\n"}, "folder Grid refers to . and back"),
    # A cycle through a third folder.
    ({"Middle/Grid/Grid.swift": "import Low\nstruct Grid { var part: Part }\n",
      "Middle/Parts/Part.swift": "struct Part { var tile: Tile }\n"}, "folder Parts refers to Tiles and back"),
    ({"Low/Base.swift": "internal import Middle\n"}, "Low imports Middle, which Package.swift does not declare"),
    ({"High/High.swift": "import Low\n"}, "High depends on Middle and imports it nowhere"),
], ids=["two folders", "the top", "three folders", "not declared", "not needed"])
def test_a_planted_fault(files, expected, tmp_path):
    assert any(expected in fault for fault in faults(package_of(tmp_path, files=files)))


def test_a_target_that_is_imported_from_above(tmp_path):
    package = PACKAGE.replace('name: "Low", swift', 'name: "Low", dependencies: ["High"], swift')
    found = faults(package_of(tmp_path, package=package, files={"Low/Base.swift": "import High\n"}))
    assert "Low imports High, which stands below it in Package.swift" in found
