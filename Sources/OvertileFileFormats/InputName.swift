/// The name of an input, as a word of a command, and the names of files that are made from it.
struct InputName {
  /// The file as an argument of a command that does not unpack it.
  let input: String
  private let path: String
  private let isInflated: Bool
  private let isKnown: Bool

  init(path: String?, isInflated: Bool) {
    (self.path, self.isInflated, isKnown) = (path ?? "FILE", isInflated, path != nil)
    // GDAL and others need to be told that it is compressed.
    input = Self.quoted((isInflated ? "/vsigzip/" : "") + self.path)
  }

  /// A command that reads the file, or its content if it is compressed.
  func through(_ command: String) -> String {
    isInflated ? "gzip -dc \(Self.quoted(path)) | \(command)" : "\(command) \(input)"
  }

  /// A command by which DuckDB writes the rows of a table as features, all columns but the geometry as properties.
  var duckDB: String {
    let table = "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    let query =
      "LOAD spatial; SELECT json_object('type', 'Feature', 'geometry', ST_AsGeoJSON(geometry)::JSON, "
      + "'properties', json_merge_patch(to_json(t), json_object('geometry', NULL))) FROM \(table) t"
    return "duckdb -noheader -list -c \(Self.doublyQuoted(query)) > \(output("geojsonl"))"
  }

  /// A file within an archive, as GDAL names it.
  func inside(_ prefix: String) -> String { Self.quoted(prefix + path) }

  /// The name of a table: one without the extension that GDAL expects has a prefix.
  var csv: String {
    let name = path.lowercased()
    if name.hasSuffix(".csv") || name.hasSuffix(".csv.gz") { return input }
    return Self.quoted("CSV:" + (isInflated ? "/vsigzip/" : "") + path)
  }

  func hasSuffix(_ suffix: String) -> Bool { path.lowercased().hasSuffix("." + suffix) }

  /// The path of the converted file beside the input, never the input itself.
  func output(_ ending: String) -> String {
    let stem = stem
    let name = "\(stem).\(ending)"
    return Self.quoted(name == path ? "\(stem).converted.\(ending)" : name)
  }

  /// The path of the unpacked file.
  var unpacked: String {
    let endings = [".xz", ".zst", ".zstd", ".bz2", ".zip", ".gz", ".zz", ".z"]
    guard let ending = endings.first(where: path.lowercased().hasSuffix) else { return output("geojson") }
    let name = String(path.dropLast(ending.count))
    let base = name.split(separator: "/").last ?? ""
    return base.contains(".") ? Self.quoted(name) : Self.quoted(name + ".geojson")
  }

  /// The path without its extensions.
  private var stem: String {
    guard isKnown else { return "places" }
    let slash = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[slash...]
    guard let dot = name.dropFirst().firstIndex(of: ".") else { return path }
    var stem = String(name[..<dot])
    // A name with a date or version in it has more dots than the last two.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let endings = parts.count > 2 && isInflated ? 2 : 1
    if parts.count > endings + 1 { stem = parts.dropLast(endings).joined(separator: ".") }
    return path[..<slash] + stem
  }

  /// Text as one word of a shell that keeps single quotes as they are.
  private static func doublyQuoted(_ text: String) -> String {
    "\"" + text.flatMap { "\\\"$`".contains($0) ? ["\\", $0] : [$0] } + "\""
  }

  /// Text as one word of a shell.
  static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "/._-+,:=@%".utf8.contains(byte)
      }
    }
    return plain && !text.isEmpty
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
