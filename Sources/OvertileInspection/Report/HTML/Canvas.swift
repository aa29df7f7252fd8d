/// An SVG drawing that grows element by element.
struct Canvas {
  /// The width of every drawing in its units, about pixels on a phone.
  static let width = 420.0

  private var elements: [String] = []

  /// Adds a rectangle of a series.
  mutating func bar(x: Double, y: Double, width: Double, height: Double, series: Int, title: String? = nil) {
    let attributes: KeyValuePairs = [
      "class": Self.style(series), "x": Markup.length(x), "y": Markup.length(y), "width": Markup.length(width),
      "height": Markup.length(height),
    ]
    guard let title else { return elements.append(Markup.shape("rect", attributes)) }
    elements.append(Markup.element("rect", attributes, Markup.element("title", [:], Markup.text(title))))
  }

  /// Adds a text; `end` aligns it to the right of its position.
  mutating func text(_ text: String, x: Double, y: Double, anchor: String = "start", isQuiet: Bool = false) {
    elements.append(
      Markup.element(
        "text",
        ["x": Markup.length(x), "y": Markup.length(y), "text-anchor": anchor, "class": isQuiet ? "quiet" : "label"],
        Markup.text(text)))
  }

  /// Adds a line of a grid.
  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, isStrong: Bool) {
    elements.append(
      Markup.shape(
        "line",
        [
          "class": isStrong ? "axis strong" : "axis", "x1": Markup.length(x1), "y1": Markup.length(y1),
          "x2": Markup.length(x2), "y2": Markup.length(y2),
        ]))
  }

  /// Adds a point of a series.
  mutating func point(x: Double, y: Double, series: Int, title: String) {
    elements.append(
      Markup.element(
        "circle", ["class": Self.style(series) + " dot", "cx": Markup.length(x), "cy": Markup.length(y), "r": "4"],
        Markup.element("title", [:], Markup.text(title))))
  }

  /// The drawing, with its title and its content in words.
  func svg(height: Double, id: String, title: String, description: String) -> String {
    let words =
      Markup.element("title", ["id": id + "-title"], Markup.text(title))
      + Markup.element("desc", ["id": id + "-text"], Markup.text(description))
    return Markup.element(
      "svg",
      [
        "viewBox": "0 0 \(Markup.length(Self.width)) \(Markup.length(height))", "role": "img",
        "aria-labelledby": "\(id)-title \(id)-text",
      ], words + elements.joined(separator: "\n"))
  }

  /// The class of a series; colors repeat after sixteen.
  static func style(_ series: Int) -> String { "c\(series % 16)" }

  /// A text of at most so many characters.
  static func shortened(_ text: String, _ most: Int) -> String {
    text.count <= most ? text : text.prefix(max(1, most - 1)) + "…"
  }
}
