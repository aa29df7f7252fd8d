import Foundation
import MapMath
import OvertileTileArchive

@testable import OvertileVectorTile
@testable import TileMessages

/// A PMTiles archive taken apart, to be put together again rightly or wrongly. Nothing in it is compressed.
struct RawArchive {
  var header: PMTilesHeader
  var metadata: [UInt8]
  /// Ascending by Hilbert id.
  var tiles: [(id: UInt64, bytes: [UInt8])] = []
  /// Whether equal contents are stored once, and runs are merged.
  var sharesContents = true
  var mergesRuns = true
  /// Bytes before the tile data that belong to nothing, and after it in its section.
  var gap = 0
  var unused = 0
  /// A last change of the header.
  var changeHeader: (inout PMTilesHeader) -> Void = { _ in }

  init(path: String) throws {
    let reader = try PMTilesReader(path: path)
    header = reader.header
    metadata = try reader.metadataJSON()
    try reader.forEachTile { tile, bytes in tiles.append((tile.hilbertID, bytes)) }
  }

  var bytes: [UInt8] {
    var entries: [PMTilesEntry] = []
    var data: [UInt8] = []
    var known: [[UInt8]: UInt64] = [:]
    for (id, bytes) in tiles {
      if mergesRuns, let last = entries.last, last.tileID + UInt64(last.runLength) == id, known[bytes] == last.offset {
        entries[entries.count - 1].runLength += 1
        continue
      }
      let offset = sharesContents ? known[bytes] ?? UInt64(data.count) : UInt64(data.count)
      if offset == UInt64(data.count) { data += bytes }
      known[bytes] = offset
      entries.append(PMTilesEntry(tileID: id, offset: offset, length: UInt32(bytes.count), runLength: 1))
    }
    let contents = Set(entries.map(\.offset)).count
    data += [UInt8](repeating: 7, count: unused)
    return assembled(entries, contents: contents, data)
  }

  private func assembled(_ entries: [PMTilesEntry], contents: Int, _ data: [UInt8]) -> [UInt8] {
    let root = PMTilesDirectory.encode(entries)
    var header = header
    header.internalCompression = TileCompression.none.pmtiles
    var offset = UInt64(PMTilesHeader.size)
    func section(_ count: Int) -> PMTilesHeader.Section {
      var section = PMTilesHeader.Section()
      (section.offset, section.length) = (offset, UInt64(count))
      offset += UInt64(count)
      return section
    }
    header.root = section(root.count)
    header.metadata = section(metadata.count)
    header.leaves = section(0)
    offset += UInt64(gap)
    header.tileData = section(data.count)
    header.addressedTiles = UInt64(tiles.count)
    header.tileEntries = UInt64(entries.count)
    header.tileContents = UInt64(contents)
    changeHeader(&header)
    return header.bytes + root + metadata + [UInt8](repeating: 0, count: gap) + data
  }
}

extension RawArchive {
  /// Changes the first tile whose message a closure changes, from the last tile on.
  mutating func changeTile(_ change: (inout MessageTile, TileID) throws -> Bool) throws {
    for index in tiles.indices.reversed() {
      guard let tile = TileID(hilbertID: tiles[index].id) else { continue }
      var message = try MessageTile(tiles[index].bytes)
      guard try change(&message, tile) else { continue }
      tiles[index].bytes = message.bytes
      return
    }
    throw NothingToChange()
  }

  /// Changes the first feature of a layer for which a closure says that it did.
  mutating func changeFeature(
    of layer: String, _ change: (inout MessageTile.Feature, inout MessageTile.Layer, TileID) throws -> Bool
  ) throws {
    try changeTile { message, tile in
      guard let location = message.layers.firstIndex(where: { $0.name == layer }) else { return false }
      for index in message.layers[location].features.indices {
        var feature = message.layers[location].features[index]
        guard try change(&feature, &message.layers[location], tile) else { continue }
        message.layers[location].features[index] = feature
        return true
      }
      return false
    }
  }

  struct NothingToChange: Error {}
}

extension MessageTile.Layer {
  /// The index of a feature's value of a key in its tags.
  func location(of key: String, in feature: MessageTile.Feature) -> Int? {
    guard let number = keys.firstIndex(of: key) else { return nil }
    return stride(from: 0, to: feature.tags.count, by: 2).first { Int(feature.tags[$0]) == number }.map { $0 + 1 }
  }

  /// Sets a feature's value; false if it has no such key.
  mutating func set(_ key: String, of feature: inout MessageTile.Feature, to change: (inout MessageTile.Value) -> Void)
    -> Bool
  {
    guard let location = location(of: key, in: feature) else { return false }
    var value = values[Int(feature.tags[location])]
    change(&value)
    feature.tags[location] = UInt32(values.count)
    values.append(value)
    return true
  }
}
