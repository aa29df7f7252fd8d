import MapMath
import OvertileReading

/// Features of a layer, cut to the tiles of one zoom.
struct CutFeatures: Sendable {
  /// The clipped features, before they are in tile order.
  var clippedFeatures = ClippedFeatures()
  /// Circles whose outlines are dissolved.
  var dissolved: [UInt32] = []
  /// Per class of circles: the number of those that are dissolved.
  var classCounts: [Int] = []
  /// The label points that differ from those of the sources, by the number of their overlay.
  var labels: [UInt32: WorldPoint] = [:]
  /// The reasons why overlays are not shown.
  var itemCounts: BuildReport.ZoomCounts

  /// The number of overlays that are not shown.
  var hiddenCount: Int { itemCounts.filtered + itemCounts.hidden + itemCounts.dropped }

  /// Adds those of other overlays of the zoom.
  mutating func append(_ other: CutFeatures) {
    clippedFeatures.append(other.clippedFeatures)
    dissolved += other.dissolved
    labels.merge(other.labels) { _, new in new }
    itemCounts += other.itemCounts
  }
}
