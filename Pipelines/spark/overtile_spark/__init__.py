"""Builds whose inputs are read by Apache Spark; see README.md next to this package."""
