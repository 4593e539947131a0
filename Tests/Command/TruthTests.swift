import Foundation
import TestSupport
import Testing

private let hasPrograms = ["chromium", "python3"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
}

/// Lines beside those of headless Chromium, where that and Python are installed; `make truth` compares more.
@Suite(
  "Lines of Chromium", .timeLimit(.minutes(5)),
  .enabled(if: hasPrograms, "Chromium or Python is not installed"))
struct TruthTests {
  @Test("paragraphs in 32 languages have the same lines, except for those of a named reason")
  func linesAgree() throws {
    let galley = try GalleyRunner()
    let script = Repository.url("Tests/Truth/truth.py").path
    let compared = try galley.shell(
      #"GALLEY_COMMAND="$0" python3 "$1" --quick --count 64"#, script)
    let report = String(decoding: compared.output, as: UTF8.self)
    #expect(compared.status == 0, "\(report) \(compared.errors)")
    #expect(report.contains(" of 64 paragraphs are equal"))
  }
}
