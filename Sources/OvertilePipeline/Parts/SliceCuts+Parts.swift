import MapMath
import OvertileConfiguration

extension SliceCuts {
  /// What tasks have cut of a layer's circles or shapes.
  ///
  /// - Parameters:
  ///   - numbers: those of its points or shapes.
  ///   - count: the number of its points or shapes, each of which some task must have cut.
  /// - Throws: `PipelineError.inputOutput` if a task is missing, or its results are damaged.
  init(_ parts: PartFolder, _ layer: LayerConfiguration, index: Int, numbers: PointNumbers, count: Int) throws {
    let missing = PipelineError.inputOutput(
      "no part has all circles or shapes of layer \"\(layer.name.value)\": a task that reads is missing. Run it again")
    var (slices, labels, end) = ([Slice](), [Int: WorldPoint](), 0)
    for section in parts.names(of: .cutItems) where section.numbers[0] == UInt64(index) {
      guard let file = UInt32(exactly: section.numbers[1]), let slice = Int(exactly: section.numbers[2]),
        let start = numbers.index(of: try PointNumbers.first(file: file, slice: slice)), start == end,
        let own = try parts.read(section, { try ($0.int(), $0.points(below: count - start)) }), own.0 <= count - start
      else { throw missing }
      end = start + own.0
      for (item, label) in own.1 { labels[start + Int(item)] = label }
      let items = start..<end
      slices.append(
        Slice(items: items) { zoom in
          let section = PartSection.cuts(layer: index, zoom: zoom, file: file, slice: slice)
          let features = try parts.read(section) { try CutFeatures(&$0, zoom: zoom, overlayCount: items.count) }
          guard let features else { throw missing }
          return features
        })
    }
    guard end == count else { throw missing }
    self.init(slices: slices, labels: labels)
  }
}
