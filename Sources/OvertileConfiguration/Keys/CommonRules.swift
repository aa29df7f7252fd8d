import OvertileExpressions

/// Rules that several kinds of layers share.
enum CommonRules {
  /// The zooms that a layer can have.
  static let zoomRange = 0...LayerConfiguration.highestZoom

  /// The side of a tile in pixels: `512px`, whole.
  static let tileSize: Rule<Int> = {
    let pixels = Rule<Quantity>.quantity([.pixels], .above0(through: 65536))
    return Rule(pixels.schema) { node, log in
      guard let reading = pixels.read(node, &log) else { return nil }
      guard let side = Int(exactly: reading.value.value) else {
        log.note(.outOfRange, at: node.position, "the size must be a whole number of pixels")
        return nil
      }
      return Reading(side, canonical: reading.canonical)
    }
  }()

  /// The value of `zooms`: a range, and whether its end is only an upper limit.
  struct Zooms {
    var range: ClosedRange<Int>
    var endsByItself = false
  }

  /// One zoom or a range of them: `5`, `0-14`; `0-auto` ends at the zoom after which nothing new is shown.
  static let zooms: Rule<Zooms> = {
    let one = Rule.integer(zoomRange)
    let form = "^(1?[0-9]|2[0-4])(-(1?[0-9]|2[0-4]|auto))?$"
    return Rule(["anyOf": [one.schema, ["type": "string", "pattern": .string(form)]]]) { node, log in
      guard case .string(let text) = node.content else {
        guard case .int = node.content else {
          log.noteType(node, wanted: "a zoom or a range of zooms, such as 0-14 or 0-auto")
          return nil
        }
        return one.read(node, &log).map {
          Reading(Zooms(range: $0.value...$0.value), canonical: "[\($0.value),\($0.value)]")
        }
      }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let endsByItself = parts.count == 2 && parts[1] == "auto"
      let numbers = parts.map { endsByItself && $0 == "auto" ? LayerConfiguration.automaticLimit : zoom($0) }
      guard (1...2).contains(parts.count), let first = numbers[0], let last = numbers[numbers.count - 1] else {
        log.note(
          .badValue, at: node.position,
          "expected a zoom or a range of zooms, such as 0-14 or 0-auto, found \"\(text)\"")
        return nil
      }
      guard first <= last, zoomRange.contains(first), zoomRange.contains(last) else {
        let most = endsByItself ? LayerConfiguration.automaticLimit : zoomRange.upperBound
        log.note(
          .outOfRange, at: node.position,
          "expected an ascending range of zooms between \(zoomRange.lowerBound) and \(most), found \"\(text)\"")
        return nil
      }
      return Reading(
        Zooms(range: first...last, endsByItself: endsByItself),
        canonical: endsByItself ? "[\(first),\"auto\"]" : "[\(first),\(last)]")
    }
  }()

  /// A zoom as it is written, without zeros before it; nil for anything else.
  private static func zoom(_ text: Substring) -> Int? {
    text.count <= 2 && (text.count == 1 || text.first != "0") && text.utf8.allSatisfy({ (48...57).contains($0) })
      ? Int(text) : nil
  }
}
