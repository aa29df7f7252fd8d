"""The Swift of the README, of the tutorial and of Samples/MapKit compiles: against the libraries as they were built, and modules that hold the
signatures of Apple's kits, which are not there on Linux."""
import re
import shutil
import subprocess
import sys

import pytest

from conftest import OVERTILE, ROOT

KITS = ["CoreLocation", "UIKit", "SwiftUI", "MapKit"]
# Where SwiftPM built the program, which may have been copied from there.
BUILT = next((folder for folder in (OVERTILE.parent, ROOT / ".build-tests/release") if (folder / "Modules").exists()), OVERTILE.parent)
SYSTEM = [path.parent for path in ROOT.glob("Sources/*/module.modulemap")]
MAPS = [f"-fmodule-map-file={path}" for path in BUILT.glob("*.build/module.modulemap")]

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin" or not shutil.which("swiftc"), reason="needs swiftc, and no real kits beside the stand-ins")


def swiftc(*words, cwd):
    run = subprocess.run(["swiftc", "-swift-version", "6", "-I", ".", *map(str, words)], cwd=cwd, capture_output=True, text=True,
                         timeout=300)
    assert run.returncode == 0, run.stderr


def blocks(page):
    return re.findall(r"^```swift\n(.*?)^```", page.read_text(), re.M | re.S)


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modules")
    assert (BUILT / "Modules/OverlayBundle.swiftmodule").exists(), f"{BUILT} has no modules: `make checked` builds them"
    stand_ins = ROOT / "Tests/Interop/Bridges"
    for kit in KITS:
        sources = [path for path in (stand_ins / f"{kit}.swift", stand_ins / f"Views/{kit}Views.swift") if path.exists()]
        swiftc("-wmo", "-emit-module", "-parse-as-library", "-module-name", kit, *sources, cwd=folder)
    words = [word for path in [BUILT / "Modules", *SYSTEM] for word in ("-I", path)] + [word for path in MAPS for word in ("-Xcc", path)]
    swiftc("-wmo", "-emit-module", "-parse-as-library", "-module-name", "MapBridges", *words,
           *sorted((ROOT / "Sources/MapBridges").glob("*.swift")), cwd=folder)
    return folder, words


def check(text, modules, tmp_path, *others):
    folder, words = modules
    (tmp_path / "page.swift").write_text(text)
    swiftc("-typecheck", "-parse-as-library", *words, tmp_path / "page.swift", *others, cwd=folder)


def test_the_readme(modules, tmp_path):
    block, = blocks(ROOT / "README.md")
    imports = "import Foundation\nimport MapMath\nimport OverlayBundle\n"
    check(f"{imports}func draw(_ folder: URL) async throws {{\n{block}}}\n", modules, tmp_path)


def test_the_tutorial_for_ios_and_the_files_that_it_copies(modules, tmp_path):
    copied = sorted((ROOT / "Samples/MapKit").glob("*.swift"))
    assert [path.name for path in copied] == ["BundleContent.swift", "BundleMap.swift"]
    parts = blocks(ROOT / "Sources/OverlayBundle/OverlayBundle.docc/ClustersOnAnIOSMap.md")
    assert len(parts) == 2
    check("".join(parts), modules, tmp_path, *copied)
