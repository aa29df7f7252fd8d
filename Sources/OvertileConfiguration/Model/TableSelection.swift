/// The selection of a source from formats that have layers and columns.
package struct TableSelection: Sendable, Hashable {
  /// The layer or table; nil for the only one.
  package var layer: String?
  /// The columns that become properties; nil for all.
  package var columns: [String]?
  /// The condition that rows must meet, as SQL writes it after WHERE; nil for all.
  package var condition: String?
  /// The column of a CSV file that holds longitudes or eastings; nil for one with a usual name.
  package var x: String?
  /// The column of a CSV file that holds latitudes or northings; nil for one with a usual name.
  package var y: String?
  /// Whether columns of a CSV file in which every value is a number become numbers.
  package var detectsTypes = false
}
