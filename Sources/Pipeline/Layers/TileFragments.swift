import MapMath

/// Pieces of overlays cut to tiles, in tile order, in columns; their geometries packed, in a file where one is given.
struct TileFragments: Sendable {
  /// Which fragment is in which tile; items are indices into the other columns.
  private(set) var entries = TileEntries()
  /// Per fragment: the index of its overlay.
  private(set) var overlays: [UInt32] = []
  /// Per fragment: which part of its overlay it is, in the layer's own numbering.
  private(set) var parts: [UInt8] = []
  /// Per fragment: its kind, the number of its parts and of the positions in each, and the positions, each as what it is
  /// east and south of the one before.
  private var geometries: PackedRows

  /// Makes no fragments.
  init(file: SpoolFile? = nil) {
    geometries = PackedRows(groupSize: 1, file: file)
  }

  /// The number of fragments.
  var count: Int { overlays.count }

  /// Adds a fragment. Overlays must come in ascending order.
  mutating func append(_ geometry: TileGeometry, of overlay: UInt32, part: UInt8 = 0, in tile: TileID) {
    entries.append(tile: tile.hilbertID, item: UInt32(overlays.count))
    overlays.append(overlay)
    parts.append(part)
    geometries.append { _, bytes in Self.pack(geometry, into: &bytes) }
  }

  /// Adds the fragments of later overlays, which are in memory.
  mutating func append(_ other: TileFragments) throws {
    let fragment = UInt32(count)
    for (tile, item) in zip(other.entries.tiles, other.entries.items) {
      entries.append(tile: tile, item: fragment + item)
    }
    overlays += other.overlays
    parts += other.parts
    geometries.append(other.geometries)
    try geometries.spill()
  }

  /// Per overlay below a number: whether it has a fragment. O(fragments).
  func isShown(count: Int) -> [Bool] {
    var isShown = [Bool](repeating: false, count: count)
    for overlay in overlays where Int(overlay) < count { isShown[Int(overlay)] = true }
    return isShown
  }

  /// Ends adding, and brings the entries into tile order.
  mutating func finish() throws {
    try geometries.finish()
    entries.sort()
  }

  /// The geometry of a fragment.
  func geometry(of fragment: Int) throws -> TileGeometry {
    try geometries.withGroup(ofRow: fragment) { bytes, _ in Self.unpack(bytes) }
  }

  private static func pack(_ geometry: TileGeometry, into bytes: inout [UInt8]) {
    bytes.append(geometry.kind.rawValue)
    Varint.append(UInt64(geometry.partEnds.count), to: &bytes)
    var start = 0
    for end in geometry.partEnds {
      Varint.append(UInt64(end - start), to: &bytes)
      start = end
    }
    var (lastX, lastY): (Int64, Int64) = (0, 0)
    for (x, y) in zip(geometry.x, geometry.y) {
      Varint.append(signed: Int64(x) - lastX, to: &bytes)
      Varint.append(signed: Int64(y) - lastY, to: &bytes)
      (lastX, lastY) = (Int64(x), Int64(y))
    }
  }

  private static func unpack(_ bytes: UnsafeRawBufferPointer) -> TileGeometry {
    var geometry = TileGeometry(kind: TileGeometry.Kind(rawValue: bytes[0]) ?? .points)
    var place = 1
    let partCount = Int(Varint.read(bytes, &place))
    geometry.partEnds.reserveCapacity(partCount)
    var count = 0
    for _ in 0..<partCount {
      count += Int(Varint.read(bytes, &place))
      geometry.partEnds.append(count)
    }
    geometry.x.reserveCapacity(count)
    geometry.y.reserveCapacity(count)
    var (x, y): (Int64, Int64) = (0, 0)
    for _ in 0..<count {
      x += Varint.readSigned(bytes, &place)
      y += Varint.readSigned(bytes, &place)
      geometry.x.append(Int32(truncatingIfNeeded: x))
      geometry.y.append(Int32(truncatingIfNeeded: y))
    }
    return geometry
  }
}
