"""Validates YAML documents against a JSON Schema and reports where each fails."""

import json
import sys

import jsonschema
import yaml


def main():
    question = json.load(sys.stdin)
    schema = json.loads(question["schema"])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    places = []
    for document in question["documents"]:
        errors = validator.iter_errors(yaml.safe_load(document))
        places.append([".".join(str(key) for key in error.absolute_path) for error in errors])
    json.dump(places, sys.stdout)


main()
