import ArgumentParser
import Foundation
import MapMath
import OverlayBundle
import OvertileExpressions
import OvertileInspection

/// `overtile overlays`: shows the overlays that an app would draw.
struct OverlaysCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlays",
    abstract: "Print what an app draws in a viewport, as GeoJSON.",
    discussion: """
      Reads the tiles that the viewport shows at the camera's zoom, and writes one feature per overlay: clusters and \
      points, circles with complete rings, and shapes clipped at the edges of the visible tiles. A layer is not shown \
      below its minimum zoom; above its maximum zoom, the tiles of the maximum zoom are overzoomed.

      A camera is latitude,longitude,zoom, optionally followed by the bearing and the pitch in degrees. The zoom is that of \
      Mapbox and MapLibre, whose world is 512 * 2^zoom points wide. It is one less than the zoom of OpenStreetMap and Google.

      EXAMPLES
        overtile overlays .bundles/quickstart --camera 52.5,13.4,5 --viewport 390x844
        overtile overlays .bundles/quickstart --camera -17.7,178.1,4.5,30,45 --viewport 1024x768 --layer quakes
        overtile overlays .bundles/quickstart --camera 0,0,1 --viewport 800x600 | jq '.features | length'
      """)

  @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
  var bundle: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The camera of the view.", valueName: "latitude,longitude,zoom[,bearing[,pitch]]"))
  var camera: CameraArgument

  @Option(help: ArgumentHelp("The size of the map view in points.", valueName: "width x height"))
  var viewport: ViewportArgument

  @Option(help: "A layer to show; may be repeated. Default: all layers.")
  var layer: [String] = []

  @OptionGroup var log: LogOptions

  func run() throws {
    try AsynchronousRun.run {
      try TileSource.reading(bundle) { try $0.checkFiles() }
      let open = try await BundleReader(folder: URL(fileURLWithPath: bundle))
      let seen: ViewportOverlays
      do {
        seen = try await open.overlays(
          seenFrom: camera.camera, in: viewport.viewport, layers: layer.isEmpty ? nil : Set(layer))
      } catch let error as CameraError {
        throw ValidationError("\(error)")
      }
      try StandardOutput.write(try Overlay.geoJSON(seen.overlays))
      let faults = seen.overlays.reduce(0) { count, overlay in
        if case .feature(let feature) = overlay, feature.fault != nil { count + 1 } else { count }
      }
      if faults > 0 {
        EventLog(log).receive(
          .warning(
            "\(bundle): \(Counted.text(faults, "feature")) \(faults == 1 ? "does" : "do") not match the manifest; see \"fault\" in the output"
          ))
      }
    }
  }
}
