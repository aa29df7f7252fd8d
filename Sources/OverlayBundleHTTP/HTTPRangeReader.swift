import Foundation
import OverlayBundle

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A range reader that reads a bundle from a web server. The reader requests ranges of bytes, and never mixes the files
/// of two bundles.
///
/// After the first response for each file, the reader requests `bundle.json` again. If the manifest has not changed
/// since the reader first read it, the file belongs to that manifest. Later requests for the file then send the strong
/// validator of the first response (`ETag`) in `If-Match`, and the validator of every later response must be the same.
/// If the server does not send a strong validator, the reader requests `bundle.json` after every response. Concurrent
/// reads share these requests. If `BundleError.replaced` is thrown, call `BundleReader.refresh()` to open the new
/// bundle.
///
/// A server that does not support ranges sends whole files, which is slow but correct. The rules for ranges and
/// validators are in RFC 9110, sections 8.8, 13, and 14.
public actor HTTPRangeReader: RangeReader {
  private struct Answer {
    var status: Int
    var tag: String?
    var start: UInt64 = 0
    var bytes: [UInt8]

    /// The validator, if it is a strong one.
    var strongTag: String? { tag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }
  }

  private let base: URL
  private let session: URLSession
  private var manifest: Answer?
  private var tags: [String: String] = [:]
  /// The request for `bundle.json` under way, and the one that follows it.
  private var confirming: Task<Void, any Error>?
  private var following: Task<Void, any Error>?

  private static let manifestPath = BundleManifest.fileName

  /// Creates a reader for the bundle whose folder is at the given URL, without sending a request.
  public init(_ bundle: URL, session: URLSession = .shared) { (base, self.session) = (bundle, session) }

  /// Returns a new reader for the bundle that is currently at the same URL.
  public nonisolated func reopened() -> any RangeReader { HTTPRangeReader(base, session: session) }

  /// Returns the bytes in the given range of the file at the given path, or `nil` if the server does not have the file.
  ///
  /// - Throws: `BundleError.replaced` if a different bundle is now at the URL, `HTTPStatusError` if the status of a
  ///   response is not 200, 206, 404, 412, or 416, or `URLError` if a request fails.
  public func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    if path == Self.manifestPath {
      let answer = try await wholeManifest()
      return answer.status == 404 ? nil : Self.part(range, of: answer)
    }
    var fields = ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)", "Accept-Encoding": "identity"]
    fields["If-Match"] = tags[path]
    let answer = try await ask(path, fields)
    if answer.status == 412 { throw replaced }
    if let pinned = tags[path] {
      // A range beyond the end, or a file that is missing, has no validator.
      if answer.status == 404 || answer.tag != nil && answer.tag != pinned { throw replaced }
      if answer.tag == nil { try await confirm() }
    } else {
      try await confirm()
      if let tag = answer.strongTag, answer.status < 300 {
        guard tags[path] ?? tag == tag else { throw replaced }
        tags[path] = tag
      }
    }
    switch answer.status {
    case 404: return nil
    case 416: return []
    default: return Self.part(range, of: answer)
    }
  }

  private var replaced: BundleError { .replaced(base.absoluteString) }

  private static func part(_ range: Range<UInt64>, of answer: Answer) -> [UInt8] {
    Array(
      answer.bytes.dropFirst(Int(clamping: range.lowerBound - min(answer.start, range.lowerBound))).prefix(range.count))
  }

  /// The first response for `bundle.json`.
  private func wholeManifest() async throws -> Answer {
    if let manifest { return manifest }
    let answer = try await ask(Self.manifestPath, [:])
    // Another task may have asked at the same time: all must see the same one.
    if let manifest { return manifest }
    if answer.status == 200 { manifest = answer }
    return answer
  }

  /// Throws if `bundle.json` is no longer the same. The request begins after the call.
  private func confirm() async throws {
    guard manifest != nil else { return }
    let before = confirming
    let task =
      following
      ?? Task {
        _ = await before?.result
        (confirming, following) = (following, nil)
        try await compare()
      }
    following = task
    try await task.value
  }

  private func compare() async throws {
    let answer = try await ask(Self.manifestPath, manifest?.tag.map { ["If-None-Match": $0] } ?? [:])
    guard answer.status == 304 || answer.status == 200 && answer.bytes == manifest?.bytes else { throw replaced }
  }

  private func ask(_ path: String, _ fields: [String: String]) async throws -> Answer {
    let url = base.appendingPathComponent(path)
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    if path == Self.manifestPath { request.setValue("no-cache", forHTTPHeaderField: "Cache-Control") }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var answer = Answer(
      status: response.statusCode, tag: response.value(forHTTPHeaderField: "ETag"), bytes: Array(data))
    switch answer.status {
    case 200, 304, 404, 412, 416: return answer
    case 206:
      let field = response.value(forHTTPHeaderField: "Content-Range") ?? ""
      let start = field.drop { !$0.isNumber }.prefix { $0.isNumber }
      guard let start = UInt64(start), fields["Range"]?.hasPrefix("bytes=\(start)-") == true else {
        throw URLError(.badServerResponse)
      }
      answer.start = start
      return answer
    default: throw HTTPStatusError(url: url, status: answer.status)
    }
  }
}

/// An error that occurs if a response has an unexpected HTTP status.
public struct HTTPStatusError: LocalizedError, Sendable, Hashable {
  /// The requested URL.
  public var url: URL
  /// The HTTP status code of the response.
  public var status: Int

  /// A localized description of the error.
  public var errorDescription: String? { "\(url.absoluteString): the server responded with status \(status)" }
}
