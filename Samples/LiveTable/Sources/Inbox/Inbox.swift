import Galley

/// A message of the inbox.
public struct Message: Sendable {
  /// The name of its author; empty for the title of a section.
  public var sender: String
  /// The text.
  public var text: String
}

/// An inbox whose messages arrive at the top while it scrolls.
@MainActor
public final class Inbox {
  /// The table of messages, in the sections *Today* and *Earlier*.
  public let view: TableView<Message>
  private var arrivedCount = 0

  /// Makes an inbox with some messages.
  public init() async throws {
    var options = try ScrollOptions(viewportHeight: 480)
    options.policy = .keep
    view = try await TableView(options) { message in
      message.sender.isEmpty
        ? FeedItem(title: message.text) : FeedItem(body: message.text, author: message.sender)
    }
    let titles = ["Today", "Earlier"]
    try view.reloadData(
      rowCounts: [3, 60],
      row: {
        Message(sender: "Ann", text: "Message \($0.row + 1) of \(titles[$0.section].lowercased()).")
      },
      header: { Message(sender: "", text: titles[$0]) })
  }

  /// Inserts messages at the top of today's; the rows on the screen stay in place.
  public func receive(_ count: Int) throws {
    let messages = (0..<count).map { number in
      Message(sender: "Ben", text: "Arrived as number \(arrivedCount + number + 1).")
    }
    arrivedCount += count
    try view.insert(messages.reversed(), at: RowPath(section: 0, row: 0))
  }

  /// Scrolls, receives messages and writes a PNG of each frame, `0.png` and so on, to `folder`.
  public func play(rounds: Int, to folder: String) async throws {
    for round in 0..<rounds {
      view.offset += 90
      try receive(round % 3 + 1)
      try await view.settle().png().write(to: "\(folder)/\(round).png")
    }
  }
}
