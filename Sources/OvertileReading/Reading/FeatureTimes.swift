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
    var time = TimeText(text)
    return time.seconds()
  }
}

/// A time as exports write it: ISO 8601, with slashes or blanks as well.
private struct TimeText {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  /// The time in Unix seconds, UTC unless it states a zone; nil for another text.
  mutating func seconds() -> Double? {
    guard let day = date() else { return nil }
    guard takes("T t") else { return rest.isEmpty ? day : nil }
    guard let hour = number(2), takes(":"), let minute = number(2) else { return nil }
    var second = 0
    if takes(":") {
      guard let number = number(2) else { return nil }
      second = number
      if takes(".,") { while takes("0123456789") {} }
    }
    while takes(" ") {}
    guard let zone = zone(), rest.isEmpty else { return nil }
    return day + Double(hour * 3600 + minute * 60 + second - zone)
  }

  private mutating func date() -> Double? {
    guard let year = number(4), takes("-/"), let month = number(2), (1...12).contains(month), takes("-/"),
      let day = number(2), (1...31).contains(day)
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    return Double(timegm(&time))
  }

  /// The seconds by which a zone is ahead.
  private mutating func zone() -> Int? {
    let isWest = rest.first == UInt8(ascii: "-")
    guard takes("+-") else {
      _ = takes("Zz")
      return 0
    }
    guard let hours = number(2) else { return nil }
    _ = takes(":")
    return (hours * 3600 + (number(2) ?? 0) * 60) * (isWest ? -1 : 1)
  }

  private mutating func takes(_ signs: String) -> Bool {
    guard let byte = rest.first, signs.utf8.contains(byte) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}
