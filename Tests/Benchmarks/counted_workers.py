"""PySpark's daemon of Python workers, for `spark.python.daemon.module`: it leaves workers that ended to be waited for, with the CPU that they took.

The daemon itself ignores SIGCHLD: the system then forgets what its workers, and the programs that these ran, have taken.
"""
import signal

from pyspark import daemon

if __name__ == "__main__":
    daemon.SIG_IGN = lambda *_: None  # For SIGHUP, which it must survive, and for SIGCHLD.
    daemon.manager()
