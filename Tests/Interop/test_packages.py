"""The packages of `make release`, from nothing to the quickstart's map in clean roots of Debian 12 and 13. `make test-packages` runs it.

Needs root. The roots hold what Debian calls required, and apt; each test has a copy of its own, and no library of this machine."""
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from browser import Browser
from bundle import contents
from conftest import OVERTILE, ROOT, build
from test_browser import LIBRARY

PACKAGES = Path(os.environ.get("OVERTILE_PACKAGES", "/nonexistent"))
RELEASES = {"bookworm": "12", "trixie": "13"}
# The line of this clone's program, with its commit.
VERSION = subprocess.run([OVERTILE, "--version"], capture_output=True, text=True).stdout.split("\n")[0] if PACKAGES.exists() else ""

pytestmark = pytest.mark.skipif(not PACKAGES.exists(), reason="make test-packages")


def commands(heading):
    """The commands of a section of the page on installing, without that which shows the map."""
    section = (ROOT / "Sources/OvertilePipeline/OvertilePipeline.docc/Installing.md").read_text().split(f"## {heading}\n")[1]
    return [line for line in section.split("```sh\n")[1].split("```")[0].splitlines() if " preview " not in line]


def package(pattern):
    (found,) = PACKAGES.glob(pattern)
    return found


class Root:
    """A clean root of a release of Debian, and the seconds that its commands have taken."""

    def __init__(self, release, folder):
        self.folder, self.seconds, self.commands = folder, 0, 0
        kept = ROOT / f".build-packages/{release}.tar"
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", release, kept], check=True)
        subprocess.run(["tar", "-xf", kept, "-C", folder], check=True)
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
        for name in ("proc", "dev"):
            subprocess.run(["mount", "--bind", f"/{name}", folder / name], check=True)

    def popen(self, command, **options):
        environment = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.Popen(["chroot", self.folder, "sh", "-ec", f"cd /srv; {command}"], env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)

    def run(self, command):
        began = time.monotonic()
        process = self.popen(command)
        said = process.communicate(timeout=1200)[0]
        took = time.monotonic() - began
        self.seconds, self.commands = self.seconds + took, self.commands + 1
        print(f"{took:7.1f} s  {command}")
        assert process.returncode == 0, (command, said[-3000:])
        return said

    def put(self, path):
        shutil.copy(path, self.folder / "srv" / path.name)
        return f"/srv/{path.name}"

    def close(self):
        for name in ("proc", "dev"):
            subprocess.run(["umount", self.folder / name], check=True)


@pytest.fixture(params=RELEASES)
def root(request):
    folder = Path(tempfile.mkdtemp(prefix=f"overtile-{request.param}-"))
    root = Root(request.param, folder)
    root.release = request.param
    yield root
    root.close()
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def cloned(tmp_path_factory):
    """The quickstart as the program of this clone builds it."""
    folder = tmp_path_factory.mktemp("cloned") / "quickstart"
    build(ROOT / "Pipelines/quickstart.yaml", folder)
    return contents(folder)


def assert_shown(root, program):
    """The bundle /srv/quickstart on a map in the browser."""
    for name in ("maplibre-gl.js", "maplibre-gl.css"):
        root.put(LIBRARY / name)
    process = root.popen(f"exec {program} preview quickstart --no-open --maplibre /srv", stdin=subprocess.DEVNULL)
    browser = Browser()
    try:
        page = browser.open(process.stdout.readline().strip())
        page.wait("overtile.views[0].map.areTilesLoaded() && overtile.views[0].map.queryRenderedFeatures().length > 20")
        assert page.errors == []
    finally:
        browser.close()
        process.terminate()
        process.communicate(timeout=60)
    print(f"{root.seconds:7.1f} s  {root.commands} commands, Debian {RELEASES[root.release]}, {program}")


def test_pip(root, cloned):
    """The same bytes as the clone's, on either release: the wheel brings its libraries."""
    root.put(package("*.whl"))
    root.run("apt-get update -q; apt-get install -qq -y --no-install-recommends python3-venv")
    for command in commands("pip"):
        root.run(command)
    assert_shown(root, "maps/bin/overtile")
    assert contents(root.folder / "srv/quickstart") == cloned
    assert root.run("maps/bin/overtile --version").splitlines()[0] == VERSION
    script = "import overtile; r = overtile.build(overtile.EXAMPLES / 'Pipelines/british-airports.yaml', output='/srv/british', memory='1G'); print(r['bundle'])"
    assert root.run(f'maps/bin/python -c "{script}"').strip() == "/srv/british"
    if (ROOT / "Pipelines/spark").exists():
        assert "usage: overtile_spark build" in root.run("maps/bin/python -m overtile.spark build --help")
    table = "printf 'a,x,y\\n1,2,3\\n' >t.csv; printf 'name: T\\nsources: {t: {path: t.csv, x: x, y: y}}\\nlayers: {t: {source: t, kind: cluster, zooms: 0}}\\noutput: {path: t}\\n' >t.yaml"
    assert "gdal-bin" in root.run(f"{table}; maps/bin/overtile build t.yaml 2>&1 || true")


def test_tarball(root, cloned):
    """Without Python."""
    root.put(package("*.tar.gz"))
    for command in commands("Archive"):
        root.run(command)
    root.run("overtile build /opt/overtile/share/doc/overtile/examples/Pipelines/quickstart.yaml --output quickstart")
    assert contents(root.folder / "srv/quickstart") == cloned
    assert root.run("overtile --version").splitlines()[0] == VERSION


@pytest.mark.parametrize("root", ["bookworm"], indirect=True)
def test_deb(root, cloned):
    """Installed, used and removed again."""
    root.put(package("*.deb"))
    before = set(root.run("find /etc /usr /lib /var/lib ! -path '*/apt/*' ! -path '/usr/share/*' ! -path '*/dpkg/*'").split())
    root.run("apt-get update -q")
    for command in commands("Debian"):
        root.run(command.replace("apt install", "apt-get install -qq -y --no-install-recommends"))
    assert_shown(root, "overtile")
    assert contents(root.folder / "srv/quickstart") == cloned
    assert root.run("overtile --version").splitlines()[0] == VERSION
    units = ["overtile@nightly.service", "overtile@nightly.timer"]
    checked = subprocess.run(["systemd-analyze", "verify", f"--root={root.folder}", *units], capture_output=True, text=True)
    # Nothing is wrong but that there is no systemd in the root.
    assert [line for line in checked.stderr.splitlines() if "overtile" in line and "sysinit.target" not in line] == [], checked.stderr
    root.run("apt-get purge -qq -y overtile; apt-get autoremove -qq -y --purge")
    left = set(root.run("find /etc /usr /lib /var/lib ! -path '*/apt/*' ! -path '/usr/share/*' ! -path '*/dpkg/*'").split()) - before
    assert not [path for path in left if "overtile" in path] and not list(root.folder.glob("usr/share/doc/overtile*"))


# Runtimes of containers want the second version of control groups alone.
UNIFIED = ["unshare", "--mount", "sh", "-c", 'umount -l /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"', "sh"]


def podman(*words):
    command = [*UNIFIED, "podman", "--storage-driver", "vfs", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def test_container(tmp_path):
    """The nightly build as another user than root, on files that cannot be written, without a network."""
    archive = package("*-container.tar")
    loaded = podman("load", "-q", "-i", archive)
    assert loaded.returncode == 0, loaded.stderr
    image = archive.name.replace("-container.tar", "").replace("-", ":")
    alone = ["run", "--rm", "--read-only", "--network", "none", "--runtime", "crun", "--cgroups", "disabled", "--ulimit", "nofile=1024:1024",
             "--ulimit", "nproc=4096:4096"]
    tmp_path.chmod(0o777)
    night = podman(*alone, "-v", f"{ROOT}/Samples:/exports:ro", "-v", f"{tmp_path}:/bundles",
                   "-v", f"{ROOT}/Pipelines/nightly/nightly.yaml:/etc/overtile/nightly.yaml:ro", image)
    assert night.returncode == 0 and '"event":"done"' in night.stderr, night.stderr
    assert (tmp_path / "nightly").stat().st_uid == 10001
    verified = subprocess.run([OVERTILE, "verify", tmp_path / "nightly/current"], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr
    assert podman(*alone, image, "--version").stdout.splitlines()[0] == VERSION
    assert podman(*alone, "--entrypoint", "ogr2ogr", image, "--version").stdout.startswith("GDAL ")
    assert "Read-only file system" in podman(*alone, "--entrypoint", "touch", image, "/srv/file").stderr
    podman("rmi", image)


def test_the_version_names_the_commit():
    assert re.fullmatch(r"overtile \d+\.\d+\.\d+ \([0-9a-f]{10}\+?\)", VERSION)


def test_lintian_finds_no_errors():
    run = subprocess.run(["lintian", "--fail-on=error", package("*.deb")], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
