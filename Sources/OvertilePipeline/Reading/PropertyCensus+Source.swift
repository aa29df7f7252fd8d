extension PropertyCensus {
  /// Begins with the names that a source's configuration asks for, and with what it leaves out.
  init(_ source: PlannedSource) {
    self.init(source.namedProperties)
    isUntypedTable = source.configuration.isUntypedTable
    leftOutColumns = source.leftOutColumns
  }
}
