import MapMath
import OvertileTileArchive

@testable import OverlayBundle

/// An archive whose leaf directories and whose tiles are far from each other, so that the tiles of a view are rarely near
/// each other. It has all tiles of zooms 2 and 7; each has one layer, whose name is the tile's id.
struct ScatteredArchive {
  /// The file.
  let bytes: [UInt8]
  /// Per tile: its bytes in the file, and those of its leaf directory.
  private(set) var tiles: [TileID: (tile: Range<UInt64>, leaf: Range<UInt64>)] = [:]

  private static let zooms = [2, 7]
  private static let tilesOfLeaf = 256

  /// Puts so many bytes between two leaf directories, and between two tiles.
  init(leafPadding: Int, tilePadding: Int) {
    let ids = Self.zooms.flatMap { zoom in
      let first = TileID(uncheckedZ: UInt8(zoom), x: 0, y: 0).hilbertID
      return (first..<first + 1 << UInt64(2 * zoom))
    }
    var (pointers, leaves, tileData): ([PMTilesEntry], [UInt8], [UInt8]) = ([], [], [])
    var found: [(id: UInt64, tile: Range<UInt64>, leaf: Range<UInt64>)] = []
    for start in stride(from: 0, to: ids.count, by: Self.tilesOfLeaf) {
      var entries: [PMTilesEntry] = []
      for id in ids[start..<min(start + Self.tilesOfLeaf, ids.count)] {
        let layer = Self.layer(named: String(id))
        entries.append(PlainArchive.entry(id, at: UInt64(tileData.count), length: layer.count))
        tileData += layer + Array(repeating: 0, count: tilePadding)
      }
      let leaf = PMTilesDirectory.encode(entries)
      let range = UInt64(leaves.count)..<UInt64(leaves.count + leaf.count)
      found += entries.map { ($0.tileID, $0.offset..<$0.offset + UInt64($0.length), range) }
      pointers.append(PlainArchive.entry(entries[0].tileID, at: range.lowerBound, length: leaf.count, run: 0))
      leaves += leaf + Array(repeating: 0, count: leafPadding)
    }
    var archive = PlainArchive(pointers, leaves: leaves, tileData: tileData)
    archive.metadata = Array(Self.metadata.utf8)
    archive.header.minZoom = 2
    archive.header.maxZoom = 7
    archive.layOut()
    bytes = archive.bytes
    let (leafStart, tileStart) = (archive.header.leaves.offset, archive.header.tileData.offset)
    for (id, tile, leaf) in found {
      guard let address = TileID(hilbertID: id) else { continue }
      tiles[address] = (Self.moved(tile, by: tileStart), Self.moved(leaf, by: leafStart))
    }
  }

  private static func moved(_ range: Range<UInt64>, by offset: UInt64) -> Range<UInt64> {
    range.lowerBound + offset..<range.upperBound + offset
  }

  /// The bytes from the first of some ranges to the last.
  static func span(_ ranges: [Range<UInt64>]) -> UInt64 {
    (ranges.map(\.upperBound).max() ?? 0) - (ranges.map(\.lowerBound).min() ?? 0)
  }

  // The tiles of one layer end at zoom 2, so most views need tiles of both zooms.
  private static let metadata = """
    {"vector_layers": [{"id": "low", "minzoom": 2, "maxzoom": 2}, {"id": "high", "minzoom": 7, "maxzoom": 7}]}
    """

  private static func layer(named name: String) -> [UInt8] {
    let text = [0x0A, UInt8(name.utf8.count)] + Array(name.utf8) + [0x78, 0x02]
    return [0x1A, UInt8(text.count)] + text
  }
}
