import OvertileCore
import OvertileReading

extension BuildReport {
  /// The gauges of a run's counts. Counts that the run did not reach have no samples.
  var metrics: [MetricFamily] {
    runMetrics + sourceMetrics + layerMetrics + ledgerMetrics + bundleMetrics + gateMetrics
  }

  private var runMetrics: [MetricFamily] {
    [
      MetricFamily(
        "overtile_stage_duration_seconds", "Wall-clock seconds of a stage of the last run.",
        BuildStage.allCases.map { (stageSeconds[$0.rawValue], ["stage": $0.rawValue]) }),
      MetricFamily(
        "overtile_peak_memory_bytes", "The largest resident memory of the last run.", Double(peakMemoryBytes)),
      MetricFamily("overtile_jobs", "Worker threads of the last run.", Double(threads)),
      MetricFamily("overtile_warnings", "Warnings of the last run.", Double(warnings.count)),
    ]
  }

  private var sourceMetrics: [MetricFamily] {
    let numbers: [(String, String, (Source) -> Double?)] = [
      ("files", "Files of a source.", { Double($0.files) }),
      ("read_bytes", "Uncompressed bytes read of a source.", { Double($0.bytes) }),
      ("read_features", "Features found in a source: usable and rejected ones.", { Double($0.read) }),
      ("usable_features", "Features of a source that its layers got.", { Double($0.usable) }),
      ("rejected_features", "Features of a source that could not be used.", { Double($0.rejected) }),
      (
        "timestamp_seconds",
        "When the data of a source was made: its oldest file, or the newest time in the property that maxAge names.",
        { $0.time }
      ),
    ]
    return numbers.map { part, help, number in
      MetricFamily("overtile_source_\(part)", help, sources.map { (number($0), ["source": $0.name]) })
    } + [
      MetricFamily(
        "overtile_quarantined_features", "Features in the quarantine of a source.",
        quarantined.map { (Double($0.features), ["source": $0.source]) })
    ]
  }

  private var layerMetrics: [MetricFamily] {
    // Overlays are known only if all zooms were made.
    let isDrawn = layers.contains { !$0.zooms.isEmpty }
    let numbers: [(String, String, (Layer) -> Int?)] = [
      (
        "read_features", "Usable features of a layer's source: accepted, filtered, rejected and without geometry.",
        { $0.read }
      ),
      ("accepted_features", "Features of a layer that are in the bundle.", { $0.accepted }),
      ("filtered_features", "Features that a layer's filter left out.", { $0.filtered }),
      ("rejected_features", "Features that a layer cannot show.", { $0.rejected }),
      ("without_geometry_features", "Features without a geometry that a layer left out.", { $0.withoutGeometry }),
      ("repaired_features", "Accepted features of a layer that were changed.", { $0.repaired }),
      ("overlays", "Distinct overlays of a layer at its last zoom.", { isDrawn ? $0.overlays : nil }),
    ]
    return numbers.map { part, help, number in
      MetricFamily(
        "overtile_layer_\(part)", help,
        layers.map { (number($0).map(Double.init), ["layer": $0.name, "source": $0.source]) })
    }
  }

  private var ledgerMetrics: [MetricFamily] {
    [
      MetricFamily(
        "overtile_ledger_entries", "Entries of the ledger by source, code and, where a layer got the feature, layer.",
        ledgerTotals.map { total in
          let action = total.action.rawValue
          return (
            Double(total.count),
            ["source": total.source, "layer": total.layer, "action": action, "code": total.code]
          )
        }),
      MetricFamily(
        "overtile_repaired_features", "Repaired features by repair.",
        repairs.sorted { $0.key < $1.key }.map { (Double($0.value), ["repair": $0.key]) }),
    ]
  }

  /// For a bundle that was finished; the digest and its comparison also where a gate failed.
  private var bundleMetrics: [MetricFamily] {
    let zooms = bundle.isEmpty ? [] : tileStatistics
    let numbers: [(String, String, (TileStatistics) -> Int)] = [
      ("tiles", "Addressed tiles of a zoom.", { $0.tiles }),
      ("tile_bytes", "Bytes of the tiles of a zoom as stored.", { $0.bytes }),
      ("largest_tile_bytes", "The bytes of the largest tile of a zoom as stored.", { $0.largestBytes }),
    ]
    return numbers.map { part, help, number in
      MetricFamily("overtile_bundle_\(part)", help, zooms.map { (Double(number($0)), ["zoom": "\($0.zoom)"]) })
    } + [
      MetricFamily(
        "overtile_bundle_bytes", "The bytes of all files of the bundle that the last run made.",
        bundle.isEmpty ? nil : Double(bytes)),
      MetricFamily(
        "overtile_bundle_info", "The digest of the bundle that the last run made; always 1.",
        unchanged.map { _ in 1 }, ["digest": digest]),
      MetricFamily(
        "overtile_bundle_unchanged",
        "Whether the bundle that the last run made is the one that was there before: 1 or 0.",
        unchanged.map { $0 ? 1 : 0 }),
    ]
  }

  /// The number of verdicts of each configured gate by outcome, including outcomes that no verdict had.
  private var gateMetrics: [MetricFamily] {
    let verdicts = gates ?? []
    let names = GateName.allCases.filter { name in verdicts.contains { $0.name == name } }
    let outcomes: [GateVerdict.Outcome] = [.passed, .failed, .accepted, .notJudged]
    return [
      MetricFamily(
        "overtile_gate_verdicts", "Verdicts of a gate by outcome.",
        names.flatMap { name in
          outcomes.map { outcome in
            let count = verdicts.count { $0.name == name && $0.outcome == outcome }
            return (Double(count), ["gate": name.rawValue, "outcome": outcome.rawValue])
          }
        })
    ]
  }
}
