/// Bytes that another component reads, such as the output of a command.
package final class ByteStream: @unchecked Sendable {
  private let pull: (UnsafeMutableRawBufferPointer) throws -> Int

  /// Makes a stream.
  ///
  /// - Parameter pull: fills the front of a buffer; returns the number of bytes, 0 only at the end. Called on the
  ///   thread that reads, one call at a time.
  package init(_ pull: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { self.pull = pull }
}

extension ByteStream: ByteSource {
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GeoJSONError) -> Int {
    do {
      return try pull(buffer)
    } catch {
      throw GeoJSONError(.cannotRead, "the input cannot be read", underlying: "\(error)")
    }
  }
}
