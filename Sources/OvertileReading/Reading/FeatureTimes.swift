import Foundation
import OvertileConfiguration
import OvertileCore

/// The times of features in one of their properties, for the age of a source's data.
struct FeatureTimes: Sendable {
  /// The property.
  let property: String
  /// The latest time that counts, in Unix seconds: one to come says nothing about the age of the data. A day more than now, since
  /// some times are without their zone.
  let latest = Date().timeIntervalSince1970 + 86400

  /// The newest time, in Unix seconds; nil where no feature has one. O(features).
  func newest(_ properties: PropertyColumns) -> Double? {
    guard let key = properties.keys.find(key: property) else { return nil }
    var newest: Double?
    for feature in properties.rowEnds.indices {
      guard let value = properties.valueIndex(ofFeature: feature, key: key),
        let time = Self.seconds(properties.values.value(value)), time <= latest
      else { continue }
      newest = max(newest ?? time, time)
    }
    return newest
  }

  /// A time in Unix seconds: a text of ISO 8601, or a number of seconds or milliseconds.
  private static func seconds(_ value: PropertyValue) -> Double? {
    guard case .string(let text) = value else { return value.number.map { abs($0) < 1e11 ? $0 : $0 / 1000 } }
    return seconds(ofText: text)
  }

  /// A time as exports write it: ISO 8601, with slashes or blanks as well; UTC unless it states a zone. Nil for another text.
  private static func seconds(ofText text: String) -> Double? {
    var rest = text[...].utf8
    func takes(_ signs: String) -> Bool {
      guard let byte = rest.first, signs.utf8.contains(byte) else { return false }
      rest.removeFirst()
      return true
    }
    func number(after signs: String? = nil, digits count: Int = 2) -> Int? {
      var digits = rest.prefix(signs == nil ? count : count + 1)
      if let signs, !signs.utf8.contains(digits.popFirst() ?? 0) { return nil }
      guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      rest = rest[digits.endIndex...]
      return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard let year = number(digits: 4), let month = number(after: "-/"), (1...12).contains(month),
      let day = number(after: "-/"), (1...31).contains(day)
    else { return nil }
    let (hour, minute, second) = (number(after: "T t"), number(after: ":"), number(after: ":"))
    guard hour == nil || minute != nil else { return nil }
    if second != nil, takes(".,") { while takes("0123456789") {} }
    while takes(" ") {}
    // The seconds by which a zone is ahead.
    let isWest = rest.first == UInt8(ascii: "-")
    var ahead = 0
    if let hours = number(after: "+-") {
      _ = takes(":")
      ahead = hours * 3600 + (number() ?? 0) * 60
    } else {
      _ = takes("Zz")
    }
    guard rest.isEmpty else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(hour ?? 0), Int32(minute ?? 0), Int32(second ?? 0))
    return Double(timegm(&time) - (isWest ? -ahead : ahead))
  }
}
