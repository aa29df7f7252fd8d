/// How stored tiles are compressed; the raw value is PMTiles's.
package enum TileCompression: UInt8, Sendable, Hashable, Codable {
  /// As they are.
  case none = 1
  /// One gzip member each (RFC 1952).
  case gzip = 2
}
