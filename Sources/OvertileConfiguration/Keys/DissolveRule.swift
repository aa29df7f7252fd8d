/// The form of dissolving.
enum DissolveRule {
  private static let by = Key(
    "by", Rule<String>.string, .required, "The property whose value circles must share to be merged.")

  private static let grouped = Rule<CircleLayer.Dissolve>.mapping([by.erased]) { (fields, _) throws(Incomplete) in
    .byProperty(try fields(by))
  }

  static let rule = Rule<CircleLayer.Dissolve>(["anyOf": [Rule<Bool>.boolean.schema, grouped.schema]]) { node, log in
    if case .mapping = node.content { return grouped.read(node, &log) }
    return Rule<Bool>.boolean.map { $0 ? .all : .none }.read(node, &log)
  }
}
