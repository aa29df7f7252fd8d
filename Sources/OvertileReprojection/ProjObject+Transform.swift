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

  /// Transforms a position again, alone, to learn why it fails.
  func reasonForRejecting(x: Double, y: Double) -> String {
    context.forgetMessages()
    proj_errno_reset(pointer)
    _ = proj_trans(pointer, PJ_FWD, proj_coord(x, y, 0, .infinity))
    let code = proj_errno(pointer)
    proj_errno_reset(pointer)
    let logged = context.takeMessage()
    if code != 0, let text = proj_context_errno_string(context.pointer, code) {
      return logged.isEmpty ? String(cString: text) : "\(String(cString: text)): \(logged)"
    }
    return logged.isEmpty ? "PROJ returns neither a position nor a reason" : logged
  }
}
