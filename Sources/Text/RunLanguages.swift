/// The languages of a text's runs.
///
/// Documents such as SVG name them, and a layout does not keep the runs that have no other attributes.
package struct RunLanguages: Sendable {
  /// The language of all runs.
  private var common: String?
  /// The runs of a text in several languages, shared with the text.
  private var runs: [AttributeRun] = []

  /// No languages.
  package init() {}

  /// The languages of a text.
  ///
  /// - Complexity: O(runs).
  package init(_ text: AttributedText) {
    let first = text.runs.first?.attributes.language
    if text.runs.dropFirst().allSatisfy({ $0.attributes.language == first }) {
      common = first
    } else {
      runs = text.runs
    }
  }

  /// The language at an offset; `nil` if it is unknown.
  ///
  /// - Complexity: O(log runs).
  package func language(at offset: Int) -> String? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < runs.count ? runs[low].attributes.language : common
  }
}
