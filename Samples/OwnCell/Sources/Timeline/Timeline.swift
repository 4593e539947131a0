import Galley

/// A row of the timeline: each type of cell has a case.
public enum Entry: Hashable, Sendable {
  /// A post, with a cell of this package.
  case post(Post)
  /// The title of a section.
  case title(String)
  /// An item of a feed, with the built-in card.
  case item(FeedItem)

  /// The cell of the row.
  public var cell: RowCell {
    switch self {
    case .post(let post): RowCell(PostCell(post))
    case .title(let title): RowCell(TitleCell(title))
    case .item(let item): RowCell(item)
    }
  }
}

/// The posts of the sample.
public enum Timeline {
  /// Returns rows of all types, some of them equal.
  public static func entries(_ count: Int) -> [Entry] {
    let posts = [
      Post(
        author: "Mara Lindqvist", handle: "@mara@quay.example", time: "2 min",
        text: "The **harbour** lights went on while we were still at sea.", picture: "harbour",
        replyCount: 4, likeCount: 27),
      Post(
        author: "נועה לוי", handle: "@noa", time: "1 h",
        text: "בוקר טוב! הספינה הגיעה בזמן.", replyCount: 1, likeCount: 3),
      Post(
        author: "An author whose name is longer than the line that it stands on", handle: "@long",
        time: "yesterday", text: "港の灯りが見えた。🎉", likeCount: 12),
    ]
    return (0..<count).map { number in
      number % 4 == 3
        ? .item(
          FeedItem(title: "An item of a feed", body: "With the built-in card.", author: "Ann"))
        : .post(posts[number % 4])
    }
  }

  /// Returns the cell of a post that is like no other: each has its own number of likes.
  public static func cell(number: Int) -> RowCell {
    guard case .post(var post) = entries(3)[number % 3] else { return RowCell(TitleCell("")) }
    post.likeCount = number + 1
    return RowCell(PostCell(post))
  }

  /// Compares mode sync with mode async, with 1 to `workerLimit` workers, on a scroll through 400 different posts.
  ///
  /// - Throws: The errors of options that are out of bounds, and of rows that cannot be drawn.
  @MainActor
  public static func compareModes(
    _ options: ScrollOptions, workerLimit: Int
  ) async throws -> FeedScroll.ModeComparison {
    try await FeedScroll(options).compareModes(
      rowCount: 400, workerCounts: 1...max(1, workerLimit), cell: cell
    )
  }
}
