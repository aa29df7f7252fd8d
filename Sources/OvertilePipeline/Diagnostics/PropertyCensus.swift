import OvertileConfiguration
import OvertileExpressions
import OvertileFeatures
import OvertileSearching

/// The properties of a source's features: for those that the configuration names, whether any feature has a value; and
/// the names of the others, for suggestions.
struct PropertyCensus: Sendable {
  /// The values that features have of a property.
  enum Presence: UInt8, Sendable {
    case missing, null, value
  }

  /// Per name in the configuration: the values that features have of it.
  var wanted: [String: Presence]
  /// Per name that has a value: the types of the first values in each batch.
  var kinds: [String: Set<PropertyKind>] = [:]
  /// The values of the properties that filters read, where they kept no feature of a batch.
  var values: [String: PropertyValues] = [:]
  /// The names of properties, up to a limit.
  var names: Set<String> = []
  /// The number of features examined.
  var features = 0
  /// The number of features whose properties are unknown, since they could not be read.
  var unread = 0

  /// The most names that are kept: more than any data set has properties.
  private static let most = 2000
  /// The number of entries of a batch whose types are examined.
  private static let typed = 4096
  /// The most bytes of a name that is kept.
  private static let longest = 200
  /// The number of names that are listed where none is close.
  private static let listed = 8

  /// The names that are paths into an object, such as "address.city" where "address" holds one.
  var paths: Set<String> = []

  /// Whether the source is a table whose columns are texts, and `detectTypes` would turn them into numbers.
  var isUntypedTable = false
  /// The columns that the `columns` of the source excludes.
  var leftOutColumns: Set<String> = []

  /// The extent of the features; kept where the source has bounds.
  var extent = ReadExtent()

  /// Begins with the names in a configuration.
  init(_ properties: [NamedProperty]) {
    wanted = Dictionary(properties.map { ($0.name, .missing) }) { first, _ in first }
  }

  /// Examines a batch. O(its distinct keys), and O(entries) for names that are null so far, or where features are
  /// unread.
  ///
  /// - Parameter unread: further features that could not be read, and may have any property.
  mutating func add(_ properties: PropertyColumns, unread: Int = 0) {
    features += properties.rowEnds.count
    self.unread += unread
    guard !wanted.isEmpty else { return }
    // A feature that could not be read may have left its keys only.
    let used = unread > 0 ? Set(properties.keyIndices) : nil
    for (name, presence) in wanted where presence != .value {
      guard let key = properties.keys.find(name), used?.contains(key) != false else { continue }
      let hasValue = properties.keyIndices.indices.contains { entry in
        properties.keyIndices[entry] == key && properties.values.kind(properties.valueIndices[entry]) != .null
      }
      wanted[name] = hasValue ? .value : .null
      for entry in properties.keyIndices.indices.prefix(Self.typed) where properties.keyIndices[entry] == key {
        let kind = properties.values.kind(properties.valueIndices[entry])
        if kind != .null { kinds[name, default: []].insert(kind) }
      }
    }
    for name in wanted.keys where wanted[name] == .missing && holdsObject(Self.steps(name), in: properties) {
      paths.insert(name)
    }
    for key in 0..<UInt32(properties.keys.count) where names.count < Self.most && used?.contains(key) != false {
      guard properties.keys.payloadByteCount(key) <= Self.longest else { continue }
      names.insert(properties.keys.string(key))
    }
  }

  /// Adds the census of another part of the source.
  mutating func add(_ other: PropertyCensus) {
    features += other.features
    unread += other.unread
    extent.add(other.extent)
    paths.formUnion(other.paths)
    for (name, presence) in other.wanted where presence.rawValue > (wanted[name] ?? .missing).rawValue {
      wanted[name] = presence
    }
    for (name, met) in other.kinds { kinds[name, default: []].formUnion(met) }
    for (name, met) in other.values { values[name, default: PropertyValues()].add(met) }
    guard names.count < Self.most, !other.names.isSubset(of: names) else { return }
    for name in other.names.sorted() where names.count < Self.most { names.insert(name) }
  }

  /// The features that the message covers, where some could not be read.
  private var readable: String { unread > 0 ? " that could be read" : "" }

  /// The message about a property that no feature has, and the name that may have been meant; nil for one that some
  /// have.
  func advice(onMissing name: String) -> (text: String, suggestion: String?)? {
    guard wanted[name] == .missing, features > 0 else { return nil }
    let known = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let head = "no feature\(readable) has property \"\(name)\""
    if leftOutColumns.contains(name) { return (head + ", which `columns` of its source leaves out: add it there", nil) }
    if paths.contains(name) {
      return (head + "; \"\(Self.steps(name)[0])\" holds an object: write \(Self.path(name))", nil)
    }
    let all = known + leftOutColumns.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if let near = NearestName.nearest(to: name, among: all) {
      let caveat = leftOutColumns.contains(near) ? " The source's `columns` leaves it out" : ""
      return (head + "; did you mean \"\(near)\"?\(caveat)", near)
    }
    guard !known.isEmpty else { return (head + ", nor any other", nil) }
    let list = known.prefix(Self.listed).map { "\"\($0)\"" }.joined(separator: ", ")
    return (
      head + "; they have \(list)\(known.count > Self.listed ? " and \(known.count - Self.listed) more" : "")", nil
    )
  }

  /// Examines all values of some properties in the only batch so far. O(entries) for each.
  mutating func addValues(of names: [String], in properties: PropertyColumns) {
    for name in names where values[name] == nil { values[name, default: PropertyValues()].add(properties, key: name) }
  }

  /// Examines all values of compared properties whose first values have no type that the comparison accepts.
  mutating func addValues(ofDoubtful compared: [ComparedProperty], in properties: PropertyColumns) {
    let doubtful = compared.filter { wanted[$0.key] == .value && kinds[$0.key, default: []].isDisjoint(with: $0.kinds) }
    addValues(of: doubtful.map(\.key), in: properties)
  }

  /// A warning for each name of a layer, or of the source itself, that no feature has, or that is null in all, unless
  /// the configuration has a default; and for each text that is the name of a property.
  func diagnostics(_ properties: [NamedProperty], source: String, file: String) -> [Diagnostic] {
    constantTexts(properties, source: source, file: file) + absences(properties, source: source, file: file)
  }

  /// The warnings about texts in positions of properties that features have.
  func constantTexts(_ properties: [NamedProperty], source: String, file: String) -> [Diagnostic] {
    properties.compactMap { constantText($0, source: source, file: file) }
  }

  /// The warnings about properties that no feature has, or that are null in all: one more feature may take them back.
  func absences(_ properties: [NamedProperty], source: String, file: String) -> [Diagnostic] {
    guard features > 0 else { return [] }
    var seen: Set<[String?]> = []
    return properties.compactMap { property in
      guard !property.isForeseen || isMisspelled(property), let presence = wanted[property.name], presence != .value,
        seen.insert([property.layer, property.name]).inserted
      else { return nil }
      let location = property.layer.map { "layer \"\($0)\"" } ?? "source \"\(source)\""
      let asked = "\(file):\(property.position) (\(property.role))"
      let advice = advice(onMissing: property.name)
      let drop = property.role == "properties.drop" ? " There is nothing to drop by this name" : ""
      let fact = advice.map { $0.text + drop } ?? "property \"\(property.name)\" is null in every feature\(readable)"
      var diagnostic = Diagnostic(
        advice == nil ? .nullProperty : .unknownProperty, "\(location): \(fact); named by \(asked)", source: source,
        layer: property.layer)
      (diagnostic.property, diagnostic.askedBy) = (property.name, asked)
      diagnostic.suggestion = advice?.suggestion
      return diagnostic
    }
  }
}

extension PropertyCensus {
  /// Whether a name that may be absent is close to one that features have: nothing is dropped then.
  private func isMisspelled(_ property: NamedProperty) -> Bool {
    property.role == "properties.drop" && advice(onMissing: property.name)?.suggestion != nil
  }

  /// The names on the path into an object.
  private static func steps(_ name: String) -> [String] {
    name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The expression that reads a member of an object, and of the objects in it: `["get","city",["get","address"]]`.
  private static func path(_ name: String) -> String {
    let steps = steps(name)
    return steps.dropFirst().reduce(PropertyReading.get(steps[0])) { object, step in
      "[\"get\",\(CanonicalJSON.quoted(step)),\(object)]"
    }
  }

  /// Whether the first value of the property at the start of the path is an object.
  private func holdsObject(_ steps: [String], in properties: PropertyColumns) -> Bool {
    guard steps.count > 1, let key = properties.keys.find(steps[0]),
      let entry = properties.keyIndices.indices.prefix(Self.typed).first(where: { properties.keyIndices[$0] == key }),
      case .json(let text) = properties.values.value(properties.valueIndices[entry])
    else { return false }
    return text.hasPrefix("{")
  }
  /// The warning about a text in the position of a property that features have; nil for anything else.
  private func constantText(_ property: NamedProperty, source: String, file: String) -> Diagnostic? {
    guard property.isText, let presence = wanted[property.name], presence != .missing else { return nil }
    let name = CanonicalJSON.quoted(property.name)
    let asked = "\(file):\(property.position) (\(property.role))"
    let location = property.layer.map { "layer \"\($0)\": " } ?? ""
    var diagnostic = Diagnostic(
      .constantText,
      "\(location)\(name) is a text, the same for every feature, and features have a property of that name: write "
        + "\(PropertyReading.get(property.name)), or [\"literal\",\(name)] for the text itself; asked for by \(asked)",
      source: source, layer: property.layer)
    (diagnostic.property, diagnostic.askedBy) = (property.name, asked)
    return diagnostic
  }
}

extension SourceConfiguration {
  /// Whether the source is CSV files whose columns `detectTypes` would turn into numbers and is off.
  var isUntypedTable: Bool {
    !selection.detectsTypes && !paths.isEmpty && paths.allSatisfy { TableFormat(path: $0.value) == .csv }
  }
}
