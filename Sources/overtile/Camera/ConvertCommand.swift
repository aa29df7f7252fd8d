import ArgumentParser
import OvertileCameraQueries

/// `overtile camera convert`: converts a camera between map kits.
struct ConvertCommand: CameraSubcommand {
  typealias Query = ConvertQuery

  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "One camera in the forms of all kits: Mapbox, OpenStreetMap, MapKit, map points, tiles.",
    discussion: """
      The camera is a coordinate with a scale, a rectangle to show, a tile in the middle at its own zoom, or the end of a \
      URL. Regions and distances need --viewport. MapKit's field of view is taken as 30 degrees, which Apple does \
      not document. A MapKit camera has no padding: with --padding it looks at the coordinate in the middle of the view.

      EXAMPLES
        $ overtile camera convert --hash 12.5/52.52/13.405/30 --viewport 390x844 \\
            | head -19
        Mapbox
          center   52.52, 13.405
          zoom     12.5
          bearing  30°
          pitch    0°
        zooms
          z128              14.5
          z256              13.5
          z512              12.5
          zoom scale        0.0110485
          meters per point
            MapKit  8.2184 m
            Mapbox  8.222 m
        MapKit camera
          center    52.52, 13.405
          distance  12.943 km
          altitude  12.943 km
          heading   30°
          pitch     0°
      """)

  @OptionGroup var camera: CameraOptions
  @OptionGroup var results: ResultOptions

  var parameters: QueryParameters { QueryParameters(camera) }
}
