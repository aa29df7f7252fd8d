/// The formats that people pass where GeoJSON or a pipeline belongs, as far as first bytes tell.
package enum FileFormat: Sendable, CaseIterable {
  // JSON and text.
  case geoJSON, textSequence, json, csv, text
  // Markup.
  case kml, gpx, html, xml
  // Formats of maps.
  case flatGeobuf, geoPackage, shapefile, parquet, pmtiles, mbtiles
  // Containers, compression, encodings.
  case sqlite, gzip, zip, compressed, utf16, binary

  /// The format in words, with its article.
  package var words: String {
    switch self {
    case .geoJSON: "GeoJSON"
    case .textSequence: "a GeoJSON text sequence"
    case .json: "JSON of another kind"
    case .csv: "CSV"
    case .text: "plain text"
    case .kml: "KML"
    case .gpx: "GPX"
    case .html: "an HTML page"
    case .xml: "XML"
    case .flatGeobuf: "FlatGeobuf"
    case .geoPackage: "a GeoPackage"
    case .shapefile: "a Shapefile"
    case .parquet: "Parquet"
    case .pmtiles: "PMTiles"
    case .mbtiles: "MBTiles"
    case .sqlite: "an SQLite database"
    case .gzip: "gzip within gzip"
    case .zip: "a zip archive"
    case .compressed: "a file compressed by xz, zstd or bzip2"
    case .utf16: "UTF-16"
    case .binary: "binary data"
    }
  }

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
    if let tableExtension { return "A source whose file is named .\(tableExtension) is read through GDAL" }
    return switch self {
    case .html: "That is a server's answer, not its data: check the address"
    case .utf16: "Convert it to UTF-8, as iconv does"
    case .compressed: "Unpack it, or compress it with gzip, which Overtile reads directly"
    case .zip, .gzip: "Unpack it, and name the file in it"
    case .parquet, .xml: "Convert it to GeoJSON, as ogr2ogr does"
    case .pmtiles, .mbtiles: "These are tiles already; name the data that they were made from"
    default:
      "Expected {\"type\":\"FeatureCollection\",\"features\":[…]}, or features one after the other (RFC 7946, RFC 8142)"
    }
  }
}
