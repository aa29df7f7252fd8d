/// A vector tile as its protobuf messages hold it, whether or not the specification allows it.
///
/// Tests make and alter tiles with this type. A field that is nil or empty is not written. As JSON it is what
/// `Tests/VectorTileTests/protobuf_messages.py` reads and writes. Source: the protobuf schema in the vector tile
/// specification, version 2.1.
struct MessageTile: Codable, Equatable, Sendable {
  var layers: [Layer] = []

  enum GeomType: UInt64, Codable, Sendable { case unknown, point, linestring, polygon }

  struct Layer: Codable, Equatable, Sendable {
    var name: String?
    var features: [Feature] = []
    var keys: [String] = []
    var values: [Value] = []
    var extent: UInt32?
    var version: UInt32?
  }

  struct Feature: Codable, Equatable, Sendable {
    var id: UInt64?
    var tags: [UInt32] = []
    var type: GeomType?
    var geometry: [UInt32] = []
  }

  /// A value, which has one field in a valid tile. Two values are equal if their bits are.
  struct Value: Codable, Equatable, Sendable {
    var string: String?
    var floatBits: UInt32?
    var doubleBits: UInt64?
    var int: Int64?
    var uint: UInt64?
    var sint: Int64?
    var bool: Bool?

    var double: Double? {
      get { doubleBits.map(Double.init(bitPattern:)) }
      set { doubleBits = newValue?.bitPattern }
    }
  }
}
