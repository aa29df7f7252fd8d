import OvertileExpressions

/// A key that the file has and that changes nothing beside what else it says.
package struct KeyWithoutEffect: Sendable, Hashable {
  /// The keys that lead there, such as "layers.quakes.circle.chordError".
  package var keyPath: String
  /// Where the key stands.
  package var position: SourcePosition
  /// Why it has no effect, and with what it would have one.
  package var reason: String
}
