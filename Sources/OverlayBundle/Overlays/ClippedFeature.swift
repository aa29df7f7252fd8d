import MapMath
import OvertileVectorTile

/// The part of a feature that lies in one tile, including the tile's buffer.
///
/// The properties `points`, `lines`, `polygons`, and `outline` contain the geometry in map points, ready to draw. Lines
/// and polygons are clipped to the square of the tile, without the buffer that the tile shares with its neighbors.
public struct ClippedFeature: Sendable, Hashable {
  /// The tile that contains this part of the feature.
  public let tile: TileID
  /// The number of tile units along each side of the tile, which is always greater than 0.
  public let extent: Int
  /// The width of the buffer beyond each side of the tile, in tile units.
  public let buffer: Int
  /// The geometry of this part of the feature, in tile units.
  public var geometry: TileGeometry

  /// Creates a clipped feature with the given tile, extent, buffer, and geometry. The extent is clamped to the range
  /// 1...2^32 - 1.
  public init(tile: TileID, extent: Int, buffer: Int, geometry: TileGeometry) {
    self.tile = tile
    self.extent = min(max(extent, 1), Int(UInt32.max))
    self.buffer = buffer
    self.geometry = geometry
  }

  /// The points of the feature, including those in the buffer. This array is empty for lines and polygons.
  public var points: [MapPoint] {
    guard geometry.kind == .points else { return [] }
    return zip(geometry.x, geometry.y).map { mapPoint(TilePosition(x: Double($0), y: Double($1))) }
  }

  /// The lines of the feature within the tile. This array is empty for points and polygons.
  ///
  /// - Complexity: O(n), where n is the number of positions.
  public var lines: [[MapPoint]] {
    guard geometry.kind == .lines else { return [] }
    return geometry.partEnds.indices.flatMap { part in
      square.lines(along: positions(part), keepsEdges: (west: true, north: true)).map { $0.map(mapPoint) }
    }
  }

  /// The polygons of the feature within the tile. This array is empty for points and lines.
  ///
  /// - Complexity: O(n), where n is the number of positions.
  public var polygons: [OverlayPolygon] {
    guard geometry.kind == .polygons else { return [] }
    return geometry.polygonParts.compactMap { parts in
      let rings = parts.map { square.ring(positions($0)).map(mapPoint) }
      // If nothing is left of an exterior, nothing is left of its holes.
      guard let exterior = rings.first, !exterior.isEmpty else { return nil }
      return OverlayPolygon(exterior: exterior, holes: rings.dropFirst().filter { !$0.isEmpty })
    }
  }

  /// The edges of the polygons within the tile, as lines to stroke. Edges that result from cutting the polygons at the
  /// edge of the tile or of the map are omitted. This array is empty for points and lines.
  ///
  /// If an original edge of a polygon runs along the border between two tiles, the edge belongs only to the eastern or
  /// southern tile. A ring that lies entirely within the tile becomes a line that ends where it begins.
  ///
  /// - Complexity: O(n), where n is the number of positions.
  public var outline: [[MapPoint]] {
    guard geometry.kind == .polygons else { return [] }
    // At the first column and row such an edge is the antimeridian or the map's; without a buffer it is a cut.
    let keeps = (west: buffer > 0 && tile.x > 0, north: buffer > 0 && tile.y > 0)
    return geometry.partEnds.indices.flatMap { part in
      let ring = positions(part)
      return square.lines(along: ring + ring.prefix(1), keepsEdges: keeps).map { $0.map(mapPoint) }
    }
  }

  private var square: TileSquare { TileSquare(side: Double(extent)) }

  private func positions(_ part: Int) -> [TilePosition] {
    geometry.positions(ofPart: part).map { TilePosition(x: Double(geometry.x[$0]), y: Double(geometry.y[$0])) }
  }

  private func mapPoint(_ position: TilePosition) -> MapPoint {
    let (side, extent) = (MapPoint.worldSide / Double(UInt64(1) << UInt64(tile.z)), Double(self.extent))
    return MapPoint(
      x: (Double(tile.x) + position.x / extent) * side, y: (Double(tile.y) + position.y / extent) * side)
  }
}

extension ClippedFeature {
  /// A position of the geometry in degrees, longitude in -180..<180: equal in all tiles that hold it. Nil beyond the
  /// end.
  func coordinate(at index: Int) -> Coordinate? {
    guard geometry.x.indices.contains(index), geometry.y.indices.contains(index) else { return nil }
    // Whole units of the zoom's grid fit 63 bits: columns are below 2^31, extents below 2^32.
    let across = Int64(extent) << Int64(tile.z)
    let x = Int64(tile.x) * Int64(extent) + Int64(geometry.x[index])
    let y = Int64(tile.y) * Int64(extent) + Int64(geometry.y[index])
    let turned = x % across
    return Coordinate(
      latitude: Mercator.latitude(y: Double(y) / Double(across)),
      longitude: Mercator.longitude(x: Double(turned < 0 ? turned + across : turned) / Double(across)))
  }
}

extension [ClippedFeature] {
  /// The points of all clipped features in degrees, each once, in the order of the clipped features.
  var distinctPoints: [Coordinate] {
    var seen: Set<Coordinate> = []
    return filter { $0.geometry.kind == .points }.flatMap { clippedFeature in
      clippedFeature.geometry.x.indices.compactMap { clippedFeature.coordinate(at: $0) }.filter {
        seen.insert($0).inserted
      }
    }
  }

  /// The rectangle around the clipped features as drawn, over the antimeridian where that is shorter; null for
  /// nothing.
  var boundingMapRect: MapRect { MapRect(boundingByShortestArc: map(\.boundingMapRect)) }
}

extension ClippedFeature {
  /// The rectangle around the clipped feature as drawn, in the world's columns; null for nothing.
  fileprivate var boundingMapRect: MapRect {
    let drawn = points.map(\.wrapped) + lines.joined() + polygons.flatMap(\.exterior)
    let (columns, rows) = (drawn.map(\.x), drawn.map(\.y))
    guard let west = columns.min(), let east = columns.max(), let north = rows.min(), let south = rows.max() else {
      return .null
    }
    return MapRect(minX: west, minY: north, maxX: east, maxY: south)
  }
}
