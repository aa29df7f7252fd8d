@testable import OvertileCameraQuestions

/// Asks a question with the values of options.
func ask<Question: CameraQuestion>(_ question: Question.Type, _ options: [String: String]) throws -> Answer {
  try question.answer(Given(options: options.mapValues { .string($0) }))
}
