import MapMath

/// A tile by all of its names.
enum TileForms {
  /// Zoom, column and row, quadkey, id of PMTiles and row of TMS; with a template, the address.
  static func result(_ tile: TileID, url: String? = nil) -> QueryResult {
    var result = QueryResult()
    result.add("zxy", .text(tile.description))
    result.add("quadkey", .text(tile.quadkey))
    result.add("hilbertID", .whole(tile.hilbertID))
    result.add("tmsRow", .whole(UInt64(tile.tmsRow)))
    if let url { result.add("url", .text(address(of: tile, template: url))) }
    return result
  }

  private static func address(of tile: TileID, template: String) -> String {
    let parts = [
      ("{z}", "\(tile.z)"), ("{x}", "\(tile.x)"), ("{y}", "\(tile.y)"), ("{-y}", "\(tile.tmsRow)"),
      ("{quadkey}", tile.quadkey),
    ]
    return parts.reduce(template) { $0.replacing($1.0, with: $1.1) }
  }
}
