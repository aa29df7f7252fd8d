import OvertileExpressions

/// A key of the file that changes nothing beside the other keys.
package struct KeyWithoutEffect: Sendable, Hashable {
  /// The key path, such as "layers.quakes.circle.chordError".
  package var keyPath: String
  /// The location of the key.
  package var position: SourcePosition
  /// The reason that it has no effect, and the condition under which it would have one.
  package var reason: String
}
