import MapMath
import OvertileConfiguration
import OvertileExpressions

/// A survey of a layer's rows before they become overlays: whether its features are in plausible positions.
struct LayerSurvey: Sendable {
  /// The features.
  let features: Int
  /// Features with a point at latitude 0, longitude 0.
  let atNullIsland: Int
  /// The one position of all points, if there are at least two features; nil if they differ.
  let spot: Coordinate?
  /// Whether there are more features than were surveyed.
  var isPartial = false

  /// A survey of features that are a point each.
  ///
  /// - Parameter spot: the position of all points, if they have one.
  init(points features: Int, atNullIsland: Int, spot: WorldPoint?) {
    (self.features, self.atNullIsland) = (features, atNullIsland)
    self.spot = features > 1 ? spot?.coordinate : nil
  }

  /// Surveys the rows of a layer. O(points).
  init(_ rows: LayerRows) {
    features = rows.count
    let origin = WorldPoint(Coordinate(latitude: 0, longitude: 0))
    var atOrigin = 0
    var last: UInt32?
    var isOneSpot = rows.count > 1 && !rows.pointX.isEmpty && rows.shapes.isEmpty
    for point in rows.pointX.indices {
      let (x, y) = (rows.pointX[point], rows.pointY[point])
      if x != rows.pointX[0] || y != rows.pointY[0] { isOneSpot = false }
      guard x == origin.x, y == origin.y, rows.pointRows[point] != last else { continue }
      (atOrigin, last) = (atOrigin + 1, rows.pointRows[point])
    }
    atNullIsland = atOrigin
    spot = isOneSpot ? WorldPoint(x: rows.pointX[0], y: rows.pointY[0]).coordinate : nil
  }

  /// More features than these at latitude 0, longitude 0 are suspicious.
  private static let fewAtNullIsland = 3
  /// Fewer are suspicious, too, if they are more than one in so many of the layer.
  private static let shareAtNullIsland = 10

  /// Whether features at latitude 0, longitude 0 look like features without coordinates. Something real is there: a
  /// buoy (station 13010 of the ocean's observers), which is one feature of many.
  private var isNullIslandNotable: Bool {
    atNullIsland > Self.fewAtNullIsland || atNullIsland * Self.shareAtNullIsland >= max(features, 1)
  }

  /// Warnings about a layer after the last feature of its source.
  ///
  /// - Parameters:
  ///   - counts: the layer's, complete.
  ///   - read: the number of features of its source.
  ///   - census: the values of its source's features for the properties that the configuration names.
  func diagnostics(
    _ layer: LayerConfiguration, _ report: BuildReport.Layer, read: Int, _ census: PropertyCensus?,
    in configuration: PipelineConfiguration
  ) -> [Diagnostic] {
    Self.absences(of: layer, report, read: read, census, in: configuration)
      + implausiblePositions(layer, report)
  }

  /// Warnings that one more feature could take back: that no feature is left, that a filter leaves out none, that a
  /// comparison holds for none.
  ///
  /// - Parameters: those of `diagnostics`.
  static func absences(
    of layer: LayerConfiguration, _ report: BuildReport.Layer, read: Int, _ census: PropertyCensus?,
    in configuration: PipelineConfiguration
  ) -> [Diagnostic] {
    let empty = emptiness(of: layer, report, read: read, census, in: configuration)
    guard report.accepted > 0, let census else { return [empty].compactMap(\.self) }
    let vain = vainFilter(layer, report, census, in: configuration)
    let compared = ComparedProperty.all(layer).filter { vain == nil || $0.role != "filter" }
    return [empty, vain].compactMap(\.self)
      + compared.compactMap { $0.diagnostic(layer, census, source: report.source, file: configuration.file) }
  }

  /// Warnings about the positions of the features that were surveyed.
  func implausiblePositions(_ layer: LayerConfiguration, _ report: BuildReport.Layer) -> [Diagnostic] {
    let name = layer.name.value
    var found: [Diagnostic] = []
    if isNullIslandNotable {
      let which = share(atNullIsland, of: features, "at latitude 0, longitude 0 (\"null island\")")
      let text =
        "layer \"\(name)\": \(which), where data without coordinates end up; "
        + "leave such features out of the export, or out of the layer by a filter"
      found.append(Diagnostic(.nullIsland, text, source: report.source, layer: name))
    } else if let spot {
      let location = "latitude \(Degrees.rounded(spot.latitude)), longitude \(Degrees.rounded(spot.longitude))"
      let text =
        "layer \"\(name)\": \(share(features, of: features, "at one position, \(location)")); "
        + "are the coordinates and `crs` of source \"\(report.source)\" right?"
      found.append(Diagnostic(.oneSpot, text, source: report.source, layer: name))
    }
    return found
  }

  /// The warning about a filter that keeps every feature, if it excludes values that the data have in another form.
  private static func vainFilter(
    _ layer: LayerConfiguration, _ report: BuildReport.Layer, _ census: PropertyCensus,
    in configuration: PipelineConfiguration
  ) -> Diagnostic? {
    guard report.filtered == 0, let filter = layer.filter,
      let vain = FilterSurvey(filter: filter, census: census).vainExclusion
    else { return nil }
    let location = "\(configuration.file):\(filter.position)"
    let text = "layer \"\(layer.name.value)\": its filter (\(location)) leaves out no feature; is it right? \(vain)"
    return Diagnostic(.filterKeepsAll, text, source: report.source, layer: layer.name.value)
  }

  /// The warning about a layer without features; nil for another one, and where that is as it should be.
  static func emptiness(
    of layer: LayerConfiguration, _ report: BuildReport.Layer, read: Int, _ census: PropertyCensus?,
    in configuration: PipelineConfiguration
  ) -> Diagnostic? {
    guard report.accepted == 0, configuration.gates.empty != .pass else { return nil }
    let why = reason(layer, report, read: read, census, in: configuration)
    let name = layer.name.value
    return Diagnostic(.emptyLayer, "layer \"\(name)\" is empty: \(why)", source: report.source, layer: name)
  }

  private func share(_ count: Int, of all: Int, _ location: String) -> String {
    if count == all {
      if all == 1 { return "its only feature\(Self.probed(isPartial)) is \(location)" }
      return "all \(Counted.text(all, "feature"))\(Self.probed(isPartial)) are \(location)"
    }
    return
      "\(Counted.grouped(count)) of \(Counted.text(all, "feature"))\(Self.probed(isPartial)) \(count == 1 ? "is" : "are") \(location)"
  }

  /// The warning about a layer whose features are not shown at any zoom; nil where that is as it should be.
  func hidden(
    _ layer: LayerConfiguration, _ report: inout BuildReport.Layer, _ read: Int, _ census: PropertyCensus?,
    _ configuration: PipelineConfiguration
  ) -> Diagnostic? {
    guard features > 0, configuration.gates.empty != .pass else { return nil }
    (report.accepted, report.rejected) = (report.accepted - features, report.rejected + features)
    if !isPartial { return Self.emptiness(of: layer, report, read: read, census, in: configuration) }
    let name = layer.name.value
    let which = features == 1 ? "the only feature" : "all \(Counted.text(features, "feature"))"
    let text =
      "layer \"\(name)\" would be empty so far: \(which)\(Self.probed(true)) would be shown at no zoom: too small or too "
      + "large for `hide`, or beyond the edge of the map"
    return Diagnostic(.emptyLayer, text, source: report.source, layer: name)
  }

  /// The addition to a number of features that may not be all.
  static func probed(_ isPartial: Bool) -> String { isPartial ? " that were probed" : "" }

  /// The cause of missing features: the layer's filter, the bounds of its source, or both.
  private static func sieve(
    _ layer: LayerConfiguration, _ source: String, in configuration: PipelineConfiguration
  ) -> String {
    let filter = layer.filter.map { "its filter (\(configuration.file):\($0.position))" }
    let bounds = configuration.sources.first { $0.name.value == source }?.bounds.map { bounds in
      let edges = [bounds.west, bounds.south, bounds.east, bounds.north].map { "\(Degrees.rounded($0))" }
      let location = configuration.sources.first { $0.name.value == source }?.boundsPosition.map {
        " (\(configuration.file):\($0))"
      }
      return
        "`bounds` of its source\(location ?? ""), west \(edges[0]), south \(edges[1]), east \(edges[2]), north \(edges[3]),"
    }
    let both = [filter, bounds].compactMap(\.self)
    return both.isEmpty ? "its filter" : both.joined(separator: " together with ")
  }

  /// The reason that a source may have no features.
  private static func noFeatures(of source: String, named name: String, in configuration: PipelineConfiguration)
    -> String
  {
    let selection = configuration.sources.first { $0.name.value == name }?.selection
    guard let condition = selection?.condition else {
      return "\(source) has no features; is its `path` right, and its export whole?"
    }
    let location = selection?.conditionPosition.map { " (\(configuration.file):\($0))" } ?? ""
    return "no row of \(source) meets its `where`\(location), \(condition); is it right?"
  }

  /// The reason that a layer is empty, and the keys to check.
  private static func reason(
    _ layer: LayerConfiguration, _ report: BuildReport.Layer, read: Int, _ census: PropertyCensus?,
    in configuration: PipelineConfiguration
  ) -> String {
    let source = "source \"\(report.source)\""
    guard read > 0 else { return noFeatures(of: source, named: report.source, in: configuration) }
    let filter = sieve(layer, report.source, in: configuration)
    let bounds = configuration.sources.first { $0.name.value == report.source }?.bounds
    let extent = bounds.flatMap { census?.extent.advice($0) } ?? ""
    let survey = layer.filter.flatMap { filter in census.flatMap { FilterSurvey(filter: filter, census: $0).text } }
    let values = survey.map { " " + $0 } ?? ""
    let all = read == 1 ? "the only feature" : "all \(Counted.text(read, "feature"))"
    if report.filtered == read { return "\(filter) leaves out \(all) of \(source)\(extent); is it right?\(values)" }
    let parts = [
      (report.filtered, "left out by \(filter)"), (report.withoutGeometry, "without a geometry"),
      (read - report.filtered - report.withoutGeometry, "rejected or never shown"),
    ].filter { $0.0 > 0 }.map { "\($0.0 == read ? "all" : Counted.grouped($0.0)) \($0.1)" }
    return "\(source) has \(Counted.text(read, "feature")): \(parts.joined(separator: ", ")); "
      + "the ledger says which"
  }
}

extension Diagnostic {
  /// The diagnostic, with a note on the surveyed features if there are more.
  func saidOf(_ survey: LayerSurvey) -> Diagnostic {
    guard survey.isPartial else { return self }
    var partial = self
    partial.message += " (of \(Counted.text(survey.features, "feature"))\(LayerSurvey.probed(true)))"
    return partial
  }
}
