import OvertileCore
import OvertileExpressions

/// The form of permissions: octal digits, as for chmod(1), with or without quotes and a 0 before them.
enum FileModeRule {
  /// Each of group and others may read, read and write, or do nothing; the owner reads and writes.
  private static let modes = [0, 4, 6].flatMap { group in [0, 4, 6].map { others in 600 + group * 10 + others } }

  private static let schema: JSONValue = [
    "enum": .array(
      modes.map { JSONValue.int(Int64($0)) }
        + modes.flatMap { [JSONValue.string("\($0)"), JSONValue.string("0\($0)")] })
  ]

  /// The permissions of files.
  static let rule = Rule<Int>(schema) { node, log in
    var digits = node.string.flatMap { text in text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil }
    if case .int(let int) = node.content { digits = Int(exactly: int) }
    guard let digits, modes.contains(digits), let mode = Int("\(digits)", radix: 8) else {
      return log.reject(
        .badValue, node,
        "expected a file mode, such as 0644 (everyone can read), 0640 (the group can read) or 0600 (only the owner "
          + "can read), found \(node.summary)"
      )
    }
    return Reading(mode, canonical: "\(mode)")
  }
}
