/// The formats beside GeoJSON that a `path` can name; GDAL's `ogr2ogr` reads them.
package enum TableFormat: String, Sendable, Hashable, CaseIterable {
  case flatGeobuf = "FlatGeobuf"
  case geoPackage = "GeoPackage"
  case shapefile = "Shapefile"
  case csv = "CSV"
  case kml = "KML"
  case gpx = "GPX"
  case postGIS = "PostGIS"

  /// The prefix of a path that is a connection and not a file, as in GDAL.
  static let connectionPrefix = "PG:"

  /// The extensions by which files are recognized, in lower case.
  package var extensions: [String] {
    switch self {
    case .flatGeobuf: ["fgb"]
    case .geoPackage: ["gpkg"]
    case .shapefile: ["shp", "shz", "shp.zip"]
    case .csv: ["csv"]
    case .kml: ["kml", "kmz"]
    case .gpx: ["gpx"]
    case .postGIS: []
    }
  }

  /// The format of a path; nil for GeoJSON, standard input, and everything else. The case of the extension does not
  /// matter.
  package init?(path: String) {
    let name = path.lowercased()
    let named = Self.allCases.first { $0.extensions.contains { name.hasSuffix(".\($0)") } }
    guard let format = path.hasPrefix(Self.connectionPrefix) ? .postGIS : named else { return nil }
    self = format
  }
}
