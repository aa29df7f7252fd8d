/// A piece of HTML, or of the SVG in it. Texts that a literal interpolates become text of the page: data cannot become
/// markup.
struct Markup: ExpressibleByStringInterpolation {
  /// The piece, as a browser reads it.
  let html: String

  init(stringLiteral html: String) { self.html = html }

  init(stringInterpolation pieces: StringInterpolation) { html = pieces.html }

  /// A literal, piece by piece.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { html += literal }

    /// Appends a text. Characters that control a terminal or the direction of writing are shown as escapes. O(text).
    mutating func appendInterpolation(_ text: String) {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": html += "&amp;"
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "\"": html += "&quot;"
        case "'": html += "&#39;"
        case "\n", "\t": html += " "
        case _ where scalar.isHarmful || scalar.properties.isNoncharacterCodePoint: html += scalar.escape
        default: html.unicodeScalars.append(scalar)
        }
      }
    }

    /// Appends a length in the units of a drawing, to two decimals.
    mutating func appendInterpolation(_ length: Double) {
      html += length.isFinite ? "\((min(1e9, max(-1e9, length)) * 100).rounded() / 100)" : "0"
    }

    /// Appends another piece.
    mutating func appendInterpolation(_ piece: Markup) { html += piece.html }

    /// Appends pieces, one a line.
    mutating func appendInterpolation(_ pieces: [Markup]) { html += pieces.map(\.html).joined(separator: "\n") }
  }
}
