"""Bundles on a file system of Hadoop: fetched before a build, so that it compares as on one machine, and published after it."""
import os
from pathlib import Path

from . import hadoop

MANIFEST, CURRENT, RELEASES = "bundle.json", "current", "releases"
# In a folder on a store of objects while a run replaces the bundle there: what is in it is ours, though it has no manifest.
MARK = "replacing.overtile"


class Target:
    """A bundle at an address, and its copy on this machine, which the program builds.

    Readers see the old bundle or the new one:

    - `publish: replace`, where folders are renamed in one step: the new folder is copied beside the old one, and takes its name. For a moment there is none.
    - `publish: replace` on a store of objects: the old manifest goes first, and the new one comes last. A folder with a manifest is whole.
    - `publish: versioned`: a release is copied, its manifest last; then the file `current`, which has the path of the release, is replaced in one step.
    """

    def __init__(self, context, address, folder):
        self.remote = hadoop.Folder(context, address)
        if not self.remote.has_parent():
            raise hadoop.Problem(78, f"--output: {address} has no name; a bundle is a folder in another one")
        self.local = Path(folder) / self.remote.name
        self.beside = self.remote.parent()
        self.backup = self.remote.beside(f".{self.remote.name}.overtile-backup")
        self.staging = self.remote.beside(f".{self.remote.name}.overtile-staging")
        self.before, self.version = {}, None

    def fetch(self):
        """Copies what is there: the bundle or the current release, and the files beside it that runs replace."""
        self.recover()
        names = self.remote.names()
        self.version = self.published()
        if CURRENT in names and RELEASES in names and not names[CURRENT]:
            release = self.remote.read(CURRENT).decode(errors="replace").strip()
            if not release.startswith(f"{RELEASES}/") or not self.remote.exists(f"{release}/{MANIFEST}"):
                raise hadoop.Problem(73, f"{self.remote.address}/{CURRENT} names {release or 'nothing'}, which is no bundle: gates would compare with "
                                         "nothing. Put the path of a release into it")
            self.local.mkdir()
            self.remote.below(release).fetch_all(self.local / release)
            os.symlink(release, self.local / CURRENT)
        elif names:
            self.remote.fetch_all(self.local)
        for name, is_folder in self.beside.names().items():
            if name.startswith(f"{self.remote.name}.") and not is_folder:
                self.beside.fetch(name, self.local.parent / name)
        self.before = self.entries()

    def publish(self):
        """Copies what the program has changed: the bundle first, then the files beside it. Returns whether the bundle is new."""
        after = self.entries()
        changed = {name for name in after if after[name] != self.before.get(name)}
        if self.local.name in changed:
            self.publish_bundle()
        for name in sorted(changed - {self.local.name}):
            self.publish_beside(name)
        for name in sorted(self.before.keys() - after.keys()):
            self.beside.remove(name)
        return self.local.name in changed

    def publish_bundle(self):
        if self.published() != self.version:
            raise hadoop.Problem(75, f"{self.remote.address}: another run has published meanwhile; its bundle stays")
        if (self.local / CURRENT).is_symlink():
            self.publish_release(os.readlink(self.local / CURRENT))
        elif self.remote.renames:
            self.staging.remove()
            self.staging.store_all(self.local)
            if self.remote.exists():
                self.remote.rename(self.backup)
            self.staging.rename(self.remote)
            self.backup.remove(MANIFEST)
            self.backup.remove()
        else:
            (self.local.parent / MARK).touch()
            self.remote.store(self.local.parent / MARK, MARK)
            self.remote.remove(MANIFEST)
            new = self.remote.store_all(self.local, last=MANIFEST)
            self.remote.remove_all(except_for=new)

    def publish_release(self, release):
        # Readers may have the same release open: files that are there already are left alone.
        there = self.remote.below(release)
        if there.sizes() != {name: (self.local / release / name).stat().st_size for name in hadoop.names_below(self.local / release)}:
            there.store_all(self.local / release, last=MANIFEST)
        pointer = self.local.parent / f".{self.local.name}.current"
        pointer.write_text(release + "\n")
        self.remote.replace(CURRENT, pointer)
        pointer.unlink()

    def publish_beside(self, name):
        if (self.local.parent / name).is_dir():
            other = self.beside.below(name)
            other.remove()
            other.store_all(self.local.parent / name, last=MANIFEST)
        else:
            if name.endswith(".report.json"):
                self.name_addresses(self.local.parent / name)
            self.beside.replace(name, self.local.parent / name)

    def name_addresses(self, report):
        """Names the files of the run in its report by where they are now."""
        text = report.read_text()
        report.write_text(text.replace(f"{self.local.parent}/", f"{hadoop.shown(self.beside.address)}/"))

    def recover(self):
        """Ends what a run that died has begun: the old bundle returns, unless the new one is there."""
        if self.remote.renames and self.backup.exists():
            if self.remote.exists():
                self.backup.remove()
            else:
                self.backup.rename(self.remote)
        names = self.remote.names()
        if MARK in names:
            if MANIFEST in names:
                self.remote.remove(MARK)
            else:
                self.remote.remove()

    def published(self):
        """What changes when a bundle is published: the manifest's bytes, or those of the file that names the release."""
        names = self.remote.names()
        return next((self.remote.read(name) for name in (CURRENT, MANIFEST) if name in names and not names[name]), None)

    def entries(self):
        """The entries beside the local copy, each with what changes when it is replaced."""
        found = {}
        for path in self.local.parent.iterdir():
            if path.name == self.local.name or path.name.startswith(f"{self.local.name}."):
                status = path.stat()
                link = os.readlink(path / CURRENT) if (path / CURRENT).is_symlink() else ""
                found[path.name] = (status.st_ino, status.st_size, status.st_mtime_ns, link)
        return found
