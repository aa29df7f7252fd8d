/// A position in a text file.
public struct SourcePosition: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  /// The line number, starting at 1.
  public var line: Int
  /// The column number, counted in Unicode scalars and starting at 1.
  public var column: Int

  /// Creates a position with the given line number and column number, both of which start at 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a text.
  package static let start = SourcePosition(line: 1, column: 1)

  /// Returns whether the first position comes before the second position in the text.
  public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }

  /// A textual representation of the position, in the form "line:column".
  public var description: String { "\(line):\(column)" }
}
