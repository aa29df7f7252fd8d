import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileLayers
import OvertileReading
import OvertileReprojection
import OvertileTileArchive

/// The descriptions of a bundle in its archives and its manifest.
struct BundleHeader: Sendable {
  private let configuration: PipelineConfiguration
  private let layers: [any OverlayLayer]
  private let statistics: [JSONValue]
  private let bounds: [Double]?
  /// Per layer: its extent.
  private let extents: [[Double]?]

  /// The header of the bundle of some layers with their extents.
  ///
  /// - Throws: `PipelineError.badData` if its metadata would be larger than readers take.
  init(_ configuration: PipelineConfiguration, layers: [any OverlayLayer], extents: [[Double]?]) throws {
    self.extents = extents
    self.configuration = configuration
    self.layers = layers
    statistics = layers.map(LayerStatistics.json)
    bounds = DegreeBox.union(layers.compactMap(\.manifest.bounds))
    let whole = summary(PlannedArchive(stem: "", zooms: 0...31, layer: nil)).metadataJSON()
    try BundleSizes.check("the metadata of an archive", whole.count, most: BundleSizes.metadata)
  }

  /// The header of an archive.
  func summary(_ archive: PlannedArchive) -> ArchiveSummary {
    let own = layers.indices.filter { (archive.layer?.index ?? $0) == $0 }
    let entries = own.map { index in
      var entry = layers[index].manifest
      entry.extent = extents[index]
      return entry
    }
    var summary = ArchiveSummary(name: configuration.name, entries, zooms: archive.zooms)
    summary.description = configuration.summary
    summary.attribution = configuration.attribution
    summary.tilestats = own.filter { layers[$0].zooms.overlaps(archive.zooms) }.map { statistics[$0] }
    return summary
  }

  /// The manifest of the bundle.
  func manifest(
    _ tiles: TileStage.Result, members: [BundleManifest.File], _ drawn: borrowing DrawnLayers
  ) throws -> BundleManifest {
    let output = configuration.output
    var manifest = BundleManifest(
      name: configuration.name,
      tiles: BundleManifest.TileStorage(
        layout: output.layout, container: output.format, extent: output.grid.extent, buffer: output.grid.buffer),
      provenance: BundleManifest.Provenance(
        configuration: FileDigest.text(configuration.canonicalText), features: drawn.features,
        reprojections: drawn.sources.map(\.reprojection)))
    manifest.software = Versions.software(PlannedSource.projVersions(of: drawn.sources))
    manifest.description = configuration.summary
    manifest.attribution = configuration.attribution
    manifest.version = configuration.version
    manifest.bounds = bounds
    manifest.minzoom = layers.map(\.zooms.lowerBound).min() ?? 0
    manifest.maxzoom = layers.map(\.zooms.upperBound).max() ?? 0
    manifest.layers = layers.indices.map { index in
      var entry = layers[index].manifest
      entry.zooms = tiles.layers[index].map(\.counts)
      entry.camera = drawn.cameras.layers[index]
      entry.extent = drawn.cameras.extents[index]
      entry.values = tiles.values[index]
      return entry
    }
    manifest.cameras = drawn.cameras.presets
    manifest.files = (tiles.files + members).sorted { $0.path < $1.path }
    return manifest
  }
}

extension PlannedSource {
  /// The manifest's record of the conversion of this source's coordinates to longitude and latitude.
  fileprivate var reprojection: BundleManifest.Reprojection {
    let operation = reprojector.operation
    var record = BundleManifest.Reprojection(
      source: name, crs: LocalNames.withoutFolders(operation.sourceCode ?? operation.sourceName),
      operation: LocalNames.withoutFolders(operation.name))
    record.pipeline = LocalNames.withoutFolders(operation.pipeline)
    record.accuracyMeters = operation.accuracyMeters
    record.edgeToleranceMeters = edgeTolerance.map { $0 * Mercator.equatorialRadius * 2 * .pi }
    record.ballpark = operation.isBallpark
    record.missingGrids = operation.missingGrids.map(LocalNames.withoutFolders)
    return record
  }
}
