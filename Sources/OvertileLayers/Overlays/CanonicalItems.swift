import OvertileClustering
import OvertileCore
import OvertileReading

/// The points or shapes of a layer in their canonical order, which depends on the features alone.
///
/// Ascending by the feature's stable key, then by the digest of its content; features that are equal in both are
/// interchangeable. Items of one feature stay together, in source order.
package struct CanonicalItems: Sendable {
  /// Per item: its index in the layer's rows' points or shapes.
  var sources: Column<UInt32> = []
  /// Per item: its row.
  private(set) var rows: Column<UInt32> = []
  /// Per item: the stable key, made distinct among items of one key by their multiplicity.
  private(set) var keys: Column<UInt64> = []
  /// Per item: the feature's own id for its first item, otherwise `LayerRows.noID`.
  private(set) var ownIDs = SparseColumn(usual: LayerRows.noID)
  /// The rows whose id is a duplicate of an earlier row's and not a whole number that a feature keeps; in canonical
  /// order.
  private(set) var duplicateRows: [UInt32] = []
  /// The rows that repeat an earlier one exactly, in canonical order.
  private(set) var repeats: [UInt32] = []
  /// Those that are dropped, and the number of their points or shapes, which are no items.
  private(set) var droppedRows: [UInt32] = []
  private(set) var droppedCount = 0
  /// The SHA-256 of the features' keys and contents in this order.
  let digest: String

  /// Orders the items of a layer. O(rows log rows + items).
  ///
  /// - Parameters:
  ///   - itemRows: per item, its row; items of a row are successive.
  ///   - dropsRepeats: whether rows that repeat others exactly have no items.
  init(_ layer: LayerRows, itemRows: Column<UInt32>, dropsRepeats: Bool = false) {
    let order = layer.contents.withUnsafeBufferPointer { contents in
      // Rows that are equal in both keep their order.
      RadixSort.order(of: layer.keys) { contents[Int($0)] < contents[Int($1)] }
    }
    digest = FileDigest.words(order.count) { (layer.keys[Int(order[$0])], layer.contents[Int(order[$0])]) }
    var starts = Column<UInt32>(repeating: 0, count: order.count + 1)
    for row in itemRows { starts[Int(row) + 1] += 1 }
    for row in 0..<order.count { starts[row + 1] += starts[row] }
    sources.reserveCapacity(itemRows.count)
    rows.reserveCapacity(itemRows.count)
    keys.reserveCapacity(itemRows.count)
    var ordinal: UInt64 = 0
    var (last, lastContent): (UInt64?, UInt64) = (nil, 0)
    for row in order {
      let (key, content) = (layer.keys[Int(row)], layer.contents[Int(row)])
      if key == last, content == lastContent {
        repeats.append(row)
        if dropsRepeats {
          droppedRows.append(row)
          droppedCount += Int(starts[Int(row) + 1] - starts[Int(row)])
          continue
        }
      }
      lastContent = content
      if key != last {
        ordinal = 0
      } else if layer.sourceIDs[Int(row)] != LayerRows.noValue {
        // A key is a digest of the id if there is one.
        duplicateRows.append(row)
      }
      last = key
      for item in starts[Int(row)]..<starts[Int(row) + 1] {
        sources.append(item)
        rows.append(row)
        keys.append(ordinal == 0 ? key : XXHash64.hash(key, ordinal))
        ownIDs.append(item == starts[Int(row)] ? layer.ownIDs[Int(row)] : LayerRows.noID)
        ordinal += 1
      }
    }
  }

  /// The number of items.
  var count: Int { rows.count }
}
