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

extension SourceConfiguration {
  static let path = Key(
    "path", Rule<String>.path.located.oneOrMore, shapesBundle: false,
    "A file, a glob pattern, a list of these, or \"-\" for standard input. Paths are relative to this file. GeoJSON "
      + "may be compressed with gzip; GDAL reads .fgb, .gpkg, .shp, .csv, .kml, .gpx and PG:... (PostGIS).")
  static let command = Key(
    "command",
    argument.list(atLeast: 1) {
      "; write [PROGRAM, ARGUMENT, ...], or, for a shell, [bash, -o, pipefail, -c, \(CanonicalJSON.quoted($0))]"
    }, shapesBundle: false,
    "A program and its arguments, as an alternative to path. The program runs in the folder of this file, without a "
      + "shell, and its standard output is read like a file. If its exit status is not 0, the run ends with exit "
      + "code 66.")
  static let timeout = Key(
    "timeout", Rule<Quantity>.duration(throughDays: 7), .standard("30m"), shapesBundle: false,
    "The maximum time that a command may run, such as 90s, 10m or 1h. After that, the command is stopped, and the "
      + "run ends with exit code 66.")
  static let crs = Key(
    "crs", crsRule.located,
    "The coordinate reference system, as an authority code (EPSG:27700), WKT, PROJJSON or a PROJ string. By default, "
      + "coordinates are WGS84 longitude and latitude.")
  static let accuracy = Key(
    "accuracy",
    Rule<Quantity>.quantity([.meters, .kilometers, .feet], .above0(through: 1e6)).map(\.inBaseUnits),
    shapesBundle: false, "The worst acceptable accuracy of the transformation to WGS84, such as 1m.")
  static let id = Key(
    "id", Rule<String>.string.located, "The property that identifies a feature, instead of its id member.")
  static let bounds = Key(
    "bounds", BoundsRule.rule.located,
    "The bounds that features must overlap, in degrees: [west, south, east, north]. If west is greater than east, "
      + "the bounds cross the antimeridian. Features outside are filtered out; a feature that is partly inside is "
      + "kept whole.")
  static let onInvalid = Key(
    "onInvalid", Rule<String>.word(["fail", "skip", "repair"]), .standard("fail"), shapesBundle: false,
    "How an invalid feature is treated: fail ends the run; skip leaves it out and records it in the ledger; repair "
      + "fixes what can be fixed (invalid polygons, unclosed rings, latitudes up to 91) and skips the rest.")
  static let maxRejected = Key(
    "maxRejected", rejectionLimit, shapesBundle: false,
    "How many features may be skipped before the run fails, as a percentage (0.1%) or a number; 1% by default. Only "
      + "valid with onInvalid: skip or repair.")
  static let maxCrossings = Key(
    "maxCrossings", Rule.integer(0...Int(Int32.max)), .standard(10_000), shapesBundle: false,
    "The maximum number of crossings to repair in a polygon; a polygon with more is rejected as too complex. More "
      + "crossings take more time and memory: 10,000 take seconds and about 100 MB.")
  static let maxVertices = Key(
    "maxVertices", Rule.integer(0...Int(Int32.max)), .standard(250_000), shapesBundle: false,
    "The maximum number of vertices in a polygon to repair; an invalid polygon with more is rejected as too complex. "
      + "Valid polygons may have any number of vertices.")
  static let quarantine = Key(
    "quarantine", quarantineRule, .standard(false), shapesBundle: false,
    "Whether rejected features are also written to a file, unchanged, so that you can correct them: true for "
      + "NAME.quarantine.SOURCE.geojsons next to the bundle, or a path relative to this file. Each run replaces the "
      + "file.")

  static let maxAge = Key(
    "maxAge", maxAgeRule, shapesBundle: false,
    "The maximum age of the data, such as 26h. The age is that of the oldest file or, with {age: 26h, property: "
      + "updated}, that of the newest time in a property or column. Older data is not published.")
  static let partial = Key(
    "partial", Rule<String>.word(["reject", "accept"]), .standard("reject"), shapesBundle: false,
    "How an incomplete collection is treated: reject ends the run with exit code 65, accept prints a warning. A "
      + "collection is incomplete if it has exceededTransferLimit or a link to a next page, or if numberMatched or "
      + "totalFeatures is greater than its number of features.")

  static let rule = Rule<SourceConfiguration>.mapping(
    [
      path, crs, accuracy, id, bounds, onInvalid, maxRejected, maxCrossings, maxVertices, quarantine, maxAge, partial,
      command, timeout,
    ] + TableSelection.all,
    rules: [.exactlyOne(of: ["path", "command"]), .only("maxRejected", with: "onInvalid", ["skip", "repair"])]
  ) { fields, log in
    let paths = fields.optional(path) ?? []
    let selection = try TableSelection.selection(fields, paths: paths.map(\.value), &log)
    let policy = try fields(onInvalid)
    let source = SourceConfiguration(
      name: log.key, paths: paths, command: fields.optional(command),
      timeoutSeconds: try fields(timeout), selection: selection, maxAge: fields.optional(maxAge),
      acceptsPartial: try fields(partial) == "accept", crs: fields.optional(crs),
      accuracyMeters: fields.optional(accuracy), idProperty: fields.optional(id), bounds: fields.optional(bounds),
      rejectionLimit: policy == "fail" ? nil : fields.optional(maxRejected) ?? .share(0.01),
      repairs: RepairRules(
        repairsFaults: policy == "repair",
        budget: ShapeBudget(crossings: try fields(maxCrossings), vertices: try fields(maxVertices))),
      quarantine: try fields(quarantine))
    noteMaxAge(source, fields, &log)
    return source
  }

  /// Notes an age of what has no time.
  private static func noteMaxAge(_ source: SourceConfiguration, _ fields: Fields, _ log: inout ProblemLog) {
    guard let maxAge = source.maxAge else { return }
    if let property = maxAge.property {
      if let columns = source.selection.columns, !columns.contains(property) {
        log.note(.conflict, "maxAge", of: fields, "\"\(property)\" must be one of the columns")
      }
    } else if source.command != nil
      || source.paths.contains(where: { $0.value == "-" || TableFormat(path: $0.value) == .postGIS })
    {
      let text =
        "\"maxAge\" must name a property with the time, as in {age: 26h, property: updated}, because this source is "
        + "not a file"
      log.note(.conflict, "maxAge", of: fields, text)
    }
  }

  private static let maxAgeRule: Rule<MaxAge> = {
    let duration = Rule<Quantity>.duration(throughDays: 3660)
    let age = Key("age", duration, .required, "The maximum age of the newest feature, such as 26h.")
    let property = Key(
      "property", Rule<String>.string, .required,
      "The property or column that contains a feature's time: 2026-11-26T03:00:00Z, 2026-11-26, or a number of "
        + "seconds or milliseconds since 1970. Times without a zone are in UTC. Times in the future are ignored.")
    let mapping = Rule<MaxAge>.mapping([age, property]) { fields, _ in
      MaxAge(seconds: try fields(age), property: try fields(property))
    }
    return duration.map { MaxAge(seconds: $0) }.or(mapping: mapping)
  }()

  /// One argument, which may be empty.
  private static let argument = Rule<String>(["type": "string"]) { node, log in
    guard let text = node.string else { return Rule<String>.string.read(node, &log) }
    guard !text.utf8.contains(0) else {
      return log.reject(.badValue, node, "an argument must not contain the character U+0000")
    }
    return Reading(text, canonical: "\"\"")
  }

  /// A number alone is usually an EPSG code.
  private static let crsRule = Rule(Rule<String>.string.schema) { node, log in
    guard case .int(let code) = node.content else { return Rule<String>.string.read(node, &log) }
    return log.rejectType(node, wanted: "a string", hint: "; write it as a string: \"EPSG:\(code)\"")
  }

  private static let quarantineRule = Rule<Bool>.boolean
    .map { $0 ? Quarantine.besideBundle : .none }
    .or(Rule<String>.path.map { .file($0) }) { content in
      // A file with the name of such a word would surprise.
      guard case .string(let text) = content else { return false }
      return !["yes", "no", "on", "off"].contains(text.lowercased())
    }

  private static let rejectionLimit = Rule<Quantity>.quantity([.percent], .from0(through: 1))
    .map { RejectionLimit.share($0.inBaseUnits) }
    .or(Rule.integer(0...Int(Int32.max)).map { .count($0) }) { if case .int = $0 { true } else { false } }
}
