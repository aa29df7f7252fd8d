import MapMath
import OvertileCore

/// The lines and rings of a batch that `AntimeridianCut` would convert unchanged, from their positions on the grid: these are
/// known already, and degrees are not needed.
///
/// The result is that of `AntimeridianCut`. Paths that reach the southern edge of the world or lie beyond the map are left
/// to it.
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

  /// Adds lines if all of them are plain; returns whether they are. O(n).
  func append(linesAt lines: [Range<Int>], to geometry: inout WorldGeometry) -> Bool {
    guard lines.allSatisfy(isPlain) else { return false }
    for line in lines { append(line, to: &geometry) }
    return true
  }

  /// Whether all positions lie in -180...180 and on the map, and no step is longer than 180 degrees.
  private func isPlain(_ positions: Range<Int>) -> Bool {
    let geometry = batch.read.geometry
    return geometry.x.withUnsafeBufferPointer { longitudes in
      geometry.y.withUnsafeBufferPointer { latitudes in
        guard var last = positions.first.map({ column($0, longitudes) }) else { return false }
        for index in positions {
          let column = column(index, longitudes)
          guard abs(longitudes[index]) <= 180, abs(latitudes[index]) <= Mercator.maximumLatitude,
            batch.worldY[index] < .max, abs(column - last) <= WorldGrid.side / 2
          else { return false }
          last = column
        }
        return true
      }
    }
  }

  private func isClosed(_ ring: Range<Int>) -> Bool {
    guard let first = ring.first, let last = ring.last else { return false }
    return batch.read.geometry.x.withUnsafeBufferPointer {
      column(first, $0) == column(last, $0) && batch.worldY[first] == batch.worldY[last]
    }
  }

  private func append(_ positions: Range<Int>, to geometry: inout WorldGeometry) {
    batch.read.geometry.x.withUnsafeBufferPointer { longitudes in
      geometry.x.append(contentsOf: positions.lazy.map { column($0, longitudes) })
    }
    batch.worldY.withUnsafeBufferPointer { rows in
      geometry.y.append(contentsOf: positions.lazy.map { Double(rows[$0]) })
    }
    geometry.endRing()
  }

  /// Grid units east of longitude -180: 2^32 for longitude 180, where the grid wraps.
  @inline(__always)
  private func column(_ index: Int, _ longitudes: UnsafeBufferPointer<Double>) -> Double {
    let column = batch.worldX[index]
    return column == 0 && longitudes[index] > 0 ? WorldGrid.side : Double(column)
  }
}
