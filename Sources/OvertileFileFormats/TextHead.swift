/// The beginning of a text that is not JSON: its format, and a quotation that shows it.
struct TextHead {
  let format: FileFormat
  /// The title of a page, the name of an element, the names of columns, or the first line.
  let detail: String?

  /// Looks at text without a byte-order mark. O(bytes).
  init(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace }
    let lines = text.split(whereSeparator: \.isNewline)
    let first = lines.first.map { Self.beginning(String($0)) }
    if text.hasPrefix("<<<<<<<") {
      (format, detail) = (.mergeConflict, nil)
    } else if text.hasPrefix("<") {
      (format, detail) = Self.markup(text)
    } else if text.hasPrefix("version https://git-lfs") {
      (format, detail) = (.gitLFS, nil)
    } else if text.hasPrefix("//") || text.hasPrefix("/*") || (text.hasPrefix("#") && Self.isJSON(lines)) {
      (format, detail) = (.comment, first)
    } else if Self.isWKT(text) {
      (format, detail) = (.wkt, first)
    } else if let columns = Self.columns(lines) {
      (format, detail) = (.csv, columns)
    } else if Self.isCode(text) {
      (format, detail) = (.javaScript, first)
    } else if lines.contains(where: { $0.hasPrefix("layers:") || $0.hasPrefix("sources:") }) {
      (format, detail) = (.pipeline, nil)
    } else if lines.count > 1, lines.prefix(2).allSatisfy(Self.isEntry) {
      (format, detail) = (.yaml, nil)
    } else {
      (format, detail) = (Self.isUTF8(bytes) ? .text : .latin1, first)
    }
  }

  /// The number of characters of a text that are shown.
  static let shown = 60

  static func beginning(_ text: String) -> String {
    text.count <= shown ? text : String(text.prefix(shown)) + "…"
  }

  /// Whether text has no invalid byte, except at its end, where it may be cut.
  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    var end = bytes.endIndex
    while end > bytes.startIndex, end > bytes.endIndex - 4, bytes[end - 1] >= 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self).utf8.elementsEqual(bytes[..<end])
  }

  private static func isJSON(_ lines: [Substring]) -> Bool {
    lines.first { !$0.hasPrefix("#") }.map { $0.hasPrefix("{") || $0.hasPrefix("[") } ?? false
  }

  private static func isWKT(_ text: Substring) -> Bool {
    let names = ["POINT", "LINESTRING", "POLYGON", "MULTI", "GEOMETRYCOLLECTION", "SRID="]
    return names.contains { text.hasPrefix($0) } && text.prefix(200).contains("(")
  }

  /// An assignment or a call in front of an object: `var places = {`, `callback({`.
  private static func isCode(_ text: Substring) -> Bool {
    let head = text.prefix(200)
    guard let brace = head.firstIndex(where: { $0 == "{" || $0 == "[" }) else { return false }
    guard let last = head[..<brace].last(where: { !$0.isWhitespace }), "=(".contains(last) else { return false }
    return head.first.map { $0.isLetter || $0 == "_" || $0 == "$" } ?? false
  }

  private static func isEntry(_ line: Substring) -> Bool {
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
    let after = line.index(after: colon)
    return line[..<colon].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      && (after == line.endIndex || line[after] == " ")
  }

  // MARK: Columns

  /// The first line if it looks like the header of a table: two lines with as many delimiters, or names of coordinates.
  private static func columns(_ lines: [Substring]) -> String? {
    guard let header = lines.first else { return nil }
    for delimiter in [",", ";", "\t", "|"] as [Character] {
      let names = fields(header, delimiter)
      guard names.count > 1 else { continue }
      // Prose has commas too, but more than two words between them.
      let most = names.count > 2 ? 2 : 1
      let isTable =
        lines.count > 1 && fields(lines[1], delimiter).count == names.count && !header.contains("{")
        && names.allSatisfy { $0.split(separator: " ").count <= most }
      if isTable || CSVColumns(String(header)).areCoordinates { return String(header) }
    }
    return nil
  }

  /// The fields of a line; a delimiter in quotes does not count.
  static func fields(_ line: Substring, _ delimiter: Character) -> [String] {
    var (fields, field, isQuoted) = ([String](), "", false)
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == delimiter, !isQuoted {
        fields.append(field)
        field = ""
      } else {
        field.append(character)
      }
    }
    return fields + [field]
  }

  // MARK: Markup

  private static func markup(_ text: Substring) -> (FileFormat, String?) {
    let lower = text.lowercased()
    let root = rootElement(text)
    switch root.split(separator: ":").last?.lowercased() ?? "" {
    case "kml": return (.kml, nil)
    case "gpx": return (.gpx, nil)
    case "osm": return (.osmXML, nil)
    case "featurecollection": return (.gml, nil)
    case "error", "exceptionreport", "serviceexceptionreport": return (.serviceError, content(of: text))
    case "html", "head", "body", "!doctype": return (.html, title(text, lower))
    default: return lower.contains("<html") ? (.html, title(text, lower)) : (.xml, "<\(beginning(root))>")
    }
  }

  /// The name of the first element that is not a declaration or comment.
  private static func rootElement(_ text: Substring) -> String {
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      if rest.hasPrefix("?") || rest.hasPrefix("!--") { continue }
      return String(rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" })
    }
    return ""
  }

  private static func title(_ text: Substring, _ lower: String) -> String? {
    guard let open = lower.firstRange(of: "<title>"), let close = lower.firstRange(of: "</title>"),
      open.upperBound <= close.lowerBound
    else { return content(of: text) }
    return beginning(String(lower[open.upperBound..<close.lowerBound]))
  }

  /// The text between the tags.
  private static func content(of text: Substring) -> String? {
    var (words, isTag) = ("", false)
    for character in text {
      if character == "<" {
        isTag = true
      } else if character == ">" {
        (isTag, words) = (false, words + " ")
      } else if !isTag {
        words.append(character)
      }
    }
    let plain = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return plain.isEmpty ? nil : beginning(plain)
  }
}

/// The columns of a table that hold coordinates, by their usual names.
struct CSVColumns {
  private(set) var longitude: String?
  private(set) var latitude: String?
  private(set) var geometry: String?

  /// Whether coordinates can be read from the columns.
  var areCoordinates: Bool { geometry != nil || (longitude != nil && latitude != nil) }

  init(_ header: String) {
    let delimiter = ([",", ";", "\t", "|"] as [Character]).max { a, b in
      TextHead.fields(header[...], a).count < TextHead.fields(header[...], b).count
    }
    for field in TextHead.fields(header[...], delimiter ?? ",") {
      let name = field.drop { $0.isWhitespace }
      let plain = name.lowercased().filter { $0.isLetter }
      if ["lon", "lng", "long", "longitude", "x", "easting", "xcoord"].contains(plain) {
        longitude = longitude ?? String(name)
      }
      if ["lat", "latitude", "y", "northing", "ycoord"].contains(plain) { latitude = latitude ?? String(name) }
      if ["wkt", "geom", "geometry", "thegeom"].contains(plain) { geometry = geometry ?? String(name) }
    }
  }
}
