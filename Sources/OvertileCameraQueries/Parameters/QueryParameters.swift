import Foundation
import OvertileFeatures
import OvertileSearching

/// The parameters of a query, by name: the same for options of the command line and for a JSON object.
///
/// Names are those of the options without their dashes, such as "latitude-span". In JSON "latitudeSpan" is the same name.
package struct QueryParameters: Sendable, Hashable {
  private(set) var values: [String: JSONValue] = [:]

  /// No parameters.
  package init() {}

  /// Makes parameters from the values of options; nil ones are not set.
  package init(options: [String: JSONValue?]) {
    values = options.compactMapValues { $0 }
  }

  /// Reads a JSON object.
  ///
  /// - Throws: `QueryError` of code `badQuery` if it is not JSON, not an object, has a number that no double
  ///   holds, is nested deeper than 512 levels, or has one name in two spellings.
  package init(json: some Sequence<UInt8>) throws(QueryError) {
    let decoded: JSONValue
    do {
      decoded = try JSONDecoder().decode(JSONValue.self, from: Data(json))
    } catch {
      throw QueryError(.badQuery, "this is not JSON that can be read: " + Self.reason(error))
    }
    guard case .object(let members) = decoded else {
      throw QueryError(.badQuery, "\(decoded.shown) is not an object, such as {\"span\": 0.02}")
    }
    for (spelling, value) in members where value != .null {
      let name = Self.name(spelling)
      guard values.updateValue(value, forKey: name) == nil else {
        throw QueryError(.badQuery, "\(QueryError.name(name)) is given twice, in two spellings")
      }
    }
  }

  /// These parameters, and those of `others` with other names.
  package func over(_ others: QueryParameters) -> QueryParameters {
    var both = self
    both.values.merge(others.values) { own, _ in own }
    return both
  }

  /// Removes a value and returns it, whatever it is.
  package mutating func remove(_ name: String) -> JSONValue? { values.removeValue(forKey: name) }

  func has(_ name: String) -> Bool { values[name] != nil }

  subscript(name: String) -> JSONValue? { values[name] }

  /// Rejects names that a query does not know, and suggests the nearest known name.
  func check(names: [String]) throws(QueryError) {
    guard let unknown = values.keys.filter({ !names.contains($0) }).min() else { return }
    let known = names.sorted()
    var text = "\(QueryError.name(unknown)) is not known here"
    if let nearest = NearestName.nearest(to: unknown, among: known) {
      text += "; did you mean \(QueryError.name(nearest))?"
    } else {
      text += "; there are \(QueryError.names(known, "and"))"
    }
    throw QueryError(.badQuery, text)
  }

  /// "latitudeSpan" as "latitude-span".
  private static func name(_ spelling: String) -> String {
    var name = ""
    for character in spelling {
      if character.isASCII, character.isUppercase { name += "-" }
      name += character.isASCII ? character.lowercased() : String(character)
    }
    return name
  }

  private static func reason(_ error: any Error) -> String {
    guard case .dataCorrupted(let context) = error as? DecodingError else { return "\(error)" }
    let underlying = (context.underlyingError as? NSError)?.userInfo[NSDebugDescriptionErrorKey] as? String
    return underlying ?? context.debugDescription
  }
}
