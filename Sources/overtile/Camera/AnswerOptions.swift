import ArgumentParser

/// How questions come in and answers go out.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Write JSON in full precision, on one line.")
  var json = false

  @Flag(
    help: """
      Answer every line of standard input: a JSON object with the names of these options, such as {"span": 0.02}. \
      Options given here hold for every line that does not say otherwise; a member "id" comes back in the answer. A \
      wrong line is answered with {"error": ...}, and the exit code is then 65.
      """)
  var batch = false
}
