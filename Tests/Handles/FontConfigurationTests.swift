import GalleyFonts
import GalleyHandles
import Testing

@Suite("FontConfiguration", .timeLimit(.minutes(15)))
struct FontConfigurationTests {
  @Test("is that of the process where a program says so, and else leaves that alone")
  func isOfProcess() async {
    await #expect(processExitsWith: .success) {
      #expect(try !FontLibrary().configuration.isOfProcess)
      FontConfiguration.serveProcess()
      let configuration = try FontLibrary().configuration
      _ = FontMap(configuration: configuration)
      #expect(configuration.isOfProcess)
    }
  }
}
