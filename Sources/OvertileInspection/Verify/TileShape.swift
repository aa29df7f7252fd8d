import COvertileGEOS
import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// Lines or polygons of a tile's feature, of which GEOS tells what it is asked, not the code that cut them.
final class TileShape {
  private let context: OpaquePointer
  private let handle: OpaquePointer
  private let isArea: Bool

  /// Passes a geometry to GEOS; nil if GEOS takes it for none.
  init?(_ geometry: TileGeometry) {
    guard let context = GEOS_init_r() else { return nil }
    let bytes = WellKnownBinary(geometry).bytes
    guard let handle = GEOSGeomFromWKB_buf_r(context, bytes, bytes.count) else {
      GEOS_finish_r(context)
      return nil
    }
    (self.context, self.handle, isArea) = (context, handle, geometry.kind == .polygons)
  }

  deinit {
    GEOSGeom_destroy_r(context, handle)
    GEOS_finish_r(context)
  }

  /// Whether the polygons, together, are valid.
  var isValid: Bool { GEOSisValid_r(context, handle) == 1 }

  /// Whether rounding to the grid cannot remove the part in a rectangle, which has so much area or length.
  func isSure(columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Bool {
    // GEOS cuts wrongly along positions on the edge of a rectangle; all are on the grid.
    let (west, north) = (Double(columns.lowerBound) + 0.5, Double(rows.lowerBound) + 0.5)
    let (east, south) = (Double(columns.upperBound) - 0.5, Double(rows.upperBound) - 0.5)
    guard west < east, north < south, let part = GEOSClipByRect_r(context, handle, west, north, east, south) else {
      return false
    }
    defer { GEOSGeom_destroy_r(context, part) }
    var (area, length) = (0.0, 0.0)
    guard GEOSArea_r(context, part, &area) == 1, GEOSLength_r(context, part, &length) == 1 else { return false }
    return isArea ? area > 2 * length + 16 : length >= 4
  }
}

/// A collection of lines or polygons for GEOS. Source: OGC 06-103r4, section 8.
private struct WellKnownBinary {
  private(set) var bytes: [UInt8] = []

  init(_ geometry: TileGeometry) {
    bytes.reserveCapacity(16 * geometry.x.count + 64)
    let isArea = geometry.kind == .polygons
    let members = isArea ? geometry.polygonParts : geometry.partEnds.indices.map { $0..<$0 + 1 }
    begin(isArea ? 6 : 5)
    append(members.count)
    for parts in members {
      begin(isArea ? 3 : 2)
      if isArea { append(parts.count) }
      for part in parts {
        let positions = geometry.positions(ofPart: part)
        // Rings in tiles do not repeat their first position.
        let all = isArea ? Array(positions) + positions.prefix(1) : Array(positions)
        append(all.count)
        for index in all {
          bytes.append(littleEndian: Double(geometry.x[index]).bitPattern)
          bytes.append(littleEndian: Double(geometry.y[index]).bitPattern)
        }
      }
    }
  }

  private mutating func begin(_ type: UInt32) {
    bytes.append(1)
    bytes.append(littleEndian: type)
  }

  private mutating func append(_ count: Int) { bytes.append(littleEndian: UInt32(truncatingIfNeeded: count)) }
}

extension TileGeometry {
  /// The neighbors of a tile that must also hold the clipped feature with this geometry, each once, since it reaches well
  /// into them.
  ///
  /// A neighbor's clipped feature is the same one, clipped elsewhere and rounded on the same grid. Rounding moves each
  /// position by at most 0.71 units, and parts left without length or area are dropped. So a neighbor must hold a point a
  /// unit inside its buffer, and what `TileShape.isSure` there: a necessary condition.
  func neighbors(of tile: TileID, extent: Int, buffer: Int, _ shape: @autoclosure () -> TileShape?) -> Set<TileID> {
    guard let west = x.min(), let east = x.max(), let north = y.min(), let south = y.max(), extent + 2 * buffer > 2
    else { return [] }
    func window(_ step: Int) -> ClosedRange<Int> { step * extent - buffer + 1...(step + 1) * extent + buffer - 1 }
    var found: Set<TileID> = []
    for rows in -1...1 where window(rows).overlaps(Int(north)...Int(south)) {
      for columns in -1...1 where window(columns).overlaps(Int(west)...Int(east)) {
        guard let neighbor = tile.neighbor(east: columns, south: rows), neighbor != tile, !found.contains(neighbor),
          kind == .points || shape()?.isSure(columns: window(columns), rows: window(rows)) == true
        else { continue }
        found.insert(neighbor)
      }
    }
    return found
  }
}
