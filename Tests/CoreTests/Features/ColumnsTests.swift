import OvertileCore
import TestSupport
import Testing

@Suite struct ColumnsTests {
  @Test func propertyRunsAreTheRowsThatWereAdded() {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      var columns = PropertyColumns()
      var rows: [[(key: String, value: PropertyValue)]] = []
      for _ in 0..<100 {
        let names = (0..<Int.random(in: 0...5, using: &random)).map { "key\($0)" }.shuffled(using: &random)
        let row = names.map { (key: $0, value: random.propertyValue()) }
        for (key, value) in row {
          columns.keyIndices.append(columns.keys.intern(.string, key))
          columns.valueIndices.append(columns.values.intern(value))
        }
        columns.rowEnds.append(UInt32(columns.keyIndices.count))
        rows.append(row)
      }
      for (index, row) in rows.enumerated() {
        let entries = columns.entries(ofFeature: index)
        #expect(entries.map { columns.keys.string(columns.keyIndices[$0]) } == row.map(\.key), "seed \(seed)")
        for number in 0..<5 {
          let expected = row.first { $0.key == "key\(number)" }.map { ExactValue($0.value) }
          let found = columns.keys.find("key\(number)").flatMap { columns.valueIndex(ofFeature: index, key: $0) }
          #expect(found.map { ExactValue(columns.values.value($0)) } == expected, "seed \(seed), row \(index)")
        }
      }
    }
  }

  /// Features with any number of elements, rings and coordinates, none included.
  @Test func geometryRunsAreTheRingsThatWereAdded() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var columns = GeometryColumns()
      var features: [[[[Double]]]] = []
      for _ in 0..<60 {
        let feature = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          (0..<Int.random(in: 0...3, using: &random)).map { _ in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in Double.random(in: -9...9, using: &random) }
          }
        }
        columns.append(feature)
        features.append(feature)
      }
      #expect(columns.featureCount == features.count, "seed \(seed)")
      for (index, feature) in features.enumerated() {
        let elements = columns.elements(ofFeature: index)
        let read = elements.map { element in
          columns.rings(ofElement: element).map { ring in columns.coordinates(ofRing: ring).map { columns.x[$0] } }
        }
        let all = columns.coordinates(ofFeature: index).map { columns.x[$0] }
        #expect(read == feature && all == feature.flatMap { $0 }.flatMap { $0 }, "seed \(seed), feature \(index)")
      }
    }
  }
}

extension GeometryColumns {
  /// Adds a feature, from elements of rings of first numbers; the second ones are their negatives.
  fileprivate mutating func append(_ feature: [[[Double]]]) {
    for element in feature {
      for ring in element {
        x += ring
        y += ring.map { -$0 }
        ringEnds.append(UInt32(x.count))
      }
      elementKinds.append(.polygon)
      elementEnds.append(UInt32(ringEnds.count))
    }
    featureEnds.append(UInt32(elementKinds.count))
  }
}
