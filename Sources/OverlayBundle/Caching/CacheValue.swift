import MapMath
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// The name of a value in the cache of one bundle.
enum CacheKey: Hashable, Sendable {
  /// A tile, decoded.
  case tile(TileID)
  /// A directory of an archive: the file's index in the bundle, and the directory's bytes in the file.
  case directory(file: Int, range: Range<UInt64>)
  /// A block of a members file: the file's index in the bundle, the block's offset, and its section's.
  case block(file: Int, section: UInt64, index: UInt64)
  /// A file that is open: its index in the bundle.
  case file(Int)
}

/// A value in the cache of a bundle.
enum CacheValue: Sendable {
  /// A tile, or that there is none.
  case tile(DecodedTile?)
  /// The entries of a directory.
  case directory([PMTilesEntry])
  /// The bytes of a block.
  case block([UInt8])
  /// The reader of a file that is open.
  case opened(any Sendable)

  /// The tile of a value that is one.
  var decodedTile: DecodedTile? { if case .tile(let tile) = self { tile } else { nil } }

  /// The entries of a value that is a directory.
  var entries: [PMTilesEntry] { if case .directory(let entries) = self { entries } else { [] } }

  /// An upper estimate of the bytes of the value, its share of the tables included. O(size) for tiles.
  var cost: Int {
    switch self {
    case .tile(let tile): 256 + (tile?.byteCost ?? 0)
    case .directory(let entries): 256 + entries.count * MemoryLayout<PMTilesEntry>.stride
    case .block(let bytes): 256 + bytes.count
    case .opened: 1
    }
  }
}

extension DecodedTile {
  /// The bytes of the tile in memory, as if no text were shared. O(size).
  fileprivate var byteCost: Int {
    var cost = skippedLayers.reduce(0) { $0 + $1.byteCost }
    for layer in layers {
      cost += MemoryLayout<DecodedLayer>.stride + layer.name.byteCost
      for feature in layer.features {
        // Four arrays, each with a header of 32 bytes.
        let positions = (feature.geometry.x.count + feature.geometry.partEnds.count) * 8
        cost += MemoryLayout<DecodedFeature>.stride + 128 + positions
        for property in feature.properties {
          cost += MemoryLayout<DecodedProperty>.stride + property.name.byteCost
          if case .string(let text) = property.value { cost += text.byteCost }
          if case .json(let text) = property.value { cost += text.byteCost }
        }
      }
    }
    return cost
  }
}

extension String {
  // Up to 15 bytes are in the string itself.
  fileprivate var byteCost: Int { utf8.count > 15 ? 32 + utf8.count : 0 }
}
