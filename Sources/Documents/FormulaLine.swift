/// The arrangement of a formula in MathML, in a text that goes on in one line.
package struct FormulaLine {
  /// The open elements of the formula, and the number of those that began in each.
  private var open: [(name: String, count: Int)] = []

  package init() {}

  /// Begins an element.
  ///
  /// - Returns: The sign before its text, and whether the text is above the line (`sup`) or below it (`sub`).
  package mutating func start(_ name: String) -> (sign: String, script: String?) {
    guard !open.isEmpty || name == "math" else { return ("", nil) }
    var result: (sign: String, script: String?) = ("", nil)
    if let parent = open.last {
      open[open.count - 1].count += 1
      switch (parent.name, parent.count + 1) {
      case ("mfrac", 2): result.sign = "/"
      case ("msup", 2), ("mover", 2), ("msubsup", 3), ("munderover", 3): result.script = "sup"
      case ("msub", 2), ("munder", 2), ("msubsup", 2), ("munderover", 2): result.script = "sub"
      default: break
      }
      if parent.name == "mfrac", name == "mrow" { result.sign += "(" }
    }
    if name == "msqrt" { result.sign += "√(" }
    open.append((name, 0))
    return result
  }

  /// Ends an element.
  ///
  /// - Returns: The sign behind its text.
  package mutating func end(_ name: String) -> String {
    guard open.last?.name == name else { return "" }
    open.removeLast()
    return name == "msqrt" || name == "mrow" && open.last?.name == "mfrac" ? ")" : ""
  }
}
