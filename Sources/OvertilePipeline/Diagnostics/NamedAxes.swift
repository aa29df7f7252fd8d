import OvertileConfiguration

/// Columns of a table that are configured for the coordinate that their names contradict: `x: lat`.
///
/// This is not an error: a column may have the wrong name.
enum NamedAxes {
  private static let northward: Set<String> = ["lat", "latitude", "northing"]
  private static let eastward: Set<String> = ["lon", "lng", "long", "longitude", "easting"]

  /// A warning where `x:` names a column of latitudes or northings, or `y:` one of longitudes or eastings.
  static func diagnostics(_ source: SourceConfiguration) -> [Diagnostic] {
    let (x, y) = (source.selection.x, source.selection.y)
    let isExchanged = names(x, northward, not: eastward) || names(y, eastward, not: northward) || swapsAxes(source)
    guard isExchanged else { return [] }
    let keys = [x.map { "x: \($0)" }, y.map { "y: \($0)" }].compactMap { $0 }.joined(separator: ", ")
    let text =
      "source \"\(source.name.value)\": `\(keys)` looks exchanged: x is the column with longitudes or eastings, and y the "
      + "one with latitudes or northings"
    return [Diagnostic(.exchangedAxes, text, source: source.name.value)]
  }

  /// Whether x and y themselves are exchanged; some national grids have them so, degrees do not.
  private static func swapsAxes(_ source: SourceConfiguration) -> Bool {
    source.crs == nil && source.selection.x?.lowercased() == "y" && source.selection.y?.lowercased() == "x"
  }

  /// Whether a word of a column's name is in one list and none is in another: `stop_lat`, `Latitude (deg)`.
  private static func names(_ column: String?, _ words: Set<String>, not others: Set<String>) -> Bool {
    let found = Set((column ?? "").lowercased().split { !$0.isLetter }.map(String.init))
    return !found.isDisjoint(with: words) && found.isDisjoint(with: others)
  }
}
