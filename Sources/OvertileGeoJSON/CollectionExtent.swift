internal import Foundation

/// The part of its data that a collection says it has, in the members that servers write into each page of a response.
///
/// Sources: OGC API - Features 1.0 (`numberMatched`, `links`), GeoServer (`totalFeatures`), ArcGIS REST API (`exceededTransferLimit`),
/// Django REST framework GIS (`next`).
struct CollectionExtent: Sendable, Codable {
  /// The members that say it. ArcGIS has its own in `properties`.
  static let members = [
    "numberMatched", "numberReturned", "totalFeatures", "exceededTransferLimit", "links", "next", "properties",
  ]

  /// The largest number of features that is stated, and the member.
  private var statedName = ""
  private var statedCount: Int64 = 0
  /// What says that there is more.
  private var more: String?

  /// The sentence that it is only a part; nil where it is not.
  func fault(features: UInt64) -> String? {
    if statedCount > features {
      return "the \(statedName) member reports \(statedCount) features, but the collection contains only \(features)"
    }
    return more
  }

  /// Reads the value of a member of the collection.
  mutating func take(_ value: Any, named name: String) {
    switch name {
    case "exceededTransferLimit": if value as? Bool == true { more = "the exceededTransferLimit member is true" }
    case "links":
      let links = value as? [[String: Any]] ?? []
      if links.contains(where: { ($0["rel"] as? String)?.lowercased() == "next" }) {
        more = "the collection has a link to the next page (rel: next)"
      }
    case "next":
      if (value as? String)?.hasPrefix("http") == true {
        more = "the \"next\" member contains the URL of the next page"
      }
    case "properties":
      for (key, value) in value as? [String: Any] ?? [:] where key != "properties" { take(value, named: key) }
    default:
      guard Self.members.contains(name), let count = (value as? NSNumber)?.int64Value else { return }
      if count > statedCount { (statedName, statedCount) = (name, count) }
    }
  }
}

extension JSONSerialization {
  /// The value of a JSON text, which may be a number or string alone; nil if it is not valid.
  static func value(of json: some Collection<UInt8>) -> Any? {
    // In an array, since it takes no number alone.
    let values = try? jsonObject(with: Data("[".utf8) + Data(json) + Data("]".utf8)) as? [Any]
    return values?.first
  }
}
