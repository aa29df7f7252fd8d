import OvertileCore
import TestSupport
import Testing

@testable import OvertileClustering

/// Every aggregate, against the value computed from the leaves of each cluster.
@Suite struct AggregateTests {
  private struct Input {
    var hierarchy: ClusterHierarchy
    var random: SeededRandom

    init(seed: UInt64) throws {
      let input = RandomPoints(seed: seed, limit: 80)
      hierarchy = try input.options.hierarchy(of: input.points)
      random = SeededRandom(seed: seed)
    }

    /// Random values, about a quarter of them missing; or none.
    mutating func column<Value: Sendable & BitwiseCopyable>(_ value: (inout SeededRandom) -> Value) -> AggregateColumn<
      Value
    > {
      let values = Column(count: hierarchy.pointCount) { _ in value(&random) }
      let isDense = Bool.random(using: &random)
      return AggregateColumn(
        values: values,
        isPresent: isDense ? nil : values.map { _ in Int.random(in: 0..<4, using: &random) > 0 })
    }

    /// Per cluster, the values of its leaves that are present, by ascending rank.
    func leaves<Value>(_ column: AggregateColumn<Value>) -> [[Value]] {
      hierarchy.clusters.map { cluster in hierarchy.leaves(of: cluster).sorted().compactMap { column[Int($0)] } }
    }
  }

  private func all<Value>(_ column: AggregateColumn<Value>) -> [Value?] { (0..<column.count).map { column[$0] } }

  @Test func integers() throws {
    for seed in seeds(100) {
      var input = try Input(seed: seed)
      let column = input.column { Int64.random(in: -1000...1000, using: &$0) }
      let leaves = input.leaves(column)
      let sums = leaves.map { $0.isEmpty ? nil : AggregateNumber.int($0.reduce(0, +)) }
      #expect(all(input.hierarchy.sums(of: column)) == sums, "seed \(seed)")
      let means = leaves.map { $0.isEmpty ? nil : Double($0.reduce(0, +)) / Double($0.count) }
      #expect(all(input.hierarchy.means(of: column)) == means, "seed \(seed)")
      #expect(all(input.hierarchy.minima(of: column)) == leaves.map { $0.min() }, "seed \(seed)")
      #expect(all(input.hierarchy.maxima(of: column)) == leaves.map { $0.max() }, "seed \(seed)")
      #expect(Array(input.hierarchy.valueCounts(of: column)) == leaves.map { UInt32($0.count) }, "seed \(seed)")
    }
  }

  @Test func sumsBeyond64BitsBecomeDoubles() throws {
    let hierarchy = try ClusterOptions(zooms: 0...0).hierarchy(of: ClusterPoints(x: [1, 1, 1], y: [1, 1, 1]))
    func sum(_ values: [Int64]) -> AggregateNumber? {
      hierarchy.sums(of: AggregateColumn(values: Column(values)))[0]
    }
    #expect(sum([.max, 1, -1]) == .int(.max))
    #expect(sum([.min, -1, 1]) == .int(.min))
    #expect(sum([.max, 1, 0]) == .double(0x1p63))
    #expect(sum([.min, .min, 0]) == .double(-0x1p64))
    #expect(hierarchy.means(of: AggregateColumn<Int64>(values: [.max, .max, .max]))[0] == 0x1p63)
  }

  @Test func doubles() throws {
    for seed in seeds(100) {
      var input = try Input(seed: seed)
      // Multiples of 2^-20 below 2^30: their sums are exact in double precision, whatever the order.
      let column = input.column { Double(Int64.random(in: -1 << 40...1 << 40, using: &$0)) / 1_048_576 }
      let leaves = input.leaves(column)
      #expect(
        all(input.hierarchy.sums(of: column)) == leaves.map { $0.isEmpty ? nil : $0.reduce(0, +) }, "seed \(seed)")
      #expect(
        all(input.hierarchy.means(of: column))
          == leaves.map { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) },
        "seed \(seed)")
      #expect(all(input.hierarchy.minima(of: column)) == leaves.map { $0.min() }, "seed \(seed)")
      #expect(all(input.hierarchy.maxima(of: column)) == leaves.map { $0.max() }, "seed \(seed)")
    }
  }

  @Test func sumsOfDoublesLoseNothing() throws {
    let points = ClusterPoints(x: [1, 1, 1, 1], y: [1, 1, 1, 1])
    let hierarchy = try ClusterOptions(zooms: 0...0).hierarchy(of: points)
    func sum(_ values: [Double]) -> Double? { hierarchy.sums(of: AggregateColumn(values: Column(values)))[0] }
    #expect(sum([1e100, 1, -1e100, 1]) == 2)
    #expect(sum([0.1, 0.2, 0.3, -0.6]).map { abs($0) < 1e-16 } == true)
    // Two pairs that meet one zoom later: both carry a rounding error.
    let pairs = ClusterPoints(x: [0, 0, 1 << 27, 1 << 27], y: [1, 1, 1, 1])
    let nested = try ClusterOptions(zooms: 0...2).hierarchy(of: pairs)
    #expect(nested.clusterCount == 3)
    #expect(nested.sums(of: AggregateColumn(values: [1e100, 1, 1, -1e100]))[2] == 2)
    #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude, 1, 1])?.isFinite == false)
  }

  @Test func booleans() throws {
    for seed in seeds(100) {
      var input = try Input(seed: seed)
      let column = input.column { Int.random(in: 0..<3, using: &$0) > 0 }
      let leaves = input.leaves(column)
      #expect(
        all(input.hierarchy.any(of: column)) == leaves.map { $0.isEmpty ? nil : $0.contains(true) }, "seed \(seed)"
      )
      #expect(
        all(input.hierarchy.all(of: column)) == leaves.map { $0.isEmpty ? nil : !$0.contains(false) },
        "seed \(seed)")
    }
  }

  @Test func firstPoints() throws {
    for seed in seeds(100) {
      var input = try Input(seed: seed)
      let column = input.column { UInt64.random(in: 0...3, using: &$0) }
      let present = input.hierarchy.clusters.map { cluster in
        input.hierarchy.leaves(of: cluster).sorted().filter { column[Int($0)] != nil }
      }
      #expect(
        all(input.hierarchy.firstPoints(isPresent: column.isPresent)) == present.map(\.first), "seed \(seed)")
      let heaviest = present.map { points in
        points.max { (column.values[Int($0)], $1) < (column.values[Int($1)], $0) }
      }
      let first = input.hierarchy.firstPoints(isPresent: column.isPresent, weights: column.values)
      #expect(all(first) == heaviest, "seed \(seed)")
    }
  }

  @Test func distinctValues() throws {
    for seed in seeds(100) {
      var input = try Input(seed: seed)
      let limit = seed % 3 == 0 ? 40 : Int(seed % 5)
      let column = input.column { UInt32.random(in: 0...(seed % 2 == 0 ? 6 : 300), using: &$0) }
      let distinct = input.leaves(column).map { Set($0).sorted() }
      for (cluster, codes) in zip(input.hierarchy.clusters, distinct) {
        let result = input.hierarchy.distinctValues(
          ofCluster: cluster - input.hierarchy.pointCount, column, limit: limit)
        #expect(result.codes == Array(codes.prefix(limit)), "seed \(seed)")
        #expect(result.hasMore == (codes.count > limit), "seed \(seed)")
      }
    }
  }
}
