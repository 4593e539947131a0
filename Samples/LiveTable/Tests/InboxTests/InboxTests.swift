import Galley
import Inbox
import Testing

@Suite("An inbox that scrolls")
@MainActor
struct InboxTests {
  @Test("messages that arrive above leave the screen as it is")
  func arrivals() async throws {
    let inbox = try await Inbox()
    inbox.view.offset = 1200
    let before = try await inbox.view.settle().png().bytes
    let offset = inbox.view.offset
    for count in 1...5 {
      try inbox.receive(count)
      let after = try await inbox.view.settle().png().bytes
      #expect(after == before)
    }
    #expect(inbox.view.offset > offset)
    #expect(inbox.view.rowCount == 63 + 15)
    await inbox.view.close()
  }
}
