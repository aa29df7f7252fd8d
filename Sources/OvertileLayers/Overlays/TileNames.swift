import OvertileBundleFormat
import OvertileCore

/// The names of a layer's properties in its tiles: those of the source, but longer if the layer writes a property of that
/// name itself, since a key occurs once in a feature.
struct TileNames: Sendable {
  /// The names that the layer writes itself.
  private let reserved: Set<String>
  private let keys: ValueTable

  /// The names for some keys of a source.
  ///
  /// - Parameter reserved: the properties that the layer's kind writes itself, beside the original id.
  init(_ keys: ValueTable, reserved: some Sequence<String>) {
    self.keys = keys
    self.reserved = Set(reserved).union([TileProperty.sourceID])
  }

  /// The name of a property in the tiles: its own, or with `TileProperty.sourcePrefix` before it until it is unused.
  func name(of property: String) -> String {
    var name = property
    while reserved.contains(name) || (name != property && keys.find(key: name) != nil) {
      name = TileProperty.sourcePrefix + name
    }
    return name
  }

  /// The keys by their names in the tiles, with the same indices.
  var table: ValueTable {
    guard reserved.contains(where: { keys.find(key: $0) != nil }) else { return keys }
    var table = ValueTable()
    for key in 0..<UInt32(keys.count) { _ = table.intern(.string, name(of: keys.string(key))) }
    return table
  }
}
