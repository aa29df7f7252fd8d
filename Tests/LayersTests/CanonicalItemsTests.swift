import OvertileCore
import TestSupport
import Testing

@testable import OvertileLayers
@testable import OvertileReading

@Suite struct CanonicalItemsTests {
  /// A feature as the canonical order sees it, with some items.
  private struct Row: Hashable {
    var key: UInt64
    var content: UInt64
    var ownID: UInt64
    var items: Int
  }

  private struct Item: Hashable {
    var row: Row
    /// Which of its row's items it is.
    var number: Int
    var key: UInt64
    var ownID: UInt64
  }

  /// The items of rows in their canonical order, without the rows' indices.
  private static func items(_ rows: [Row]) -> [Item] {
    var layer = LayerRows.none
    var itemRows: Column<UInt32> = []
    var first: [Int] = []
    for (index, row) in rows.enumerated() {
      layer.keys.append(row.key)
      layer.contents.append(row.content)
      layer.ownIDs.append(row.ownID)
      first.append(itemRows.count)
      itemRows += Column(repeating: UInt32(index), count: row.items)
    }
    let items = CanonicalItems(layer, itemRows: itemRows)
    #expect(items.count == itemRows.count && Set(items.sources).count == itemRows.count)
    return (0..<items.count).map { index in
      let row = Int(items.rows[index])
      #expect(itemRows[Int(items.sources[index])] == items.rows[index])
      return Item(
        row: rows[row], number: Int(items.sources[index]) - first[row], key: items.keys[index],
        ownID: items.ownIDs[index])
    }
  }

  @Test func doNotDependOnTheOrderOfArrival() {
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      // Few keys and contents: equal features, and several features of one key.
      var rows = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        let key = UInt64.random(in: 0..<6, using: &random)
        let content = key * 100 + UInt64.random(in: 0..<3, using: &random)
        return Row(
          key: key, content: content, ownID: key == 0 ? LayerRows.noID : key, items: Int(content % 3) + 1)
      }
      let expected = Self.items(rows)
      rows.shuffle(using: &random)
      #expect(Self.items(rows) == expected, "seed \(seed)")
      #expect(Set(expected.map(\.key)).count == expected.count, "seed \(seed): keys are distinct")
      #expect(expected.map(\.row.key) == expected.map(\.row.key).sorted(), "seed \(seed)")
      for item in expected {
        #expect(item.ownID == (item.number == 0 ? item.row.ownID : LayerRows.noID), "seed \(seed)")
      }
    }
  }

  /// A feature's key stays the same when another feature comes or goes.
  @Test func theFirstItemOfAKeyHasTheKeyItself() {
    let rows = [Row(key: 5, content: 1, ownID: 1, items: 2), Row(key: 5, content: 0, ownID: 1, items: 1)]
    let keys = Self.items(rows).map(\.key)
    #expect(keys.count == 3 && keys[0] == 5 && Self.items([rows[1]]).map(\.key) == [5])
  }

  @Test func aRowIsHiddenWhenAllItsItemsAre() {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      var rows: [UInt32] = []
      for row in (0..<12 as Range<UInt32>).shuffled(using: &random) {
        rows += Array(repeating: row, count: Int.random(in: 1...3, using: &random))
      }
      let hidden = rows.indices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.map { UInt32($0) }
      let expected = Set(rows).filter { row in
        rows.indices.filter { rows[$0] == row }.allSatisfy { hidden.contains(UInt32($0)) }
      }
      let sources = Column(count: rows.count) { UInt32($0) }
      #expect(
        NeverShown(hidden, rows: Column(rows), sources: sources).rows == expected.sorted(), "seed \(seed)")
    }
    #expect(NeverShown([], rows: [], sources: []).rows == [])
    #expect(NeverShown([0, 1], rows: [3, 3], sources: [0, 1]).rows == [3])
  }
}
