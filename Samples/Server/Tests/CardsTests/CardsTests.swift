import Cards
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("The card server", .timeLimit(.minutes(5)))
struct CardsTests {
  @Test("answers with a PNG, and refuses a card without a title")
  func cards() async throws {
    try await cardApplication().test(.router) { client in
      try await client.execute(
        uri: "/card?title=Hello&body=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7", method: .get
      ) {
        #expect($0.status == .ok)
        #expect($0.headers[.contentType] == "image/png")
        #expect(Array($0.body.readableBytesView.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
      }
      try await client.execute(uri: "/card", method: .get) { #expect($0.status == .badRequest) }
    }
  }
}
