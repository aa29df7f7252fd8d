import Foundation
import OvertileCore

/// The way in which a map reaches the tiles of a bundle.
package enum StyleSource: Sendable, Hashable {
  /// The protocol `overtile://` of the reader for the web, with the address of the bundle's folder.
  case readerProtocol(String)
  /// TileJSON of a server such as `overtile serve`, with the address of the bundle there.
  case tileJSON(String)

  /// The source of a layer, in a style's form.
  package func json(of layer: String) -> JSONValue {
    let url =
      switch self {
      case .readerProtocol(let folder): "overtile://" + Self.folder(folder) + Self.encoded(layer) + ".json"
      case .tileJSON(let folder): Self.folder(folder) + Self.encoded(layer) + "/tile.json"
      }
    return ["type": "vector", "url": .string(url)]
  }

  /// The name of a layer in a map. MapLibre cannot have sources and layers with the names that every object of JavaScript has, so
  /// the reader for the web gives them an end.
  package static func mapName(_ layer: String) -> String {
    objectNames.contains(layer) ? "\(layer) (layer)" : layer
  }

  private static let objectNames: Set = [
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
    "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
  ]

  private static func folder(_ address: String) -> String { address.hasSuffix("/") ? address : address + "/" }

  /// A name as one segment of an address, as `encodeURIComponent` of JavaScript writes it. Braces are escaped, too, because clients
  /// replace {z}.
  package static func encoded(_ name: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.!~*'()"
    return name.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: plain)) ?? name
  }
}
