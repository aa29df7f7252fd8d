import OvertileCore
import OvertileExpressions

/// The keys of `gates`.
enum GateKeys {
  static let features = Key(
    "features", featuresRule, "How far the accepted features of each layer may decrease or increase.")
  static let layers = Key(
    "layers", Rule<String>.word(["keep"]), "keep: no layer may disappear, nor lose all its features.")
  static let bounds = Key(
    "bounds", single("maxShift", length, "The largest distance by which an edge of a layer may move: 50km."),
    "How far the bounds of each layer may move.")
  static let tiles = Key(
    "tiles", single("maxIncrease", share, "The largest growth, as a percentage of the old number: 30%."),
    "How much the number of the bundle's tiles may grow.")
  static let bytes = Key(
    "bytes", single("maxIncrease", share, "The largest growth, as a percentage of the old size: 30%."),
    "How much the files of the bundle may grow.")
  static let properties = Key(
    "properties", single("maxLoss", part, "The largest percentage of its values that a property may lose: 5%."),
    "How much the percentage of a layer's features that have a property may fall.")
  static let clusters = Key(
    "clusters",
    single("minKept", part, "The smallest percentage of the old cluster ids that the new bundle must have: 90%."),
    "How many cluster ids of each cluster layer, over all zooms, must be kept.")
  static let rejected = Key(
    "rejected", single("maxShare", part, "The largest percentage of the features read: 0.5%."),
    "How many features of each layer's source may be rejected: skipped by onInvalid, or shown at no zoom.")
  static let accuracy = Key(
    "accuracy", single("maxError", length, "The worst accuracy of a transformation to WGS84: 1m."),
    "How accurate the reprojection of each source must be; an unknown accuracy does not pass.")

  static let empty = Key(
    "empty", Rule<GateConfiguration.EmptyPolicy>.choice,
    "What happens to a bundle without features, or with a layer that has lost all its features: fail does not publish it, "
      + "warn publishes it with a warning, pass says nothing, not even about single layers. Without this key, the gate fails "
      + "for a layer that has lost them, and for a bundle without features where there is no old bundle."
  )

  /// The gates that have one number each.
  private static let singles = [bounds, tiles, bytes, properties, clusters, rejected, accuracy]

  static let rule = Rule<GateConfiguration>.mapping(
    [features.erased, layers.erased] + singles.map(\.erased) + [empty.erased], schema: ["minProperties": 1]
  ) { (fields, log) throws(Incomplete) in
    var gates = fields.optional(features) ?? GateConfiguration()
    gates.keepsLayers = fields.optional(layers) != nil
    for key in singles {
      if let gate = GateName(rawValue: key.name) { gates.singleLimits[gate] = fields.optional(key) }
    }
    gates.empty = fields.optional(empty)
    let names = GateName.allCases.filter { $0 != .maxAge }.map(\.rawValue)
    if !names.contains(where: fields.has) {
      log.note(.empty, at: fields.position, "must name a gate: \(names.joined(separator: ", "))")
    }
    return gates
  }

  private static let share = Rule<Quantity>.quantity([.percent], .from0(through: 1e5)).map { Share(percent: $0.value) }
  private static let part = Rule<Quantity>.quantity([.percent], .from0(through: 1)).map { Share(percent: $0.value) }
  private static let length = Rule<Quantity>.quantity([.kilometers, .meters, .miles, .feet], .from0(through: 3e7))
    .map(\.inBaseUnits)

  typealias Limit = GateConfiguration.Limit

  /// A mapping with one key: a share.
  private static func single(_ name: String, _ rule: Rule<Share>, _ documentation: String) -> Rule<Limit> {
    single(name, rule.map { Limit(summary: "\(name) \($0)", share: $0) }, documentation)
  }

  /// A mapping with one key: a distance in meters.
  private static func single(_ name: String, _ rule: Rule<Double>, _ documentation: String) -> Rule<Limit> {
    single(name, rule.map { Limit(summary: "\(name) \(GateConfiguration.meters($0))", meters: $0) }, documentation)
  }

  private static func single(_ name: String, _ rule: Rule<Limit>, _ documentation: String) -> Rule<Limit> {
    let key = Key(name, rule, .required, documentation)
    return Rule<Limit>.mapping([key.erased]) { (fields, _) throws(Incomplete) in try fields(key) }
  }

  private static let maxDecrease = Key(
    "maxDecrease", part, "The largest decrease, as a percentage of the old number: 5%.")
  private static let maxIncrease = Key(
    "maxIncrease", share, "The largest increase, as a percentage of the old number: 20%.")
  private static let singleLayers = Key(
    "layers",
    Rule<GateConfiguration.FeatureChange>.mapping(
      [maxDecrease.erased, maxIncrease.erased], schema: ["minProperties": 1]
    ) {
      (fields, log) throws(Incomplete) in try change(fields, &log)
    }.named(orderMatters: false), "Other limits for single layers, by name.")

  private static let featuresRule = Rule<GateConfiguration>.mapping(
    [maxDecrease.erased, maxIncrease.erased, singleLayers.erased], schema: ["minProperties": 1]
  ) { (fields, log) throws(Incomplete) in
    var gates = GateConfiguration()
    gates.features = fields.has("layers") ? limits(fields) : try change(fields, &log)
    for entry in fields.optional(singleLayers) ?? [] { gates.layerFeatures[entry.name.value] = entry.value }
    return gates
  }

  private static func limits(_ fields: Fields) -> GateConfiguration.FeatureChange {
    GateConfiguration.FeatureChange(
      maxDecrease: fields.optional(maxDecrease), maxIncrease: fields.optional(maxIncrease))
  }

  private static func change(
    _ fields: Fields, _ log: inout ProblemLog
  ) throws(Incomplete) -> GateConfiguration.FeatureChange {
    if !fields.has("maxDecrease"), !fields.has("maxIncrease") {
      log.note(
        .empty, at: fields.position,
        "must say how far the features may decrease or increase: {maxDecrease: 5%, maxIncrease: 20%}")
    }
    return limits(fields)
  }

  /// Reads the text of the file, so that a mistake elsewhere does not hide this one.
  static func noteUnknownLayers(_ gates: [ConfigurationNode.Entry], layers: [String], _ log: inout ProblemLog) {
    guard !layers.isEmpty,
      case .mapping(let features)? = gates.first(where: { $0.key == "features" })?.value.content,
      case .mapping(let named)? = features.first(where: { $0.key == "layers" })?.value.content
    else { return }
    for entry in named where !entry.key.isEmpty && !layers.contains(entry.key) {
      log.note(
        .unknownName, at: entry.keyPosition,
        "no layer is called \"\(entry.key)\"\(NearestName.suggestion(for: entry.key, among: layers))",
        key: "gates.features.layers.\(entry.key)")
    }
  }
}
