/// The compression of stored tiles, by its names in configurations, manifests and metadata.
package enum TileCompression: String, Sendable, Hashable, Codable, CaseIterable {
  /// Uncompressed.
  case none
  /// One gzip member each (RFC 1952).
  case gzip

  /// The number in a PMTiles header. Source: the PMTiles specification, version 3, section 3.3.
  package var pmtiles: UInt8 { self == .none ? 1 : 2 }
}
