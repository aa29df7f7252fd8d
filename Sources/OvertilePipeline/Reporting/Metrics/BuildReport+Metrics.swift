import OvertileReading

extension BuildReport {
  /// The gauges of a run's counts. Counts that the run did not reach have no samples.
  var metrics: [MetricFamily] {
    runMetrics + sourceMetrics + layerMetrics + ledgerMetrics + bundleMetrics + changeMetrics + gateMetrics
  }

  private var runMetrics: [MetricFamily] {
    var stages = MetricFamily("overtile_stage_duration_seconds", "Wall-clock seconds of a stage of the last run.")
    for stage in BuildStage.allCases {
      if let seconds = stageSeconds[stage.rawValue] { stages.add(seconds, ["stage": stage.rawValue]) }
    }
    var memory = MetricFamily("overtile_peak_memory_bytes", "The largest resident memory of the last run.")
    memory.add(peakMemoryBytes)
    var jobs = MetricFamily("overtile_jobs", "Worker threads of the last run.")
    jobs.add(threads)
    var warnings = MetricFamily("overtile_warnings", "Warnings of the last run.")
    warnings.add(self.warnings.count)
    return [stages, memory, jobs, warnings]
  }

  private var sourceMetrics: [MetricFamily] {
    var files = MetricFamily("overtile_source_files", "Files of a source.")
    var bytes = MetricFamily("overtile_source_read_bytes", "Uncompressed bytes read of a source.")
    var read = MetricFamily("overtile_source_read_features", "Features found in a source: usable and rejected ones.")
    var usable = MetricFamily("overtile_source_usable_features", "Features of a source that its layers got.")
    var rejected = MetricFamily("overtile_source_rejected_features", "Features of a source that could not be used.")
    var time = MetricFamily(
      "overtile_source_timestamp_seconds",
      "When the data of a source was made: its oldest file, or the newest time in the property that maxAge names.")
    for source in sources {
      if let seconds = source.time { time.add(seconds, ["source": source.name]) }
      files.add(source.files, ["source": source.name])
      bytes.add(Double(source.bytes), ["source": source.name])
      read.add(source.read, ["source": source.name])
      usable.add(source.usable, ["source": source.name])
      rejected.add(source.rejected, ["source": source.name])
    }
    var quarantined = MetricFamily("overtile_quarantined_features", "Features in the quarantine of a source.")
    for file in self.quarantined { quarantined.add(file.features, ["source": file.source]) }
    return [files, bytes, read, usable, rejected, quarantined, time]
  }

  private var layerMetrics: [MetricFamily] {
    let numbers: [(String, String, KeyPath<Layer, Int>)] = [
      ("read", "Usable features of a layer's source: accepted, filtered, rejected and without geometry.", \.read),
      ("accepted", "Features of a layer that are in the bundle.", \.accepted),
      ("filtered", "Features that a layer's filter left out.", \.filtered),
      ("rejected", "Features that a layer cannot show.", \.rejected),
      ("without_geometry", "Features without a geometry that a layer left out.", \.withoutGeometry),
      ("repaired", "Accepted features of a layer that were changed.", \.repaired),
    ]
    var families = numbers.map { part, help, number in
      family("overtile_layer_\(part)_features", help, number)
    }
    // Known only if all zooms were made.
    if layers.contains(where: { !$0.zooms.isEmpty }) {
      families.append(family("overtile_layer_overlays", "Distinct overlays of a layer at its last zoom.", \.overlays))
    }
    return families
  }

  private func family(_ name: String, _ help: String, _ number: KeyPath<Layer, Int>) -> MetricFamily {
    var family = MetricFamily(name, help)
    for layer in layers { family.add(layer[keyPath: number], ["layer": layer.name, "source": layer.source]) }
    return family
  }

  private var ledgerMetrics: [MetricFamily] {
    var entries = MetricFamily(
      "overtile_ledger_entries", "Entries of the ledger by source, code and, where a layer got the feature, layer.")
    for total in ledgerTotals {
      entries.add(
        total.count,
        ["source": total.source, "layer": total.layer, "action": total.action.rawValue, "code": total.code])
    }
    var repaired = MetricFamily("overtile_repaired_features", "Repaired features by repair.")
    for (repair, count) in repairs.sorted(by: { $0.key < $1.key }) { repaired.add(count, ["repair": repair]) }
    return [entries, repaired]
  }

  /// For a bundle that was finished, even if it was not published.
  private var bundleMetrics: [MetricFamily] {
    guard !bundle.isEmpty else { return [] }
    var size = MetricFamily("overtile_bundle_bytes", "The bytes of all files of the bundle that the last run made.")
    size.add(bytes)
    var tiles = MetricFamily("overtile_bundle_tiles", "Addressed tiles of a zoom.")
    var tileBytes = MetricFamily("overtile_bundle_tile_bytes", "Bytes of the tiles of a zoom as stored.")
    var largest = MetricFamily(
      "overtile_bundle_largest_tile_bytes", "The bytes of the largest tile of a zoom as stored.")
    for zoom in tileStatistics {
      tiles.add(zoom.tiles, ["zoom": "\(zoom.zoom)"])
      tileBytes.add(zoom.bytes, ["zoom": "\(zoom.zoom)"])
      largest.add(zoom.largestBytes, ["zoom": "\(zoom.zoom)"])
    }
    return [size, tiles, tileBytes, largest]
  }

  /// For a bundle that was finished, also where a gate failed.
  private var changeMetrics: [MetricFamily] {
    var info = MetricFamily("overtile_bundle_info", "The digest of the bundle that the last run made; always 1.")
    var same = MetricFamily(
      "overtile_bundle_unchanged",
      "Whether the bundle that the last run made is the one that was there before: 1 or 0.")
    if let digest, let unchanged {
      info.add(1, ["digest": digest])
      same.add(unchanged ? 1 : 0)
    }
    return [info, same]
  }

  /// The number of verdicts of each configured gate by outcome, including outcomes that no verdict had.
  private var gateMetrics: [MetricFamily] {
    var verdicts = MetricFamily("overtile_gate_verdicts", "Verdicts of a gate by outcome.")
    var seen: [String] = []
    for verdict in gates ?? [] where !seen.contains(verdict.name.rawValue) { seen.append(verdict.name.rawValue) }
    for name in seen {
      for outcome in [GateVerdict.Outcome.passed, .failed, .accepted, .notJudged] {
        let count = (gates ?? []).count { $0.name.rawValue == name && $0.outcome == outcome }
        verdicts.add(count, ["gate": name, "outcome": outcome.rawValue])
      }
    }
    return [verdicts]
  }
}
