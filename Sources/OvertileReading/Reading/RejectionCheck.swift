import OvertileConfiguration
import OvertileExpressions
import OvertileReprojection

/// How many features of a source may be wrong before the run ends.
package struct RejectionCheck {
  package let source: PlannedSource

  package init(source: PlannedSource) {
    self.source = source
  }

  /// Throws if the configuration does not tolerate the rejected features.
  ///
  /// A feature counts once, whether the source cannot use it or one or several layers cannot show it.
  ///
  /// - Parameter errors: the data errors, by their causes.
  package func check(_ output: SourceReader.Output, _ errors: [Diagnostic]) throws {
    let wrong = output.report.wrong ?? 0
    guard exceeds(wrong, of: output.report.read) else { return }
    var text = failure(wrong, of: Counted.text(output.report.read, "feature"), errors)
    if output.isCutShort { text += "\n  (reading stopped early because the run could no longer succeed)" }
    throw PipelineError.badData(text)
  }

  /// Whether the number of wrong features exceeds the limit.
  package func exceeds(_ wrong: Int, of read: Int) -> Bool {
    switch source.configuration.rejectionLimit {
    case nil: wrong > 0
    case .count(let count): wrong > count
    case .share(let share): Double(wrong) > share * Double(read)
    }
  }

  /// The message that too many features are wrong, with a line for each cause.
  package func failure(_ wrong: Int, of features: String, _ errors: [Diagnostic]) -> String {
    var text =
      "source \"\(source.name)\": \(Counted.grouped(wrong)) of \(features) "
      + "\(wrong == 1 ? "is" : "are") invalid, but \(limit):"
    let faults = errors.filter { LedgerCode(rawValue: $0.code)?.isFault == true }
    for error in faults.prefix(Self.mostCauses) { text += "\n  \(error.count ?? 0) \(error.code): \(error.message)" }
    if faults.count > Self.mostCauses {
      text += "\n  and \(Counted.text(faults.count - Self.mostCauses, "more cause"))"
    }
    return text + advice(faults)
  }

  /// The advice that would let the features in, a line each.
  private func advice(_ faults: [Diagnostic]) -> String {
    var text = ""
    func has(_ codes: LedgerCode...) -> Bool {
      faults.contains { error in codes.contains { $0.rawValue == error.code } }
    }
    let takesShapes = source.layers.contains { if case .shape = $0.layer.kind { true } else { false } }
    if has(.notValid, .ringNotClosed), !source.configuration.repairs.repairsFaults, takesShapes || !has(.wrongGeometry)
    {
      text += "\n  (to repair invalid polygons and unclosed rings, set onInvalid: repair)"
    }
    if source.configuration.isUntypedTable,
      faults.contains(where: { $0.expected == "number" && $0.found == "string" })
    {
      text +=
        "\n  (to read columns that contain only numbers as numbers, set detectTypes: true for source \"\(source.name)\")"
    }
    if source.configuration.crs == nil, faults.contains(where: { $0.message.contains(PointFailure.projectionHint) }) {
      text += "\n  (set crs: of source \"\(source.name)\" to the coordinate system of the data, such as EPSG:27700)"
    }
    guard has(.wrongGeometry) else { return text }
    let wrong = Set(faults.filter { $0.code == LedgerCode.wrongGeometry.rawValue }.flatMap(\.layers))
    for layer in source.layers.map(\.layer) where wrong.contains(layer.name.value) {
      let name = layer.name.value
      switch layer.kind {
      case .cluster:
        text += "\n  (to show each line and polygon as a point, set cluster: {nonPoints: label} in layers.\(name))"
      case .circle:
        text +=
          "\n  (layers.\(name) has kind: circle, which accepts Point and MultiPoint; for other geometries, use kind: shape)"
      case .shape: break
      }
    }
    return text
  }

  /// The number of causes that a message lists.
  private static let mostCauses = 10

  /// Whether the run must fail whatever follows, and the ledger has as many entries as it lists, so that reading on
  /// serves nothing. A share depends on all features.
  func isHopeless(_ wrong: Int) -> Bool {
    if case .share = source.configuration.rejectionLimit { return false }
    return wrong >= LedgerLimit.entries && exceeds(wrong, of: wrong)
  }

  /// The limit in words.
  private var limit: String {
    switch source.configuration.rejectionLimit {
    case nil: "none is tolerated (onInvalid: fail)"
    case .count(let count): "\(count) are tolerated (maxRejected)"
    case .share(let share): "\(GateText.number(share * 100))% are tolerated (maxRejected)"
    }
  }
}

extension SourceConfiguration {
  /// Whether the source is CSV files whose columns all are texts.
  fileprivate var isUntypedTable: Bool {
    !selection.detectsTypes && !paths.isEmpty && paths.allSatisfy { TableFormat(path: $0.value) == .csv }
  }
}
