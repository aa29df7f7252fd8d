import OvertileBundleFormat
import OvertileFeatures

/// Whether manifest and metadata state the numbers of the features for a layer's properties.
///
/// A feature may show several overlays, and zooms may hide some: the numbers must be within what the overlays seen
/// allow, which is one number if each feature has one overlay and all were seen.
struct StatisticsCheck {
  let layer: BundleManifest.Layer
  let facts: PropertyFacts
  /// The number of points, circles or shapes of the layer, seen or not.
  let items: Int

  /// Whether every item was seen.
  private var isComplete: Bool { facts.features == items }

  /// Compares the manifest's `values`, the number of features with each property.
  func checkValues(attributes: Set<ExactText>, into findings: inout Findings) {
    guard let values = layer.values, items >= 0, layer.features >= 0 else { return }
    let location = Location(BundleManifest.fileName, layer: layer.id)
    for name in attributes.union(values.keys.map(ExactText.init)).sorted() {
      let (stated, seen) = (values[name.text] ?? 0, facts.fields[name]?.features ?? 0)
      // If a feature has several items, each item has its one value.
      let low = max(seen > 0 ? 1 : 0, seen &- max(0, items &- layer.features))
      let high = min(layer.features, seen &+ max(0, items &- facts.features))
      if stated < low || stated > high {
        findings.add(
          .layerValues, location, "the count in \"values\" is not the number of features that have \"\(name.text)\"",
          expected: low == high ? "\(low)" : "\(low) to \(high)", found: "\(stated)")
      }
      if !attributes.isEmpty, !attributes.contains(name) {
        findings.add(.layerValues, location, "\"values\" count \"\(name.text)\", which tilestats do not list")
      }
    }
  }

  /// Compares the `tilestats` of an archive.
  func check(_ stated: StatedStatistics, _ location: Location, into findings: inout Findings) {
    if isComplete || layer.layerKind == .cluster {
      findings.expect(
        stated.features, layer.features, .archiveMetadata, location, "tilestats count another number of features")
    }
    let geometries = layer.layerKind == .shape ? ["Point", "LineString", "Polygon"] : ["Point"]
    if !geometries.contains(stated.geometry) {
      findings.add(
        .archiveMetadata, location, "tilestats state another geometry", expected: geometries.joined(separator: " or "),
        found: stated.geometry)
    }
    let names = stated.attributes.map(\.name)
    if !zip(names, names.dropFirst()).allSatisfy({ $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      findings.add(.archiveMetadata, location, "the attributes of tilestats are not in the order of their names")
    }
    for attribute in stated.attributes { check(attribute, location, &findings) }
    guard !facts.mergesTexts else { return }
    // A members file has just the properties of the source.
    for name in Set(facts.fields.keys).subtracting(names.map(ExactText.init)).sorted() {
      findings.add(.archiveMetadata, location, "tilestats lack the property \"\(name.text)\"")
    }
  }

  private func check(_ stated: StatedStatistics.Attribute, _ location: Location, _ findings: inout Findings) {
    let field = facts.fields[ExactText(stated.name)] ?? PropertyFacts.Field()
    func add(_ what: String, _ expected: String, _ found: String) {
      findings.add(
        .archiveMetadata, location, "tilestats state \(what) of \"\(stated.name)\"", expected: expected, found: found)
    }
    let (low, high) = (field.distinct.count, field.distinct.count + field.ambiguous)
    if stated.count < low || isExact && stated.count > high {
      add(
        "another number of values", !isExact ? "\(low) or more" : low == high ? "\(low)" : "\(low) to \(high)",
        "\(stated.count)")
    }
    checkType(stated, field, add)
    checkRange(stated, field, add)
    if isExact, let strange = stated.values.first(where: { !Self.isHuge($0) && !field.has($0) }) {
      add("a value that no feature has", "one of \(low) values", "\(strange)")
    }
    checkExamples(stated, field, add)
  }

  /// A hundred values are listed, or all if there are fewer, except for long texts.
  private func checkExamples(
    _ stated: StatedStatistics.Attribute, _ field: PropertyFacts.Field, _ add: (String, String, String) -> Void
  ) {
    let listed = stated.values.count
    let short = field.distinct.subtracting(field.long)
    let fewest = min(Self.mostExamples, isExact ? stated.count - field.long.count - field.ambiguous : short.count)
    let most = min(Self.mostExamples, stated.count)
    if listed < fewest || listed > most {
      add("another number of examples", fewest == most ? "\(most)" : "\(max(0, fewest)) to \(most)", "\(listed)")
    }
    guard listed < Self.mostExamples || stated.count <= listed, !field.hasHuge else { return }
    let hashes = Set(stated.values.flatMap(PropertyFacts.Field.candidates).map(PropertyFacts.hash))
    if !short.isSubset(of: hashes) { add("not all values", "\(short.count)", "others") }
  }

  private static let mostExamples = 100

  /// Whether all values of the source were seen.
  private var isExact: Bool { isComplete }

  private func checkType(
    _ stated: StatedStatistics.Attribute, _ field: PropertyFacts.Field, _ add: (String, String, String) -> Void
  ) {
    guard field.types != 0 else {
      if isExact { add("a property that no feature has: the type", "nothing", stated.type) }
      return
    }
    let type = FieldTypes.name(field.types).lowercased()
    // "String" may also mean a mixture that was seen only in part.
    if isExact || stated.type != "string", stated.type != type { add("another type", type, stated.type) }
  }

  private func checkRange(
    _ stated: StatedStatistics.Attribute, _ field: PropertyFacts.Field, _ add: (String, String, String) -> Void
  ) {
    guard stated.type == "number", let range = field.range else {
      if stated.minimum != nil || stated.maximum != nil, stated.type != "number" {
        add("a range of values that are not numbers", "none", "\(stated.minimum ?? .nan) to \(stated.maximum ?? .nan)")
      }
      return
    }
    let (low, high) = (stated.minimum ?? .nan, stated.maximum ?? .nan)
    let holds =
      isExact
      ? low == range.lowerBound && high == range.upperBound : low <= range.lowerBound && range.upperBound <= high
    if !holds {
      add(
        "another range", "\(range.lowerBound) to \(range.upperBound)\(isExact ? "" : " within it")", "\(low) to \(high)"
      )
    }
  }

  /// Whether a number is beyond those that JSON readers keep exactly.
  private static func isHuge(_ value: JSONValue) -> Bool {
    if case .string = value { return false }
    return value.number.map { abs($0) > 0x1p53 } ?? false
  }
}
