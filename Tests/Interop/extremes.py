"""Extreme numbers as people, or programs, write them, and the keys of a configuration that accept a number."""

# Texts and values, as they are written; each is tried at every key.
TEXTS = ["9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
         "18446744073709551616", "1e308", "-1e308", "1e309", "1e-320", "-1", "0", "-0.0", "nan", ".nan", "inf", "-.inf",
         "0x7fffffffffffffff", "2147483648", "4294967296", "4503599627370497", "9007199254740993", "1" * 400]
# Those that an option or an address of whole numbers may take; one of the others, which its parser rejects alike.
WHOLE = [text for text in TEXTS if text.lstrip("-").isdigit()] + ["1e308"]
VALUES = [2 ** 63 - 1, 2 ** 63, -(2 ** 63), 2 ** 64, 2 ** 128, 1e308, -1e308, 5e-324, -1, 0, -0.0, float("nan"),
          float("inf"), 2 ** 31, 2 ** 32, 2 ** 53 + 1]

# The documented exit codes; a signal's number, or a trap's 132 to 139, is none of them.
DOCUMENTED = {0, 1, 64, 65, 66, 69, 73, 74, 75, 78}


def units(pattern):
    """The units that a schema's pattern of numbers ends with."""
    tail = pattern.rsplit("?(", 1)[-1] if "?(" in pattern else ""
    return tail.removesuffix("$").removesuffix(")").split("|") if tail else []


def places(schema, definitions=None, path=()):
    """Paths in a configuration at which its JSON schema accepts a number or a text with a number, with their schemas.

    A step is a key, an index, or "*" for a name of one's own.
    """
    definitions = definitions or schema.get("$defs", {})
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        return
    if schema.get("type") in ("integer", "number") or "[0-9]" in schema.get("pattern", ""):
        yield path, schema
    for name, below in schema.get("properties", {}).items():
        yield from places(below, definitions, (*path, name))
    if isinstance(schema.get("additionalProperties"), dict):
        yield from places(schema["additionalProperties"], definitions, (*path, "*"))
    if isinstance(schema.get("items"), dict):
        yield from places(schema["items"], definitions, (*path, 0))
    for index, below in enumerate(schema.get("prefixItems", [])):
        yield from places(below, definitions, (*path, index))
    for word in ("anyOf", "oneOf", "allOf"):
        for below in schema.get(word, []):
            yield from places(below, definitions, path)
    for word in ("then", "else"):
        if word in schema:
            yield from places(schema[word], definitions, path)


def candidates(schema):
    """Values for a key: numbers and texts, with its units if it has some."""
    yield from VALUES
    for unit in units(schema.get("pattern", "")) or [""]:
        yield from (text + unit for text in TEXTS)
