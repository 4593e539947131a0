import Foundation
import GalleyFuzzTargets
import TestSupport
import Testing

/// The inputs in `Fuzz/Corpus`: seeds, and each case that the fuzzer found.
@Suite("Fuzzing corpus", .timeLimit(.minutes(15)))
struct CorpusTests {
  private static func inputs(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: Repository.url("Fuzz/Corpus/\(target.name)"), includingPropertiesForKeys: nil)
  }

  @Test("each input of a target keeps its promises", arguments: FuzzTarget.all.map(\.name))
  func replay(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let run = try target.make()
    let inputs = try Self.inputs(of: target)
    #expect(!inputs.isEmpty)
    for input in inputs {
      let bytes = Array(try Data(contentsOf: input))
      #expect(throws: Never.self, "\(name)/\(input.lastPathComponent)") { try run(bytes) }
      // Cut inputs too.
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 5)) {
        #expect(throws: Never.self, "\(name)/\(input.lastPathComponent), \(count) bytes") {
          try run(Array(bytes[..<count]))
        }
      }
    }
  }

  @Test("each folder of the corpus belongs to a target")
  func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.path("Fuzz/Corpus"))
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
  }
}
