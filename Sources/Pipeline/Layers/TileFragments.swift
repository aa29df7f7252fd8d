import MapMath

/// Pieces of overlays cut to tiles, in tile order, in contiguous columns.
struct TileFragments: Sendable {
  /// Which fragment is in which tile; items are indices into the other columns.
  private(set) var entries = TileEntries()
  /// Per fragment: the index of its overlay.
  private(set) var overlays: [UInt32] = []
  /// Per fragment: which part of its overlay it is, in the layer's own numbering.
  private(set) var parts: [UInt8] = []

  private var kinds: [TileGeometry.Kind] = []
  /// Per fragment: the end of its rings.
  private var fragmentEnds: [Int] = []
  /// Per ring: the end of its positions.
  private var ringEnds: [Int] = []
  private var x: [Int32] = []
  private var y: [Int32] = []

  /// The number of fragments.
  var count: Int { overlays.count }

  /// Adds a fragment. Overlays must come in ascending order.
  mutating func append(_ geometry: TileGeometry, of overlay: UInt32, part: UInt8 = 0, in tile: TileID) {
    entries.append(tile: tile.hilbertID, item: UInt32(overlays.count))
    overlays.append(overlay)
    parts.append(part)
    kinds.append(geometry.kind)
    let first = x.count
    ringEnds.append(contentsOf: geometry.partEnds.lazy.map { first + $0 })
    fragmentEnds.append(ringEnds.count)
    x += geometry.x
    y += geometry.y
  }

  /// Adds the fragments of later overlays.
  mutating func append(_ other: TileFragments) {
    let fragment = UInt32(count)
    for (tile, item) in zip(other.entries.tiles, other.entries.items) {
      entries.append(tile: tile, item: fragment + item)
    }
    let (ring, position) = (ringEnds.count, x.count)
    overlays += other.overlays
    parts += other.parts
    kinds += other.kinds
    fragmentEnds.append(contentsOf: other.fragmentEnds.lazy.map { ring + $0 })
    ringEnds.append(contentsOf: other.ringEnds.lazy.map { position + $0 })
    x += other.x
    y += other.y
  }

  /// Per overlay below a number: whether it has a fragment. O(fragments).
  func isShown(count: Int) -> [Bool] {
    var isShown = [Bool](repeating: false, count: count)
    for overlay in overlays where Int(overlay) < count { isShown[Int(overlay)] = true }
    return isShown
  }

  /// The geometry of a fragment.
  func geometry(of fragment: Int) -> TileGeometry {
    var geometry = TileGeometry(kind: kinds[fragment])
    let rings = (fragment == 0 ? 0 : fragmentEnds[fragment - 1])..<fragmentEnds[fragment]
    guard let last = rings.last else { return geometry }
    let first = rings.lowerBound == 0 ? 0 : ringEnds[rings.lowerBound - 1]
    geometry.partEnds = rings.map { ringEnds[$0] - first }
    geometry.x = Array(x[first..<ringEnds[last]])
    geometry.y = Array(y[first..<ringEnds[last]])
    return geometry
  }

  /// Brings the entries into tile order.
  mutating func sort() { entries.sort() }
}
