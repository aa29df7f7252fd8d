extension PropertyCensus {
  /// Begins with the names in a source's configuration, and with the columns that it excludes.
  init(_ source: PlannedSource) {
    self.init(source.namedProperties)
    isUntypedTable = source.configuration.isUntypedTable
    leftOutColumns = source.leftOutColumns
  }
}
