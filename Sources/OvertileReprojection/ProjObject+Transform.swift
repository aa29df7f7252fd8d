import COvertilePROJ

/// Running a pipeline in the units that are written in it.
extension ProjObject {
  /// Transforms positions in place with one call of `proj_trans_generic`.
  ///
  /// Its return value counts failed positions too, so failures are found from the numbers: a failed one is
  /// infinite, or NaN in one of the two. The time is "unknown" (infinite), as in `proj_trans` for two dimensions.
  func transform(x: UnsafeMutableBufferPointer<Double>, y: UnsafeMutableBufferPointer<Double>) {
    let stride = MemoryLayout<Double>.stride
    var (height, time) = (0.0, Double.infinity)
    proj_trans_generic(
      pointer, PJ_FWD, x.baseAddress, stride, x.count, y.baseAddress, stride, y.count, &height, 0, 1, &time, 0, 1)
  }

  /// Whether a position of a plane and its longitude and latitude are images of each other.
  ///
  /// PROJ takes a position beyond the rim of a map of the whole Earth, such as the sinusoidal one, for a position on its other
  /// side, which has its image there.
  func isImage(_ x: Double, _ y: Double, longitude: Double, latitude: Double) -> Bool {
    let back = proj_trans(pointer, PJ_INV, proj_coord(longitude, latitude, 0, .infinity)).xy
    let distance = abs(back.x - x) + abs(back.y - y)
    return distance.isNaN || distance <= 1e-3 * (abs(x) + abs(y)) + 1 || back.x.isInfinite
  }

  /// Whether the map repeats itself in the east and the west: all of its parallels are equally long.
  var repeatsItself: Bool {
    func width(_ longitude: Double, _ latitude: Double) -> Double {
      let ends = [longitude, longitude + 10].map {
        proj_trans(pointer, PJ_INV, proj_coord($0, latitude, 0, .infinity)).xy.x
      }
      return abs(ends[1] - ends[0])
    }
    // A map has one seam at most.
    return [20.0, 100].contains { abs(width($0, 0) - width($0, 40)) <= 1e-6 * width($0, 0) }
  }

  /// Transforms a position again, alone, to learn why it fails.
  func reasonForRejecting(x: Double, y: Double) -> String {
    context.forgetMessages()
    proj_errno_reset(pointer)
    _ = proj_trans(pointer, PJ_FWD, proj_coord(x, y, 0, .infinity))
    let code = proj_errno(pointer)
    proj_errno_reset(pointer)
    let name = code == 0 ? nil : proj_context_errno_string(context.pointer, code).map { String(cString: $0) }
    let words = [name ?? "", context.takeMessage()].filter { !$0.isEmpty }.joined(separator: ": ")
    return words.isEmpty ? "PROJ returned neither a position nor an error" : words
  }
}
