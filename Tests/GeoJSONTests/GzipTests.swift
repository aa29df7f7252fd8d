import Foundation
import OvertileGeoJSON
import TestSupport
import Testing

@Suite("Files and gzip")
struct GzipTests {
  private static let text = Array(((0..<500).map { point($0) }.joined(separator: "\n") + "\n").utf8)
  private static let expected = (0..<500).map { Int64($0) }

  @Test("one member, several, stored blocks and zero padding", arguments: [1, 3, 1000, 1 << 20])
  func members(readByteCount: Int) {
    let half = Self.text.count / 2
    let streams = [
      gzip(Self.text), gzip(Self.text, level: 0), gzip(Array(Self.text[..<half])) + gzip(Array(Self.text[half...])),
      gzip([]) + gzip(Self.text) + gzip([]), gzip(Self.text) + [UInt8](repeating: 0, count: 700),
    ]
    for stream in streams {
      let reading = Reading(.bytes(stream), .init(sliceByteCount: 5000, readByteCount: readByteCount))
      #expect(reading.error == nil && values(reading) == Self.expected && reading.sliceCount > 1)
    }
  }

  @Test("gzip that ends early or is damaged is an error with its place")
  func damaged() {
    let whole = gzip(Self.text)
    for length in [2, 9, 10, 11, whole.count / 2, whole.count - 9, whole.count - 1] {
      let reading = Reading(.bytes(Array(whole[..<length])))
      #expect(reading.error?.code == .truncatedGzip, "\(length)")
      #expect(reading.error?.message.contains("\(length) compressed bytes") == true, "\(length)")
    }
    var flipped = whole
    flipped[whole.count - 6] ^= 0x40  // the checksum
    let reading = Reading(.bytes(flipped), .init(sliceByteCount: 2000))
    #expect(reading.error?.code == .corruptGzip && reading.error?.underlying != nil)
    #expect(values(reading) == Self.expected)
    #expect(Reading(.bytes(whole + Array("garbage".utf8))).error?.code == .corruptGzip)
  }

  @Test("files: plain and gzip are mapped and told apart by content")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojson-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in [("plain.gz", Self.text), ("zipped.geojson", gzip(Self.text))] {
      let path = folder.appendingPathComponent(name).path
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let reading = Reading(try .file(path), .init(sliceByteCount: 3000, readByteCount: 2000))
      #expect(reading.error == nil && values(reading) == Self.expected)
    }
    let empty = folder.appendingPathComponent("empty").path
    try Data().write(to: URL(fileURLWithPath: empty))
    let nothing = Reading(try .file(empty))
    #expect(nothing.error?.code == .empty)
    let missing = Reading(try .file(folder.appendingPathComponent("missing").path))
    #expect(missing.error?.code == .cannotOpen && missing.error?.underlying == "No such file or directory")
    let unreadable = Reading(try .file(folder.path))
    #expect(unreadable.error?.code == .cannotRead)
  }

  @Test("a mapped file's last feature ends at the end of a page")
  func pageEnd() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("geojson-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for pages in 1...3 {
      let last = point(7)
      let padding = String(repeating: " ", count: pages * 4096 - last.utf8.count)
      try Data((padding + last).utf8).write(to: URL(fileURLWithPath: path))
      let reading = Reading(try .file(path))
      #expect(values(reading) == [7])
    }
  }

  @Test("a pipe is streamed")
  func pipe() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("geojson-\(UUID().uuidString)").path
    #expect(mkfifo(path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: path) }
    for bytes in [Self.text, gzip(Self.text)] {
      let writer = Thread {
        let handle = FileHandle(forWritingAtPath: path)
        try? handle?.write(contentsOf: Data(bytes))
        try? handle?.close()
      }
      writer.start()
      let reading = Reading(try .file(path), .init(sliceByteCount: 4000, readByteCount: 333))
      #expect(reading.error == nil && values(reading) == Self.expected)
    }
  }

  @Test("slices outlive the splitter and can be parsed by any task, in any order")
  func slicesOutlive() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("geojson-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.text).write(to: URL(fileURLWithPath: path))
    for input in [try ByteStream.file(path), .bytes(Self.text)] {
      var slices: [FeatureSlice] = []
      do {
        let splitter = FeatureSplitter(input, options: .init(sliceByteCount: 1000, readByteCount: 700))
        while let slice = try splitter.next() { slices.append(slice) }
      }
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for slice in slices.reversed() { group.addTask { try ParsedSlice(slice).batch.count } }
        return try await group.reduce(0, +)
      }
      #expect(counts == 500 && slices[0].withText(ofFeature: 0) { String(decoding: $0, as: UTF8.self) } == point(0))
    }
  }
}
