/// The format of an input by its first bytes, in words, and the way to turn it into readable data.
package struct FileLook: Sendable, Hashable {
  /// The format.
  package let format: FileFormat
  /// A quotation from the input: a page's title, a table's header, the beginning of a text.
  package let detail: String?
  /// The `type` of a JSON object.
  package let type: String?

  /// The number of first bytes that are examined.
  package static let byteCount = 4096

  /// Examines the first bytes, ``byteCount`` of them or all there are; nil if there are none. O(bytes).
  package init?(_ head: [UInt8]) {
    var text = head[...]
    if text.starts(with: Self.mark) { text = text.dropFirst(3) }
    guard let first = text.first(where: { $0 != 0x20 && !(9...13).contains($0) }) else { return nil }
    let json = JSONHead(text)
    type = json?.type.map(TextHead.beginning)
    if let format = Signature.format(of: head) {
      (self.format, detail) = (format, format == .zip ? Signature.zippedName(head) : nil)
    } else if text.starts(with: Self.mark) {
      (format, detail) = (.markTwice, nil)
    } else if first == 0x1E {
      (format, detail) = (.textSequence, nil)
    } else if text.contains(where: { $0 < 9 || (14..<27).contains($0) }) {
      (format, detail) = (.binary, nil)
    } else if let json {
      format = json.format
      detail = json.members.isEmpty ? nil : Self.listed(json.members)
    } else {
      let text = TextHead(text)
      (format, detail) = (text.format, text.detail)
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func listed(_ members: [String]) -> String {
    let shown = members.prefix(6).map { "\"\(TextHead.beginning($0))\"" }.joined(separator: ", ")
    return members.count > 6 ? shown + ", …" : shown
  }

  /// The description of the input, with its quotation: `an HTML page ("403 forbidden")`.
  package var words: String {
    switch format {
    case .csv: format.words + (detail.map { " (columns \(TextHead.beginning($0)))" } ?? "")
    case .xml: format.words + (detail.map { " (\($0))" } ?? "")
    case .zip: format.words + (detail.map { " (the first file in it is \($0))" } ?? "")
    case .json, .jsonError, .jsonArray: format.words + (detail.map { " (members \($0))" } ?? "")
    case .text, .latin1, .html, .serviceError, .wkt, .javaScript, .comment:
      format.words + (detail.map { " (\"\($0)\")" } ?? "")
    default: format.words
    }
  }
}
