/// The layers after reading: the rows of each.
///
/// Made by `PlannedRun.read`; `DrawnLayers` consumes the rows.
package struct ReadLayers: ~Copyable {
  /// The sources that were read.
  package let sources: [PlannedSource]
  /// Per layer: its rows.
  package let rows: [LayerRows]
}
