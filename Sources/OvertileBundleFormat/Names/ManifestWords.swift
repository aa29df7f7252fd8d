/// The kind of a layer.
package enum LayerKind: String, Sendable, CaseIterable {
  /// Clusters and single points.
  case cluster
  /// Circles.
  case circle
  /// Lines, polygons and points.
  case shape
}

/// The role of a file of a bundle.
package enum FileRole: String, Sendable, CaseIterable {
  /// An archive or a folder of tiles.
  case tiles
  /// The members of the clusters of a layer.
  case members
}

/// The layout of a bundle: how its tiles are distributed over files.
package enum TileLayout: String, Sendable, CaseIterable {
  /// A file for each zoom.
  case perZoom = "per-zoom"
  /// One file for all zooms.
  case single
  /// A file for each layer, with all zooms of that layer.
  case perLayer = "per-layer"

  /// The version of the format that a bundle of this layout has: the first one whose readers understand it.
  ///
  /// A reader of version 1 takes one file for all that a zoom shows. It would miss all layers but one, so it must reject
  /// bundles with a file for each layer. Other bundles stay readable for it.
  package var formatVersion: Int {
    switch self {
    case .perZoom, .single: 1
    case .perLayer: 2
    }
  }
}
