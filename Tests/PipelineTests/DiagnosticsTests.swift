import OvertileConfiguration
import OvertileExpressions
import OvertileFeatures
import OvertileGeoJSON
import Testing

@testable import OvertilePipeline

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
    errors.add(entry(.badRadius, 0, reason: "its radius is -1"))
    let one = errors.diagnostics(file: "p", properties: [:]).map(\.message)
    #expect(one.count == 1 && one.allSatisfy { !$0.contains("for example") })
    errors.add(entry(.badRadius, 1, reason: "its radius is -2"))
    let two = errors.diagnostics(file: "p", properties: [:]).map(\.message)
    #expect(two.count == 1 && two.allSatisfy { $0.contains("for example: its radius is -1") })
  }

  @Test func textsAreJudgedByWhatTheyAre() {
    func found(_ texts: [String]) -> FoundValues {
      var found = FoundValues()
      for text in texts { found.add(.string(text)) }
      return found
    }
    #expect(found(["1", " 2.5 ", "", "1e3"]).areNumbers && !found(["1", "x"]).areNumbers)
    #expect(found(["1", "n/a", "n/a", " "]).areNumbersWithExceptions && found(["n/a"]).others == ["n/a"])
    #expect(found(["1,234", "12", "-1,234,567.5"]).areGroupedNumbers && !found(["1,234", "n/a"]).areGroupedNumbers)
    // The comma of "1,234" may be of decimals, and that of "0,750" is.
    #expect(!found(["1,234", "12"]).areGroupedNumbers && found(["1,234", "12"]).areAmbiguousNumbers)
    #expect(found(["1,234.5"]).areGroupedNumbers && !found(["0,750", "1,234,567"]).areGroupedNumbers)
    // A text with digits may be a number in another form.
    #expect(!found(["1", "1,234"]).areNumbersWithExceptions && !found(["1", "12 km"]).areNumbersWithExceptions)
    // Exceptions are few and short.
    #expect(!found(["1", "a", "b", "c", "d", "e", "f"]).areNumbersWithExceptions)
    #expect(!found(["1", String(repeating: "x", count: 61)]).areNumbersWithExceptions && !found(["x"]).hasNumbers)
  }

  @Test(arguments: [1, 3, 50])
  func valuesDoNotDependOnTheSizeOfBatches(size: Int) {
    func values(_ count: Int, _ make: (Int) -> PropertyValue) -> PropertyValues {
      var all = PropertyValues()
      for first in stride(from: 0, to: count, by: size) {
        var columns = PropertyColumns()
        for index in first..<min(first + size, count) {
          columns.keyIndices.append(columns.keys.intern(.string, "k"))
          columns.valueIndices.append(columns.values.intern(make(index)))
          columns.rowEnds.append(UInt32(columns.keyIndices.count))
        }
        var part = PropertyValues()
        part.add(columns, key: "k")
        all.add(part)
      }
      return all
    }
    let texts = values(250) { .string("n\($0 % 120)") }
    #expect(texts.different == (0..<100).map { .string("n\($0)") } && texts.hasMore && texts.range == nil)
    let exactly = values(250) { .string("n\($0 % 100)") }
    #expect(exactly.different.count == 100 && !exactly.hasMore && exactly.are([.string]))
    let numbers = values(250) { $0 == 9 ? .null : .int(Int64($0)) }
    #expect(numbers.range == 0...249 && numbers.hasMore && numbers.are([.int]) && numbers.has(.double(7)))
  }

  @Test func aFurtherCauseIsToldOnce() {
    let position = SourcePosition(line: 1, column: 1)
    func rejection(_ role: String, found: String) -> FeatureMapping.FeatureDiagnostic {
      FeatureMapping.FeatureDiagnostic(
        code: .expression, reason: "r",
        cause: DataErrorCause(position: position, role: role, property: "n", expected: "number", found: found))
    }
    for (first, told) in [("null", ["weight string"]), ("string", ["weight null", "weight string"])] {
      var causes = FurtherCauses(3, rejection("filter", found: first))
      for found in ["null", "null", "string", "string"] {
        causes.attempt { throw rejection("weight", found: found) }
        causes.attempt { throw rejection("filter", found: first) }
      }
      let all = causes.rejections.map { "\($0.cause?.role ?? "") \($0.cause?.found ?? "")" }
      #expect(all == told && causes.rejections.allSatisfy { $0.feature == 3 })
    }
  }

  @Test func thePresenceOfPropertiesDoesNotDependOnTheOrderOfSlices() throws {
    let wanted = ["value", "null", "missing", "late"].map {
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
      census([[("value", .int(1)), ("null", .null), ("late", .null)], []]), census([[("mising", .bool(true))]]),
      census([[("late", .string("x"))]]),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      var all = PropertyCensus(wanted)
      for index in order { all.add(parts[index]) }
      #expect(all.wanted == ["value": .value, "null": .null, "missing": .missing, "late": .value])
      #expect(all.advice(onMissing: "missing")?.suggestion == "mising" && all.advice(onMissing: "null") == nil)
      let told = all.diagnostics(wanted, source: "s", file: "p.yaml")
      #expect(told.map(\.code) == ["null-property", "unknown-property"])
    }
  }
}
