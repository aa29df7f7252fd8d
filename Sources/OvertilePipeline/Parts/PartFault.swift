/// The reason that bytes from another task cannot be read.
struct PartFault: Error, CustomStringConvertible {
  /// The reason in words.
  let description: String

  /// A fault of some bytes.
  init(_ description: String) { self.description = description }
}
