/// The formats that people pass where GeoJSON or a pipeline belongs, as far as first bytes tell.
package enum FileFormat: String, Sendable, CaseIterable {
  // JSON and text.
  case geoJSON = "GeoJSON"
  case textSequence = "a GeoJSON text sequence"
  case json = "JSON that is not GeoJSON"
  case csv = "CSV"
  case text = "plain text"
  // Markup.
  case kml = "KML"
  case gpx = "GPX"
  case html = "an HTML page"
  case xml = "XML"
  // Formats of maps.
  case flatGeobuf = "FlatGeobuf"
  case geoPackage = "a GeoPackage"
  case shapefile = "a Shapefile"
  // Containers and encodings.
  case sqlite = "an SQLite database"
  case zip = "a zip archive"
  case utf16 = "UTF-16"
  case binary = "binary data"

  /// The format in words, with its article.
  package var words: String { rawValue }

  /// The extension by which a source reads the format through GDAL; nil for other formats.
  package var tableExtension: String? {
    switch self {
    case .csv: "csv"
    case .kml: "kml"
    case .gpx: "gpx"
    case .flatGeobuf: "fgb"
    case .geoPackage: "gpkg"
    case .shapefile: "shp"
    default: nil
    }
  }

  /// Whether it is data that a source can name.
  package var isData: Bool { self == .geoJSON || self == .textSequence || tableExtension != nil }

  /// Whether YAML never begins like this.
  package var isNeverYAML: Bool { ![.json, .csv, .text].contains(self) }

  /// The way to make features of it, as a sentence.
  package var advice: String {
    if let tableExtension { return "Give the file the extension .\(tableExtension) so that it is read through GDAL" }
    return switch self {
    case .html: "This is a web page instead of the data; check the download URL"
    case .utf16: "Convert it to UTF-8, for example with iconv"
    case .zip: "Unpack it, and specify the file inside it"
    case .xml: "Convert it to GeoJSON, for example with ogr2ogr"
    default:
      "Expected {\"type\":\"FeatureCollection\",\"features\":[…]} or a sequence of features (RFC 7946, RFC 8142)"
    }
  }
}
