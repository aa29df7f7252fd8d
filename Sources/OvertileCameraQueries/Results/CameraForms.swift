import MapMath

/// One camera in the forms of all kits.
struct CameraForms {
  let camera: Camera
  /// The view; without one there is neither a region nor a distance.
  let viewport: MapViewport?
  /// The side in points of the tile in the middle.
  let tileSize: Double
  /// A further note; nil for none.
  var note: String?

  private var zoom: Zoom { Zoom(level: camera.zoom512, tileSize: Camera.baseTileSize) }

  /// The camera in Mapbox's form, zooms, map point, tile, fragments, and with a view the forms of MapKit.
  func result() throws(QueryError) -> QueryResult {
    var result = QueryResult()
    result.group("mapbox") { mapbox in
      mapbox.add("center", .coordinate(camera.center))
      mapbox.add("zoom", camera.zoom512, .level)
      mapbox.add("bearing", camera.bearing, .turn)
      mapbox.add("pitch", camera.pitch, .turn)
      if camera.padding != .zero { mapbox.add("padding", .group(Self.insets(camera.padding))) }
    }
    result.group("zooms") { zooms in
      zooms.add(Self.levels(zoom))
      zooms.add("zoomScale", zoom.scale, .ratio)
      zooms.add("metersPerPoint", .group(Self.metersPerPoint(zoom, latitude: camera.center.latitude)))
    }
    if let viewport { try addMapKit(viewport, to: &result) }
    let point = MapPoint(unwrapped: camera.center)
    result.group("mapPoint") { mapPoint in
      mapPoint.add("x", point.x, .mapPoints)
      mapPoint.add("y", point.y, .mapPoints)
    }
    result.add("tile", .group(TileForms.result(tile)))
    result.group("hash") { hash in
      hash.add("mapLibre", .text(mapLibreHash))
      hash.add("openStreetMap", .text("#map=\(hashPosition(zoom: zoom.z256))"))
    }
    if let note { result.add("note", .text(note)) }
    return result
  }

  private func addMapKit(_ viewport: MapViewport, to result: inout QueryResult) throws(QueryError) {
    let (region, mapKit) = try QueryError.translating { () throws(CameraError) in
      (try camera.region(in: viewport), try MapKitCamera(camera, in: viewport))
    }
    result.group("mapKitCamera") { group in
      group.add("center", .coordinate(mapKit.center))
      group.add("distance", mapKit.distanceMeters, .meters)
      group.add("altitude", mapKit.altitudeMeters, .meters)
      group.add("heading", mapKit.heading, .turn)
      group.add("pitch", mapKit.pitch, .turn)
    }
    result.add("region", .group(try RegionForms(region).result()))
    result.add("corners", .group(try corners(viewport)))
  }

  /// The coordinates at the corners of the screen, insets and padding left out.
  func corners(_ viewport: MapViewport) throws(QueryError) -> QueryResult {
    let outline = try QueryError.translating { () throws(CameraError) in
      try camera.visibleOutline(in: viewport, padded: true)
    }
    var corners = QueryResult()
    for (name, point) in zip(["topLeft", "topRight", "bottomRight", "bottomLeft"], outline) {
      corners.add(name, .coordinate(point.coordinate.wrapped))
    }
    return corners
  }

  /// The tile in the middle, of the zoom at or below the camera's.
  private var tile: TileID {
    // A level that is whole may have lost its last digit on the way through tiles of other sizes.
    let level = (zoom.level(tileSize: tileSize) + 1e-9).rounded(.down)
    return TileID(containing: camera.center, zoom: Int(min(max(level, 0), 31)))
  }

  private var mapLibreHash: String {
    var hash = "#" + hashPosition(zoom: camera.zoom512)
    if camera.bearing != 0 || camera.pitch != 0 { hash += "/" + Quantity.fixed(camera.bearing, 4) }
    if camera.pitch != 0 { hash += "/" + Quantity.fixed(camera.pitch, 4) }
    return hash
  }

  private func hashPosition(zoom: Double) -> String {
    [Quantity.fixed(zoom, 6), Quantity.fixed(camera.center.latitude, 7), Quantity.fixed(camera.center.longitude, 7)]
      .joined(separator: "/")
  }

  /// The levels of a zoom for the three sizes of tiles in use.
  static func levels(_ zoom: Zoom) -> QueryResult {
    var levels = QueryResult()
    levels.add("z128", zoom.z128, .level)
    levels.add("z256", zoom.z256, .level)
    levels.add("z512", zoom.z512, .level)
    return levels
  }

  /// The meters per screen point of a zoom, as the kits measure them.
  static func metersPerPoint(_ zoom: Zoom, latitude: Double) -> QueryResult {
    var meters = QueryResult()
    meters.add("mapKit", MapScale.metersPerPoint(latitude: latitude, zoom: zoom), .metersPerPoint)
    meters.add("mapbox", MapScale.mapboxMetersPerPoint(latitude: latitude, zoom: zoom), .metersPerPoint)
    return meters
  }

  private static func insets(_ insets: ScreenPadding) -> QueryResult {
    var result = QueryResult()
    result.add("top", insets.top, .points)
    result.add("left", insets.left, .points)
    result.add("bottom", insets.bottom, .points)
    result.add("right", insets.right, .points)
    return result
  }
}
