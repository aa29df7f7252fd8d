import OvertileBundleFormat
import OvertileConfiguration

// The words of a configuration and those of a bundle are the same today. They are separate, since either may get
// another word.

extension OutputConfiguration.Layout {
  /// The layout as a bundle names it.
  var inBundle: TileLayout {
    switch self {
    case .perZoom: .perZoom
    case .single: .single
    case .perLayer: .perLayer
    }
  }
}

extension OutputConfiguration.Format {
  /// The container as a bundle names it.
  var inBundle: TileContainer {
    switch self {
    case .pmtiles: .pmtiles
    case .mbtiles: .mbtiles
    case .directory: .directory
    }
  }
}

extension OutputConfiguration.TileFormat {
  /// The encoding as a bundle names it.
  var inBundle: TileEncoding {
    switch self {
    case .mvt: .mvt
    case .geojson: .geojson
    }
  }
}
