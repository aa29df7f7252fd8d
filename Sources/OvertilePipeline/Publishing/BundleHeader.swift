import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileLayers
import OvertileReading
import OvertileReprojection
import OvertileTileArchive
import OvertileTileArchiveWriting

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
    let boxes = layers.compactMap(\.manifest.bounds)
    bounds = boxes.first.map { first in
      boxes.dropFirst().reduce(first) { a, b in [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])] }
    }
    let whole = summary(PlannedArchive(stem: "", zooms: 0...31, layer: nil)).metadataJSON()
    try BundleSizes.check("the metadata of an archive", whole.count, most: BundleSizes.metadata)
  }

  /// The header of an archive.
  func summary(_ archive: PlannedArchive) -> ArchiveSummary {
    let zooms = archive.zooms
    let own = archive.layer.map { layers[$0.index].manifest.bounds } ?? bounds
    let box = own ?? [-180, -85.0511287, 180, 85.0511287]
    let shown = extents.indices.filter { (archive.layer?.index ?? $0) == $0 }.compactMap { DegreeBox(extents[$0]) }
    let middle = (DegreeBox(around: shown) ?? DegreeBox(west: box[0], south: box[1], east: box[2], north: box[3]))
      .middle
    var summary = ArchiveSummary(
      name: configuration.name, minZoom: zooms.lowerBound, maxZoom: zooms.upperBound,
      bounds: DegreeBox.bounds(box, around: middle), center: middle + [Double(zooms.lowerBound)])
    summary.description = configuration.summary
    summary.attribution = configuration.attribution
    let present = layers.indices.filter { layers[$0].zooms.overlaps(zooms) && (archive.layer?.index ?? $0) == $0 }
    summary.vectorLayers = present.compactMap { VectorLayer(layers[$0].manifest).clamped(to: zooms) }
    summary.tilestats = present.map { statistics[$0] }
    return summary
  }

  /// The manifest of the bundle.
  func manifest(
    _ tiles: TileStage.Result, members: [BundleManifest.File], sources: [PlannedSource], features: String,
    cameras: CameraStage.Result
  ) throws -> BundleManifest {
    let output = configuration.output
    var manifest = BundleManifest(
      name: configuration.name,
      tiles: BundleManifest.TileStorage(
        layout: output.layout, container: output.format, encoding: .mvt,
        extent: output.grid.extent, buffer: output.grid.buffer),
      provenance: BundleManifest.Provenance(
        configuration: FileDigest.text(configuration.canonicalText), features: features,
        reprojections: sources.map(\.reprojection)))
    manifest.software = Versions.software(PlannedSource.projVersions(of: sources))
    manifest.description = configuration.summary
    manifest.attribution = configuration.attribution
    manifest.version = configuration.version
    manifest.bounds = bounds
    manifest.minzoom = layers.map(\.zooms.lowerBound).min() ?? 0
    manifest.maxzoom = layers.map(\.zooms.upperBound).max() ?? 0
    manifest.layers = layers.indices.map { index in
      var entry = layers[index].manifest
      entry.zooms = tiles.zooms[index]
      entry.camera = cameras.layers[index]
      entry.extent = cameras.extents[index]
      entry.values = tiles.values[index]
      return entry
    }
    manifest.cameras = cameras.presets
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
