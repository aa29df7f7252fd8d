import MapMath
import OvertileFeatures
import OvertileShapes

/// Clipped features of one zoom in columns, as a task hands them over: those of an overlay one after the other.
struct ClippedFeatureColumns: Sendable {
  /// Per clipped feature: the Hilbert id of its tile.
  var tiles: [UInt64] = []
  /// Per clipped feature: its overlay.
  var overlays: [UInt32] = []
  /// Per clipped feature: which part of its overlay it is.
  var parts: [UInt8] = []
  /// Per clipped feature: the number of bytes of its packed geometry.
  var lengths: [UInt32] = []
  /// The packed geometries, one after the other.
  var bytes: [UInt8] = []

  /// Whether the columns fit one another, so that they can be read: tiles of a zoom, overlays below a number, and whole
  /// geometries. O(bytes).
  func areReadable(zoom: Int, overlayCount: Int) -> Bool {
    let count = tiles.count
    let ids = TileID.firstHilbertID(zoom: zoom)..<TileID.firstHilbertID(zoom: zoom + 1)
    guard overlays.count == count, parts.count == count, lengths.count == count,
      lengths.reduce(0, { $0 + Int($1) }) == bytes.count, tiles.allSatisfy({ ids.contains($0) }),
      overlays.allSatisfy({ Int($0) < overlayCount })
    else { return false }
    return bytes.withUnsafeBytes { bytes in
      var start = 0
      return lengths.allSatisfy { length in
        defer { start += Int(length) }
        return ClippedFeatures.isReadable(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(length)]))
      }
    }
  }
}

extension ClippedFeatures {
  /// Whether bytes are one packed geometry, no more and no less.
  fileprivate static func isReadable(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let kind = bytes.first, TileGeometry.Kind(rawValue: kind) != nil else { return false }
    var at = 1
    func number() -> UInt64? {
      try? Varint.read {
        guard at < bytes.count else { return nil }
        at += 1
        return bytes[at - 1]
      }
    }
    guard let partCount = number(), partCount <= UInt64(bytes.count) else { return false }
    var positions: UInt64 = 0
    for _ in 0..<partCount {
      guard let count = number(), count <= UInt64(bytes.count) else { return false }
      positions += count
    }
    guard positions <= UInt64(bytes.count) else { return false }
    var (x, y): (Int64, Int64) = (0, 0)
    for _ in 0..<positions {
      guard let east = number(), let south = number() else { return false }
      (x, y) = (x &+ Varint.signed(east), y &+ Varint.signed(south))
      guard Int32(exactly: x) != nil, Int32(exactly: y) != nil else { return false }
    }
    return at == bytes.count
  }
}
