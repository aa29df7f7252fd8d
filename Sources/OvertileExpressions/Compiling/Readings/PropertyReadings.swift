/// Finds every position at which an expression reads a property, in one walk over its syntax.
///
/// A property may be missing if it is tested with `has`, compared with null, or is an operand for which the operator
/// has a default (`coalesce`, `typeof`, `to-boolean`, assertions and conversions with a second argument). One such use
/// in an expression counts for all of it.
struct PropertyReadings {
  private(set) var all: [PropertyReading] = []
  private let isFilter: Bool
  private var foreseen: Set<String> = []
  /// The operator that uses the truth of the visited part, and must itself be true; nil if there is none so far.
  private var clause: ExpressionSyntax?
  private var variables: [String: ExpressionSyntax] = [:]

  /// Walks over an expression, or a filter of either language, that compiles. O(nodes).
  init(_ syntax: ExpressionSyntax, isFilter: Bool = false) {
    self.isFilter = isFilter
    if isFilter, FilterForm(syntax) == .legacy || syntax.head == "none" { visitLegacy(syntax) } else { visit(syntax) }
    for index in all.indices where foreseen.contains(all[index].key) { all[index].isForeseen = true }
  }

  private mutating func add(
    _ key: String, _ position: SourcePosition, _ comparison: PropertyComparison? = nil, lookup: String? = nil
  ) {
    all.append(
      PropertyReading(key: key, position: position, isForeseen: false, comparison: comparison, lookup: lookup))
  }

  // MARK: Expressions

  private mutating func visit(
    _ node: ExpressionSyntax, isForeseen: Bool = false, comparison: PropertyComparison? = nil
  ) {
    guard case .array(let items) = node.content, let name = node.head else { return }
    let outer = clause
    defer { clause = outer }
    let isClause =
      name == "!" || isFilter && !["all", "any"].contains(name) && !PropertyComparison.names.contains(name)
    if isClause, clause == nil { clause = node }
    if let key = node.readKey {
      add(key, node.position, comparison)
      if isForeseen || name == "has" { foreseen.insert(key) }
      return
    }
    switch name {
    case "literal", "within", "distance": return
    case "get" where items.count == 2 && items[1].readKey != nil && items[1].head == "get":
      items[1].readKey.map { add($0, items[1].position, lookup: CanonicalJSON.text(of: node)) }
    case "==", "!=", "<", "<=", ">", ">=":
      foreseeNull(items)
      let paths = [1, 2].filter { $0 < items.count && !items[$0].isArray }.map { [$0] }
      let comparison = PropertyComparison(name, node, values: paths, within: outer)
      if isFilter, clause == nil { clause = node }
      visit(items, isForeseen, comparison)
    case "in" where items.count == 3 && items[2].head == "literal":
      let paths = items[2].elementPaths(of: 1, below: [2])
      visit(items, isForeseen, PropertyComparison(name, node, values: paths, within: outer))
    case "match":
      let labels = stride(from: 2, to: items.count - 1, by: 2)
      let paths = labels.flatMap { items[$0].isArray ? node.elementPaths(of: $0, below: []) : [[$0]] }
      visit(items[1], comparison: PropertyComparison(name, node, values: paths))
      for item in items.dropFirst(2) { visit(item, isForeseen: isForeseen) }
    case "let":
      for index in stride(from: 1, to: items.count - 2, by: 2) {
        if case .string(let variable) = items[index].content { variables[variable] = items[index + 1] }
      }
      visit(items, isForeseen)
    case "coalesce", "typeof", "to-boolean": visit(items, true)
    case "to-number", "number", "string", "boolean", "object": visit(items, isForeseen || items.count > 2, comparison)
    default: visit(items, isForeseen)
    }
  }

  private mutating func visit(
    _ items: [ExpressionSyntax], _ isForeseen: Bool, _ comparison: PropertyComparison? = nil
  ) {
    for item in items.dropFirst() { visit(item, isForeseen: isForeseen, comparison: comparison) }
  }

  /// Notes a comparison of a property with null, or of its text with an empty one.
  private mutating func foreseeNull(_ items: [ExpressionSyntax]) {
    guard items.count >= 3 else { return }
    for (tested, value) in [(items[1], items[2]), (items[2], items[1])] {
      var tested = resolved(tested)
      if case .array(let parts) = tested.content, tested.head == "to-string", parts.count == 2,
        value.content == .string("")
      {
        tested = resolved(parts[1])
      } else if value.content != .null, value.literal?.content != .null {
        continue
      }
      if let key = tested.readKey { foreseen.insert(key) }
    }
  }

  /// The value of a variable; anything else is itself.
  private func resolved(_ node: ExpressionSyntax) -> ExpressionSyntax {
    guard case .array(let items) = node.content, node.head == "var", items.count == 2,
      case .string(let name) = items[1].content
    else { return node }
    return variables[name] ?? node
  }

  // MARK: The legacy filter language

  private mutating func visitLegacy(_ node: ExpressionSyntax) {
    guard case .array(let items) = node.content, let name = node.head else { return }
    if ["all", "any", "none"].contains(name) {
      let outer = clause
      defer { clause = outer }
      if name == "none", clause == nil { clause = node }
      for item in items.dropFirst() { visitLegacy(item) }
      return
    }
    if FilterForm(node) == .expression { return visit(node) }
    guard items.count > 1, case .string(let key) = items[1].content, key != "$type", key != "$id" else { return }
    if name == "has" || name == "!has" {
      foreseen.insert(key)
      return add(key, node.position)
    }
    if items.dropFirst(2).contains(where: { $0.content == .null }) { foreseen.insert(key) }
    add(key, node.position, PropertyComparison(name, node, values: items.indices.dropFirst(2).map { [$0] }))
  }
}

extension ExpressionSyntax {
  /// The name at the start of a list; nil for anything else.
  var head: String? {
    guard case .array(let items) = content, case .string(let name)? = items.first?.content else { return nil }
    return name
  }

  /// The value of `["literal", value]`; nil for anything else.
  fileprivate var literal: ExpressionSyntax? {
    guard case .array(let items) = content, head == "literal", items.count == 2 else { return nil }
    return items[1]
  }

  /// The property that `["get", key]` or `["has", key]` reads; nil for anything else.
  fileprivate var readKey: String? {
    guard case .array(let items) = content, items.count == 2, head == "get" || head == "has" else { return nil }
    if case .string(let key) = (items[1].literal ?? items[1]).content { return key }
    return nil
  }

  /// The paths of the elements of the list at an index of this one.
  fileprivate func elementPaths(of index: Int, below path: [Int]) -> [[Int]] {
    guard case .array(let items) = content, items.indices.contains(index),
      case .array(let elements) = items[index].content
    else { return [] }
    return elements.indices.map { path + [index, $0] }
  }
}
