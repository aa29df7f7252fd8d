import OvertileExpressions

/// One input: files, or the output of a command, in one coordinate reference system.
package struct SourceConfiguration: Sendable {
  /// The name that layers refer to.
  package var name: Located<String>
  /// Paths, globs, or "-" for standard input, as written; relative ones start at the configuration's folder. None with a
  /// command, otherwise at least one.
  package var paths: [Located<String>]
  /// A program and its arguments whose output is read, in place of paths.
  package var command: Located<[String]>?
  /// The time limit of a command, also of one that reads a path, in seconds.
  package var timeoutSeconds: Double
  /// The selection from formats that have layers and columns.
  package var selection: TableSelection
  /// The greatest age of its data; nil for any.
  package var maxAge: MaxAge?
  /// Whether a collection that says that it is only a part of its data is accepted.
  package var acceptsPartial = false
  /// The coordinate reference system as an authority code, WKT, PROJJSON or a PROJ string; nil for RFC 7946's WGS84.
  package var crs: Located<String>?
  /// The worst accuracy of the transformation that is accepted, in meters; nil to accept any.
  package var accuracyMeters: Located<Double>?
  /// The property that identifies a feature in place of its `id` member.
  package var idProperty: Located<String>?
  /// The bounds in which a feature must lie, in part at least, to be selected; nil for anywhere.
  package var bounds: CameraPreset.Bounds?
  /// The location in the file; nil if the file does not set it.
  package var boundsPosition: SourcePosition?
  /// How wrong features are treated.
  package var onInvalid: InvalidPolicy
  /// The most crossings of one shape that are repaired, at least 0.
  package var maxCrossings: Int
  /// The most vertices of one shape that is repaired, at least 0.
  package var maxVertices: Int
  /// Whether and where rejected features are written out unchanged.
  package var quarantine: Quarantine

  /// The greatest age of a source's data.
  package struct MaxAge: Sendable, Hashable {
    /// In seconds.
    package var seconds: Double
    /// The property with the time of a feature: the newest counts. Nil for the times of files: the oldest counts.
    package var property: String?
  }

  /// How features that cannot be used are treated.
  package enum InvalidPolicy: Sendable, Hashable {
    /// The first one ends the run.
    case fail
    /// They go to the ledger; more than the limit ends the run.
    case skip(maximum: RejectionLimit)
    /// Those that can be repaired are; the others go to the ledger, and more of them than the limit end the run.
    case repair(maximum: RejectionLimit)

    /// Whether wrong geometries are repaired.
    package var repairsFaults: Bool {
      if case .repair = self { true } else { false }
    }
  }

  /// The output of rejected features, unchanged.
  package enum Quarantine: Sendable, Hashable {
    /// Nowhere.
    case none
    /// To `NAME.quarantine.SOURCE.geojsons` beside the bundle.
    case besideBundle
    /// To a file, as written; a relative one starts at the configuration's folder.
    case file(String)
  }

  /// The number of features of a source that may be skipped.
  package enum RejectionLimit: Sendable, Hashable {
    /// A share of all features, 0...1.
    case share(Double)
    /// A number of features.
    case count(Int)
  }
}
