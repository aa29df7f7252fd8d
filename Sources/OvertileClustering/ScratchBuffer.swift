/// Uninitialized memory of a build, freed with its owner.
final class ScratchBuffer<Element: BitwiseCopyable> {
  let elements: UnsafeMutableBufferPointer<Element>

  init(count: Int) {
    elements = .allocate(capacity: count)
  }

  deinit {
    elements.deallocate()
  }
}
