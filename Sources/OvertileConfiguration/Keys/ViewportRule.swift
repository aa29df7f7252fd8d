import OvertileExpressions

/// The form of viewports: `390x844`, a list of sizes, or a mapping from names to sizes.
enum ViewportRule {
  private static let largest = 32768

  private static let text = Rule<String>.text(
    "[1-9][0-9]{0,4}x[1-9][0-9]{0,4}", like: "a width and a height in points, such as 390x844")

  private static let size = Rule<CameraPreset.Viewport>(text.schema) { node, log in
    guard let reading = text.read(node, &log) else { return nil }
    let sides = reading.value.split(separator: "x").compactMap { Int($0) }
    guard sides.allSatisfy({ $0 <= largest }) else {
      return log.reject(.outOfRange, node, "the viewport must not be larger than \(largest)x\(largest)")
    }
    return Reading(.init(name: reading.value, width: sides[0], height: sides[1]), canonical: reading.canonical)
  }

  /// In a list each is named by its size, so none may occur twice.
  private static let sizes = size.oneOrMore
  private static let list = Rule<[CameraPreset.Viewport]>(sizes.schema) { node, log in
    guard let reading = sizes.read(node, &log) else { return nil }
    guard Set(reading.value).count == reading.value.count else {
      return log.reject(.badValue, node, "a size must not be listed more than once")
    }
    return reading
  }

  private static let named = size.withName.named(atLeast: 1).map { entries in
    entries.map { CameraPreset.Viewport(name: $0.name, width: $0.value.width, height: $0.value.height) }
  }

  /// The viewports in the order of the file.
  static let rule = list.or(mapping: named).spelled { viewports in
    CanonicalJSON.list(viewports.map { "[\(CanonicalJSON.quoted($0.name)),\($0.width),\($0.height)]" })
  }
}
