/// The tile and overlay of a clipped feature and the location of its packed geometry, in 24 bytes of a file.
struct ClippedFeatureRecord: Sendable, Comparable {
  /// The Hilbert id of the tile.
  let tile: UInt64
  /// The offset of the geometry in the lower 56 bits, the part of the overlay above.
  private let partAndOffset: UInt64
  /// The index of the overlay.
  let overlay: UInt32
  /// The number of bytes of the geometry.
  let length: UInt32

  private static let partShift: UInt64 = 56
  private static let offsetMask: UInt64 = 1 << partShift - 1

  /// The record of a clipped feature whose geometry lies at an offset below 2^56.
  init(tile: UInt64, overlay: UInt32, part: UInt8, offset: UInt64, length: UInt32) {
    self.tile = tile
    self.overlay = overlay
    self.length = length
    partAndOffset = UInt64(part) << Self.partShift | offset & Self.offsetMask
  }

  /// The part of its overlay.
  var part: UInt8 { UInt8(truncatingIfNeeded: partAndOffset >> Self.partShift) }
  /// The offset of the geometry.
  var offset: UInt64 { partAndOffset & Self.offsetMask }

  /// By tile, then by overlay, then as they were made: one worker makes the clipped features of an overlay, so their geometries
  /// lie in that order.
  @inline(__always)
  static func < (a: ClippedFeatureRecord, b: ClippedFeatureRecord) -> Bool {
    if a.tile != b.tile { return a.tile < b.tile }
    if a.overlay != b.overlay { return a.overlay < b.overlay }
    return a.offset < b.offset
  }
}
