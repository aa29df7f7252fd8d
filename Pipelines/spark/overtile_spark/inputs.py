"""Inputs on a file system of Hadoop, as folders on the machines that read them."""
from pathlib import Path

from pyspark import SparkFiles

from . import hadoop

# File systems whose folders Spark does not hand to executors.
NOT_SHIPPED = {"file", "ftp", "http", "https"}


class Inputs:
    """The folder in which relative paths of sources are looked for; `--inputs`.

    A path is one of every machine. The folder at an address is copied: by the driver, into the folder that all machines share, or by Spark to the driver
    and to each executor. Messages and the ledger name the address.
    """

    def __init__(self, text):
        self.is_copied = hadoop.is_address(text)
        self.text = text.rstrip("/") if self.is_copied else str(Path(text).resolve()) if text else ""
        self.shared = ""

    def copy(self, context, exchange):
        """Copies the folder, if it is at an address; `exchange` is the folder that all machines share, or empty."""
        if not self.is_copied:
            return
        folder = hadoop.Folder(context, self.text)
        if not folder.exists():
            raise hadoop.Problem(66, f"--inputs: there is no folder {self.text}")
        if exchange:
            self.shared = str(Path(exchange) / folder.name)
            folder.fetch_all(Path(self.shared))
        elif folder.scheme in NOT_SHIPPED:
            raise hadoop.Problem(78, f"--inputs: Spark does not hand folders of {folder.scheme}: to executors; --exchange names a folder that "
                                     "all machines share, and the driver copies them there")
        else:
            folder.attempt(lambda: context.addFile(self.text, recursive=True), self.text)

    def words(self):
        """The words for the program, on the machine that it runs on."""
        if not self.text:
            return []
        if not self.is_copied:
            return ["--inputs", self.text]
        here = self.shared or SparkFiles.get(self.text.rpartition("/")[2])
        return ["--inputs", here, "--inputs-title", hadoop.shown(self.text)]
