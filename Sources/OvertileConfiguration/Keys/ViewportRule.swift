import OvertileExpressions

/// The form of viewports: `390x844`, a list of sizes, or a mapping from names to sizes.
enum ViewportRule {
  private static let largest = 32768

  private static let size = Rule<String>.text(
    "[1-9][0-9]{0,4}x[1-9][0-9]{0,4}", like: "a width and a height in points, such as 390x844"
  ).refined { text, node, log -> CameraPreset.Viewport? in
    let sides = text.split(separator: "x").compactMap { Int($0) }
    guard sides.allSatisfy({ $0 <= largest }) else {
      return log.reject(.outOfRange, node, "the viewport must not be larger than \(largest)x\(largest)")
    }
    return CameraPreset.Viewport(name: text, width: sides[0], height: sides[1])
  }

  /// In a list each is named by its size, so none may occur twice.
  private static let list = size.oneOrMore.refined { sizes, node, log -> [CameraPreset.Viewport]? in
    Set(sizes).count == sizes.count ? sizes : log.reject(.badValue, node, "a size must not be listed more than once")
  }

  private static let named = size.withName.named(atLeast: 1).map { entries in
    entries.map { CameraPreset.Viewport(name: $0.name, width: $0.value.width, height: $0.value.height) }
  }

  /// The viewports in the order of the file.
  static let rule = list.or(mapping: named).spelled { viewports in
    CanonicalJSON.list(viewports.map { "[\(CanonicalJSON.quoted($0.name)),\($0.width),\($0.height)]" })
  }
}
