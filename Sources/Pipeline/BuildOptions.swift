/// How a run goes about its work. Nothing of it reaches the bundle.
public struct BuildOptions: Sendable, Hashable {
  /// Whether zooms that a killed run of the same work had finished are taken up.
  public var resumes = false
  /// Whether the contents of the input files are compared, too, before and after they are read.
  public var checksInputs = false

  /// The ordinary way: from the start; inputs compared by size and time.
  public init() {}
}
