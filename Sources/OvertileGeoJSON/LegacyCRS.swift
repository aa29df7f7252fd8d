internal import Foundation

/// A `crs` member of the 2008 format of GeoJSON, which RFC 7946 removed but files still carry.
package struct LegacyCRS: Sendable, Hashable, Codable {
  /// The value of the member.
  package enum Form: Sendable, Hashable, Codable {
    /// JSON null: the coordinate reference system is unknown.
    case null
    /// A name such as "urn:ogc:def:crs:EPSG::27700", in any of the forms that were in use.
    case name(String)
    /// Anything else, such as a link to a definition, which is not followed.
    case other
  }

  /// The value of the member.
  package var form: Form
  /// The offset in bytes of the member's value, or of the feature that has it.
  package var byteOffset: UInt64

  /// The name as authority and code ("EPSG:27700", "OGC:CRS84"), or nil if it is not such a name.
  ///
  /// Understands "EPSG:27700", "urn:ogc:def:crs:EPSG::27700", "urn:x-ogc:def:crs:EPSG:6.9:27700" and
  /// "http://www.opengis.net/def/crs/EPSG/0/27700" (OGC 07-092r1 and OGC 09-048).
  package var authorityCode: String? {
    guard case .name(let name) = form else { return nil }
    let upper = name.uppercased()
    let separator: Character = upper.hasPrefix("HTTP") ? "/" : ":"
    var parts = upper.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    if let crs = parts.firstIndex(of: "CRS"), parts.count > crs + 1, crs > 0 {
      parts.removeFirst(crs + 1)
    } else if parts.count == 1 {
      return parts[0] == "CRS84" ? "OGC:CRS84" : nil
    }
    guard parts.count == 2 || parts.count == 3, let code = parts.last, !code.isEmpty, !parts[0].isEmpty else {
      return nil
    }
    return "\(parts[0]):\(code)"
  }

  /// Whether it names WGS84 longitude and latitude, as in RFC 7946. The 2008 format always puts longitude first,
  /// so EPSG:4326 means the same here as CRS84.
  package var isWGS84: Bool {
    switch authorityCode {
    case "EPSG:4326", "OGC:CRS84", "OGC:84", "OGC:CRS84H", "EPSG:4979": true
    default: false
    }
  }

  /// Reads a member's JSON text.
  init(json: UnsafeRawBufferPointer, byteOffset: UInt64) {
    form = JSONSerialization.value(of: json).flatMap(Self.form(of:)) ?? .other
    self.byteOffset = byteOffset
  }

  /// The forms of the 2008 format and those that were used beside it; nil for any other.
  private static func form(of value: Any) -> Form? {
    if value is NSNull { return .null }
    if let name = value as? String { return .name(name) }
    guard let crs = value as? [String: Any], let properties = crs["properties"] as? [String: Any] else { return nil }
    switch crs["type"] as? String {
    case "name": return (properties["name"] as? String).map { .name($0) }
    case "EPSG":
      return (properties["code"] as? String ?? (properties["code"] as? NSNumber)?.stringValue).map {
        .name("EPSG:\($0)")
      }
    default: return nil
    }
  }
}
