import ArgumentParser
import OvertileCameraQueries

/// `overtile camera region`: finds the region of a camera.
struct RegionCommand: CameraSubcommand {
  typealias Query = RegionQuery

  static let configuration = CommandConfiguration(
    commandName: "region",
    abstract: "The MapKit region of a camera in a view, of distances around a coordinate, or of a rectangle.",
    discussion: """
      A region's center is the middle on the plane, not the mean of its edges. Distances become degrees by MapKit's own \
      formula. With --viewport, a rectangle or distances also get the zooms that show all of it.

      A region that no map shows is an error. A note says what is cut at the edge of the map, latitude 85.051129, or at \
      360 degrees of longitude.

      EXAMPLES
        $ overtile camera region --center 52.52,13.405 --z256 14 --viewport 390x844
        center               52.52, 13.405
        latitude delta       0.0440793°
        longitude delta      0.033474°
        latitudinal meters   4.905 km
        longitudinal meters  2.2722 km
        map rect
          x       144200740.47
          y       88007785.14
          width   24960
          height  54016
        bounds
          west   13.388263°
          south  52.497955°
          east   13.421737°
          north  52.542034°
        corners
          top left      52.542034, 13.388263
          top right     52.542034, 13.421737
          bottom right  52.497955, 13.421737
          bottom left   52.497955, 13.388263

        $ overtile camera region --center 37.3349,-122.009 \\
            --latitudinal-meters 1km --longitudinal-meters 1km | head -3
        center               37.3349, -122.009
        latitude delta       0.00901032°
        longitude delta      0.0112842°
      """)

  @OptionGroup var camera: CameraOptions
  @OptionGroup var results: ResultOptions

  var parameters: QueryParameters { QueryParameters(camera) }
}
