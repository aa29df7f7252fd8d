/// The formats that people pass in place of GeoJSON or a pipeline, recognized by their first bytes.
///
/// This is the one list of them: `Signature`, `JSONHead` and `TextHead` recognize each, and `Remedy` has the advice.
package enum FileFormat: String, Sendable, CaseIterable {
  // JSON.
  case geoJSON, geoJSONArray, textSequence, topoJSON, esriJSON, overpassJSON, jsonError, json, jsonArray, pipeline
  // Text.
  case csv, wkt, yaml, javaScript, comment, text, gitLFS, mergeConflict, latin1
  // Markup.
  case kml, gpx, gml, osmXML, html, serviceError, xml
  // Encodings.
  case utf16LE, utf16BE, utf32LE, utf32BE, markTwice
  // Formats of maps.
  case flatGeobuf, geoPackage, shapefile, parquet, arrow, osmPBF, pmtiles, mbtiles, sqlite, geoTIFF, las
  // Containers and compression.
  case gzip, zip, zippedShapefile, kmz, workbook, tar, sevenZip, rar, xz, zstd, bzip2, zlib
  // Anything else.
  case picture, pdf, program, binary

  /// The format in words, with its article.
  package var words: String { Self.table[self] ?? rawValue }

  /// Whether YAML never begins like this.
  package var isNeverYAML: Bool {
    switch self {
    case .json, .pipeline, .jsonError, .csv, .wkt, .yaml, .javaScript, .comment, .text, .mergeConflict, .latin1,
      .markTwice, .jsonArray:
      false
    default: true
    }
  }

  /// Whether it is data that a source can name, directly or after a conversion.
  package var isData: Bool {
    switch self {
    case .json, .jsonArray, .pipeline, .yaml, .javaScript, .comment, .text, .mergeConflict, .gitLFS, .latin1,
      .markTwice,
      .html, .serviceError, .jsonError, .utf16LE, .utf16BE, .utf32LE, .utf32BE, .picture, .pdf, .program, .binary:
      false
    default: true
    }
  }

  private static let table: [FileFormat: String] = [
    .geoJSON: "GeoJSON", .geoJSONArray: "GeoJSON features inside an array", .textSequence: "a GeoJSON text sequence",
    .topoJSON: "TopoJSON", .esriJSON: "Esri JSON", .overpassJSON: "JSON of the Overpass API",
    .jsonError: "a server's error in JSON", .json: "JSON of another kind", .jsonArray: "a JSON array",
    .pipeline: "a pipeline of Overtile", .csv: "CSV", .wkt: "WKT", .yaml: "YAML", .javaScript: "JavaScript",
    .comment: "JSON behind a comment", .text: "plain text", .gitLFS: "a pointer of Git LFS",
    .mergeConflict: "a file with a merge conflict", .latin1: "text that is not UTF-8", .kml: "KML", .gpx: "GPX",
    .gml: "GML", .osmXML: "OpenStreetMap's XML", .html: "an HTML page", .serviceError: "a server's error in XML",
    .xml: "XML", .utf16LE: "UTF-16", .utf16BE: "UTF-16", .utf32LE: "UTF-32", .utf32BE: "UTF-32",
    .markTwice: "text with two byte-order marks",
    .flatGeobuf: "FlatGeobuf", .geoPackage: "a GeoPackage", .shapefile: "a Shapefile", .parquet: "Parquet",
    .arrow: "Apache Arrow", .osmPBF: "an OpenStreetMap PBF", .pmtiles: "PMTiles", .mbtiles: "MBTiles",
    .sqlite: "an SQLite database", .geoTIFF: "a TIFF", .las: "a point cloud (LAS)", .gzip: "gzip within gzip",
    .zip: "a zip archive", .zippedShapefile: "a zipped Shapefile", .kmz: "KMZ (zipped KML)",
    .workbook: "a spreadsheet", .tar: "a tar archive", .sevenZip: "a 7z archive", .rar: "a RAR archive",
    .xz: "an xz file", .zstd: "a zstd file", .bzip2: "a bzip2 file", .zlib: "zlib data without gzip's frame",
    .picture: "a picture", .pdf: "a PDF", .program: "a program", .binary: "binary data of an unknown format",
  ]
}
