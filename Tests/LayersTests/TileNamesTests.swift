import OvertileCore
import Testing

@testable import OvertileLayers

@Suite struct TileNamesTests {
  private static func table(_ names: [String]) -> ValueTable {
    var table = ValueTable()
    for name in names { _ = table.intern(.string, name) }
    return table
  }

  @Test func namesStayDistinctAndKeepTheirIndices() {
    let keys = Self.table(["a", "part", "source_part", "b", "source_b"])
    let names = TileNames(keys, reserved: ["part", "b", "absent"])
    let table = names.table
    #expect(table.count == keys.count)
    let read = (0..<UInt32(table.count)).map { table.string($0) }
    #expect(read == ["a", "source_source_part", "source_part", "source_source_b", "source_b"])
    #expect(names.name(of: "absent") == "source_absent" && names.name(of: "other") == "other")
  }

  /// Names depend on the keys, not on their order.
  @Test func theOrderOfKeysDoesNotMatter() {
    let keys = ["part", "source_part", "x"]
    let forwards = TileNames(Self.table(keys), reserved: ["part"])
    let backwards = TileNames(Self.table(keys.reversed()), reserved: ["part"])
    for key in keys { #expect(forwards.name(of: key) == backwards.name(of: key)) }
  }
}
