import OvertileExpressions

/// The form of viewports: `390x844`, a list of sizes, or a mapping from names to sizes.
enum ViewportRule {
  private static let largest = 32768

  private static let size = Rule<CameraPreset.Viewport>([
    "type": "string", "pattern": "^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}$",
  ]) { node, log in
    guard case .string(let text) = node.content else {
      log.noteType(node, wanted: "a width and a height in points, such as 390x844")
      return nil
    }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      (1...5).contains(side.utf8.count) && side.first != "0" && side.utf8.allSatisfy({ (48...57).contains($0) })
        ? Int(side) : nil
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      log.note(
        .badValue, at: node.position,
        "expected a width and a height in points, such as 390x844, found \"\(text)\"")
      return nil
    }
    guard max(width, height) <= largest else {
      log.note(.outOfRange, at: node.position, "the viewport \(text) must not be larger than \(largest)x\(largest)")
      return nil
    }
    return Reading(
      CameraPreset.Viewport(name: text, width: width, height: height), canonical: CanonicalJSON.quoted(text))
  }

  private static let list = size.oneOrMore
  private static let named = size.named(atLeast: 1)

  /// The viewports in the order of the file. In a list each is named by its size, so none may occur twice.
  static let rule = Rule<[CameraPreset.Viewport]>(["anyOf": [list.schema, named.schema]]) { node, log in
    let viewports: [CameraPreset.Viewport]
    if case .mapping = node.content {
      guard let reading = named.read(node, &log) else { return nil }
      viewports = reading.value.map { entry in
        var viewport = entry.value
        viewport.name = entry.name.value
        return viewport
      }
    } else {
      guard let reading = list.read(node, &log) else { return nil }
      viewports = reading.value
      if case .list(let items) = node.content { noteRepeated(viewports, items, &log) }
    }
    let members = viewports.map { "[\(CanonicalJSON.quoted($0.name)),\($0.width),\($0.height)]" }
    return Reading(viewports, canonical: "[" + members.joined(separator: ",") + "]")
  }

  private static func noteRepeated(
    _ viewports: [CameraPreset.Viewport], _ items: [ConfigurationNode], _ log: inout ProblemLog
  ) {
    var seen: Set<String> = []
    for (viewport, item) in zip(viewports, items) where !seen.insert(viewport.name).inserted {
      log.note(.badValue, at: item.position, "\"\(viewport.name)\" is listed more than once")
    }
  }
}
