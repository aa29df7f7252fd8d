"""Builds bundles of map overlays with the executors of Apache Spark: the same bytes as `overtile build` on one machine."""
