"""The bridges to MapKit, SwiftUI, Mapbox and MapLibre, compiled against modules that hold the kits' signatures.

The kits are not there on Linux. The modules in Bridges/ have their names and types; a bridge that compiles against it
has the right calls, and main.swift goes there and back through each.
"""
import re
import shutil
import subprocess
import sys

import pytest

from conftest import OVERTILE, ROOT

KITS = ["CoreLocation", "UIKit", "SwiftUI", "MapKit", "MapboxMaps", "MapLibre"]
OWN = ["MapMath"]
# Where SwiftPM built the program, which may have been copied from there.
BUILT = next((folder for folder in (OVERTILE.parent, ROOT / ".build-tests/release") if (folder / "MapMath.build").exists()),
             OVERTILE.parent)
BRIDGES = ROOT / "Sources/MapBridges"
PAGE = ROOT / "Sources/MapMath/MapMath.docc/Bridges.md"

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin" or not shutil.which("swiftc"), reason="needs swiftc, and no real kits beside the stand-ins")


def swiftc(*words, cwd):
    run = subprocess.run(["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", ".", "-L", ".", *map(str, words)],
                         cwd=cwd, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    return run


def library(name, sources, cwd, *words):
    swiftc("-wmo", "-emit-library", "-emit-module", "-parse-as-library", "-module-name", name, "-o", f"lib{name}.so",
           *words, *sources, cwd=cwd)


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """MapMath and the kits' stand-ins as modules in one folder. Ours are as they were built for the program."""
    folder = tmp_path_factory.mktemp("modules")
    for place, name in enumerate(OWN):
        (folder / f"{name}.swiftmodule").symlink_to(BUILT / f"Modules/{name}.swiftmodule")
        objects = sorted((BUILT / f"{name}.build").glob("*.o"))
        assert objects, f"{BUILT} has no objects of {name}: `make checked` builds them beside the program"
        swiftc("-emit-library", "-o", f"lib{name}.so", *objects, *[f"-l{other}" for other in OWN[:place]], cwd=folder)
    for kit in KITS:
        library(kit, [ROOT / f"Tests/Interop/Bridges/{kit}.swift"], folder)
    return folder


def test_there_and_back_through_every_bridge(modules, tmp_path):
    library("MapBridges", sorted(BRIDGES.glob("*.swift")), modules, "-lMapMath")
    copied = sorted((BRIDGES / "ToCopy").glob("*.swift"))
    assert [path.stem for path in copied] == ["MapLibreBridge", "MapboxBridge"]
    main = ROOT / "Tests/Interop/Bridges/main.swift"
    libraries = [f"-l{name}" for name in [*OWN, "MapBridges", *KITS]]
    swiftc("-module-name", "App", "-o", tmp_path / "app", *copied, main, *libraries, "-Xlinker", f"-rpath={modules}",
           cwd=modules)
    run = subprocess.run([tmp_path / "app"], capture_output=True, text=True, timeout=60)
    assert run.stdout == "all right\n" and run.returncode == 0, run.stdout + run.stderr


def test_insets_of_appkit(modules, tmp_path):
    """Without UIKit."""
    for name in [file for own in OWN for file in (f"{own}.swiftmodule", f"lib{own}.so")]:
        (tmp_path / name).symlink_to(modules / name)
    library("AppKit", [ROOT / "Tests/Interop/Bridges/AppKit.swift"], tmp_path)
    lines = ["import AppKit", "import MapMath", "func f(_ i: ScreenPadding) -> Bool { ScreenPadding(i.nsEdgeInsets) == i }"]
    (tmp_path / "use.swift").write_text("\n".join(lines) + "\n")
    swiftc("-typecheck", "-parse-as-library", "-module-name", "MapBridges", BRIDGES / "ScreenPaddingBridge.swift", "use.swift",
           cwd=tmp_path)


def test_the_page_names_every_conversion():
    """The tables of the page hold the names that the bridges declare, and no others."""
    declared = set()
    for path in BRIDGES.rglob("*.swift"):
        declared |= set(re.findall(r"public (?:var|func) (\w+)", path.read_text()))
    assert declared == set(re.findall(r"\| `\.(\w+)", PAGE.read_text()))
