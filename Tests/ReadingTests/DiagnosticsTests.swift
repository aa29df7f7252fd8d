import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileGeoJSON
import Testing

@testable import OvertileReading

/// Features counted once, errors by their causes, and the names of properties.
struct DiagnosticsTests {
  @Test(arguments: [UInt64(1), 63, 64, 4095, 4096, 1_000_003])
  func aFeatureIsInASetOnce(stride: UInt64) {
    var set = FeatureSet()
    for round in 0..<2 {
      for file in ["a", "b"] {
        for index in 0..<UInt64(500) {
          let isNew = set.insert(file: file, index: index &* stride)
          #expect(isNew == (round == 0), "\(file) \(index)")
        }
      }
    }
    #expect(set.count == 1000)
  }

  private func entry(
    _ code: LedgerCode, _ index: UInt64, layer: String? = "l", reason: String = "r", cause: DataErrorCause? = nil
  ) -> LedgerEntry {
    var entry = LedgerEntry(
      code: code, source: "s", file: "in.json",
      location: InputLocation(byteOffset: index * 9, line: index + 1, index: index),
      reason: reason)
    (entry.layer, entry.cause) = (layer, cause)
    return entry
  }

  @Test func causesAreToldApartByWhatAsksAndWhatIsFound() {
    let position = SourcePosition(line: 7, column: 3)
    let number = DataErrorCause(position: position, role: "filter", property: "n", expected: "number", found: "string")
    var null = number
    null.found = "null"
    var errors = DataErrors()
    for index in 0..<UInt64(9) {
      errors.add(entry(.expression, index, cause: index % 3 == 0 ? null : number))
      errors.add(entry(.expression, index, layer: "m", cause: index % 3 == 0 ? null : number))
    }
    errors.add(entry(.repaired, 20))
    let found = errors.diagnostics(file: "p.yaml", properties: [:])
    #expect(found.map(\.count) == [6, 3] && found.map(\.found) == ["string", "null"])
    #expect(
      found.allSatisfy { $0.layers == ["l", "m"] && $0.places.count == 3 && $0.askedBy == "p.yaml:7:3 (filter)" })
    #expect(found[0].message.contains("layers \"l\", \"m\": property \"n\": expected number, found string"))
  }

  @Test func reasonsThatDifferAreAnExample() {
    var errors = DataErrors()
    errors.add(entry(.badRadius, 0, reason: "the radius is -1"))
    let one = errors.diagnostics(file: "p", properties: [:]).map(\.message)
    #expect(one.count == 1 && one.allSatisfy { !$0.contains("for example") })
    errors.add(entry(.badRadius, 1, reason: "the radius is -2"))
    let two = errors.diagnostics(file: "p", properties: [:]).map(\.message)
    #expect(two.count == 1 && two.allSatisfy { $0.contains("for example: the radius is -1") })
  }

  @Test func thePresenceOfPropertiesDoesNotDependOnTheOrderOfSlices() throws {
    let wanted = ["value", "missing", "late"].map {
      NamedProperty(name: $0, layer: "l", role: "filter", position: SourcePosition(line: 1, column: 1))
    }
    func census(_ rows: [[(String, PropertyValue)]]) -> PropertyCensus {
      var columns = PropertyColumns()
      for row in rows {
        for (key, value) in row {
          columns.keyIndices.append(columns.keys.intern(.string, key))
          columns.valueIndices.append(columns.values.intern(value))
        }
        columns.rowEnds.append(UInt32(columns.keyIndices.count))
      }
      var census = PropertyCensus(wanted)
      census.add(columns)
      return census
    }
    let parts = [
      census([[("value", .int(1))], []]), census([[("mising", .bool(true))]]), census([[("late", .string("x"))]]),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      var all = PropertyCensus(wanted)
      for index in order { all.add(parts[index]) }
      #expect(all.missing == ["missing"] && all.features == 4)
      #expect(all.advice(onMissing: "missing")?.suggestion == "mising" && all.advice(onMissing: "late") == nil)
      let told = all.diagnostics(wanted, besides: [], source: "s", file: "p.yaml")
      #expect(told.map(\.code) == ["unknown-property"])
    }
  }
}
