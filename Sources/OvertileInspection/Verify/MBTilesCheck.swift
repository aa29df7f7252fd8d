import OvertileTileArchive

/// Whether an MBTiles file is the database that its specification describes. Source: the MBTiles specification, 1.3.
struct MBTilesCheck {
  private let reader: MBTilesReader
  private let integrity: MBTilesIntegrity
  private let place: Place

  private static let tables = [
    ("metadata", ["name text", "value text"]),
    ("tiles", ["zoom_level integer", "tile_column integer", "tile_row integer", "tile_data blob"]),
  ]

  /// Prepares to check the database of a reader.
  init(_ reader: MBTilesReader, _ place: Place) throws {
    (self.reader, self.place) = (reader, place)
    integrity = try MBTilesIntegrity(reader)
  }

  /// Checks the database and the columns of its tables.
  func run() {
    for fault in integrity.faults { place.add(.archiveDatabase, "SQLite reports damage: \(fault)") }
    for (name, columns) in Self.tables { checkColumns(of: name, columns) }
  }

  /// Whether a table has the columns that MBTiles requires. In a foreign one, their order and further columns of `tiles`
  /// are free, and a view or another name for a type is also allowed.
  private func checkColumns(of name: String, _ wanted: [String]) {
    guard let found = integrity.tables[name] else {
      return place.add(.archiveDatabase, "the table or view \"\(name)\", which MBTiles 1.3 requires, is missing")
    }
    let names = { (columns: [String]) in columns.map { String($0.prefix { $0 != " " }) } }
    let (has, needs) = (Set(names(found)), names(wanted))
    let isUsable = has.isSuperset(of: needs) && (name != "metadata" || found.count == needs.count)
    let fault = isUsable ? "have a different order or different types" : "do not meet the requirements of MBTiles 1.3"
    place.require(
      found == wanted, .archiveDatabase, "the columns of \"\(name)\" \(fault)",
      expected: wanted.joined(separator: ", "), found: found.joined(separator: ", "), isAllowed: isUsable)
  }

  /// Checks an archive alone: the required rows, the zooms, and the number of tiles outside the grid.
  func checkAlone() throws {
    let content = reader.content
    let values = Dictionary(integrity.metadata.map { ($0.name, $0.value) }) { first, _ in first }
    // Only vector tiles have layers to describe.
    for name in ["name", "format"] + (content == .vectorTile ? ["json"] : []) where values[name] == nil {
      place.add(.archiveMetadata, "the metadata has no value for \"\(name)\", which MBTiles 1.3 requires")
    }
    let missing = ["bounds", "center", "minzoom", "maxzoom"].filter { values[$0] == nil }.joined(separator: ", ")
    place.require(
      missing.isEmpty, .archiveMetadata, "the metadata does not contain the optional values \(missing)",
      isAllowed: true)
    place.require(
      content == .vectorTile, .archiveMetadata, "the tiles are not vector tiles, so no features are checked",
      expected: "pbf", found: values["format"], isAllowed: true)
    let outside = try reader.tilesOutsideGrid()
    place.require(
      outside == 0, .tileLocation, "tiles lie outside the tile grid, so maps never request them", expected: "0",
      found: "\(outside)", isAllowed: true)
    guard let zooms = try reader.zooms() else { return }
    for (name, zoom, isMinimum) in [("minzoom", zooms.lowerBound, true), ("maxzoom", zooms.upperBound, false)] {
      guard let stated = values[name] else { continue }
      let holdsAll = Int(stated).map { isMinimum ? $0 <= zoom : $0 >= zoom } ?? false
      place.require(
        stated == "\(zoom)", .archiveZooms, "the \(name) in the metadata differs from that of the tiles",
        expected: "\(zoom)", found: stated, isAllowed: holdsAll)
    }
  }
}
