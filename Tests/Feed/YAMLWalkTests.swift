import GalleyDocuments
import GalleyRandomness
import Testing
import Yams

/// The walk over the events of YAML, beside the nodes of Yams.
@Suite("The walk over YAML", .timeLimit(.minutes(15)))
struct YAMLWalkTests {
  private static let parts: [String] = [
    "[", "[", "{", "]", "]", "}", "\"", "'", ",", ", ", ":", ": ", "a", "b ", " ", "\n", "\n  ",
    "\n- ", " #", "|\n", "- ", "? ", "&x ", "*x", "!t ", "a: ", "\"a\"", "'b'", "!<]> ", "\u{3000}",
    "\t", "{?",
  ]

  /// The levels of lists and objects of a node, and whether a list or an object is a name.
  private static func shape(_ node: Node) -> (depth: Int, hasCollectedName: Bool) {
    let inner: [Node]
    var hasCollectedName = false
    switch node {
    case .scalar, .alias: return (0, false)
    case .sequence(let sequence): inner = Array(sequence)
    case .mapping(let mapping):
      inner = mapping.flatMap { [$0.key, $0.value] }
      for (key, _) in mapping where key.scalar == nil { hasCollectedName = true }
    }
    let shapes = inner.map(shape)
    return (
      1 + (shapes.map(\.depth).max() ?? 0),
      hasCollectedName || shapes.contains(where: \.hasCollectedName)
    )
  }

  @Test("finds the depth and the names that Yams finds", arguments: UInt64(0)..<4)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counts = (sound: 0, named: 0)
    for _ in 0..<20_000 {
      var text = Bool.random(using: &random) ? "a: [[" : ""
      for _ in 0..<Int.random(in: 2...16, using: &random) {
        text += Self.parts.randomElement(using: &random) ?? ""
      }
      for bracket in text.reversed() where bracket == "[" || bracket == "{" {
        if Int.random(in: 0..<4, using: &random) > 0 { text += bracket == "[" ? "]" : "}" }
      }
      // An alias may be a name that is a text, which the walk refuses.
      guard !text.contains("*"), let node = try? Yams.compose(yaml: text) else { continue }
      let (depth, hasCollectedName) = Self.shape(node)
      let excess = YAMLWalk.firstExcess(of: text, depthLimit: depth, aliasLimit: 0)
      #expect((excess == .name) == hasCollectedName, "\(text.debugDescription)")
      if !hasCollectedName, depth > 0 {
        #expect(excess == nil, "\(text.debugDescription)")
        let other = YAMLWalk.firstExcess(of: text, depthLimit: depth - 1, aliasLimit: 0)
        #expect(other == .depth, "\(text.debugDescription)")
      }
      counts.sound += 1
      if hasCollectedName { counts.named += 1 }
    }
    #expect(counts.sound > 500 && counts.named > 20, "\(counts)")
  }

  @Test("counts aliases and bytes of tags")
  func counts() {
    func excess(_ yaml: String) -> YAMLExcess? {
      YAMLWalk.firstExcess(of: yaml, depthLimit: 8, aliasLimit: 2)
    }
    #expect(excess("a: &x b\nc: [*x, *x]") == nil)
    #expect(excess("a: &x b\nc: [*x, *x, *x]") == .aliases)
    #expect(excess("a: &x b\n*x : c") == .name)
    #expect(excess("a: \"*x *x *x\"") == nil)
    let marks = { "{a\(String(repeating: "\u{301}", count: $0)): b}" }
    #expect(excess(marks(64)) == nil)
    #expect(excess(marks(65)) == .name)
    for (count, expected) in [(20, nil), (21, YAMLExcess.nameBytes)] as [(Int, YAMLExcess?)] {
      let name = String(repeating: "n", count: count)
      let excess = YAMLWalk.firstExcess(
        of: "\(name): \(name)nn", depthLimit: 8, aliasLimit: 2, nameLimit: 20)
      #expect(excess == expected, "\(count)")
    }
    for (count, expected) in [(32, nil), (33, YAMLExcess.tags)] as [(Int, YAMLExcess?)] {
      let prefix = String(repeating: "t", count: 32_767)
      let tags = Array(repeating: "!a b", count: count).joined(separator: ", ")
      #expect(excess("%TAG ! \(prefix)\n---\na: [\(tags)]") == expected, "\(count)")
    }
  }
}
