import OvertileTileArchive

/// The mark that distinguishes this program's finished files of one kind from foreign files: the bytes that they begin with.
package struct FileMark: Sendable {
  /// The name of such a file in messages, such as "a ledger of overtile".
  package let what: String
  private let mayBeGzip: Bool
  private let judge: @Sendable ([UInt8]) -> Bool

  /// The number of bytes that are read of a file.
  static let headBytes = 4096
  private static let gzip: [UInt8] = [0x1F, 0x8B]

  /// No mark: any regular file, which the user has named as an output, as for cp(1).
  package static let anyFile = FileMark("a file") { _ in true }

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - mayBeGzip: whether the file may be compressed; the bytes are those of the plain text then.
  ///   - judge: whether a file that begins with some bytes, all of it or at most `headBytes`, is of the kind.
  package init(_ what: String, mayBeGzip: Bool = false, where judge: @escaping @Sendable ([UInt8]) -> Bool) {
    (self.what, self.mayBeGzip, self.judge) = (what, mayBeGzip, judge)
  }

  /// Creates the mark of files with a fixed beginning.
  package init(_ what: String, beginning: [UInt8], mayBeGzip: Bool = false) {
    self.init(what, mayBeGzip: mayBeGzip) { $0.starts(with: beginning) }
  }

  /// Whether a file that begins with some bytes is of the kind.
  func matches(_ head: [UInt8]) -> Bool {
    guard mayBeGzip, head.starts(with: Self.gzip) else { return judge(head) }
    return (try? Gunzip.beginning(of: head, count: Self.headBytes)).map(judge) ?? false
  }
}
