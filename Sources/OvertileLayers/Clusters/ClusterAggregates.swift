import OvertileBundleFormat
import OvertileClustering
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileReading
import OvertileTileArchive
import OvertileVectorTile

/// The configured aggregates of a cluster layer, computed for every cluster.
///
/// Values of a type that an operation does not accept count as missing; a cluster without values lacks the property.
struct ClusterAggregates: Sendable {
  /// One aggregate's results, per cluster.
  private enum Results: Sendable {
    case numbers(AggregateColumn<AggregateNumber>)
    case doubles(AggregateColumn<Double>)
    case integers(AggregateColumn<Int64>)
    case booleans(AggregateColumn<Bool>)
    case counts(Column<UInt32>)
    case values(AggregateColumn<UInt32>)
    case texts(DistinctTexts)

    /// Rounds numbers to the nearest multiples of a step, half away from zero.
    mutating func round(toMultiplesOf step: Double) {
      // 0.1 has no exact double, and 10 has: 3 / 10 is the double next to 0.3, and 3 * 0.1 is not.
      let inverse = (1 / step).rounded()
      let isInverse = inverse > 1 && abs(inverse * step - 1) < 1e-9
      func rounded(_ value: Double) -> Double {
        let result = isInverse ? (value * inverse).rounded() / inverse : (value / step).rounded() * step
        return result.isFinite ? result : value
      }
      switch self {
      case .doubles(var column):
        column.values = column.values.map(rounded)
        self = .doubles(column)
      case .numbers(var column):
        column.values = column.values.map { number in
          switch number {
          // A whole number that is not exact in a double stays as it is.
          case .int(let int) where Double(exactly: int) != nil:
            let value = rounded(Double(int))
            return Int64(exactly: value).map(AggregateNumber.int) ?? .double(value)
          case .int: return number
          case .double(let double): return .double(rounded(double))
          }
        }
        self = .numbers(column)
      default: break
      }
    }

    /// Removes the doubles that are not finite, which a tile cannot hold; returns how many there were.
    mutating func leaveOutWhatIsBeyond() -> Int {
      guard case .doubles(var column) = self else { return 0 }
      let beyond = column.values.indices.filter { !column.values[$0].isFinite }
      guard !beyond.isEmpty else { return 0 }
      var isPresent = column.isPresent ?? Column(repeating: true, count: column.values.count)
      for index in beyond { isPresent[index] = false }
      column.isPresent = isPresent
      self = .doubles(column)
      return beyond.count
    }
  }

  private let hierarchy: ClusterHierarchy
  private var results: [(key: UInt32, results: Results)] = []
  /// The types of the aggregates by name, for the manifest.
  private(set) var fields: NamedValues<String> = [:]
  /// The aggregates that lie beyond the range of doubles, each with the number of its clusters, counted at every zoom.
  private(set) var beyond: [(aggregate: AggregateConfiguration, clusters: Int)] = []

  /// Computes the aggregates of a layer.
  ///
  /// - Parameters:
  ///   - values: per aggregate and row, the index of its value in `properties.values`, or `LayerRows.noValue`.
  ///   - rows: per point, its row.
  ///   - weights: per point, its weight; nil when all weigh the same.
  ///   - properties: receives the names of the aggregates.
  init(
    _ aggregates: [AggregateConfiguration], values: [Column<UInt32>], rows: Column<UInt32>, weights: Column<UInt64>?,
    of hierarchy: ClusterHierarchy, properties: inout LayerProperties
  ) {
    self.hierarchy = hierarchy
    for (aggregate, column) in zip(aggregates, values) {
      let name = aggregate.name.value
      let key = properties.keys.intern(.string, name)
      let input = AggregateInput(rows.map { column[Int($0)] }, in: properties.values)
      var result = Self.compute(aggregate, input, weights: weights, hierarchy)
      if let step = aggregate.round { result.round(toMultiplesOf: step) }
      let lost = result.leaveOutWhatIsBeyond()
      if lost > 0 { beyond.append((aggregate, lost)) }
      results.append((key, result))
      fields[name] = Self.field(result, input).rawValue
    }
  }

  /// Writes the aggregates of a cluster of the hierarchy, by its number, as tags of the open feature.
  func write(cluster: Int, into encoder: inout TileEncoder) {
    for (key, results) in results {
      switch results {
      case .numbers(let column):
        switch column[cluster] {
        case .int(let value): encoder.tag(key: key, int: value)
        case .double(let value): encoder.tag(key: key, double: value)
        case nil: break
        }
      case .doubles(let column): if let value = column[cluster] { encoder.tag(key: key, double: value) }
      case .integers(let column): if let value = column[cluster] { encoder.tag(key: key, int: value) }
      case .booleans(let column): if let value = column[cluster] { encoder.tag(key: key, bool: value) }
      case .counts(let counts): encoder.tag(key: key, int: Int64(counts[cluster]))
      case .values(let column): if let value = column[cluster] { encoder.tag(key: key, value: value) }
      case .texts(let texts):
        encoder.tag(key: key, string: texts.text(ofCluster: cluster, hierarchy))
      }
    }
  }

  private static func compute(
    _ aggregate: AggregateConfiguration, _ input: AggregateInput, weights: Column<UInt64>?,
    _ hierarchy: ClusterHierarchy
  ) -> Results {
    switch aggregate.operation {
    case .sum:
      if let whole = input.integers { return .numbers(hierarchy.sums(of: whole)) }
      return .doubles(hierarchy.sums(of: input.doubles))
    case .mean:
      if let whole = input.integers { return .doubles(hierarchy.means(of: whole)) }
      return .doubles(hierarchy.means(of: input.doubles))
    case .min:
      if let whole = input.integers { return .integers(hierarchy.minima(of: whole)) }
      return .doubles(hierarchy.minima(of: input.doubles))
    case .max:
      if let whole = input.integers { return .integers(hierarchy.maxima(of: whole)) }
      return .doubles(hierarchy.maxima(of: input.doubles))
    case .any: return .booleans(hierarchy.any(of: input.booleans))
    case .all: return .booleans(hierarchy.all(of: input.booleans))
    case .count: return .counts(hierarchy.valueCounts(of: input.values))
    case .first:
      let points = hierarchy.firstPoints(isPresent: input.values.isPresent, weights: weights)
      return .values(
        AggregateColumn(values: points.values.map { input.values.values[Int($0)] }, isPresent: points.isPresent))
    case .distinct: return .texts(DistinctTexts(input.values, in: input.table, cap: aggregate.cap))
    }
  }

  private static func field(_ results: Results, _ input: AggregateInput) -> FieldType {
    switch results {
    case .numbers, .doubles, .integers, .counts: .number
    case .booleans: .boolean
    case .texts: .string
    case .values: input.isAllNumbers ? .number : input.isAllBooleans ? .boolean : .string
    }
  }
}

extension ClusterAggregates {
  /// The warning about aggregates that no number of a tile can hold.
  func diagnostics(of layer: String) -> [Diagnostic] {
    beyond.map { aggregate, clusters in
      let name = aggregate.name.value
      let text =
        "layer \"\(layer)\": aggregate \"\(name)\" of \(Counted.text(clusters, "cluster")) (counted at every zoom) exceeds "
        + "1.8e308, the largest possible number, and is left out. Look for wrong values, or divide the values first, as in "
        + "[\"/\", [\"get\", \"n\"], 1000]"
      return Diagnostic(.aggregateBeyond, text, layer: layer)
    }
  }
}

extension BundleManifest.Aggregate {
  /// The manifest's record of an aggregate of a layer whose features keep some properties.
  package init(_ aggregate: AggregateConfiguration, _ properties: PropertySelection) {
    self.init(name: aggregate.name.value, operation: aggregate.operation.rawValue)
    if aggregate.operation == .distinct { cap = aggregate.cap }
    round = aggregate.round
    // Features in tiles have a property of the source with all its values, unless they drop or compute some.
    if let key = aggregate.expression.plainProperty, !properties.dropsNested, properties.keeps(key),
      !properties.computed.contains(where: { $0.name == key })
    {
      property = key
    }
  }
}

extension FeatureExpression {
  /// The property that it reads if it does nothing else, otherwise nil.
  fileprivate var plainProperty: String? {
    let key = keys.first ?? ""
    return canonicalText == CanonicalJSON.list(["\"get\"", CanonicalJSON.quoted(key)]) ? key : nil
  }
}
