/// A function that accepts any bytes and keeps a promise, or throws ``BrokenPromise``.
///
/// libFuzzer runs it with bytes that reach new code (`make fuzz`), and a test with the committed bytes.
package struct FuzzTarget: Sendable {
  /// Runs the target once.
  package typealias Run = (_ bytes: [UInt8]) throws -> Void

  /// The target's name: the folder of its corpus, and its dictionary.
  package let name: String
  /// Makes the function, with what it reuses from run to run.
  package let make: @Sendable () throws -> Run

  /// All targets.
  package static let all =
    feeds + [
      writtenFeed, html, attributedHTML, markdown, markup, repair, layout, codedLayout, codedText,
      changes, snapshots, replay, theme, template, codedCell, images, fonts, heights, strips,
    ]

  /// The target `name`, if there is one.
  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A promise that a target found broken.
package struct BrokenPromise: Error, CustomStringConvertible {
  package var description: String

  /// Throws unless `isKept`.
  static func check(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
    if !isKept { throw BrokenPromise(description: promise()) }
  }
}

/// Reads parameters from the first bytes of an input.
struct InputReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte; 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to below `bound`, which is at most 256.
  mutating func number(below bound: Int) -> Int { Int(byte()) % bound }

  /// Whether input is left.
  var hasMore: Bool { !rest.isEmpty }

  /// The rest as text; damaged UTF-8 becomes U+FFFD.
  var text: String { String(decoding: rest, as: UTF8.self) }
}
