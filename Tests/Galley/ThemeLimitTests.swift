import Galley
import TestSupport
import Testing

@Suite("Limits of theme files", .timeLimit(.minutes(15)))
struct ThemeLimitTests {
  /// The message with which a theme is refused; `nil` if it is not.
  private func refusal(_ yaml: String) -> String? {
    do throws(ThemeError) {
      _ = try Theme(yaml: yaml)
      return nil
    } catch { return "\(error)" }
  }

  /// A theme of so many bytes, most of them in a comment.
  private func theme(byteCount: Int) -> String {
    let start = "gap: 1\n# "
    return start + String(repeating: "x", count: byteCount - start.utf8.count)
  }

  @Test("16 aliases are read, and 17 are refused")
  func aliases() throws {
    func theme(aliasCount: Int) -> String {
      "initialsColors: [&one \"#123456\"" + String(repeating: ", *one", count: aliasCount) + "]"
    }
    #expect(try Theme(yaml: theme(aliasCount: 16)).initialsColors.count == 17)
    #expect(
      refusal(theme(aliasCount: 17)) == "theme theme: it has more than the limit of 16 aliases")
  }

  @Test("10,000 keys and values are read, and one more is refused")
  func nodes() throws {
    // The mapping of all keys, a key, its list, and the first value are four.
    func theme(nodeCount: Int) -> String {
      "borderDashes: [1" + String(repeating: ",1", count: nodeCount - 4) + "]"
    }
    #expect(try Theme(yaml: theme(nodeCount: 10_000)).borderDashes.count == 9997)
    let message = try #require(refusal(theme(nodeCount: 10_001)))
    #expect(message.contains("the limit of 10000 keys and values"))
  }

  @Test("64 KiB are read, and a byte more is refused, as a text and as a file")
  func bytes() throws {
    let folder = try TestFolder()
    let most = theme(byteCount: 64 << 10)
    #expect(try Theme(yaml: most).gap == 1)
    #expect(try Theme(file: folder.write(most, to: "most.yaml")).gap == 1)

    let long = theme(byteCount: 64 << 10 + 1)
    let reason = "it has more than the limit of 65536 bytes"
    #expect(throws: ThemeError.malformed(path: "theme", reason: reason)) { try Theme(yaml: long) }
    let path = try folder.write(long, to: "long.yaml")
    #expect(throws: ThemeError.malformed(path: path, reason: reason)) { try Theme(file: path) }
  }
}
