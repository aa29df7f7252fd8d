import OvertileConfiguration

/// The drivers of the GDAL at hand, and what keeps it to the one of a format.
///
/// GDAL opens a file with whatever driver takes its content, and some of them read other files or addresses that are named in it.
/// It has no option for one driver, so all the others are left out.
struct GDALDrivers {
  private let names: [String]

  /// Asks for the names.
  ///
  /// - Throws: `PipelineError.unavailable` where GDAL is not installed or does not list them.
  init(of source: SourceConfiguration, in folder: String, location: String, _ use: CommandUse) throws {
    let command = try SourceCommand(
      ["ogrinfo", "--formats"], of: source, in: folder, isOfGDAL: true, location: location, use)
    let text = try CommandReader(command, use.registry).text(atMost: 1 << 20)
    names = text.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/^  (.+?) -[a-z ,]*vector[a-z ,]*-/#).map { String($0.1) }
    }
  }

  /// The environment in which GDAL reads a format and nothing else: no other driver but that of its output, no network, and no
  /// functions of SQLite that open files.
  ///
  /// - Throws: `PipelineError.unavailable` where no driver reads the format.
  func environment(for format: TableFormat, location: String) throws -> [String: String] {
    guard !format.drivers.isDisjoint(with: names) else {
      throw PipelineError.unavailable(
        "\(location): the installed GDAL cannot read \(format.rawValue); to list its formats, run ogrinfo --formats")
    }
    let others = names.filter { !format.drivers.contains($0) && $0 != "GeoJSON" }
    return [
      "GDAL_SKIP": others.joined(separator: ","), "CPL_VSIL_CURL_ALLOWED_FILENAME": "none",
      "GDAL_HTTP_PROXY": "http://127.0.0.1:1", "no_proxy": "", "NO_PROXY": "",
      "OGR_SQLITE_ALLOW_EXTERNAL_ACCESS": "NO", "SPATIALITE_SECURITY": "strict",
    ]
  }
}

extension TableFormat {
  /// GDAL's drivers that read the format.
  fileprivate var drivers: Set<String> {
    switch self {
    case .flatGeobuf: ["FlatGeobuf"]
    case .geoPackage: ["GPKG"]
    case .shapefile: ["ESRI Shapefile"]
    case .csv: ["CSV"]
    case .kml: ["LIBKML", "KML"]
    case .gpx: ["GPX"]
    case .postGIS: ["PostgreSQL"]
    }
  }
}
