import OvertileReading

/// Whether the counts of a run agree: nothing that was read is unaccounted for, at any zoom.
enum Reconciliation {
  /// Checks the counts of all sources and layers against each other and against the ledger.
  ///
  /// - Parameter totals: the entries of the ledger.
  /// - Throws: `PipelineError.inconsistent` with the first sum that is wrong.
  static func check(_ sources: [BuildReport.Source], _ layers: [BuildReport.Layer], _ totals: [LedgerTotal]) throws {
    let ofSource = Dictionary(grouping: totals.filter { $0.layer == nil && $0.action == .rejected }, by: \.source)
    let layersOfSource = Dictionary(grouping: layers, by: \.source)
    for source in sources {
      let name = "source \"\(source.name)\""
      try equal(source.read, source.usable + source.rejected, name, "read = usable + rejected")
      let listed = sum(ofSource[source.name] ?? []) { _ in true }
      try equal(source.rejected, listed, name, "rejected = rejected in the ledger")
      for layer in layersOfSource[source.name] ?? [] {
        try equal(layer.read, source.usable, "layer \"\(layer.name)\"", "read = usable features in the source")
      }
    }
    let ofLayer = Dictionary(grouping: totals, by: \.layer)
    for layer in layers { try check(layer, ofLayer[layer.name] ?? []) }
  }

  private static func check(_ layer: BuildReport.Layer, _ own: [LedgerTotal]) throws {
    let name = "layer \"\(layer.name)\""
    let out = layer.rejected + layer.withoutGeometry
    try equal(layer.read, layer.accepted + layer.filtered + out, name, "read = accepted + filtered + left out")
    try equal(out, sum(own) { $0.action == .rejected }, name, "left out = features rejected in the ledger")
    try equal(layer.repaired, sum(own) { $0.action == .repaired }, name, "repaired = repaired in the ledger")
    let filtered = sum(own) { $0.action == .filtered }
    if filtered > 0 { try equal(layer.filtered, filtered, name, "filtered = filtered in the ledger") }
    for zoom in layer.zooms {
      let all = zoom.shown + zoom.merged + zoom.dissolved + zoom.filtered + zoom.hidden + zoom.dropped
      try equal(
        layer.items, all, "\(name), zoom \(zoom.zoom)",
        "items = shown + merged + dissolved + filtered + hidden + dropped")
    }
  }

  private static func sum(_ totals: [LedgerTotal], _ isWanted: (LedgerTotal) -> Bool) -> Int {
    totals.reduce(0) { isWanted($1) ? $0 + $1.count : $0 }
  }

  private static func equal(_ a: Int, _ b: Int, _ location: String, _ rule: String) throws {
    guard a != b else { return }
    throw PipelineError.inconsistent(
      "\(location): the counts do not agree: expected \(rule), but \(a) is not \(b); this is a bug in overtile")
  }
}
