import OvertileExpressions

/// Rules that several kinds of layers share.
enum CommonRules {
  /// The zooms that a layer can have.
  static let zoomRange = 0...LayerConfiguration.highestZoom

  /// The side of a tile in pixels: `512px`, whole.
  static let tileSize = Rule<Quantity>.quantity([.pixels], .above0(through: 65536)).refined { side, node, log -> Int? in
    Int(exactly: side.value) ?? log.reject(.outOfRange, node, "the size must be a whole number of pixels")
  }

  /// The key for that side, in blocks with lengths in pixels.
  static let tileSizeKey = Key(
    "tileSize", tileSize, .standard("512px"), "The tile size for which lengths in pixels are specified.")

  /// The value of `zooms`: a range, and whether its end is only an upper limit.
  struct Zooms {
    var range: ClosedRange<Int>
    var endsByItself = false
  }

  /// One zoom or a range of them: `5`, `0-14`; `0-auto` ends at the zoom after which nothing new is shown.
  static let zooms: Rule<Zooms> = {
    let form = "^(1?[0-9]|2[0-4])(-(1?[0-9]|2[0-4]|auto))?$"
    let one = Rule.integer(zoomRange)
    return Rule(["anyOf": [one.schema, ["type": "string", "pattern": .string(form)]]]) { node, log in
      let example = "a zoom or a range of zooms, such as 0-14 or 0-auto"
      let number: String? = if case .int(let zoom) = node.content { "\(zoom)" } else { nil }
      guard let text = number ?? node.string else { return log.rejectType(node, wanted: example) }
      let form = #/(0|[1-9][0-9]?)(?:-(0|[1-9][0-9]?|auto))?/#.matchingSemantics(.unicodeScalar)
      guard let match = text.wholeMatch(of: form), let first = Int(match.1) else {
        return log.reject(.badValue, node, "expected \(example), found \"\(text)\"")
      }
      let endsByItself = match.2 == "auto"
      let most = endsByItself ? LayerConfiguration.automaticLimit : zoomRange.upperBound
      let last = endsByItself ? most : match.2.flatMap { Int($0) } ?? first
      guard first <= last, last <= most else {
        return log.reject(.outOfRange, node, "expected ascending zooms between 0 and \(most), found \"\(text)\"")
      }
      let end = endsByItself ? "\"auto\"" : "\(last)"
      return Reading(Zooms(range: first...last, endsByItself: endsByItself), canonical: "[\(first),\(end)]")
    }
  }()
}
