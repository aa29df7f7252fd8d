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

  @Test func everyAggregateIsThatOfTheLeaves() throws {
    for seed in seeds(100) {
      var input = try Input(seed: seed)
      let comment = Comment("seed \(seed)")
      try expectNumbers(&input, comment)
      expectFirstPoints(&input, comment)
      let hierarchy = input.hierarchy
      let truths = input.column { Int.random(in: 0..<3, using: &$0) > 0 }
      let leaves = input.leaves(truths)
      #expect(all(hierarchy.any(of: truths)) == leaves.map { $0.isEmpty ? nil : $0.contains(true) }, comment)
      #expect(all(hierarchy.all(of: truths)) == leaves.map { $0.isEmpty ? nil : !$0.contains(false) }, comment)
      let limit = seed % 3 == 0 ? 40 : Int(seed % 5)
      let codes = input.column { UInt32.random(in: 0...(seed % 2 == 0 ? 6 : 300), using: &$0) }
      let distinct = input.leaves(codes).map { Set($0).sorted() }
      let found = hierarchy.clusters.map {
        hierarchy.distinctValues(ofCluster: $0 - hierarchy.pointCount, codes, limit: limit)
      }
      #expect(found.map(\.codes) == distinct.map { Array($0.prefix(limit)) }, comment)
      #expect(found.map(\.hasMore) == distinct.map { $0.count > limit }, comment)
    }
  }

  private func expectNumbers(_ input: inout Input, _ comment: Comment) throws {
    let hierarchy = input.hierarchy
    let integers = input.column { Int64.random(in: -1000...1000, using: &$0) }
    let leaves = input.leaves(integers)
    let sums = leaves.map { $0.isEmpty ? nil : AggregateNumber.int($0.reduce(0, +)) }
    let means = leaves.map { $0.isEmpty ? nil : Double($0.reduce(0, +)) / Double($0.count) }
    #expect(all(hierarchy.sums(of: integers)) == sums && all(hierarchy.means(of: integers)) == means, comment)
    let (least, most) = (hierarchy.minima(of: integers), hierarchy.maxima(of: integers))
    #expect(all(least) == leaves.map { $0.min() } && all(most) == leaves.map { $0.max() }, comment)
    #expect(Array(hierarchy.valueCounts(of: integers)) == leaves.map { UInt32($0.count) }, comment)
    // Multiples of 2^-20 below 2^30: their sums are exact in double precision, whatever the order.
    let doubles = input.column { Double(Int64.random(in: -1 << 40...1 << 40, using: &$0)) / 1_048_576 }
    let numbers = input.leaves(doubles)
    #expect(all(hierarchy.sums(of: doubles)) == numbers.map { $0.isEmpty ? nil : $0.reduce(0, +) }, comment)
    let averages = numbers.map { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
    #expect(all(hierarchy.means(of: doubles)) == averages, comment)
    let (lowest, highest) = (hierarchy.minima(of: doubles), hierarchy.maxima(of: doubles))
    #expect(all(lowest) == numbers.map { $0.min() } && all(highest) == numbers.map { $0.max() }, comment)
  }

  private func expectFirstPoints(_ input: inout Input, _ comment: Comment) {
    let hierarchy = input.hierarchy
    let column = input.column { UInt64.random(in: 0...3, using: &$0) }
    let present = hierarchy.clusters.map { cluster in
      hierarchy.leaves(of: cluster).sorted().filter { column[Int($0)] != nil }
    }
    #expect(all(hierarchy.firstPoints(isPresent: column.isPresent)) == present.map(\.first), comment)
    let heaviest = present.map { points in
      points.max { (column.values[Int($0)], $1) < (column.values[Int($1)], $0) }
    }
    #expect(all(hierarchy.firstPoints(isPresent: column.isPresent, weights: column.values)) == heaviest, comment)
  }

  @Test func sumsBeyond64BitsBecomeDoubles() throws {
    let hierarchy = try ClusterOptions(zooms: 0...0).hierarchy(of: ClusterPoints(x: [1, 1, 1], y: [1, 1, 1]))
    func sum(_ values: [Int64]) -> AggregateNumber? {
      hierarchy.sums(of: AggregateColumn(values: Column(values)))[0]
    }
    let sums = [[.max, 1, -1], [.min, -1, 1], [.max, 1, 0], [.min, .min, 0]].map { sum($0) }
    #expect(sums == [.int(.max), .int(.min), .double(0x1p63), .double(-0x1p64)])
    #expect(hierarchy.means(of: AggregateColumn<Int64>(values: [.max, .max, .max]))[0] == 0x1p63)
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
}
