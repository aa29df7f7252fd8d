import OvertileCore

/// Uninitialized memory of a build, freed with its owner.
final class ScratchBuffer<Element: BitwiseCopyable> {
  let elements: UnsafeMutableBufferPointer<Element>
  private let owner: Column<Element>

  init(count: Int) {
    var owner = Column<Element>(uninitializedCount: count)
    elements = owner.withUnsafeMutableBufferPointer { $0 }
    self.owner = owner
  }
}
