import OvertileCore
import TestSupport
import Testing

@Suite struct ValueTableTests {
  @Test func namesDistinctValuesAsADictionaryDoes() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var table = ValueTable()
      var oracle: [ExactValue: UInt32] = [:]
      for step in 0..<1000 {
        let value = random.propertyValue()
        let index = table.intern(value)
        let expected = oracle[ExactValue(value), default: UInt32(oracle.count)]
        oracle[ExactValue(value)] = index
        let isCounted = table.count == oracle.count && ExactValue(table.value(index)) == ExactValue(value)
        #expect(index == expected && isCounted, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func keepsValuesApartThatShareTheirPayload() {
    var table = ValueTable()
    let values: [PropertyValue] = [
      .null, .string(""), .json(""), .int(1), .uint(1), .double(1), .bool(true), .string("1"), .json("1"),
      .double(0), .double(-0.0), .int(0), .bool(false), .string("\u{1}"), .int(.min), .uint(.max),
    ]
    let indices = values.map { table.intern($0) }
    #expect(indices == Array(0..<UInt32(values.count)) && values.map { table.intern($0) } == indices)
    #expect(Set(indices.map { table.hash($0) }).count == values.count)
  }

  @Test func mergesAsIfInternedOneByOne() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var (table, other, oneByOne) = (ValueTable(), ValueTable(), ValueTable())
      for _ in 0..<300 {
        let value = random.propertyValue()
        _ = (table.intern(value), oneByOne.intern(value))
      }
      for _ in 0..<300 { _ = other.intern(random.propertyValue()) }
      let map = table.merge(other)
      #expect(map == (0..<UInt32(other.count)).map { oneByOne.intern($0, of: other) }, "seed \(seed)")
      #expect(table.count == oneByOne.count && table.payloadByteCount == oneByOne.payloadByteCount, "seed \(seed)")
      for (index, mapped) in map.enumerated() {
        // Hashes identify values across tables, so they must not depend on the other values of a table.
        let isSame = ExactValue(table.value(mapped)) == ExactValue(other.value(UInt32(index)))
        #expect(isSame && table.hash(mapped) == other.hash(UInt32(index)), "seed \(seed), value \(index)")
      }
      #expect(table.merge(other) == map, "seed \(seed): merging again adds nothing")
    }
  }

  @Test func findsStringsOnly() {
    var table = ValueTable()
    let index = table.intern(.string, "name")
    _ = table.intern(.json("{}"))
    #expect(["name", "nam", "{}"].map { table.find($0) } == [index, nil, nil] && ValueTable().find("") == nil)
    let number = table.intern(.int(3))
    #expect([index, number].map { table.string($0) } == ["name", ""])
  }
}
