import OvertileFeatures
import TestSupport
import Testing

@testable import OvertileVectorTile
@testable import TileMessages

/// Compares our reading of messages with that of protobuf's own library.
@Suite struct MessageReaderTests {
  @Test func readsWhatTheLibraryReads() throws {
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let bytes = RandomTile(&random).encoded()
      let theirs = try MessageTile(serializedBytes: bytes)
      let ours = try TileMessage(bytes)
      #expect(ours.layers.map(\.name) == theirs.layers.map(\.name), "seed \(seed)")
      for (our, their) in zip(ours.layers, theirs.layers) {
        #expect(our.version == their.version && our.extent == their.extent, "seed \(seed)")
        let texts = MessageReader(bytes, bytes.indices)
        #expect(try our.keys.map { try texts.text($0) } == their.keys, "seed \(seed)")
        #expect(our.values.count == their.values.count, "seed \(seed)")
        var message = FeatureMessage()
        #expect(our.features.count == their.features.count, "seed \(seed)")
        for (range, feature) in zip(our.features, their.features) {
          try message.read(bytes, range)
          #expect(message.id == (feature.hasID ? feature.id : nil), "seed \(seed)")
          #expect(Int(message.type) == feature.type.rawValue, "seed \(seed)")
          #expect(message.tags == feature.tags && message.geometry == feature.geometry, "seed \(seed)")
        }
      }
    }
  }

  /// If the library rejects some bytes, our decoder does too. If only our decoder rejects a message, a field has the
  /// wrong type or a number has more than 64 bits.
  @Test func agreesWithTheLibraryOnSpoiltBytes() {
    var rejected = 0
    for seed in seeds(1500) {
      var random = SeededRandom(seed: seed)
      var bytes = RandomTile(&random).encoded()
      guard !bytes.isEmpty else { continue }
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
      let theirs = try? MessageTile(serializedBytes: bytes)
      do throws(VectorTileError) {
        let tile = try TileDecoder.decode(bytes)
        // In a layer of another version, only the name and the version are read.
        #expect(theirs != nil || !tile.skippedLayers.isEmpty, "seed \(seed)")
      } catch {
        rejected += 1
        let isOurs = error.code == .message && theirs.map { !$0.hasWrongFields } ?? false
        #expect(!isOurs || error.reason.contains("64 bits"), "seed \(seed): \(error)")
      }
    }
    #expect(rejected > 300)
  }

  @Test(
    arguments: [
      ([0x1B, 0x08, 1, 0x1C], "its layers cannot be read: wire type 3 is not the field's"),
      ([0x0B, 0x08, 1], "a group is cut short"), ([0x0B, 0x14], "a group ends that did not begin"),
      ([0x0C], "a group ends that did not begin"), ([0x07], "a field has the number 0"),
      ([0x0F], "protobuf has no wire type 7"), ([0x09, 1, 2], "a field of 8 bytes is cut short"),
      ([0x0D, 1, 2], "a field of 4 bytes is cut short"), ([0x1A, 5, 0], "a field of 5 bytes is cut short"),
      ([0x08, 0x80], "a number is cut short"), ([0x1A, 3, 0x0A, 1, 0xFF], "a text is not UTF-8"),
      (Array(repeating: 0x0B, count: 200), "more than 100 groups are nested"),
    ] as [([UInt8], String)]) func saysWhatIsWrong(bytes: [UInt8], reason: String)
  {
    #expect { try TileDecoder.decode(bytes) } throws: { error in
      (error as? VectorTileError).map { $0.code == .message && $0.reason == reason } ?? false
    }
  }

  @Test func passesOverFieldsThatTheSpecificationDoesNotKnow() throws {
    // A nested group, eight bytes, four bytes, a number and bytes, all in field 9.
    let bytes: [UInt8] = [0x4B, 0x53, 0x54, 0x4C, 0x49, 1, 2, 3, 4, 5, 6, 7, 8, 0x4D, 1, 2, 3, 4, 0x48, 1, 0x4A, 1, 0]
    #expect(try TileDecoder.decode(bytes).layers.isEmpty)
    #expect(try TileMessage(bytes).hasUnknownFields)
  }
}

extension MessageTile {
  /// Whether the library kept unknown fields. It does so with fields of another wire type.
  fileprivate var hasWrongFields: Bool {
    !unknownFields.data.isEmpty
      || layers.contains { layer in
        !layer.unknownFields.data.isEmpty || layer.features.contains { !$0.unknownFields.data.isEmpty }
          || layer.values.contains { !$0.unknownFields.data.isEmpty }
      }
  }
}
