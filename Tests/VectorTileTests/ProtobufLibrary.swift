import Foundation
import TestSupport

@testable import TileMessages

/// Protobuf's own library in Python, an oracle for our messages. One process serves a whole test.
enum ProtobufLibrary {
  /// The library's verdict on some bytes.
  enum Verdict: String, Decodable {
    /// The library throws, or a text is not UTF-8.
    case unreadable
    /// The library passes over a field of a wrong wire type, or over a geometry type that is none.
    case wrong
    case sound
  }

  /// The bytes that the library writes for messages.
  static func write(_ messages: [MessageTile]) throws -> [[UInt8]] {
    try ask(Question(write: messages)).written.map { [UInt8]($0) }
  }

  /// The messages that the library reads from bytes.
  static func read(_ tiles: [[UInt8]]) throws -> [MessageTile] { try ask(Question(read: tiles.map { Data($0) })).read }

  /// The library's verdicts on bytes, and the messages in them.
  static func judge(_ tiles: [[UInt8]]) throws -> [Verdict] { try ask(Question(judge: tiles.map { Data($0) })).judged }

  private struct Question: Encodable {
    var write: [MessageTile] = []
    var read: [Data] = []
    var judge: [Data] = []
  }

  private struct Answer: Decodable {
    var written: [Data]
    var read: [MessageTile]
    var judged: [Verdict]
  }

  private struct Unanswered: Error {}

  private static func ask(_ question: Question) throws -> Answer {
    let answer: Answer = try PythonOracle.run("Tests/VectorTileTests/protobuf_messages.py", question)
    guard answer.written.count == question.write.count, answer.read.count == question.read.count,
      answer.judged.count == question.judge.count
    else { throw Unanswered() }
    return answer
  }
}
