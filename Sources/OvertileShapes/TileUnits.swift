import MapMath

/// The whole tile units nearest to positions, counted from a tile's corner: halves go up, also below zero.
struct TileUnits {
  private let corner: SIMD2<Double>
  private let scale: Double

  init(_ cut: TileCut, west: Double, north: Double) {
    corner = SIMD2(west, north)
    // A tile's side is a power of two, so this is exact.
    scale = Double(cut.extent) / cut.tileSide
  }

  @inline(__always)
  func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(Self.floor((x - corner.x) * scale + 0.5), Self.floor((y - corner.y) * scale + 0.5))
  }

  @inline(__always)
  private static func floor(_ value: Double) -> Double {
    let whole = Double(Int64(value))
    return whole > value ? whole - 1 : whole
  }
}
