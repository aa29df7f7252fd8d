"""Builds whose inputs Apache Spark reads: see README.md beside this package."""
