"""The file for spark-submit to run: `spark-submit --py-files overtile_spark.zip build.py build PIPELINE.yaml`."""
import sys

from overtile_spark.__main__ import main

sys.exit(main())
