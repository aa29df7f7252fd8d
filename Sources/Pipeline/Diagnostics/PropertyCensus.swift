import Configuration
import Expressions
import Features

/// Which properties the features of a source have: of those that the configuration names whether any feature has a value,
/// and the names of the others, for suggestions.
struct PropertyCensus: Sendable {
  /// What features have of a property.
  enum Presence: UInt8, Sendable {
    case missing, null, value
  }

  /// Per name that the configuration asks for: what features have of it.
  private(set) var wanted: [String: Presence]
  /// Of the names that have a value: the types of the first in each batch.
  private var kinds: [String: Set<PropertyKind>] = [:]
  /// The names of properties, up to a limit.
  private(set) var names: Set<String> = []

  /// The most names that are kept: more than people give properties.
  private static let most = 2000
  /// The entries of a batch whose types are looked at.
  private static let typed = 4096
  /// The most bytes of a name that is kept.
  private static let longest = 200
  /// The names that are listed where none is near.
  private static let listed = 8

  /// Whether the source is a table whose columns are texts, and `detectTypes` would make numbers of them.
  var isUntypedTable = false

  /// Begins with the names that a configuration asks for.
  init(_ properties: [NamedProperty]) {
    wanted = Dictionary(properties.map { ($0.name, .missing) }) { first, _ in first }
  }

  /// Looks at a batch. O(its distinct keys), and O(entries) for names that are null so far.
  mutating func add(_ properties: PropertyColumns) {
    guard !wanted.isEmpty else { return }
    for (name, presence) in wanted where presence != .value {
      guard let key = properties.keys.find(name) else { continue }
      let hasValue = properties.keyIndices.indices.contains { entry in
        properties.keyIndices[entry] == key && properties.values.kind(properties.valueIndices[entry]) != .null
      }
      wanted[name] = hasValue ? .value : .null
      for entry in properties.keyIndices.indices.prefix(Self.typed) where properties.keyIndices[entry] == key {
        let kind = properties.values.kind(properties.valueIndices[entry])
        if kind != .null { kinds[name, default: []].insert(kind) }
      }
    }
    for key in 0..<properties.keys.count where names.count < Self.most {
      guard properties.keys.payloadByteCount(UInt32(key)) <= Self.longest else { continue }
      names.insert(properties.keys.string(UInt32(key)))
    }
  }

  /// Adds what another part of the source has.
  mutating func add(_ other: PropertyCensus) {
    for (name, presence) in other.wanted where presence.rawValue > (wanted[name] ?? .missing).rawValue {
      wanted[name] = presence
    }
    for (name, met) in other.kinds { kinds[name, default: []].formUnion(met) }
    guard names.count < Self.most, !other.names.isSubset(of: names) else { return }
    for name in other.names.sorted() where names.count < Self.most { names.insert(name) }
  }

  /// What to say of a property that no feature has, and the name that may have been meant; nil of one that some have.
  func advice(onMissing name: String) -> (text: String, suggestion: String?)? {
    guard wanted[name] == .missing else { return nil }
    let known = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let head = "no feature has property \"\(name)\""
    if let near = NearestName.nearest(to: name, among: known) { return (head + "; did you mean \"\(near)\"?", near) }
    guard !known.isEmpty else { return (head + ", nor any other", nil) }
    let list = known.prefix(Self.listed).map { "\"\($0)\"" }.joined(separator: ", ")
    return (
      head + "; they have \(list)\(known.count > Self.listed ? " and \(known.count - Self.listed) more" : "")", nil
    )
  }

  /// What some properties hold, as a sentence for each, where a comparison with another type can never hold; nil where
  /// none has one type.
  func types(of names: [String]) -> String? {
    let said = names.compactMap { name -> String? in
      guard let met = kinds[name], !met.isEmpty else { return nil }
      if met.isSubset(of: [.int, .uint, .double]) {
        return "\"\(name)\" holds numbers, and no text such as \"3\" equals one"
      }
      if met == [.string] { return "\"\(name)\" holds texts, and no number such as 3 equals one" }
      if met == [.bool] { return "\"\(name)\" holds true and false, and no text such as \"true\" equals one" }
      return nil
    }
    return said.isEmpty ? nil : said.joined(separator: "; ")
  }

  /// A warning for each name of a layer, or of the source itself, that no feature has, or that is null in all.
  func diagnostics(_ properties: [NamedProperty], source: String, file: String) -> [Diagnostic] {
    var seen: Set<[String?]> = []
    return properties.compactMap { property in
      guard let presence = wanted[property.name], presence != .value,
        seen.insert([property.layer, property.name]).inserted
      else { return nil }
      let place = property.layer.map { "layer \"\($0)\"" } ?? "source \"\(source)\""
      let asked = "\(file):\(property.position) (\(property.role))"
      let advice = advice(onMissing: property.name)
      let fact = advice?.text ?? "property \"\(property.name)\" is null in every feature"
      var diagnostic = Diagnostic(
        advice == nil ? .nullProperty : .unknownProperty, "\(place): \(fact); named by \(asked)", source: source,
        layer: property.layer)
      (diagnostic.property, diagnostic.askedBy) = (property.name, asked)
      diagnostic.suggestion = advice?.suggestion
      return diagnostic
    }
  }
}

extension SourceConfiguration {
  /// Whether it is CSV files, of which `detectTypes` would make numbers and does not.
  var isUntypedTable: Bool {
    !selection.detectsTypes && !paths.isEmpty && paths.allSatisfy { TableFormat(path: $0.value) == .csv }
  }
}
