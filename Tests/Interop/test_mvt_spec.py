"""Vector tiles as written, against the rules of the MVT specification 2.1 that decoders do not enforce."""
import pytest

import rawtile


@pytest.fixture(scope="module")
def tiles(bundle):
    """Every tile of the lower zooms and some of the many above."""
    addresses = [address for address in bundle.plain if address[0] <= 5]
    addresses += [address for address in bundle.plain if address[0] > 5][::7]
    return [(address, rawtile.parse(bundle.plain[address])) for address in addresses]


def test_layers(bundle, tiles):
    for address, tile in tiles:
        names = [layer.name for layer in tile.layers]
        assert names and len(names) == len(set(names)), address
        for layer in tile.layers:
            assert layer.HasField("version") and layer.version == 2
            assert layer.HasField("extent") and layer.extent == bundle.manifest["tiles"]["extent"]
            assert len(layer.features) > 0


def test_keys_and_values_are_distinct_and_used(tiles):
    for address, tile in tiles:
        for layer in tile.layers:
            values = [value.SerializeToString() for value in layer.values]
            assert len(set(layer.keys)) == len(layer.keys) and len(set(values)) == len(values), address
            keys_used = {key for feature in layer.features for key in feature.tags[::2]}
            values_used = {value for feature in layer.features for value in feature.tags[1::2]}
            assert keys_used == set(range(len(layer.keys))), address
            assert values_used == set(range(len(layer.values))), address


def test_tags_name_a_key_once(tiles):
    for address, tile in tiles:
        for layer in tile.layers:
            for feature in layer.features:
                keys = feature.tags[::2]
                assert len(feature.tags) % 2 == 0 and len(set(keys)) == len(keys), address


def test_ids_fit_53_bits(tiles):
    for _, tile in tiles:
        assert all(0 <= feature.id < 1 << 53 for layer in tile.layers for feature in layer.features)


def test_commands_are_sound(tiles):
    for address, tile in tiles:
        for layer in tile.layers:
            for feature in layer.features:
                parts = rawtile.paths(feature)
                assert feature.type in (rawtile.POINT, rawtile.LINE, rawtile.POLYGON) and parts, address
                if feature.type == rawtile.LINE:
                    assert all(len(part) >= 2 for part in parts)


def test_positions_stay_within_the_buffer(bundle, tiles):
    extent, buffer = (bundle.manifest["tiles"][key] for key in ("extent", "buffer"))
    for address, tile in tiles:
        for layer in tile.layers:
            # A circle's center may be far from a tile that its edge touches.
            if bundle.layers[layer.name]["kind"] == "circle":
                continue
            for feature in layer.features:
                for x, y in (position for part in rawtile.paths(feature) for position in part):
                    assert -buffer <= x <= extent + buffer and -buffer <= y <= extent + buffer, (address, x, y)


def test_rings_are_wound_and_exteriors_come_first(tiles):
    for address, tile in tiles:
        for layer in tile.layers:
            for feature in layer.features:
                if feature.type == rawtile.POLYGON:
                    areas = [rawtile.doubled_area(ring) for ring in rawtile.paths(feature)]
                    assert areas[0] > 0 and 0 not in areas, (address, layer.name, feature.id, areas)
