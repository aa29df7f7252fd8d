import OvertileBundleFormat
import OvertileLayers
import OvertileReading

/// The layers with their tiles, made or only counted.
///
/// Made by a `BundleOutput`; `sealed` reconciles the counts.
struct TiledLayers: ~Copyable {
  private let drawn: DrawnLayers
  private let tiles: TileStage.Result
  private let members: [BundleManifest.File]
  private let header: BundleHeader

  /// Combines layers and tiles.
  init(
    drawn: consuming DrawnLayers, tiles: TileStage.Result, members: [BundleManifest.File], header: BundleHeader
  ) {
    (self.tiles, self.members, self.header) = (tiles, members, header)
    self.drawn = drawn
  }

  /// The manifest, once every feature is accounted for.
  ///
  /// - Throws: `PipelineError.inconsistent` if the counts do not agree.
  consuming func sealed(_ run: inout BuildRun) throws -> SealedBundle {
    try run.log.reconcile(tiles, drawn, &run.ledger)
    let manifest = try header.manifest(tiles, members: members, drawn).sealed()
    try BundleSizes.check(BundleManifest.fileName, manifest.encoded().count, most: BundleSizes.manifest)
    return SealedBundle(manifest: manifest, layers: drawn.layers, tiles: tiles)
  }
}
