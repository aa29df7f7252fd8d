import OvertileConfiguration
import OvertileCore
import OvertileExpressions

/// The properties of a source's features, for names in the configuration that no feature has.
package struct PropertyCensus: Sendable, Codable {
  /// The names in the configuration that no feature has so far.
  package private(set) var missing: Set<String>
  /// The names of properties while some are missing, up to a limit.
  package private(set) var names: Set<String> = []
  /// The number of features examined.
  package private(set) var features = 0

  /// The most names that are kept.
  private static let most = 2000
  /// The most bytes of a name that is kept.
  private static let longest = 200

  /// Begins with the names in a configuration.
  package init(_ properties: [NamedProperty]) { missing = Set(properties.map(\.name)) }

  /// Examines a batch. O(its distinct keys).
  package mutating func add(_ properties: PropertyColumns) {
    features += properties.rowEnds.count
    missing = missing.filter { properties.keys.find(key: $0) == nil }
    guard !missing.isEmpty else { return }
    for key in 0..<UInt32(properties.keys.count) where names.count < Self.most {
      if properties.keys.payloadByteCount(key) <= Self.longest { names.insert(properties.keys.string(key)) }
    }
  }

  /// Adds the census of another part of the source.
  package mutating func add(_ other: PropertyCensus) {
    features += other.features
    missing.formIntersection(other.missing)
    guard !missing.isEmpty, names.count < Self.most, !other.names.isSubset(of: names) else { return }
    for name in other.names.sorted() where names.count < Self.most { names.insert(name) }
  }

  /// The message about a property that no feature has, and the name that may have been meant; nil for one that some
  /// have.
  package func advice(onMissing name: String) -> (text: String, suggestion: String?)? {
    guard missing.contains(name), features > 0 else { return nil }
    let known = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let head = "no feature has property \"\(name)\""
    if let near = NearestName.nearest(to: name, among: known) { return (head + "; did you mean \"\(near)\"?", near) }
    guard !known.isEmpty else { return (head + " or any other", nil) }
    return (head + "; the features have " + ColumnNames.list(known), nil)
  }

  /// A warning for each name of a layer, or of the source itself, that no feature has, unless the configuration has a
  /// default, or an error names it.
  package func diagnostics(
    _ properties: [NamedProperty], besides errors: [Diagnostic], source: String, file: String
  ) -> [Diagnostic] {
    var seen: Set<[String?]> = []
    return properties.compactMap { property in
      guard !property.isForeseen, let advice = advice(onMissing: property.name),
        !errors.contains(where: { $0.property == property.name && $0.layers == [property.layer] }),
        seen.insert([property.layer, property.name]).inserted
      else { return nil }
      let location = property.layer.map { "layer \"\($0)\"" } ?? "source \"\(source)\""
      let asked = "\(file):\(property.position) (\(property.role))"
      var diagnostic = Diagnostic(
        .unknownProperty, "\(location): \(advice.text); named by \(asked)", source: source, layer: property.layer)
      (diagnostic.property, diagnostic.askedBy) = (property.name, asked)
      diagnostic.suggestion = advice.suggestion
      return diagnostic
    }
  }
}

/// The names of columns or properties in a message: the first of them, each cut where it is long.
enum ColumnNames {
  private static let most = 20
  private static let longest = 40

  /// The names in quotes, and how many more there are.
  static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(most).map { name in
      "\"\(name.count > longest ? name.prefix(longest) + "…" : name[...])\""
    }.joined(separator: ", ")
    return (columns.count > most ? "\(shown) and \(Counted.grouped(columns.count - most)) more" : shown).onOneLine
  }
}
