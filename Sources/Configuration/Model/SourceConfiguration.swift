/// One input: files of GeoJSON in one coordinate reference system.
public struct SourceConfiguration: Sendable {
  /// The name that layers refer to.
  public var name: Located<String>
  /// Paths, globs, or "-" for standard input, as written, at least one; relative ones start at the configuration's folder.
  public var paths: [Located<String>]
  /// The coordinate reference system as an authority code, WKT, PROJJSON or a PROJ string; nil for RFC 7946's WGS84.
  public var crs: Located<String>?
  /// The worst accuracy of the transformation that is accepted, in metres; nil to accept any.
  public var accuracyMeters: Located<Double>?
  /// The property that identifies a feature in place of its `id` member.
  public var idProperty: Located<String>?
  /// What happens to a feature that is wrong.
  public var onInvalid: InvalidPolicy

  /// What happens to features that cannot be used.
  public enum InvalidPolicy: Sendable, Hashable {
    /// The first one ends the run.
    case fail
    /// They go to the ledger; more than the limit ends the run.
    case skip(maximum: RejectionLimit)
  }

  /// How many features of a source may be skipped.
  public enum RejectionLimit: Sendable, Hashable {
    /// A share of all features, 0...1.
    case share(Double)
    /// A number of features.
    case count(Int)
  }
}
