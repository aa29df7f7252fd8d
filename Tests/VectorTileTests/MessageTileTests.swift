import TestSupport
import Testing

@testable import TileMessages

/// Compares the messages that tests make and alter with those of protobuf's own library.
@Suite struct MessageTileTests {
  /// Random tiles, and a tile with every field, with fields that are missing, and with what no tile may hold.
  private static func messages() -> [MessageTile] {
    let random = seeds(50).map { seed in
      var random = SeededRandom(seed: seed)
      return RandomTile(&random).message()
    }
    let values = [
      MessageTile.Value(), .init(string: "naïve 東京 \u{1F30D}"), .init(string: ""),
      .init(floatBits: Float(-1.5).bitPattern), .init(doubleBits: (-0.0).bitPattern),
      .init(doubleBits: 1e300.bitPattern), .init(int: .min), .init(int: -1),
      .init(uint: .max), .init(sint: .min), .init(sint: .max), .init(sint: -1), .init(bool: false), .init(bool: true),
      .init(string: "all", floatBits: 1, doubleBits: 2, int: 3, uint: 4, sint: 5, bool: true),
    ]
    let features = [
      MessageTile.Feature(), .init(id: .max, tags: [0, .max, 300], type: .polygon, geometry: [.max, 15, 128]),
      .init(id: 0, type: .unknown),
    ]
    let layers = [
      MessageTile.Layer(), .init(name: "", extent: 0, version: 0),
      .init(name: "ä", features: features, keys: ["", "b"], values: values, extent: .max, version: .max),
    ]
    return random + [MessageTile(), MessageTile(layers: layers)]
  }

  @Test func areWrittenAndReadAsTheLibraryDoes() throws {
    let messages = Self.messages()
    let (written, read) = (try ProtobufLibrary.write(messages), try ProtobufLibrary.read(messages.map(\.bytes)))
    for (index, message) in messages.enumerated() {
      let areSame = try message.bytes == written[index] && MessageTile(message.bytes) == read[index]
      #expect(areSame, "message \(index)")
    }
  }
}
