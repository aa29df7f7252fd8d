import OvertileCore

/// Accepted features of one layer: the rows of its batches, one after the other.
///
/// The builders move columns out as they go, so that each lives no longer than it is needed.
@usableFromInline
package typealias LayerRows = RowColumns<RowLocations, LayerProperties>

extension LayerRows {
  /// Makes empty rows with some columns of extra values.
  package init(extraColumns: Int = 0) {
    self.init(locations: RowLocations(), properties: LayerProperties(), extraColumns: extraColumns)
  }

  /// No rows.
  package static var none: LayerRows { LayerRows() }

  /// Adds the rows of a batch. O(its size).
  package mutating func append(_ batch: RowBatch) {
    let firstRow = UInt32(count)
    let values = properties.append(batch.properties, where: batch.areUsed)
    let mapped = { (index: UInt32) in index == Self.noValue ? index : values[Int(index)] }
    locations.append(batch.locations, file: batch.file)
    keys += batch.keys
    contents += batch.contents
    ownIDs.append(batch.ownIDs)
    sourceIDs.append(batch.sourceIDs, mapped)
    pointX += batch.pointX
    pointY += batch.pointY
    pointLatitudes += batch.pointLatitudes
    pointRows.append(contentsOf: batch.pointRows.lazy.map { $0 + firstRow })
    shapes.append(batch.shapes)
    shapeRows.append(contentsOf: batch.shapeRows.lazy.map { $0 + firstRow })
    radii += batch.radii
    weights += batch.weights
    for column in extras.indices { extras[column].append(contentsOf: batch.extras[column].lazy.map(mapped)) }
  }
}
