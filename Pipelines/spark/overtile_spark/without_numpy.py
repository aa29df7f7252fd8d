"""PySpark without numpy, for a process that only builds: imported before PySpark.

PySpark takes numpy where it is installed, for statistics and data frames, and then takes twice as long to start.
"""
import sys

sys.modules.setdefault("numpy", None)
import pyspark  # noqa: E402, F401

if sys.modules["numpy"] is None:
    del sys.modules["numpy"]
