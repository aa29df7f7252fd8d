import OvertileBundleFormat
import OvertileConfiguration

/// The overlays of every layer at every zoom, ready to be cut into tiles.
///
/// Made by `ReadLayers.drawn`; an output makes `TiledLayers` of it.
struct DrawnLayers: ~Copyable {
  /// The configuration with a last zoom for every layer.
  let configuration: PipelineConfiguration
  /// The sources that were read.
  let sources: [PlannedSource]
  /// The digest of all rows in their order.
  let order: String
  /// Per layer: where each row came from.
  let origins: [RowOrigins]
  /// Per layer: whether its features stand where features stand.
  let surveys: [LayerSurvey]
  /// The cameras that show them.
  let cameras: CameraStage.Result
  /// The overlays, in the order of the configuration.
  let layers: [any OverlayLayer]
  /// The digest of all features, whatever their order.
  let features: String

  /// The layers with the tiles that were made of them, or only counted.
  ///
  /// - Parameters:
  ///   - tiles: the archives, and what each zoom shows.
  ///   - members: the files of clusters' members.
  ///   - header: what the archives say of the bundle.
  consuming func tiled(
    _ tiles: TileStage.Result, members: [BundleManifest.File], header: BundleHeader
  ) -> TiledLayers {
    TiledLayers(drawn: self, tiles: tiles, members: members, header: header)
  }
}
