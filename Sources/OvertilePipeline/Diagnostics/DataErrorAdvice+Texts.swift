import OvertileExpressions
import OvertileFeatures

/// Texts where numbers or booleans belong, and numbers where texts are.
extension DataErrorAdvice {
  /// The comparison with numbers, where features have nothing else; nil where there is none.
  var comparisonWithNumbers: String? {
    guard let comparison = cause.comparison else { return nil }
    if let text = comparison.text(replacing: \.numberOfText) { return "write the number without quotes: \(text)" }
    guard !hasTexts, let number = values.number, let text = comparison.text(replacing: { _ in number }) else {
      return nil
    }
    return "a number such as \(number.jsonText) is compared with a number, as in \(text)"
  }

  func numberOfText(_ get: String, _ property: String) -> String {
    guard !values.areNumbers else { return read(get, as: "[\"to-number\",\(get)]", "texts as numbers") }
    if values.areGroupedNumbers {
      let plain = "[\"join\",[\"split\",[\"to-string\",\(get)],\",\"],\"\"]"
      return read(get, as: "[\"to-number\",\(plain)]", "texts as numbers without their commas")
    }
    if let rejection = otherForm(property) { return rejection }
    if values.areNumbersWithExceptions { return numberWithExceptions(get) }
    let example = values.others.first.map { CanonicalJSON.quoted($0) } ?? "what is found"
    if hasNumbers { return passingOverOthers(get, such: example) }
    if isOfAggregate {
      return "\(example) is not a number; \(Self.operationsOnTexts(property))"
    }
    var advice: String?
    if let comparison = cause.comparison {
      let date = values.others.first { $0.contains(where: \.isNumber) }
      let text = comparison.text { _ in date.map { .string($0) } }
      advice = text.map { "a text is compared with a text, as in \($0)" }
    } else if !cause.isOfFilter, !cause.role.hasPrefix("properties.compute.") {
      advice = "[\"match\",\(get),\(example),2,1] gives a number for a text, and one for all others"
    }
    return "\(example) is not a number" + (advice.map { "; \($0)" } ?? "")
  }

  private static func operationsOnTexts(_ property: String) -> String {
    let name = CanonicalJSON.quoted(property)
    return "texts are taken by {count: \(name)}, {distinct: \(name)} or {first: \(name)}"
  }

  /// The message that texts are numbers in another form, which no expression parses reliably; nil where there are none.
  private func otherForm(_ property: String) -> String? {
    if let date = values.date {
      let operations = isOfAggregate ? "; \(Self.operationsOnTexts(property))" : ""
      return
        "\(CanonicalJSON.quoted(date)) looks like a date, and is a text; texts are in the order of time where dates are "
        + "written as 2024-05-12 in the data\(operations)"
    }
    if values.areAmbiguousNumbers, let example = values.others.first {
      return
        "\(CanonicalJSON.quoted(example)) is a text, not a number, and whether its comma separates thousands or decimals is not "
        + "known; write numbers without commas in the data"
    }
    return values.otherNumber.map {
      "\(CanonicalJSON.quoted($0)) is a text, not a number; where numbers are meant, write plain ones in the data, such as "
        + "1234.5" + (isOfAggregate ? "; \(Self.operationsOnTexts(property))" : "")
    }
  }

  /// The expression that uses only the numbers of a property.
  func passingOverOthers(_ get: String, such example: String) -> String {
    let isNumber = "[\"==\",[\"typeof\",\(get)],\"number\"]"
    if isOfAggregate {
      return "[\"case\",\(isNumber),\(cause.expression ?? get),null] skips what is not a number, such as \(example)"
    }
    guard let comparison = cause.comparison else { return "\(example) is not a number; " + leavingOut(isNumber) }
    return Self.written(comparison, as: comparison.text, where: isNumber)
      + ": it is false for what is not a number, such as \(example)"
  }

  /// An expression that parses texts as numbers, in the comparison or the aggregate.
  private func read(_ get: String, as number: String, _ what: String) -> String {
    guard let comparison = cause.comparison, !isOfAggregate else {
      return "\(guarded(get, by: number)) reads \(what)\(caveat)"
    }
    let compared = comparison.text.replacing(get, with: number)
    return Self.written(comparison, as: compared, where: "[\"!=\",[\"to-string\",\(get)],\"\"]")
      + ": it reads \(what), and is false for null and \"\""
  }

  /// An expression that parses texts that are mostly numbers.
  private func numberWithExceptions(_ get: String) -> String {
    let list = values.others.map { CanonicalJSON.quoted($0) }.joined(separator: ",")
    let isNone = "[\"in\",[\"to-string\",\(get)],[\"literal\",[\"\",\(list)]]]"
    let number = "[\"to-number\",\(get)]"
    if isOfAggregate {
      let whole = cause.expression?.replacing(get, with: number) ?? number
      return "[\"case\",\(isNone),null,\(whole)] reads texts as numbers and skips null, \"\", \(list)"
    }
    if let comparison = cause.comparison {
      let compared = comparison.text.replacing(get, with: number)
      return Self.written(comparison, as: compared, where: "[\"!\",\(isNone)]")
        + ": it reads texts as numbers, and is false for null, \"\", \(list)"
    }
    return "\(number) reads texts as numbers, but \(list); " + leavingOut("[\"!\",\(isNone)]")
  }

  /// The text that means yes, where one is known; else how to compare a text.
  func truthOfText(_ get: String) -> String? {
    let met = values.others
    let words =
      ["true", "yes", "y", "on", "t", "True", "TRUE"].filter(met.contains)
      + (values.truths.isEmpty && met.contains("false") ? ["false"] : [])
    guard let word = words.first ?? (met.isEmpty && !values.hasLargeNumbers ? values.hasNumbers ? "1" : "true" : nil)
    else {
      return met.first.map(CanonicalJSON.quoted).map {
        "\($0) is neither true nor false; a text is compared, as in [\"==\",\(get),\($0)]"
      }
    }
    let yes = CanonicalJSON.quoted(word == "false" ? "true" : word)
    let text = kinds.contains(.bool) ? "[\"to-string\",\(get)]" : get
    return "\(guarded(get, by: "[\"==\",\(text),\(yes)]")) compares the text\(caveat)"
  }

  /// Whether features have several spellings of true and false, which no single test covers.
  var hasSeveralForms: Bool {
    let words = values.others.allSatisfy { ["true", "false"].contains($0) }
    if kinds.contains(.json) || hasNumbers, kinds.contains(.bool) || hasTexts { return true }
    return hasTexts && (values.hasSeveralTruths || kinds.contains(.bool) && (!words || values.hasNumbers))
  }

  /// The values that features have, in words.
  var forms: String {
    let some = [
      kinds.contains(.bool) ? "true and false" : nil, hasNumbers ? "numbers" : nil,
      hasTexts ? "texts\(values.others.first.map { " such as " + CanonicalJSON.quoted($0) } ?? "")" : nil,
      kinds.contains(.json) ? "lists" : nil,
    ]
    return "there are " + some.compactMap(\.self).joined(separator: ", ")
  }

  private var isOfFilter: Bool { cause.isOfFilter && cause.expected == "boolean" }

  /// The effect of parsing a property on null and on an empty text; for an aggregate, its whole expression.
  func guarded(_ get: String, by reading: String) -> String {
    let isEmpty = "[\"==\",[\"to-string\",\(get)],\"\"]"
    let negation = "[\"!\",\(get)]"
    if isOfFilter, cause.expression == negation {
      return "write [\"case\",\(isEmpty),false,[\"!\",\(reading)]] in place of \(negation): it"
    }
    guard isOfAggregate else {
      return "[\"case\",\(isEmpty),\(isOfFilter ? "false" : "[\"error\",\"it is empty\"]"),\(reading)]"
    }
    return "[\"case\",\(isEmpty),null,\(cause.expression?.replacing(get, with: reading) ?? reading)]"
  }

  /// The effect of a guarded parse on null and on an empty text.
  var caveat: String {
    if isOfFilter { return " and is false for null and \"\"" }
    return isOfAggregate
      ? " and skips null and \"\""
      : " and gives an error for null and \"\": to accept them, write a value in place of [\"error\",\"it is empty\"]"
  }
}
