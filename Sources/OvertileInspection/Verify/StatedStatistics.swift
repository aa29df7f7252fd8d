import Foundation
import OvertileFeatures

/// The `tilestats` of a layer in an archive. Source: mapbox-geostats.
struct StatedStatistics: Sendable, Equatable {
  /// The statistics of a property.
  struct Attribute: Sendable, Equatable {
    var name: String
    var type: String
    /// The number of distinct values.
    var count: Int
    var values: [JSONValue]
    var minimum: Double?
    var maximum: Double?
  }

  var features: Int
  var geometry: String
  var attributes: [Attribute]

  /// The statistics of the layers in a metadata object, by name; malformed ones are left out.
  static func layers(_ json: [UInt8]) -> [String: StatedStatistics] {
    let entries = JSONValue(text: json)?["tilestats"]?["layers"]?.array ?? []
    return Dictionary(
      entries.compactMap { entry in entry["layer"]?.string.map { ($0, StatedStatistics(entry)) } }
    ) { first, _ in first }
  }

  private init(_ entry: JSONValue) {
    features = entry["count"]?.integer ?? -1
    geometry = entry["geometry"]?.string ?? ""
    attributes = (entry["attributes"]?.array ?? []).map { attribute in
      Attribute(
        name: attribute["attribute"]?.string ?? "", type: attribute["type"]?.string ?? "",
        count: attribute["count"]?.integer ?? -1, values: attribute["values"]?.array ?? [],
        minimum: attribute["min"]?.number, maximum: attribute["max"]?.number)
    }
  }
}
