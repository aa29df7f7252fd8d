import MapMath
import OvertileCore

/// The lines and rings of a batch that neither cross the antimeridian nor leave -180...180, from their positions on the grid:
/// these are known already, and degrees are not needed. The others are for `AntimeridianCut`.
struct PlainPaths {
  private let batch: ReadBatch

  /// Reads paths of a batch.
  init(_ batch: ReadBatch) { self.batch = batch }

  /// Adds a polygon if all its rings are plain and closed; returns whether they are. O(n).
  func append(polygonWithRingsAt rings: [Range<Int>], to geometry: inout WorldGeometry) -> Bool {
    guard !rings.isEmpty, rings.allSatisfy({ isPlain($0) && isClosed($0) }) else { return false }
    for ring in rings { append(ring, to: &geometry) }
    geometry.endPolygon()
    return true
  }

  /// Adds a line if it is plain; returns whether it is. O(n).
  func append(lineAt positions: Range<Int>, to geometry: inout WorldGeometry) -> Bool {
    guard isPlain(positions) else { return false }
    append(positions, to: &geometry)
    return true
  }

  /// Whether all positions lie in -180...180, to a grid unit, and no step is longer than 180 degrees.
  private func isPlain(_ positions: Range<Int>) -> Bool {
    batch.read.geometry.x.withUnsafeBufferPointer { longitudes in
      guard var last = positions.first.map({ column($0, longitudes) }) else { return false }
      for index in positions {
        let column = column(index, longitudes)
        guard abs(longitudes[index]) <= 180 || batch.worldX[index] == 0, abs(column - last) <= WorldGrid.side / 2
        else { return false }
        last = column
      }
      return true
    }
  }

  private func isClosed(_ ring: Range<Int>) -> Bool {
    guard let first = ring.first, let last = ring.last else { return false }
    let geometry = batch.read.geometry
    return geometry.x.withUnsafeBufferPointer { column(first, $0) == column(last, $0) }
      && geometry.y.withUnsafeBufferPointer { row(first, $0) == row(last, $0) }
  }

  private func append(_ positions: Range<Int>, to geometry: inout WorldGeometry) {
    batch.read.geometry.x.withUnsafeBufferPointer { longitudes in
      geometry.x.append(contentsOf: positions.lazy.map { column($0, longitudes) })
    }
    batch.read.geometry.y.withUnsafeBufferPointer { latitudes in
      geometry.y.append(contentsOf: positions.lazy.map { row($0, latitudes) })
    }
    geometry.endRing()
  }

  /// Grid units east of longitude -180: 2^32 for longitude 180, where the grid wraps.
  @inline(__always)
  private func column(_ index: Int, _ longitudes: UnsafeBufferPointer<Double>) -> Double {
    let column = batch.worldX[index]
    return column == 0 && longitudes[index] > 0 ? WorldGrid.side : Double(column)
  }

  /// Grid units south of the northern edge: 2^32 for the southern edge and beyond, where the grid ends.
  @inline(__always)
  private func row(_ index: Int, _ latitudes: UnsafeBufferPointer<Double>) -> Double {
    let row = batch.worldY[index]
    return row == .max ? WorldGrid.y(latitude: latitudes[index]) : Double(row)
  }
}
