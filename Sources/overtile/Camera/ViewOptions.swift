import ArgumentParser
import MapMath

/// The view, and how the map in it is turned and tilted.
struct ViewOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The view's size in points.", valueName: "WIDTHxHEIGHT"))
  var viewport: ViewportArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The rotation of the map, clockwise from north.", valueName: "DEGREES"))
  var bearing = NumberArgument(number: 0)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The tilt, from 0 (straight down) to below 90.", valueName: "DEGREES"))
  var pitch = NumberArgument(number: 0)

  /// The size of the view.
  ///
  /// - Throws: `ValidationError` without one.
  func needed() throws -> MapViewport {
    guard let viewport else { throw ValidationError("specify the size of the view with --viewport") }
    return viewport.viewport
  }

  func validate() throws {
    guard (0..<90).contains(pitch.number) else {
      throw ValidationError("--pitch must be at least 0 and less than 90 degrees")
    }
  }
}

/// Bounds of an area.
struct BoundsOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bounds in degrees; west > east crosses the antimeridian.", valueName: "WEST,SOUTH,EAST,NORTH"))
  var bounds: BoundsArgument?
}

/// The scale of the map: one of these.
struct ScaleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Zoom for 256-point tiles (OpenStreetMap, Google).", valueName: "LEVEL")
  )
  var z256: NumberArgument?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Zoom for 512-point tiles (Mapbox, MapLibre).", valueName: "LEVEL"))
  var z512: NumberArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Zoom for 128-point tiles (256-pixel tiles on a 2x screen).", valueName: "LEVEL"))
  var z128: NumberArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longitude span that MapKit reports for the view.", valueName: "DEGREES"))
  var span: NumberArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("An MKMapCamera's distance from the center, such as 500m, 1.5km or 2mi.", valueName: "METERS"))
  var distance: DistanceArgument?

  /// Whether one of them is set.
  var isGiven: Bool { z128 != nil || z256 != nil || z512 != nil || span != nil || distance != nil }

  /// The zoom, within 64 levels of the whole world in one tile.
  ///
  /// - Parameter latitude: of the middle; nil if it is not known.
  /// - Throws: `ValidationError` if not exactly one scale is set, or it needs something else.
  func zoom(in view: ViewOptions, latitude: Double?) throws -> Zoom {
    var zooms = [(z128, 128.0), (z256, 256), (z512, 512)].compactMap { level, size in
      level.map { Zoom(level: $0.number, tileSize: size) }
    }
    if let span {
      guard span.number > 0 else { throw ValidationError("--span must be greater than 0 degrees") }
      zooms.append(
        Zoom(
          span: Region.Span(latitudeDelta: 0, longitudeDelta: span.number), viewport: try view.needed(),
          bearing: view.bearing.number, tileSize: 256))
    }
    if let distance {
      guard let latitude else {
        throw ValidationError("--distance requires the latitude of the center; specify it with --latitude")
      }
      let viewport = try view.needed()
      let mapKit = MapKitCamera(center: Coordinate(latitude: latitude, longitude: 0), distanceMeters: distance.meters)
      zooms.append(Zoom(level: try Camera(mapKit, in: viewport).zoom512, tileSize: Camera.baseTileSize))
    }
    guard zooms.count == 1, let zoom = zooms.first else {
      throw ValidationError(
        "specify exactly one scale: --z256, --z512, --z128, --span or --distance")
    }
    guard abs(zoom.z512) <= 64 else { throw ValidationError("the zoom must be between -64 and 64") }
    return zoom
  }

  /// The camera at a center, with the zoom of `zoom(in:latitude:)`.
  func camera(at center: Coordinate, in view: ViewOptions) throws -> Camera {
    Camera(
      center: center, zoom: try zoom(in: view, latitude: center.latitude), bearing: view.bearing.number,
      pitch: view.pitch.number)
  }
}
