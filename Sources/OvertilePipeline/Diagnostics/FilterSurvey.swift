import OvertileExpressions
import OvertileFeatures
import OvertileSearching

/// The reason that a filter keeps no feature, as far as the values of its properties show it.
struct FilterSurvey {
  let filter: FeatureExpression
  let census: PropertyCensus
  /// Whether the census covers features of the source that the filter was not evaluated on.
  var isOfPart = false

  /// The properties that the message covers.
  private static let most = 3
  /// The values of a property that are listed.
  private static let listed = 3

  /// A sentence for each property, the first few: a comparison that cannot hold; else the values that features have, if
  /// none matches; else the properties that are missing. Nil where there is nothing to report.
  var text: String? {
    var names: [String] = []
    for reading in filter.readings where !names.contains(reading.key) { names.append(reading.key) }
    for rule in [impossibility, list, absence] {
      let said = names.compactMap(rule)
      if !said.isEmpty { return said.prefix(Self.most).joined(separator: "; ") }
    }
    return nil
  }

  /// The message that no feature has a property; nil for one that has a warning of its own.
  private func absence(_ name: String) -> String? {
    guard filter.foreseenKeys.contains(name), let presence = census.wanted[name], presence != .value else { return nil }
    return census.advice(onMissing: name)?.text ?? "\"\(name)\" is null in every feature"
  }

  /// The reason that a comparison with a property cannot hold for any feature; nil where it can.
  private func impossibility(_ name: String) -> String? {
    let readings = filter.readings.filter { $0.key == name }
    if let lookup = readings.lazy.compactMap(\.lookup).first {
      return
        "\(lookup) reads the property that the value of \"\(name)\" names: write \(PropertyReading.get(name)) for the "
        + "value itself"
    }
    guard let values = census.values[name] else { return nil }
    return readings.lazy.compactMap(\.comparison).compactMap { Self.corrected($0, name, values) }.first
  }

  // MARK: Types that differ

  /// The property's type, and the comparison with values of that type; nil where the types agree.
  static func corrected(_ comparison: PropertyComparison, _ name: String, _ values: PropertyValues) -> String? {
    let (fact, other): (String, (PropertyValue) -> PropertyValue?)
    switch values {
    case _ where values.are([.int, .uint, .double]):
      (fact, other) = ("numbers", { number($0, for: comparison) })
    case _ where values.are([.bool]): (fact, other) = ("true and false", truth)
    case _ where values.are([.json]): return values.areLists ? inList(comparison, name) : nil
    case _ where values.are([.string]) && comparison.isOrderOfNumber: return numbers(comparison, name, values)
    case _ where values.are([.string]):
      if let list = lost(comparison, name, values) { return list }
      (fact, other) = ("texts", { text($0, among: values) })
    default: return nil
    }
    return comparison.text { other($0) ?? $0 }.map { "\"\(name)\" holds \(fact): write \($0)" }
  }

  /// An expression that parses texts as numbers, in place of a legacy comparison by order, which does not.
  private static func numbers(_ comparison: PropertyComparison, _ name: String, _ values: PropertyValues) -> String? {
    let get = PropertyReading.get(name)
    let texts = values.different.filter { $0 != .string("") }
    if let other = texts.first(where: { $0.numberOfText == nil }) {
      return "\"\(name)\" holds texts, and \(other.jsonText) is not a number"
    }
    guard !texts.isEmpty, let text = comparison.expressionText else { return nil }
    let compared = text.replacing(get, with: "[\"to-number\",\(get)]")
    return
      "\"\(name)\" holds texts: write [\"all\",[\"!=\",[\"to-string\",\(get)],\"\"],\(compared)] in place of "
      + "\(comparison.text): it reads texts as numbers"
  }

  /// The test whether a value is in a list, in place of a test whether it is the list.
  private static func inList(_ comparison: PropertyComparison, _ name: String) -> String? {
    guard comparison.name == "==", comparison.values.count == 1, let value = comparison.values.first else { return nil }
    return "\"\(name)\" holds lists: write [\"in\",\(value.jsonText),\(PropertyReading.get(name))]"
  }

  private static func number(_ value: PropertyValue, for comparison: PropertyComparison) -> PropertyValue? {
    guard let number = value.numberOfText else { return nil }
    // Labels are whole numbers.
    if comparison.name == "match", case .double = number { return nil }
    return number
  }

  private static func truth(_ value: PropertyValue) -> PropertyValue? {
    switch value {
    case .string(let text):
      return ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][text.lowercased()]
        .map { .bool($0) }
    case .int(1): return .bool(true)
    case .int(0): return .bool(false)
    default: return nil
    }
  }

  /// A number or a boolean as the features' texts spell it, where they do.
  private static func text(_ value: PropertyValue, among values: PropertyValues) -> PropertyValue? {
    switch value {
    case .int, .uint, .double:
      values.different.first { $0.numberOfText == value } ?? (values.hasMore ? .string(value.jsonText) : nil)
    case .bool(let bool):
      values.different.first { value in
        if case .string(let text) = value { words[bool]?.contains(text.lowercased()) == true } else { false }
      } ?? (values.hasMore ? .string("\(bool)") : nil)
    case .null, .string, .json: nil
    }
  }

  /// The texts that mean true and false.
  private static let words: [Bool: Set<String>] = [true: ["true", "yes", "1"], false: ["false", "no", "0"]]

  /// The texts that there are, where none of them could be the number or boolean of the comparison: the advice names no
  /// value that no feature has.
  private static func lost(_ comparison: PropertyComparison, _ name: String, _ values: PropertyValues) -> String? {
    let isLost = comparison.values.contains { value in
      if case .string = value { false } else { text(value, among: values) == nil }
    }
    guard isLost else { return nil }
    let some = values.different.prefix(5).map(\.jsonText).joined(separator: ", ")
    return "\"\(name)\" holds texts: \(some)\(values.different.count > 5 || values.hasMore ? ", ..." : "")"
  }

  // MARK: Values that differ

  /// The values that there are; nil where one of them is in the filter, and something else excludes its features.
  private func list(_ name: String) -> String? {
    guard let values = census.values[name], !values.kinds.isEmpty else { return nil }
    let comparisons = filter.readings.filter { $0.key == name }.compactMap(\.comparison)
    let isMet = comparisons.contains {
      ["==", "in", "match"].contains($0.name) && $0.values.contains(where: values.has)
    }
    if isMet, filter.keys.count > 1 || isOfPart { return nil }
    if values.are([.int, .uint, .double]), let range = values.range,
      comparisons.contains(where: { $0.name.hasPrefix("<") || $0.name.hasPrefix(">") })
    {
      let (least, greatest) = (PropertyValue.double(range.lowerBound), PropertyValue.double(range.upperBound))
      return "\"\(name)\" is between \(Self.plain(least)) and \(Self.plain(greatest))"
    }
    let listed = values.different.prefix(Self.listed).map(Self.plain).joined(separator: ", ")
    let all = values.hasMore ? "more than \(values.different.count)" : "\(values.different.count)"
    let rest = values.hasMore || values.different.count > Self.listed
    return "\"\(name)\" is \(listed)"
      + (rest ? ", ... (\(min(Self.listed, values.different.count)) of \(all) values)" : "") + near(values, comparisons)
  }

  /// The value that may have been meant, where one is close to a compared text.
  private func near(_ values: PropertyValues, _ comparisons: [PropertyComparison]) -> String {
    let texts = values.different.compactMap { value in
      if case .string(let text) = value { text } else { nil }
    }
    for comparison in comparisons {
      for value in comparison.values {
        guard case .string(let text) = value, !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else {
          continue
        }
        let suggestion =
          texts.first { $0.lowercased() == text.lowercased() } ?? NearestName.nearest(to: text, among: texts)
        if let suggestion {
          return "; did you mean \(CanonicalJSON.quoted(suggestion))?\(Self.difference(suggestion, text))"
        }
      }
    }
    return ""
  }

  /// How two texts that look alike differ; empty where they do not.
  private static func difference(_ met: String, _ asked: String) -> String {
    guard met == asked, let pair = zip(met, asked).first(where: { !$0.utf8.elementsEqual($1.utf8) }) else { return "" }
    let (data, filter) = (codePoints(pair.0), codePoints(pair.1))
    return " They look alike and differ in code points: the data have \(data), the filter has \(filter)"
  }

  private static func codePoints(_ character: Character) -> String {
    character.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return scalar.isASCII ? "\(scalar)" : "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined(separator: " and ")
  }

  private static func plain(_ value: PropertyValue) -> String {
    let text = value.jsonText
    if case .double = value, text.hasSuffix(".0") { return String(text.dropLast(2)) }
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension PropertyValues {
  /// Whether none of the kept nested values is an object.
  fileprivate var areLists: Bool {
    different.allSatisfy { value in
      if case .json(let text) = value { text.hasPrefix("[") } else { true }
    }
  }
}

extension PropertyComparison {
  /// Whether a property is compared with a number by order.
  fileprivate var isOrderOfNumber: Bool {
    (name.hasPrefix("<") || name.hasPrefix(">")) && values.contains { $0.number != nil }
  }
}
