"""Writes and reads vector tiles with protobuf's own library, for `MessageTile` in Tests/TileMessages.

Standard input is {"write": [messages], "read": [bytes in base64], "judge": [bytes in base64]}. The output has the bytes
of the messages, the messages in the bytes, and what the library says of the bytes to judge: "unreadable", "sound", or
"wrong" if it passed over a field that the specification defines. The library keeps a field of a wrong wire type and a
geometry type that it does not know among the unknown fields. In messages of this kind (proto2) it does not check that
a text is UTF-8, which the specification requires: such a message counts as unreadable here.
"""

import base64
import json
import struct
import sys

from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet
from mapbox_vector_tile.Mapbox.vector_tile_pb2 import tile as Tile

# Floating-point numbers are exchanged as their bits.
BITS = {"floatBits": ("float_value", "f", "I"), "doubleBits": ("double_value", "d", "Q")}


def write(tile):
    message = Tile()
    for layer in tile["layers"]:
        written = message.layers.add(keys=layer["keys"])
        for name in {"name", "extent", "version"} & layer.keys():
            setattr(written, name, layer[name])
        for feature in layer["features"]:
            written.features.add(**feature)
        for value in layer["values"]:
            target = written.values.add()
            for name, content in value.items():
                if name in BITS:
                    field, number, bits = BITS[name]
                    setattr(target, field, struct.unpack(number, struct.pack(bits, content))[0])
                else:
                    setattr(target, f"{name}_value", content)
    # Partial, because a name or a version may be missing.
    return message.SerializePartialToString()


def read(encoded):
    message = Tile()
    message.ParseFromString(encoded)
    return {"layers": [layer(found) for found in message.layers]}


def judge(encoded):
    message = Tile()
    try:
        message.ParseFromString(encoded)
        for found in message.layers:
            layer(found)
    except (DecodeError, UnicodeDecodeError):
        return "unreadable"
    parts = [part for found in message.layers for part in (found, *found.features, *found.values)]
    return "wrong" if any(map(has_wrong_fields, [message, *parts])) else "sound"


def has_wrong_fields(message):
    """Whether a field that the specification defines is among the unknown fields."""
    return any(field.field_number in message.DESCRIPTOR.fields_by_number for field in UnknownFieldSet(message))


def layer(message):
    return {name: getattr(message, name) for name in ("extent", "version") if message.HasField(name)} | {
        **({"name": text(message.name)} if message.HasField("name") else {}),
        "features": [feature(found) for found in message.features],
        "keys": [text(key) for key in message.keys],
        "values": [value(found) for found in message.values],
    }


def feature(message):
    single = {name: getattr(message, name) for name in ("id", "type") if message.HasField(name)}
    return single | {"tags": list(message.tags), "geometry": list(message.geometry)}


def value(message):
    fields = {field.name.removesuffix("_value"): content for field, content in message.ListFields()}
    if "string" in fields:
        fields["string"] = text(fields["string"])
    for name, (_, number, bits) in BITS.items():
        if (content := fields.pop(name.removesuffix("Bits"), None)) is not None:
            fields[name] = struct.unpack(bits, struct.pack(number, content))[0]
    return fields


def text(content):
    """A text; the library gives bytes if they are not UTF-8."""
    return content if isinstance(content, str) else content.decode()


wanted = json.load(sys.stdin)
json.dump(
    {
        "written": [base64.b64encode(write(tile)).decode() for tile in wanted["write"]],
        "read": [read(base64.b64decode(encoded)) for encoded in wanted["read"]],
        "judged": [judge(base64.b64decode(encoded)) for encoded in wanted["judge"]],
    },
    sys.stdout,
)
