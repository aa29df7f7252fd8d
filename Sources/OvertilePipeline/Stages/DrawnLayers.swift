import OvertileBundleFormat
import OvertileConfiguration

/// The overlays of every layer at every zoom, ready to be clipped to tiles.
///
/// Made by `ReadLayers.drawn`; an output turns it into `TiledLayers`.
struct DrawnLayers: ~Copyable {
  /// The configuration with a last zoom for every layer.
  let configuration: PipelineConfiguration
  /// The sources that were read.
  let sources: [PlannedSource]
  /// The digest of all rows in their order.
  let order: String
  /// Per layer: the source location of each row.
  let origins: [RowOrigins]
  /// Per layer: whether its features are in plausible positions.
  let surveys: [LayerSurvey]
  /// The cameras that show them.
  let cameras: CameraStage.Result
  /// The overlays, in the order of the configuration.
  let layers: [any OverlayLayer]
  /// The digest of all features, whatever their order.
  let features: String

  /// The name of the work; see `WorkDigest`.
  var work: String {
    get throws { try WorkDigest.digest(configuration, orderedRows: order, sources: sources) }
  }

  /// The layers with their tiles, made or only counted.
  ///
  /// - Parameters:
  ///   - tiles: the archives, and the items that each zoom shows.
  ///   - members: the files of clusters' members.
  ///   - header: the description of the bundle in its archives.
  consuming func tiled(
    _ tiles: TileStage.Result, members: [BundleManifest.File], header: BundleHeader
  ) -> TiledLayers {
    TiledLayers(drawn: self, tiles: tiles, members: members, header: header)
  }
}
