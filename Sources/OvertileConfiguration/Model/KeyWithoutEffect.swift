import OvertileExpressions

/// A key that the file has and that changes nothing beside what else it says.
public struct KeyWithoutEffect: Sendable, Hashable {
  /// The keys that lead there, such as "layers.quakes.circle.chordError".
  public var keyPath: String
  /// Where the key stands.
  public var position: SourcePosition
  /// Why it has no effect, and with what it would have one.
  public var reason: String
}
