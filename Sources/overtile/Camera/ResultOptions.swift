import ArgumentParser

/// The formats of queries and results.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Write JSON in full precision, on one line.")
  var json = false

  @Flag(
    help: """
      Take a query from every line of standard input: a JSON object with the names of these options, such as \
      {"span": 0.02}. Options on the command line apply to every line that does not set them; a member "id" comes back in \
      the result. A wrong line gives {"error": ...}, and the exit code is then 65.
      """)
  var batch = false
}
