/// The way to turn an input into readable data: usually a command, with the names of the user's own files.
extension FileLook {
  /// The advice, as a sentence.
  ///
  /// - Parameters:
  ///   - path: the file; nil for standard input.
  ///   - isInflated: whether the file is gzip, and its content was examined.
  package func advice(path: String?, isInflated: Bool = false) -> String {
    let file = InputName(path: path, isInflated: isInflated)
    switch format {
    case .geoPackage, .flatGeobuf, .kml, .kmz, .gpx, .gml, .osmXML, .osmPBF, .topoJSON, .esriJSON, .shapefile,
      .zippedShapefile, .parquet, .arrow, .csv, .wkt:
      return converted(file)
    case .xz, .zstd, .bzip2, .zlib, .zip, .gzip, .tar, .sevenZip, .rar: return unpacked(file)
    case .utf16LE, .utf16BE, .utf32LE, .utf32BE, .latin1, .markTwice: return recoded(file)
    case .geoJSONArray, .overpassJSON, .jsonArray, .textSequence, .geoJSON: return rewritten(file)
    case .mbtiles, .pmtiles, .sqlite, .geoTIFF, .las, .workbook: return exported(file)
    default: return elsewhere
    }
  }

  private func converted(_ file: InputName) -> String {
    let command = "ogr2ogr -f GeoJSONSeq \(file.output("geojsonl"))"
    let begin =
      (tableEnding.map { "A source whose file is named .\($0) is read through GDAL; or convert it: " })
      ?? "GDAL converts it: "
    switch format {
    case .csv: return begin + "\(command) \(file.csv) \(csvOptions)\(Self.keepsTexts)"
    case .wkt:
      return "Make it CSV with a header, the column of the geometry named WKT, and convert that: \(command) places.csv"
    case .zippedShapefile: return begin + "\(command) \(file.inside("/vsizip/"))"
    case .shapefile:
      let rule = file.hasSuffix("shp") ? "" : " (named .shp)"
      return begin + "\(command) \(file.input), with its .shx, .dbf and .prj beside it\(rule)"
    case .parquet:
      // GDAL as Debian and Homebrew build it has no driver for Parquet.
      return "DuckDB converts it, once `duckdb -c 'INSTALL spatial'` has run: "
        + "\(file.duckDB), where the column of the geometry is named geometry"
    case .arrow:
      return begin + "\(command) \(file.input), where its driver for Arrow is installed, as ogrinfo --formats says"
    default: return begin + "\(command) \(file.input)"
    }
  }

  /// How to treat values, since a table does not distinguish numbers from texts.
  private static let keepsTexts =
    ", where values stay texts, such as 01614; -oo AUTODETECT_TYPE=YES makes numbers of columns that hold nothing else"

  /// The extension by which a source recognizes a file for GDAL.
  private var tableEnding: String? {
    switch format {
    case .geoPackage: "gpkg"
    case .flatGeobuf: "fgb"
    case .shapefile: "shp"
    case .csv: "csv"
    case .kml: "kml"
    case .gpx: "gpx"
    default: nil
    }
  }

  /// The options that name the columns of a table, or placeholders for their names.
  private var csvOptions: String {
    let columns = CSVColumns(detail ?? "")
    if let geometry = columns.geometry {
      return "-oo GEOM_POSSIBLE_NAMES=\(InputName.quoted(geometry))"
    }
    let names = [columns.longitude ?? "LONGITUDE", columns.latitude ?? "LATITUDE"].map(InputName.quoted)
    let options = "-oo X_POSSIBLE_NAMES=\(names[0]) -oo Y_POSSIBLE_NAMES=\(names[1])"
    return columns.areCoordinates
      ? options : options + ", with the names of the columns that hold longitude and latitude"
  }

  private func unpacked(_ file: InputName) -> String {
    let output = file.unpacked
    switch format {
    case .xz: return "Unpack it: \(file.through("xz -dc")) > \(output), or compress with gzip, which is read as it is"
    case .zstd:
      return "Unpack it: \(file.through("zstd -dc")) > \(output), or compress with gzip, which is read as it is"
    case .bzip2:
      return "Unpack it: \(file.through("bzip2 -dc")) > \(output), or compress with gzip, which is read as it is"
    case .zip: return "Unpack it: \(file.through("unzip -p")) > \(output)"
    case .gzip: return "It is compressed twice; unpack it once: \(file.through("gzip -dc")) > \(output)"
    case .tar: return "Unpack it and name the files in it: tar -xf \(file.input)"
    case .zlib: return "Write it with gzip's frame (RFC 1952), or unpack it: \(file.through("pigz -dcz")) > \(output)"
    default: return "Unpack it, and name the files in it"
    }
  }

  private func recoded(_ file: InputName) -> String {
    let encoding: String
    switch format {
    case .utf16LE: encoding = "UTF-16LE"
    case .utf16BE: encoding = "UTF-16BE"
    case .utf32LE: encoding = "UTF-32LE"
    case .utf32BE: encoding = "UTF-32BE"
    case .markTwice: return "Remove one mark: \(file.through("tail -c +4")) > \(file.output("geojson"))"
    default: encoding = "ISO-8859-1"
    }
    return "JSON is UTF-8; convert it: \(file.through("iconv -f \(encoding) -t UTF-8")) > \(file.output("geojson"))"
  }

  private func rewritten(_ file: InputName) -> String {
    switch format {
    case .geoJSONArray: return "Write a feature a line: \(file.through("jq -c '.[]'")) > \(file.output("geojsonl"))"
    case .overpassJSON:
      return "Ask for `out geom;` and convert it: \(file.through("osmtogeojson")) > \(file.output("geojson"))"
    default: return Self.expected
    }
  }

  private func exported(_ file: InputName) -> String {
    switch format {
    case .sqlite:
      return "If it is SpatiaLite, GDAL converts it: ogr2ogr -f GeoJSONSeq \(file.output("geojsonl")) \(file.input)"
    case .workbook: return "Save its sheet as CSV, with columns of longitude and latitude"
    case .mbtiles, .pmtiles:
      return "These are tiles already, which `overtile inspect` shows; name the data that they were made from"
    default: return "It holds no features; name vector data"
    }
  }

  /// The advice if the data are not there at all.
  private var elsewhere: String {
    switch format {
    case .html, .serviceError, .jsonError:
      "That is a server's answer, not its data: check the address and the permissions, and fetch it again with curl -fL"
    case .gitLFS: "The data are not here; fetch them: git lfs pull"
    case .mergeConflict: "Resolve the conflict, which begins with <<<<<<<"
    case .pipeline: "It is for `overtile build` itself; a source names the data that the pipeline reads"
    case .javaScript: "Remove the text before the first { and after the last }"
    case .comment: "JSON has no comments; remove it"
    default: Self.expected
    }
  }

  /// The beginning of GeoJSON.
  private static let expected =
    "Expected {\"type\":\"FeatureCollection\",\"features\":[…]}, or features one after the other (RFC 7946, RFC 8142)"
}
