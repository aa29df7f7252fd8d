/// A question about cameras, zooms, regions or tiles: read from what is given, then computed.
///
/// Reading and answering never trap, whatever is given.
public protocol CameraQuestion: Sendable {
  /// The names that may be given, without dashes.
  static var names: [String] { get }
  /// Reads the question. Throws what is wrong with it.
  init(_ given: Given) throws(QuestionError)
  /// Computes the answer.
  func answer() throws(QuestionError) -> Answer
}

extension CameraQuestion {
  /// Reads a question, names that it does not know included, and answers it with finite numbers.
  public static func answer(_ given: Given) throws(QuestionError) -> Answer {
    try given.check(names: names)
    let answer = try Self(given).answer()
    guard answer.isFinite else {
      throw QuestionError(.noAnswer, "the numbers are too large or too small to compute with")
    }
    return answer
  }
}
