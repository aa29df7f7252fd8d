import OvertileCore
import TestSupport
import Testing

@testable import OvertileVectorTile
@testable import TileMessages

/// Compares our reading of messages with that of protobuf's own library.
@Suite struct MessageReaderTests {
  @Test func readsWhatTheLibraryReads() throws {
    let tiles = seeds(150).map { seed in
      var random = SeededRandom(seed: seed)
      return (seed, RandomTile(&random).encoded())
    }
    for ((seed, bytes), theirs) in try zip(tiles, ProtobufLibrary.read(tiles.map(\.1))) {
      let isSame = try MessageTile(readByUs: bytes) == theirs
      #expect(isSame, "seed \(seed)")
    }
  }

  /// Our decoder reads what the library reads, with three exceptions. It rejects a field that the specification defines
  /// and that is not as defined, and groups, which the library passes over, and a number of more than 64 bits, which the
  /// library cuts.
  @Test func agreesWithTheLibraryOnSpoiltBytes() throws {
    let tiles = seeds(1500).map { ($0, Self.spoilt(seed: $0)) }.filter { !$0.1.isEmpty }
    var rejected = 0
    for ((seed, bytes), verdict) in try zip(tiles, ProtobufLibrary.judge(tiles.map(\.1))) {
      do throws(VectorTileError) {
        let tile = try TileDecoder.decode(bytes)
        // In a layer of another version, only the name and the version are read.
        #expect(verdict == .sound || !tile.skippedLayers.isEmpty, "seed \(seed)")
      } catch {
        rejected += 1
        let isOurs = error.code == .message && verdict == .sound
        #expect(
          !isOurs || error.reason.contains("64 bits") || error.reason.contains("not supported"),
          "seed \(seed): \(error)")
      }
    }
    #expect(rejected > 300)
  }

  private static func spoilt(seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var bytes = RandomTile(&random).encoded()
    guard !bytes.isEmpty else { return [] }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let offset = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[offset] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: offset)
      default: bytes.remove(at: offset)
      }
      guard !bytes.isEmpty else { break }
    }
    return bytes
  }

  @Test(
    arguments: [
      ([0x1D, 1, 2, 3, 4], "the field \"layers\" has the wrong wire type 5"),
      ([0x1A, 9, 0x0A, 0, 0x2D, 1, 2, 3, 4, 0x78, 2], "the field \"extent\" has the wrong wire type 5"),
      ([0x0B, 0x0C], "a field has the wire type 3, which is not supported"), ([0x07], "a field has the number 0"),
      ([0x0F], "a field has the wire type 7, which is not supported"),
      ([0x09, 1, 2], "a field of 8 bytes is truncated"),
      ([0x0D, 1, 2], "a field of 4 bytes is truncated"), ([0x1A, 5, 0], "a field of 5 bytes is truncated"),
      ([0x08, 0x80], "a number is truncated"), ([0x1A, 3, 0x0A, 1, 0xFF], "a string is not valid UTF-8"),
    ] as [([UInt8], String)]) func saysWhatIsWrong(bytes: [UInt8], reason: String)
  {
    #expect { try TileDecoder.decode(bytes) } throws: { error in
      (error as? VectorTileError).map { $0.code == .message && $0.reason == reason } ?? false
    }
  }

  @Test func passesOverFieldsThatTheSpecificationDoesNotKnow() throws {
    // Eight bytes, four bytes, a number and bytes, all in field 9.
    let bytes: [UInt8] = [0x49, 1, 2, 3, 4, 5, 6, 7, 8, 0x4D, 1, 2, 3, 4, 0x48, 1, 0x4A, 1, 0]
    #expect(try TileDecoder.decode(bytes).layers.isEmpty)
  }
}

extension MessageTile {
  /// The message as our decoder reads it: with all fields, as the encoder writes them.
  fileprivate init(readByUs bytes: [UInt8]) throws {
    let layers = try TileMessage(bytes).layers.map { layer in
      let texts = MessageReader(bytes, bytes.indices)
      var feature = FeatureMessage()
      return Layer(
        name: layer.name,
        features: try layer.features.map { range in
          try feature.read(bytes, range)
          let type = GeomType(rawValue: UInt64(feature.type))
          return Feature(id: feature.id, tags: feature.tags, type: type, geometry: feature.geometry)
        },
        keys: try layer.keys.map { try texts.text($0) },
        values: try layer.values.map { Value(readByUs: try ValueMessage(bytes, $0)) },
        extent: layer.extent, version: layer.version)
    }
    self.init(layers: layers)
  }
}

extension MessageTile.Value {
  fileprivate init(readByUs message: ValueMessage) {
    self.init()
    switch (message.field, message.value) {
    case (1, .string(let text)): string = text
    case (2, .double(let number)): floatBits = Float(number).bitPattern
    case (3, .double(let number)): doubleBits = number.bitPattern
    case (4, .int(let number)): int = number
    case (5, .uint(let number)): uint = number
    case (6, .int(let number)): sint = number
    case (7, .bool(let truth)): bool = truth
    default: Issue.record("field \(message.field) is read as \(message.value)")
    }
  }
}
