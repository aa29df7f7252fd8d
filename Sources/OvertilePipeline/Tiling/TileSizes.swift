import MapMath
import OvertileReading

/// The sizes of an archive's stored tiles: per zoom, and of those above the size limit.
struct TileSizes {
  /// Tiles above the size limit, in the order of the tiles until they are sorted.
  var largeTiles: [BuildReport.LargeTile] = []
  /// The tiles of each zoom, ascending.
  var statistics: [BuildReport.TileStatistics] = []

  /// Counts a tile; zooms come in ascending order.
  ///
  /// - Parameter stored: the bytes that it adds, none if an equal one is stored already.
  mutating func count(_ tile: TileID, bytes: Int, stored: Int) {
    if bytes > BuildReport.largeTileBytes {
      largeTiles.append(BuildReport.LargeTile(tile: tile.description, bytes: bytes))
    }
    let zoom = Int(tile.z)
    if statistics.last?.zoom != zoom { statistics.append(BuildReport.TileStatistics(zoom: zoom)) }
    let last = statistics.count - 1
    statistics[last].tiles += 1
    statistics[last].bytes += bytes
    statistics[last].storedBytes = (statistics[last].storedBytes ?? 0) + stored
    guard bytes > statistics[last].largestBytes else { return }
    statistics[last].largestBytes = bytes
    statistics[last].largestTile = tile.description
  }

  /// Adds the bytes of layers' parts, by their names, at the zoom that was counted last.
  mutating func count(_ layerBytes: [Int], of names: [String]) {
    guard let last = statistics.indices.last else { return }
    let own = Dictionary(zip(names, layerBytes).filter { $0.1 > 0 }, uniquingKeysWith: +)
    statistics[last].layerBytes = (statistics[last].layerBytes ?? [:]).merging(own, uniquingKeysWith: +)
  }

  /// Copies the bytes of layers' parts from the counts of the same tiles with another compression.
  mutating func takeLayers(from other: TileSizes) {
    for index in statistics.indices {
      statistics[index].layerBytes = other.statistics.first { $0.zoom == statistics[index].zoom }?.layerBytes
    }
  }

  /// Adds the counts of an archive of one layer, or, without a name, of all layers. O(zooms).
  mutating func add(_ other: TileSizes, layer: String?) {
    largeTiles += other.largeTiles.map {
      var tile = $0
      tile.layer = layer
      return tile
    }
    for zoom in other.statistics {
      if let index = statistics.firstIndex(where: { $0.zoom == zoom.zoom }) {
        statistics[index].add(zoom)
      } else {
        statistics.append(zoom)
      }
    }
  }

  /// Adds the counts of another run for a zoom.
  mutating func add(_ zoom: FinishedZoom) {
    largeTiles += zoom.largeTiles
    if let statistics = zoom.statistics { self.statistics.append(statistics) }
  }

  /// Puts zooms in ascending order and the largest tile first.
  mutating func sort() {
    statistics.sort { $0.zoom < $1.zoom }
    largeTiles.sort { ($1.bytes, $0.tile, $0.layer ?? "") < ($0.bytes, $1.tile, $1.layer ?? "") }
  }
}

extension BuildReport.TileStatistics {
  /// Adds the tiles of another archive at the same zoom.
  fileprivate mutating func add(_ other: BuildReport.TileStatistics) {
    tiles += other.tiles
    bytes += other.bytes
    storedBytes = (storedBytes ?? 0) + (other.storedBytes ?? 0)
    layerBytes = (layerBytes ?? [:]).merging(other.layerBytes ?? [:], uniquingKeysWith: +)
    guard other.largestBytes > largestBytes else { return }
    (largestTile, largestBytes) = (other.largestTile, other.largestBytes)
  }
}
