/// The first line of a CSV file: its columns, and those that hold coordinates by their names.
package struct CSVHeader: Sendable {
  /// The columns in their order.
  package let columns: [String]
  /// The column of longitudes or eastings; nil if no name matches.
  package let longitude: String?
  /// The column of latitudes or northings; nil if no name matches.
  package let latitude: String?

  /// Reads the beginning of a file; nil if it has no line, or is not text. O(its bytes).
  package init?(_ head: [UInt8]) {
    let text = String(decoding: head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...], as: UTF8.self)
    guard let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first, !line.isEmpty
    else {
      return nil
    }
    let delimiters: [Character] = [",", ";", "\t", "|"]
    columns = delimiters.map { TextHead.fields(line, $0) }.max { $0.count < $1.count } ?? []
    let named = CSVColumns(String(line))
    (longitude, latitude) = (named.longitude, named.latitude)
  }
}
