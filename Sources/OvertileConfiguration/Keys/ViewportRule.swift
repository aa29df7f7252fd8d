import OvertileExpressions

/// The form of viewports: `390x844`, a list of sizes, or a mapping from names to sizes.
enum ViewportRule {
  private static let largest = 32768

  private static let size = Rule<CameraPreset.Viewport>([
    "type": "string", "pattern": "^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}$",
  ]) { node, log in
    let example = "a width and a height in points, such as 390x844"
    guard case .string(let text) = node.content else { return log.rejectType(node, wanted: example) }
    let form = #/([1-9][0-9]{0,4})x([1-9][0-9]{0,4})/#.matchingSemantics(.unicodeScalar)
    guard let sides = text.wholeMatch(of: form), let width = Int(sides.1), let height = Int(sides.2) else {
      return log.reject(.badValue, node, "expected \(example), found \"\(text)\"")
    }
    guard max(width, height) <= largest else {
      return log.reject(.outOfRange, node, "the viewport \(text) must not be larger than \(largest)x\(largest)")
    }
    return Reading(
      CameraPreset.Viewport(name: text, width: width, height: height), canonical: CanonicalJSON.quoted(text))
  }

  /// In a list each is named by its size, so none may occur twice.
  private static let list: Rule<[CameraPreset.Viewport]> = {
    let sizes = size.oneOrMore
    return Rule(sizes.schema) { node, log in
      guard let reading = sizes.read(node, &log) else { return nil }
      guard case .array(let items) = node.content else { return reading }
      var seen: Set<String> = []
      for (viewport, item) in zip(reading.value, items) where !seen.insert(viewport.name).inserted {
        log.note(.badValue, at: item.position, "\"\(viewport.name)\" is listed more than once")
      }
      return reading
    }
  }()

  private static let named = size.withName.named(atLeast: 1).map { entries in
    entries.map { CameraPreset.Viewport(name: $0.name, width: $0.value.width, height: $0.value.height) }
  }

  /// The viewports in the order of the file.
  static let rule = list.or(mapping: named).spelled { viewports in
    let members = viewports.map { "[\(CanonicalJSON.quoted($0.name)),\($0.width),\($0.height)]" }
    return "[" + members.joined(separator: ",") + "]"
  }
}
