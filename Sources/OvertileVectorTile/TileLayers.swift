import OvertileCore

/// Takes layers out of vector tiles, and joins tiles, without decoding a feature.
package enum TileLayers {
  // The tag of a tile's field `layers`, number 3, of bytes: the vector tile specification, version 2.1, section 4.
  private static let tag: UInt8 = 0x1A

  /// A tile with one layer of an uncompressed tile, its bytes unchanged; nil if the tile has no layer of that name.
  ///
  /// O(bytes); those of features are only copied. Throws `VectorTileError` if the tile's fields are damaged.
  package static func cut(_ layer: String, of tile: [UInt8]) throws(VectorTileError) -> [UInt8]? {
    var fields = MessageReader(tile, tile.indices)
    var result: [UInt8]?
    while let (number, value) = try fields.next() {
      guard number == 3 else { continue }
      guard case .bytes(let range) = value else { throw MessageReader.wrongType(value, of: "layers") }
      guard try name(tile, range) == layer else { continue }
      var bytes = result ?? []
      bytes.append(tag)
      Varint.append(UInt64(range.count), to: &bytes)
      bytes += tile[range]
      result = bytes
    }
    return result
  }

  /// The last name in a layer's message, as in protobuf; nil without one.
  private static func name(_ tile: [UInt8], _ range: Range<Int>) throws(VectorTileError) -> String? {
    var fields = MessageReader(tile, range)
    var name: String?
    while let (number, value) = try fields.next() {
      if number == 1, case .bytes(let range) = value { name = try fields.text(range) }
    }
    return name
  }
}
