import MapMath

extension SegmentRuns {
  /// Calls back with each pair of segments that may touch, the one with the lower index first, until the closure returns
  /// false; returns whether it never did, or nil if too many boxes meet.
  ///
  /// All pairs that touch come, each once, except a segment and the one after it. O(n) for ordinary outlines.
  @inline(__always)
  func allSatisfy(_ body: (Int, SegmentContact.Segment, Int, SegmentContact.Segment) -> Bool) -> Bool? {
    geometry.x.withUnsafeBufferPointer { x in
      geometry.y.withUnsafeBufferPointer { y in
        tree.boxes.withUnsafeBufferPointer { boxes in
          runs.withUnsafeBufferPointer { runs in
            // No run touches itself.
            let areApart = { (one: Int, other: Int) in one != other || one >= runs.count }
            return tree.allPairsSatisfy(comparing: mostPairs, where: areApart) { one, other in
              // These meet at their common end only.
              if other <= one + 1, one == other || runs[one].goesOn(in: runs[other]) { return true }
              let common = Self.common(boxes[one], boxes[other])
              let first = Self.segments(runs[one], meeting: common, x, y)
              if first == 0 { return true }
              var firsts = first
              let second = Self.segments(runs[other], meeting: common, x, y)
              while firsts != 0 {
                let index = Int(runs[one].start) + firsts.trailingZeroBitCount
                firsts &= firsts - 1
                let segment = SegmentContact.Segment(ax: x[index], ay: y[index], bx: x[index + 1], by: y[index + 1])
                let box = segment.box
                var seconds = second
                while seconds != 0 {
                  let next = Int(runs[other].start) + seconds.trailingZeroBitCount
                  seconds &= seconds - 1
                  if next == index + 1 { continue }
                  let sister = SegmentContact.Segment(ax: x[next], ay: y[next], bx: x[next + 1], by: y[next + 1])
                  if sister.box.meets(box), !body(index, segment, next, sister) { return false }
                }
              }
              return true
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func common(_ one: WorldBounds, _ other: WorldBounds) -> WorldBounds {
    WorldBounds(
      minX: max(one.minX, other.minX), minY: max(one.minY, other.minY), maxX: min(one.maxX, other.maxX),
      maxY: min(one.maxY, other.maxY))
  }

  /// The segments of a run whose boxes meet a box: a bit for each.
  @inline(__always)
  private static func segments(
    _ run: Run, meeting box: WorldBounds, _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>
  ) -> UInt32 {
    var bits: UInt32 = 0
    let (start, count) = (Int(run.start), Int(run.end - run.start))
    var (ax, ay) = (x[start], y[start])
    for step in 0..<count {
      let (bx, by) = (x[start + step + 1], y[start + step + 1])
      let isWithin =
        min(ax, bx) <= box.maxX && max(ax, bx) >= box.minX && min(ay, by) <= box.maxY && max(ay, by) >= box.minY
      bits |= (isWithin ? 1 : 0) << UInt32(step)
      (ax, ay) = (bx, by)
    }
    return bits
  }
}
