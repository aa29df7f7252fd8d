"""Folders of Hadoop's file systems, by the JVM of the driver: copied to this machine, and from it."""
import re
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path

from py4j.protocol import Py4JJavaError

# File systems that rename a folder in one step. On the others, which are stores of objects, each file is by itself.
RENAMES_FOLDERS = {"abfs", "abfss", "file", "hdfs", "swebhdfs", "viewfs", "webhdfs"}
# Files that are copied at the same time.
COPIES = 4


class Problem(Exception):
    """What a file system said, with the exit status that it ends the run with."""

    def __init__(self, status, message):
        self.status = status
        super().__init__(shown(message))


def is_address(text):
    """Whether a text is the address of a file system, such as `hdfs://host/path`; a path of this machine is not."""
    return bool(re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/", text))


def shown(text):
    """A text for messages, without the names and passwords that addresses in it have."""
    return re.sub(r"(?<=://)[^/@\s]*@", "", text)


def names_below(folder):
    """The names of all files below a folder of this machine, from there, sorted."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


class Folder:
    """A folder of a file system, which need not be there. Every failure is a `Problem`."""

    def __init__(self, context, address):
        self.address = address.rstrip("/")
        self.name = self.address.rpartition("/")[2]
        self.java, self.gateway = context._jvm, context._gateway
        self.settings = context._jsc.hadoopConfiguration()
        self.files = self.attempt(lambda: self.path().getFileSystem(self.settings), address)
        # Beside a file on a disk Hadoop would put another one with its checksums.
        self.files.setWriteChecksum(False)
        self.scheme = self.address.partition(":")[0].lower()
        self.renames = self.scheme in RENAMES_FOLDERS

    def path(self, name=""):
        """The path of an entry below the folder, for Hadoop."""
        address = self.address if self.has_parent() else f"{self.address}/"
        return self.java.org.apache.hadoop.fs.Path(f"{self.address}/{name}" if name else address)

    def has_parent(self):
        """Whether it is in another folder; the topmost one of a file system is not."""
        return bool(re.fullmatch(r"[^:]+:(//[^/]*/|/(?!/)).+", self.address))

    def parent(self):
        """The folder that this one is in."""
        return self.at(self.address.rpartition("/")[0])

    def beside(self, name):
        """A folder beside this one."""
        return self.parent().below(name)

    def below(self, name):
        """A folder in this one."""
        return self.at(f"{self.address}/{name}")

    def at(self, address):
        """Another folder of the same file system."""
        other = copy(self)
        other.address, other.name = address, address.rpartition("/")[2]
        return other

    def attempt(self, work, what, missing=74):
        """The result of some work with the file system."""
        try:
            return work()
        except Py4JJavaError as error:
            kind, text = error.java_exception.getClass().getSimpleName(), error.java_exception.getMessage()
            status = missing if kind == "FileNotFoundException" else 74
            raise Problem(status, f"{what}: {text or kind}") from None

    def exists(self, name=""):
        return self.attempt(lambda: self.files.exists(self.path(name)), f"{self.address}/{name}")

    def names(self):
        """The names in the folder, sorted, and whether each is a folder; none if it is not there."""
        if not self.exists():
            return {}
        found = self.attempt(lambda: list(self.files.listStatus(self.path())), self.address)
        return {status.getPath().getName(): status.isDirectory() for status in sorted(found, key=lambda one: one.getPath().getName())}

    def sizes(self):
        """The bytes of each file below the folder, by their names from there; none if it is not there."""
        found = {}
        for name, is_folder in self.names().items():
            if is_folder:
                found |= {f"{name}/{inner}": size for inner, size in self.below(name).sizes().items()}
            else:
                found[name] = self.attempt(lambda: self.files.getFileStatus(self.path(name)).getLen(), f"{self.address}/{name}")
        return found

    def read(self, name):
        """The bytes of a small file; None if it is not there."""
        if not self.exists(name):
            return None
        def contents():
            stream = self.files.open(self.path(name))
            try:
                return bytes(self.java.org.apache.commons.io.IOUtils.toByteArray(stream))
            finally:
                stream.close()
        return self.attempt(contents, f"{self.address}/{name}")

    def fetch(self, name, target):
        """Copies a file, or a folder with all that is in it, to a path of this machine."""
        self.attempt(lambda: self.files.copyToLocalFile(False, self.path(name), self.java.org.apache.hadoop.fs.Path(str(target)), True),
                     f"{self.address}/{name}".rstrip("/"), missing=66)

    def fetch_all(self, target):
        """Copies all files below the folder to a new folder of this machine, a few at a time."""
        target.mkdir(parents=True)
        files = []
        for name, is_folder in self.names().items():
            if is_folder:
                self.below(name).fetch_all(target / name)
            else:
                files.append(name)
        with ThreadPoolExecutor(COPIES) as pool:
            list(pool.map(lambda name: self.fetch(name, target / name), files))

    def store_all(self, source, last=None):
        """Copies all files below a folder of this machine, a few at a time, and one after all others; returns their names."""
        names = names_below(source)
        # Some file systems do not make one folder twice at the same time.
        for folder in sorted({name.rpartition("/")[0] for name in names}):
            self.attempt(lambda: self.files.mkdirs(self.path(folder)), f"{self.address}/{folder}".rstrip("/"))
        with ThreadPoolExecutor(COPIES) as pool:
            list(pool.map(lambda name: self.store(Path(source) / name, name), [name for name in names if name != last]))
        if last in names:
            self.store(Path(source) / last, last)
        return names

    def remove_all(self, except_for):
        """Removes all files and folders but some files, by their names below the folder."""
        for name, is_folder in self.names().items():
            inner = [kept[len(name) + 1:] for kept in except_for if kept.startswith(f"{name}/")]
            if is_folder and inner:
                self.below(name).remove_all(inner)
            elif name not in except_for:
                self.remove(name)

    def store(self, source, name):
        """Copies a file of this machine, in place of one that is there."""
        local = self.java.org.apache.hadoop.fs.Path(Path(source).absolute().as_uri())
        self.attempt(lambda: self.files.copyFromLocalFile(False, True, local, self.path(name)), f"{self.address}/{name}")

    def remove(self, name=""):
        """Removes a file, or a folder with all that is in it, if it is there."""
        self.attempt(lambda: self.files.delete(self.path(name), True), f"{self.address}/{name}".rstrip("/"))

    def rename(self, other):
        """Gives the folder the name of another one, which is not there."""
        if not self.attempt(lambda: self.files.rename(self.path(), other.path()), self.address):
            raise Problem(74, f"{self.address}: cannot be renamed to {other.address}")

    def replace(self, name, source):
        """Puts a small file of this machine in place of one that is there: readers see the old one or the new one."""
        if not self.renames:
            return self.store(source, name)
        staged, kinds = f".{name}.overtile-staging", self.java.org.apache.hadoop.fs.Options.Rename
        self.store(source, staged)
        options = self.gateway.new_array(kinds, 1)
        options[0] = kinds.OVERWRITE
        contexts = self.java.org.apache.hadoop.fs.FileContext
        self.attempt(lambda: contexts.getFileContext(self.path().toUri(), self.settings).rename(
            self.path(staged), self.path(name), options), f"{self.address}/{name}")
