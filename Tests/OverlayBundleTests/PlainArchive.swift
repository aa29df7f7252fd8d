import MapMath
import OvertileTileArchive

/// A PMTiles archive put together by hand, without compression, so that any of its numbers can be wrong.
struct PlainArchive {
  var root: [UInt8] = []
  var leaves: [UInt8] = []
  var tileData: [UInt8] = []
  var metadata = Array("{}".utf8)
  var header = PMTilesHeader()

  /// An archive of a directory and the data of its entries.
  init(_ entries: [PMTilesEntry], leaves: [UInt8] = [], tileData: [UInt8] = []) {
    root = PMTilesDirectory.encode(entries)
    (self.leaves, self.tileData) = (leaves, tileData)
    header.internalCompression = TileCompression.none.pmtiles
    header.tileCompression = TileCompression.none.pmtiles
    header.maxZoom = 4
    layOut()
  }

  /// Sets the sections to the actual ones.
  mutating func layOut() {
    var offset = UInt64(PMTilesHeader.size)
    func section(_ bytes: [UInt8]) -> PMTilesHeader.Section {
      var section = PMTilesHeader.Section()
      (section.offset, section.length) = (offset, UInt64(bytes.count))
      offset += UInt64(bytes.count)
      return section
    }
    header.root = section(root)
    header.metadata = section(metadata)
    header.leaves = section(leaves)
    header.tileData = section(tileData)
  }

  var bytes: [UInt8] { header.bytes + root + metadata + leaves + tileData }

  /// An entry of a tile, or a pointer to a leaf if the run has no length.
  static func entry(_ id: UInt64, at offset: UInt64, length: Int, run: UInt32 = 1) -> PMTilesEntry {
    PMTilesEntry(tileID: id, offset: offset, length: UInt32(length), runLength: run)
  }
}
