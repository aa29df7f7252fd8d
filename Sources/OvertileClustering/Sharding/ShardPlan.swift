/// How points are clustered by tasks that each see a part of the world.
///
/// On the first level a task clusters the points of a tile, with a halo of the points around it. It decides as many of the
/// highest zooms as a halo allows that is small beside the tile. The nodes of its lowest zoom go up to the next level,
/// whose tiles are larger, and so on; one task for the whole world decides the rest. By then few nodes are left.
package struct ShardPlan: Sendable, Hashable {
  /// A level of tasks.
  package struct Level: Sendable, Hashable {
    /// The zoom of the tiles; each tile is a task. 0 for the whole world.
    package let tileZoom: Int
    /// The zooms that the level decides; nil if even the highest needs too deep a halo, and nodes only pass.
    package let zooms: ClosedRange<Int>?
    /// The depth of the halo in world units, at most the side of a cell.
    package var halo: UInt64
    /// The zoom of the cells by which nodes are handed to the tasks; see `ShardRegion`.
    package var cellZoom: Int { ShardRegion.cellZoom(tileZoom: tileZoom) }
    /// The zoom of the smallest tiles by which the level can be divided among tasks: cells, but no smaller than a map tile of the
    /// lowest zoom that the level decides.
    package var leastRegionZoom: Int { max(tileZoom, min(cellZoom, zooms?.lowerBound ?? cellZoom)) }
  }

  /// The levels, from small tiles to the whole world.
  package internal(set) var levels: [Level] = []

  /// A halo is at most this part of a tile's side, which is a cell. A task of one tile then has at most 2.25 times its points if
  /// points are equally dense, and one of many tiles that lie together few more than theirs.
  private static let haloShare: UInt64 = 4
  /// A tile of a level is so many zooms below that of the level before: it has 256 of those.
  private static let zoomsBetweenLevels = 4

  /// Plans the levels.
  ///
  /// - Parameters:
  ///   - options: how points are clustered.
  ///   - tileZoom: the zoom of the first level's tiles, 0...24.
  ///   - buffer: the buffer of a map tile as a fraction of its side: markers within it are drawn with a shard's tiles.
  package init(_ options: ClusterOptions, tileZoom: Int, buffer: Double = 0) {
    var next = options.zooms.upperBound
    var tileZoom = tileZoom
    while true {
      if tileZoom == 0 {
        if next >= options.zooms.lowerBound {
          levels.append(Level(tileZoom: 0, zooms: options.zooms.lowerBound...next, halo: 0))
        }
        return
      }
      let limit = (UInt64(1) << UInt64(32 - tileZoom)) / Self.haloShare
      var (lowest, halo): (Int?, UInt64) = (nil, 0)
      var zoom = next
      while zoom >= max(options.zooms.lowerBound, tileZoom) {
        let depth = options.halo(clustering: zoom...next) + Self.bufferUnits(buffer, zoom: zoom)
        guard depth <= limit else { break }
        (lowest, halo) = (zoom, depth)
        zoom -= 1
      }
      levels.append(Level(tileZoom: tileZoom, zooms: lowest.map { $0...next }, halo: halo))
      if let lowest { next = lowest - 1 }
      tileZoom = next < options.zooms.lowerBound ? 0 : max(0, tileZoom - Self.zoomsBetweenLevels)
    }
  }

  /// The buffer of a map tile in world units, rounded up.
  private static func bufferUnits(_ buffer: Double, zoom: Int) -> UInt64 {
    UInt64((buffer * Double(UInt64(1) << UInt64(max(0, 32 - zoom)))).rounded(.up))
  }
}
