import OvertileTileArchive

/// The mark that distinguishes this program's files of one kind from foreign files: their first bytes.
package struct FileMark: Sendable {
  /// The name of such a file in messages, such as "a ledger of overtile".
  package private(set) var what: String
  private let beginnings: [FileBeginning]
  private let ignoresSpace: Bool
  private let mayBeGzip: Bool
  private(set) var isUnfinished = false
  private var doubt: String?

  /// The number of bytes that are read of a file.
  static let headBytes = 4096
  /// The number of bytes of a cut beginning that prove it.
  private static let provingBytes = 8
  private static let gzip: [UInt8] = [0x1F, 0x8B]

  /// Makes a mark.
  ///
  /// - Parameters:
  ///   - beginnings: the possible beginnings of a file of the kind.
  ///   - ignoresSpace: whether white space in the file is ignored.
  ///   - mayBeGzip: whether the file may be compressed; then the bytes are those of the plain text.
  package init(
    _ what: String, beginning beginnings: [UInt8]..., ignoresSpace: Bool = false, mayBeGzip: Bool = false
  ) {
    self.init(
      what, beginnings: beginnings.map { FileBeginning([.bytes($0)]) }, ignoresSpace: ignoresSpace,
      mayBeGzip: mayBeGzip)
  }

  /// Makes a mark with beginnings that differ from file to file.
  package init(
    _ what: String, beginnings: [FileBeginning], ignoresSpace: Bool = false, mayBeGzip: Bool = false
  ) {
    (self.what, self.beginnings, self.ignoresSpace) = (what, beginnings, ignoresSpace)
    self.mayBeGzip = mayBeGzip
  }

  /// The same mark, with another explanation of an unrecognized file, for messages.
  package func doubted(_ doubt: String) -> FileMark {
    var mark = self
    mark.doubt = doubt
    return mark
  }

  /// The description of a file without the mark, in words.
  var otherwise: String { "not \(what)" + (doubt.map { ", \($0)" } ?? "") }

  /// The same for a file that is still being written, or was when its run died: it may end anywhere, even before it
  /// begins.
  var unfinished: FileMark {
    var mark = self
    (mark.what, mark.isUnfinished) = ("the beginning of \(what)", true)
    return mark
  }

  /// Whether a file that begins with some bytes, all of it or at least `headBytes`, is of the kind.
  ///
  /// An unfinished file may be empty, or have enough of the beginning to prove it; a brace proves nothing.
  func matches(_ head: [UInt8]) -> Bool {
    if head.isEmpty { return isUnfinished }
    var text = head
    if mayBeGzip, head.starts(with: Self.gzip) {
      guard let plain = try? Gunzip.beginning(of: head, count: Self.headBytes) else { return false }
      text = plain
    }
    if ignoresSpace { text.removeAll(where: Self.isSpace) }
    return beginnings.contains { beginning in
      switch beginning.agreement(text) {
      case .whole: true
      case .cut: isUnfinished && text.count >= Self.provingBytes
      case .none: false
      }
    }
  }

  /// Whether a byte is white space of JSON. Without a list of them, which would be made for each byte.
  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20: true
    default: false
    }
  }
}
