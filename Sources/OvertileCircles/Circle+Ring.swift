import MapMath

extension Circle {
  /// The least chord error, an eighth of a grid unit.
  package static let minimumChordError = 0.125

  /// World grid units from pixels at a zoom in 0...31 at which the world is `tileSize` times 2^zoom pixels wide.
  package static func worldUnits(pixels: Double, zoom: Int, tileSize: Double) -> Double {
    pixels / tileSize * Double(WorldGrid.tileSide(zoom: zoom))
  }

  /// The circle as polygons of the world grid, its radius times `scale`, cut at the antimeridian.
  ///
  /// Straight on the Mercator plane, the edges stay within `chordError` of the true circle (the geodesic circle, or the
  /// plane's for the other models); rounding to whole units adds at most 0.71 units. Each polygon lies in x 0...2^32 and y
  /// 0...2^32; a part beyond latitude +-85.0511 is cut off at the map's edge, and around a pole the polygon is closed
  /// along it. Both sides of the antimeridian have the same cut positions. Exteriors turn clockwise on the map: their
  /// shoelace sum is positive, y counting south; a hole (the rest of the world around a circle that is nearly as large)
  /// turns the other way. Rings are closed. Empty if the radius is below 4 grid units (37 mm at the equator) or the
  /// circle lies wholly beyond the map.
  ///
  /// - Parameters:
  ///   - zoom: 0...31; matters to circles in pixels only.
  ///   - scale: above 0; the scaled radius is held at the model's maximum.
  ///   - chordError: in world grid units, above 0; smaller ones than `minimumChordError` are raised to it.
  /// - Complexity: O(vertices). A turn begins with 8, 12, 16, 24, 32 ... vertices (16 or more for geodesic circles), the
  ///   least that the chord error allows, and has more where the map stretches a geodesic circle most.
  package func ring(zoom: Int, scale: Double = 1, chordError: Double) -> WorldGeometry {
    let region = region(zoom: zoom, scale: scale)
    return WorldOutline.geometry(
      region.boundary(chordError: max(chordError, Self.minimumChordError)), centerX: region.centerX)
  }

  /// The circle's vertices in degrees, not rounded, not cut: clockwise from north, the first not repeated.
  ///
  /// Vertices lie on the circle: for a geodesic one at the radius's distance within 20 nm. Longitudes continue from the
  /// center's and may leave -180...180; the map's edge cuts nothing. The chord error holds as in `ring`, for geodesic
  /// circles as far as latitude +-89.9.
  package func ringCoordinates(zoom: Int, scale: Double = 1, chordError: Double) -> [Coordinate] {
    region(zoom: zoom, scale: scale).coordinates(chordError: max(chordError, Self.minimumChordError)).map {
      Coordinate(latitude: $0.latitude, longitude: center.longitude + $0.offset)
    }
  }
}
