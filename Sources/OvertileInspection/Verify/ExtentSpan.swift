import MapMath

/// A box on the map, in fractions of the world's side: columns from the western one on, rows from the north.
struct ExtentBox {
  var west: Double
  /// 0 or more.
  var width: Double
  var north: Double
  var south: Double
}

/// The box that a manifest states as west, south, east, north in degrees, west > east across the 180th meridian.
struct ExtentArc {
  let west: Double
  let width: Double
  let north: Double
  let south: Double

  /// Nil if it is not such a box.
  init?(_ degrees: [Double]?) {
    guard let degrees, degrees.count == 4, degrees.allSatisfy(\.isFinite), degrees[1] <= degrees[3],
      abs(degrees[0]) <= 180, abs(degrees[2]) <= 180, abs(degrees[1]) < 90, abs(degrees[3]) < 90
    else { return nil }
    west = Mercator.x(longitude: degrees[0])
    let east = Mercator.x(longitude: degrees[2])
    width = east < west ? east + 1 - west : east - west
    (north, south) = (Mercator.y(latitude: degrees[3]), Mercator.y(latitude: degrees[1]))
  }

  /// Whether a box lies within, up to a margin, in some copy of the world.
  ///
  /// A box that is wider than the rest of the world beside the arc may have parts on both sides: its ends must lie
  /// within.
  func contains(_ box: ExtentBox, margin: Double) -> Bool {
    if box.width > 0, box.width >= 1 - width {
      let ends = [box.west, box.west + box.width]
      return ends.allSatisfy { end in
        contains(ExtentBox(west: end, width: 0, north: box.north, south: box.south), margin: margin)
      }
    }
    guard box.north >= north - margin, box.south <= south + margin else { return false }
    var start = (box.west - west).truncatingRemainder(dividingBy: 1)
    if start < 0 { start += 1 }
    if start > 1 - margin { start -= 1 }
    return width + 2 * margin >= 1 || start + box.width <= width + margin
  }
}

/// The extent of boxes eastward from a meridian, and the gaps between them.
struct ExtentSpan {
  private let origin: Double
  private var bands = [Bool](repeating: false, count: bandCount)
  private var low = Double.infinity
  private var high = -Double.infinity
  private var north = Double.infinity
  private var south = -Double.infinity
  /// The widest box.
  private(set) var largestWidth = 0.0

  private static let bandCount = 4096

  /// Counts columns from a meridian, as a fraction of the world's side.
  init(from origin: Double) { self.origin = origin }

  /// Whether there is no box.
  var isEmpty: Bool { north > south }

  /// Adds a box. O(bands touched).
  mutating func add(_ box: ExtentBox) {
    guard box.west.isFinite, box.width.isFinite, box.width >= 0 else { return }
    (north, south) = (min(north, box.north), max(south, box.south))
    largestWidth = max(largestWidth, box.width)
    var start = (box.west - origin).truncatingRemainder(dividingBy: 1)
    if start < 0 { start += 1 }
    // A box that begins within rounding before the meridian begins there.
    if start > 1 - 1e-6 { start -= 1 }
    (low, high) = (min(low, start), max(high, start + box.width))
    let first = Int((start * Double(Self.bandCount)).rounded(.down))
    let last = Int(((start + min(box.width, 1)) * Double(Self.bandCount)).rounded(.down))
    for band in first...min(last, first + Self.bandCount) {
      bands[(band % Self.bandCount + Self.bandCount) % Self.bandCount] = true
    }
  }

  /// The error of a box from the meridian on, if it is not the smallest around all boxes; nil if it is right.
  func fault(of stated: ExtentArc, margin: Double) -> String? {
    if abs(stated.north - north) > margin { return "does not end at the layer's northern edge" }
    if abs(stated.south - south) > margin { return "does not end at the layer's southern edge" }
    // Without a gap of several bands it is the whole turn.
    let gap = Double(widestGap - 2) / Double(Self.bandCount)
    if gap > 1 - stated.width { return "goes around the world the wrong way, or too far" }
    if stated.width >= 1 - margin { return nil }
    if abs(low) > margin { return "does not begin at the layer's western edge" }
    return abs(high - stated.width) > margin ? "does not end at the layer's eastern edge" : nil
  }

  /// The most bands in a row, around the world, without a box.
  private var widestGap: Int {
    guard let first = bands.firstIndex(of: true) else { return Self.bandCount }
    var (widest, run) = (0, 0)
    for step in 1...Self.bandCount {
      run = bands[(first + step) % Self.bandCount] ? 0 : run + 1
      widest = max(widest, run)
    }
    return widest
  }
}
