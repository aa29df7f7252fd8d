import OvertileBundleFormat
import OvertileCore

/// Whether the metadata of an archive are those that its bundle's manifest implies.
struct MetadataCheck {
  let manifest: BundleManifest
  let place: Place

  /// Compares the members of metadata with those that our own writer makes of the manifest. Others are free, except for
  /// those that it writes only where there is something to say.
  func compare(_ found: NamedValues<JSONValue>, with json: JSONValue?) {
    guard case .object(let members)? = json else { return }
    let (found, expected) = (Self.flat(found), Self.flat(members))
    for name in Set(expected.keys + ["attribution", "compression", "description"]).sorted() {
      place.expect(
        found[name].map(Self.text), expected[name].map(Self.text),
        name == "bounds" || name == "center" ? .archiveBounds : .archiveMetadata,
        "the metadata does not match the bundle: \(name)")
    }
    for entry in found["tilestats"]?["layers"]?.array ?? [] {
      let layer = manifest.layers.first { $0.id == entry["layer"]?.string }
      place.at(layer: entry["layer"]?.string).expect(
        entry["count"]?.integer, layer?.features, .archiveMetadata, "the number of features in tilestats is wrong")
    }
  }

  /// The members, with those of the text `json`, in which MBTiles and folders have the layers.
  private static func flat(_ members: NamedValues<JSONValue>) -> NamedValues<JSONValue> {
    var members = members
    let json = members.removeValue(forKey: "json")?.string
    guard case .object(let more)? = json.flatMap({ JSONValue(text: Array($0.utf8)) }) else { return members }
    return members.merging(more) { first, _ in first }
  }

  private static func text(_ value: JSONValue) -> String { value.string ?? String(decoding: value.utf8, as: UTF8.self) }
}
