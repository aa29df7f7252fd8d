import OvertileBundleFormat
import OvertileExpressions
import OvertileShapes

/// One input: files, or the output of a command, in one coordinate reference system.
package struct SourceConfiguration: Sendable {
  /// The name that layers refer to.
  package var name: Located<String>
  /// Paths, globs, or "-" for standard input, as written; relative ones start at the configuration's folder. None with a
  /// command, otherwise at least one.
  package var paths: [Located<String>]
  /// A program and its arguments whose output is read, in place of paths.
  package var command: [String]?
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
  package var accuracyMeters: Double?
  /// The property that identifies a feature in place of its `id` member.
  package var idProperty: Located<String>?
  /// The bounds in which a feature must lie, in part at least, to be selected; nil for anywhere.
  package var bounds: Located<DegreeBox>?
  /// How many wrong features are left out and listed in the ledger; nil if the first one ends the run.
  package var rejectionLimit: RejectionLimit?
  /// How wrong geometries are treated.
  package var repairs: RepairRules
  /// Whether and where rejected features are written out unchanged.
  package var quarantine: Quarantine

  /// The greatest age of a source's data.
  package struct MaxAge: Sendable, Hashable {
    /// In seconds.
    package var seconds: Double
    /// The property with the time of a feature: the newest counts. Nil for the times of files: the oldest counts.
    package var property: String?
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

/// A source's rules for geometries that are wrong.
package struct RepairRules: Sendable {
  /// Whether they are repaired; otherwise they are rejected.
  package var repairsFaults: Bool
  /// The most memory for the repair of one shape.
  package var budget: ShapeBudget

  /// Makes rules; by default, no repair, and no bound on repairs that the grid makes necessary.
  package init(repairsFaults: Bool = false, budget: ShapeBudget = .unlimited) {
    (self.repairsFaults, self.budget) = (repairsFaults, budget)
  }
}
