import Expressions

extension DataErrorCause {
  /// How to make of the values what is expected; nil where there is no way, or it would guess.
  ///
  /// What is written here can be pasted, and makes no number and no truth of null and of an empty text, of which
  /// `to-number` makes 0: an aggregate passes over them, and elsewhere the feature is refused.
  var conversion: String? {
    guard let property, let found, found != ExpressionType.null.name else { return nil }
    let get = "[\"get\",\(CanonicalJSON.quoted(property))]"
    switch expected {
    case "number" where found == "string":
      let number = "[\"to-number\",\(get)]"
      return "\(guarded(get, by: number)) reads texts as numbers\(aside)"
    case "boolean" where found == "string":
      return "\(guarded(get, by: "[\"==\",\(get),\"true\"]")) compares the text\(aside)"
    case "string": return "[\"to-string\",\(get)] makes it a text"
    default: return nil
    }
  }

  private var isOfAggregate: Bool { role.hasPrefix("cluster.aggregates.") }

  /// A reading of a property with what becomes of null and of an empty text; of an aggregate, its whole expression.
  private func guarded(_ get: String, by reading: String) -> String {
    let isEmpty = "[\"==\",[\"to-string\",\(get)],\"\"]"
    guard isOfAggregate else { return "[\"case\",\(isEmpty),[\"error\",\"it is empty\"],\(reading)]" }
    let whole = expression?.replacing(get, with: reading) ?? reading
    return "[\"case\",\(isEmpty),null,\(whole)]"
  }

  private var aside: String {
    isOfAggregate
      ? " and passes over null and \"\""
      : " and refuses null and \"\": to take them, write a value in place of [\"error\",\"it is empty\"]"
  }
}
