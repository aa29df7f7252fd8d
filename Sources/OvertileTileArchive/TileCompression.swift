/// The compression of stored tiles. The raw values are those of PMTiles.
package enum TileCompression: UInt8, Sendable, Hashable, Codable {
  /// Uncompressed.
  case none = 1
  /// One gzip member each (RFC 1952).
  case gzip = 2
}
