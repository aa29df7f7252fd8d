import OvertileConfiguration
import OvertileExpressions
import OvertileReprojection

/// How many features of a source may be wrong before the run ends.
extension PlannedSource {
  /// Throws if the configuration does not tolerate the rejected features.
  ///
  /// A feature counts once, whether the source cannot use it or one or several layers cannot show it.
  ///
  /// - Parameter errors: the data errors, by their causes.
  func checkRejections(_ output: SourceOutput, _ errors: [Diagnostic]) throws {
    let (wrong, read) = (output.total.counts.wrong ?? 0, output.total.counts.read)
    guard exceedsLimit(wrong, of: read) else { return }
    var text = rejection(wrong, of: Counted.text(read, "feature"), errors)
    if output.isCutShort { text += "\n  (reading stopped early because the run could no longer succeed)" }
    throw PipelineError.badData(text)
  }

  /// Whether the number of wrong features exceeds the limit.
  package func exceedsLimit(_ wrong: Int, of read: Int) -> Bool {
    switch configuration.rejectionLimit {
    case nil: wrong > 0
    case .count(let count): wrong > count
    case .share(let share): Double(wrong) > share * Double(read)
    }
  }

  /// Whether the run must fail whatever follows, and the ledger has as many entries as it lists, so that reading on
  /// serves nothing. A share depends on all features.
  func surelyExceedsLimit(_ wrong: Int) -> Bool {
    if case .share = configuration.rejectionLimit { return false }
    return wrong >= LedgerLimit.entries && exceedsLimit(wrong, of: wrong)
  }

  /// The message that too many features are wrong, with a line for each cause.
  package func rejection(_ wrong: Int, of features: String, _ errors: [Diagnostic]) -> String {
    let limit =
      switch configuration.rejectionLimit {
      case nil: "none is tolerated (onInvalid: fail)"
      case .count(let count): "\(count) are tolerated (maxRejected)"
      case .share(let share): "\(GateText.number(share * 100))% are tolerated (maxRejected)"
      }
    let faults = errors.filter { LedgerCode(rawValue: $0.code)?.isFault == true }
    var lines = faults.prefix(Self.mostCauses).map { "\($0.count ?? 0) \($0.code): \($0.message)" }
    if faults.count > Self.mostCauses {
      lines.append("and \(Counted.text(faults.count - Self.mostCauses, "more cause"))")
    }
    lines += advice(faults).map { "(\($0))" }
    return lines.reduce(
      "source \"\(name)\": \(Counted.grouped(wrong)) of \(features) \(wrong == 1 ? "is" : "are") invalid, but \(limit):"
    ) { $0 + "\n  " + $1 }
  }

  /// The number of causes that a message lists.
  private static let mostCauses = 10

  /// The advice that would let the features in.
  private func advice(_ faults: [Diagnostic]) -> [String] {
    func has(_ codes: LedgerCode...) -> Bool {
      faults.contains { error in codes.contains { $0.rawValue == error.code } }
    }
    let takesShapes = layers.contains { $0.layer.layerKind == .shape }
    let isOfTexts = faults.contains { $0.expected == "number" && $0.found == "string" }
    let isProjected = faults.contains { $0.message.contains(PointFailure.projectionHint) }
    var advice: [String] = []
    if has(.notValid, .ringNotClosed), !configuration.repairs.repairsFaults, takesShapes || !has(.wrongGeometry) {
      advice.append("to repair invalid polygons and unclosed rings, set onInvalid: repair")
    }
    if configuration.isUntypedTable, isOfTexts {
      advice.append(
        "to read columns that contain only numbers as numbers, set detectTypes: true for source \"\(name)\"")
    }
    if configuration.crs == nil, isProjected {
      advice.append("set crs: of source \"\(name)\" to the coordinate system of the data, such as EPSG:27700")
    }
    let wrong = Set(faults.filter { $0.code == LedgerCode.wrongGeometry.rawValue }.flatMap(\.layers))
    for (name, kind) in layers.map({ ($0.layer.name.value, $0.layer.layerKind) }) where wrong.contains(name) {
      switch kind {
      case .cluster:
        advice.append("to show each line and polygon as a point, set cluster: {nonPoints: label} in layers.\(name)")
      case .circle:
        advice.append(
          "layers.\(name) has kind: circle, which accepts Point and MultiPoint; for other geometries, use kind: shape")
      case .shape: break
      }
    }
    return advice
  }
}

extension SourceConfiguration {
  /// Whether the source is CSV files whose columns all are texts.
  fileprivate var isUntypedTable: Bool {
    !selection.detectsTypes && !paths.isEmpty && paths.allSatisfy { TableFormat(path: $0.value) == .csv }
  }
}
