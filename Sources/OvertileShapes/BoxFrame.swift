/// The directions of the sides of boxes: upright, or turned so that long parallel segments have thin boxes.
///
/// The upright boxes of segments that lie askew side by side all overlap each other. Turned to their direction they do
/// not, so that a search finds near ones only. The results are tested exactly, so the frame does not change them. Only
/// square roots and products turn it, which are the same on every machine.
struct BoxFrame {
  private let cosine, sine: Double

  /// The most that rounding moves a turned position, and more.
  private static let error = 0.01
  /// The factor by which turned boxes must be smaller together to be worth it.
  private static let gain = 4.0

  /// Sides along the axes: boxes are exact.
  static let upright = BoxFrame(cosine: 1, sine: 0)

  /// Whether boxes are not along the axes.
  var isTurned: Bool { sine != 0 }

  private init(cosine: Double, sine: Double) {
    (self.cosine, self.sine) = (cosine, sine)
  }

  /// The frame in which segments, by their numbers, have small boxes: turned to their common direction, weighted by the
  /// squares of their lengths, if that helps much, else upright. O(n).
  static func suiting(_ count: Int, _ segment: (Int) -> SegmentContact.Segment) -> BoxFrame {
    var (along, across) = (0.0, 0.0)
    for number in 0..<count {
      let s = segment(number)
      let (dx, dy) = (s.bx - s.ax, s.by - s.ay)
      along += dx * dx - dy * dy
      across += 2 * dx * dy
    }
    let length = (along * along + across * across).squareRoot()
    guard length > 0, across != 0 else { return .upright }
    // Half of the angle with the cosine along / length.
    let cosine = (max(length + along, 0) / (2 * length)).squareRoot()
    let sine = (max(length - along, 0) / (2 * length)).squareRoot()
    let turned = BoxFrame(cosine: cosine, sine: across < 0 ? -sine : sine)
    var (uprightArea, turnedArea) = (0.0, 0.0)
    for number in 0..<count {
      let s = segment(number)
      uprightArea += s.box.area
      turnedArea += turned.box(of: s).area
    }
    return turnedArea * gain < uprightArea ? turned : .upright
  }

  /// The box of a segment.
  @inline(__always)
  func box(of segment: SegmentContact.Segment) -> BoxTree.Box {
    guard isTurned else { return segment.box }
    let (au, av) = turned(segment.ax, segment.ay)
    let (bu, bv) = turned(segment.bx, segment.by)
    return SegmentContact.Segment(ax: au, ay: av, bx: bu, by: bv).box.grown(by: Self.error)
  }

  /// The box of an upright box.
  func box(of box: BoxTree.Box) -> BoxTree.Box {
    guard isTurned else { return box }
    var result = self.box(of: SegmentContact.Segment(ax: box.minX, ay: box.minY, bx: box.maxX, by: box.maxY))
    result.extend(to: self.box(of: SegmentContact.Segment(ax: box.minX, ay: box.maxY, bx: box.maxX, by: box.minY)))
    return result
  }

  /// The margin of a box that holds everything within some distance along each axis.
  @inline(__always)
  func margin(_ distance: Double) -> Double { isTurned ? 1.5 * distance : distance }

  @inline(__always)
  private func turned(_ x: Double, _ y: Double) -> (Double, Double) {
    (cosine * x + sine * y, cosine * y - sine * x)
  }
}

extension BoxTree.Box {
  fileprivate var area: Double { (maxX - minX) * (maxY - minY) }
}
