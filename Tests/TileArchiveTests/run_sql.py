"""Makes a database with sqlite3 from statements, like foreign tile sets."""

import json
import sqlite3
import sys

question = json.load(sys.stdin)
database = sqlite3.connect(question["path"])
database.executescript(question["sql"])
database.commit()
json.dump({"tables": [row[0] for row in database.execute("SELECT name FROM sqlite_master ORDER BY name")]}, sys.stdout)
