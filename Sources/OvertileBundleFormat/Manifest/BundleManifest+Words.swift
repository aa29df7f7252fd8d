import OvertileCore
import OvertileTileArchive

// The manifest holds its words as texts, so that one of a later version can still be read. The enumerations are the
// words that this version writes and understands.

extension BundleManifest.Layer {
  /// The kind of the layer; nil for one that this version does not know.
  package var layerKind: LayerKind? { LayerKind(rawValue: kind) }

  /// Creates a layer of a kind.
  package init(id: String, kind: LayerKind, zooms: ClosedRange<Int>) {
    self.init(id: id, kind: kind.rawValue, minzoom: zooms.lowerBound, maxzoom: zooms.upperBound)
  }
}

extension BundleManifest.File {
  /// The role of the file; nil for one that this version does not know.
  package var fileRole: FileRole? { FileRole(rawValue: role) }

  /// The compression of its tiles; nil for members, and for one that this version does not know.
  package var tileCompression: TileCompression? { compression.flatMap(TileCompression.init(rawValue:)) }

  /// The zooms of its tiles.
  package var zooms: ClosedRange<Int> { (minzoom ?? 0)...(maxzoom ?? 31) }

  /// Creates the entry of a file with a role and the digest and size that were found.
  package init(path: String, role: FileRole, _ content: (sha256: String, bytes: Int)) {
    self.init(path: path, role: role.rawValue, bytes: content.bytes, sha256: content.sha256)
  }
}

extension BundleManifest {
  /// The files of tiles.
  package var tileFiles: [File] { files.filter { $0.fileRole == .tiles } }

  /// The tiles of all archives.
  package var tileCount: Int { files.reduce(0) { $0 + ($1.tiles ?? 0) } }

  /// The bytes of all files except the manifest.
  package var byteCount: Int { files.reduce(0) { $0 + $1.bytes } }

  /// The files of tiles that are read as one tileset: each file of all layers alone, and together, in the order of the
  /// layers, those that hold one layer each. O(files log files).
  package var tileGroups: [[File]] {
    let order = Dictionary(layers.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    func rank(_ file: File) -> Int { file.layer.flatMap { order[$0] } ?? layers.count }
    let ofLayers = tileFiles.filter { $0.layer != nil }.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    return tileFiles.filter { $0.layer == nil }.map { [$0] } + (ofLayers.isEmpty ? [] : [ofLayers])
  }

  /// The file of the members of a layer's clusters, if there is one.
  package func membersFile(of layer: String) -> File? {
    files.first { $0.fileRole == .members && $0.layer == layer }
  }
}

extension BundleManifest.TileStorage {
  /// The layout; nil for one that this version does not know.
  package var tileLayout: TileLayout? { TileLayout(rawValue: layout) }
  /// The container; nil for one that this version does not know.
  package var tileContainer: TileContainer? { TileContainer(rawValue: container) }

  /// The container of a bundle, which is named in the error for one that this version does not know.
  package func knownContainer(of bundle: String) throws -> TileContainer {
    if let tileContainer { return tileContainer }
    throw BundleError.notABundle(bundle, reason: "the tile container \"\(container)\" is not supported")
  }

  /// The encoding of the tiles: Mapbox vector tiles. Earlier versions also wrote GeoJSON.
  package static let vectorTiles = "mvt"

  /// Creates a description.
  package init(layout: TileLayout, container: TileContainer, extent: Int, buffer: Int) {
    self.init(layout: layout.rawValue, container: container.rawValue, extent: extent, buffer: buffer)
  }
}

extension BundleManifest.CircleRules {
  /// The meaning of a radius; nil for one that this version does not know.
  package var circleModel: CircleModel? { CircleModel(rawValue: model) }
  /// The circles that become one shape; nil for a rule that this version does not know.
  package var dissolving: CircleDissolving? { CircleDissolving(rawValue: dissolve) }

  /// Whether a part is drawn of a circle that is neither hidden nor a dot.
  package func draws(_ part: CirclePart) -> Bool { draw.contains(part.rawValue) }
}

extension BundleManifest.ShapeRules {
  /// The way of simplifying; nil for one that this version does not know.
  package var shapeMethod: ShapeMethod? { ShapeMethod(rawValue: method) }
}

extension BundleManifest.Aggregate {
  /// The operation; nil for one that this version does not know.
  package var operationName: AggregateOperation? { AggregateOperation(rawValue: operation) }
}
