import ArgumentParser
import OvertileCameraQuestions
import OvertileFeatures

/// A command that puts what its options give to a question, once or for every line of standard input.
protocol CameraSubcommand: ParsableCommand {
  /// The kind of question.
  associatedtype Question: CameraQuestion
  /// How questions come in and answers go out.
  var answers: AnswerOptions { get }
  /// What the options give.
  var given: Given { get }
}

extension CameraSubcommand {
  func run() throws {
    if answers.batch { try runBatch() } else { try runOnce() }
  }

  private func runOnce() throws {
    do {
      let answer = try Question.answer(given)
      try StandardOutput.write(Array(((answers.json ? answer.json : answer.text) + "\n").utf8))
    } catch let error as QuestionError {
      let status = ExitStatus(question: error)
      StandardError.write("overtile: " + error.text(naming: .options))
      if status == .usage {
        StandardError.write("See 'overtile camera \(Self._commandName) --help' for all options and an example.")
      }
      throw status
    }
  }

  private func runBatch() throws {
    var (number, failures) = (0, 0)
    let output = OutputBuffer()
    var lines = InputLines { try output.flush() }
    while let line = try lines.next() {
      number += 1
      let answer =
        switch line {
        case .bytes(let bytes): BatchLine(answering: Question.self, bytes, number: number, defaults: given)
        case .tooLong: BatchLine(tooLong: number, limitByteCount: InputLines.limitByteCount)
        }
      try output.append(line: answer.json)
      guard let error = answer.error else { continue }
      failures += 1
      StandardError.write("standard input, line \(number): " + error.text(naming: .members))
    }
    try output.flush()
    guard failures == 0 else { throw ExitStatus.badData }
  }
}

extension Given {
  /// What groups of options give.
  init(_ groups: any GivingOptions..., others: [String: JSONValue?] = [:]) {
    var values = others
    for group in groups { values.merge(group.given.mapValues { $0.map { .string($0) } }) { own, _ in own } }
    self.init(options: values)
  }
}

extension ExitStatus {
  /// The status of a question without an answer.
  init(question error: QuestionError) {
    switch error.code {
    case .badQuestion: self = .usage
    case .noAnswer, .tooManyTiles, .badData: self = .badData
    case .inputMissing: self = .inputMissing
    }
  }
}
