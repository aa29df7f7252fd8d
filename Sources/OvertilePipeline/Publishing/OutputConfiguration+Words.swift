import OvertileBundleFormat
import OvertileConfiguration

// A configuration's words and those of a bundle are the same today. They are different things: the one may get a word more.

extension OutputConfiguration.Layout {
  /// The layout in the words of a bundle.
  var inBundle: TileLayout {
    switch self {
    case .perZoom: .perZoom
    case .single: .single
    }
  }
}

extension OutputConfiguration.Format {
  /// The container in the words of a bundle.
  var inBundle: TileContainer {
    switch self {
    case .pmtiles: .pmtiles
    case .mbtiles: .mbtiles
    case .directory: .directory
    }
  }
}

extension OutputConfiguration.TileFormat {
  /// The encoding in the words of a bundle.
  var inBundle: TileEncoding {
    switch self {
    case .mvt: .mvt
    case .geojson: .geojson
    }
  }
}
