import Foundation
import TestSupport
import Testing

@testable import OvertileCore

/// The files that are opened, and those that are rejected without blocking.
@Suite struct RegularFileTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.url.path }

  init() throws { scratch = try ScratchFolder() }

  /// The error of reading a path in every way; the same in all of them.
  private func rejection(_ path: String, followsLinks: Bool = true) -> RegularFileError? {
    var errors: Set<RegularFileError?> = []
    do {
      close(try RegularFile.open(path, followsLinks: followsLinks).descriptor)
      errors.insert(nil)
    } catch { errors.insert(error) }
    do {
      _ = try RegularFile.contents(of: path, followsLinks: followsLinks)
      errors.insert(nil)
    } catch { errors.insert(error) }
    do {
      _ = try RegularFile.mapped(path, followsLinks: followsLinks)
      errors.insert(nil)
    } catch { errors.insert(error) }
    #expect(errors.count == 1)
    return errors.first.flatMap { $0 }
  }

  @Test func contentsAreThoseOfTheFile() throws {
    for count in [0, 1, 4096, 1 << 20, (1 << 20) + 1] {
      let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let path = folder + "/\(count)"
      try bytes.write(to: URL(fileURLWithPath: path))
      let areSame = try RegularFile.contents(of: path) == bytes && RegularFile.mapped(path) == bytes
      let file = try RegularFile.open(path)
      defer { close(file.descriptor) }
      #expect(areSame && file.size == count)
      // Reading blocks, as for any file.
      #expect(fcntl(file.descriptor, F_GETFL) & O_NONBLOCK == 0 && fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(throws: RegularFileError.tooLarge(path: path, bytes: count, limit: count - 1)) {
        try RegularFile.contents(of: path, limit: count - 1)
      }
    }
  }

  @Test func whatIsNoFileIsRejected() throws {
    let (pipe, link, file) = (folder + "/pipe", folder + "/link", folder + "/file")
    #expect(mkfifo(pipe, 0o600) == 0)
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    for (path, kind) in [
      (pipe, RegularFileError.kind(path: pipe, .pipe)), (folder, .kind(path: folder, .folder)),
      ("/dev/zero", .kind(path: "/dev/zero", .device)),
      (folder + "/none", .system(path: folder + "/none", number: ENOENT)),
    ] {
      #expect(rejection(path) == kind)
    }
    for path in [folder + "/none", file + "/below"] { #expect(rejection(path)?.isMissing == true) }
    #expect(symlink("file", link) == 0)
    #expect(rejection(link) == nil)
    #expect(rejection(link, followsLinks: false) == .kind(path: link, .link))
    #expect(rejection(pipe)?.description.contains("it is a named pipe") == true)
  }
}
