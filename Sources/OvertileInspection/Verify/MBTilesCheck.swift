import OvertileTileArchive

/// Whether an MBTiles file is the database that its specification describes. Source: the MBTiles specification, 1.3.
struct MBTilesCheck {
  /// What does not hold.
  private(set) var findings: Findings
  private let integrity: MBTilesIntegrity
  private let location: Location

  /// Queries SQLite.
  ///
  /// - Throws: `ArchiveError`.
  init(path: String, location: Location, findings: Findings) throws {
    integrity = try MBTilesIntegrity(path: path)
    (self.location, self.findings) = (location, findings.fresh)
  }

  /// The metadata rows.
  var metadata: [(name: String, value: String)] { integrity.metadata }

  /// The type of the tiles, as `format` states it; vector tiles by default.
  var content: TileContent {
    metadata.first { $0.name == "format" }.map { TileContent(named: $0.value) } ?? .vectorTile
  }

  private static let tables = [
    "metadata": ["name text", "value text"],
    "tiles": ["zoom_level integer", "tile_column integer", "tile_row integer", "tile_data blob"],
  ]

  /// Checks the database; `isOurs` also requires the magic number and no free pages.
  mutating func run(isOurs: Bool) {
    for fault in integrity.faults { findings.add(.archiveDatabase, location, "SQLite reports damage: \(fault)") }
    for (name, columns) in Self.tables.sorted(by: { $0.key < $1.key }) {
      if isOurs {
        expect(integrity.tables[name], columns, "the table \(name) does not have the expected columns")
      } else {
        checkColumns(of: name, columns)
      }
    }
    guard isOurs else { return }
    expect(integrity.applicationID, 0x4D50_4258, "the database has an unexpected application id")
    expect(integrity.freePages, 0, "the database has free pages")
    expect(integrity.tables.keys.sorted(), Self.tables.keys.sorted(), "the database has unexpected tables")
    expect(integrity.hasUniqueIndex, true, "the database has no unique index on zoom, column and row")
  }

  private mutating func expect<Value: Equatable & Sendable>(_ found: Value?, _ expected: Value?, _ message: String) {
    findings.expect(found, expected, .archiveDatabase, location, message)
  }

  /// Whether a foreign table has the columns that MBTiles requires: their order and further columns of `tiles` are
  /// free, and a view or another name for a type is also allowed.
  private mutating func checkColumns(of name: String, _ wanted: [String]) {
    guard let found = integrity.tables[name] else {
      return findings.add(
        .archiveDatabase, location, "the table or view \"\(name)\", which MBTiles 1.3 requires, is missing")
    }
    guard found != wanted else { return }
    let names = { (columns: [String]) in columns.map { String($0.prefix { $0 != " " }) } }
    let (has, needs) = (Set(names(found)), names(wanted))
    let isUsable = has.isSuperset(of: needs) && (name != "metadata" || found.count == needs.count)
    findings.add(
      .archiveDatabase, location,
      isUsable
        ? "the columns of \"\(name)\" have a different order or different types"
        : "the columns of \"\(name)\" do not meet the requirements of MBTiles 1.3",
      expected: wanted.joined(separator: ", "), found: found.joined(separator: ", "), isAllowed: isUsable)
  }

  /// Checks an archive alone: the required rows, and the zooms.
  mutating func checkAlone(zooms: ClosedRange<Int>?) {
    let values = Dictionary(metadata.map { ($0.name, $0.value) }) { first, _ in first }
    // Only vector tiles have layers to describe.
    let isVector = content == .vectorTile
    for name in ["name", "format"] + (isVector ? ["json"] : []) where values[name] == nil {
      findings.add(.archiveMetadata, location, "the metadata has no value for \"\(name)\", which MBTiles 1.3 requires")
    }
    let suggested = ["bounds", "center", "minzoom", "maxzoom"].filter { values[$0] == nil }
    if !suggested.isEmpty {
      findings.note(
        .archiveMetadata, location,
        "the metadata does not contain the optional values \(suggested.joined(separator: ", "))")
    }
    if !isVector, let format = values["format"] {
      findings.note(
        .archiveMetadata, location, "the tiles are not vector tiles, so no features are checked", expected: "pbf",
        found: format)
    }
    guard let zooms else { return }
    for (name, zoom, isMinimum) in [("minzoom", zooms.lowerBound, true), ("maxzoom", zooms.upperBound, false)] {
      guard let stated = values[name], stated != "\(zoom)" else { continue }
      let holdsAll = Int(stated).map { isMinimum ? $0 <= zoom : $0 >= zoom } ?? false
      findings.add(
        .archiveZooms, location, "the \(name) in the metadata differs from that of the tiles", expected: "\(zoom)",
        found: stated, isAllowed: holdsAll)
    }
  }
}
