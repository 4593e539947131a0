import TestCalls
import Galley
import GalleyPNG
import TestSupport
import Testing

@Suite("Durable output", .timeLimit(.minutes(15)))
struct DurableOutputTests {
  // In a process of its own, in which fsync fails: a render that waits for the disk fails too.

  @Test("pages and cards wait for the disk if the options say so")
  func renders() async {
    await #expect(processExitsWith: .success) {
      try #require(refuse_file_sync() == 0)
      let folder = try TestFolder()
      let pages = try #require(PathPattern(folder.path("p{page}.png"), name: "page"))
      let cards = try #require(PictureNames(folder.path("c{index}.png")))
      for isDurable in [false, true] {
        for profile in [PNGProfile.fast, .small] {
          for output in [RenderOutput.pages(height: 100, pattern: pages), .cards(cards)] {
            let options = RenderOptions(profile: profile, mode: .sync, isDurable: isDurable)
            var error: (any Error)?
            do {
              try await FeedRenderer(options).render(
                .bytes(Array(#"{"title":"a"}"#.utf8)), to: output)
            } catch let failure { error = failure }
            if isDurable {
              guard case .writeFailed? = error as? PNGError else {
                Issue.record("\(output) \(profile) did not wait for the disk")
                continue
              }
            } else {
              #expect(error == nil, "\(output) \(profile)")
            }
          }
        }
      }
    }
  }

  @Test("frames of a scroll wait for the disk if the options say so")
  func frames() async {
    await #expect(processExitsWith: .success) {
      try #require(refuse_file_sync() == 0)
      for isDurable in [false, true] {
        let folder = try TestFolder()
        let options = try ScrollOptions(
          rendering: RenderOptions(workerCount: 1, isDurable: isDurable),
          duration: .milliseconds(50), frameFolder: folder.path)
        var error: (any Error)?
        do {
          _ = try await FeedScroll(options).run(.bytes(Array(#"{"title":"a"}"#.utf8))) { _ in }
        } catch let failure { error = failure }
        #expect((error is PNGError) == isDurable, "\(String(describing: error))")
      }
    }
  }
}
