import GalleyPrimitives

/// Combining marks of a field that a reader dropped, because a base had more than
/// ``FeedLimits/maximumMarks``.
public struct DroppedMarks: Hashable, Sendable {
  /// The field; `nil` for descriptions of pictures, tags, and the name of an account.
  public var field: FeedField?
  /// The number of dropped marks.
  public var count: Int
  /// The limit.
  public var limit: Int

  /// The marks that a field has beyond a limit.
  public init(field: FeedField?, count: Int, limit: Int) {
    self.field = field
    self.count = count
    self.limit = limit
  }
}

extension FeedItem {
  /// The number of repaired bytes and dropped marks.
  package var repairedCount: Int { droppedMarks.reduce(repairCount) { $0 + $1.count } }

  /// Drops the marks on each base beyond `limit` in all texts that a cell may show.
  ///
  /// A body with such marks is shown as plain text.
  ///
  /// - Complexity: O(bytes of the texts).
  package mutating func limitMarks(to limit: Int) {
    var found: [DroppedMarks] = []
    func drop(_ text: inout String?, _ field: FeedField?) {
      guard let count = text?.dropMarks(beyond: limit), count > 0 else { return }
      found.append(DroppedMarks(field: field, count: count, limit: limit))
    }
    drop(&title, .title)
    drop(&body, .body)
    drop(&author, .author)
    drop(&time, .time)
    if found.contains(where: { $0.field == .body }) { bodyHTML = nil }
    drop(&imageDescription, nil)
    for index in attachments.indices { drop(&attachments[index].description, nil) }
    for index in tags.indices {
      var tag: String? = tags[index]
      drop(&tag, nil)
      tags[index] = tag ?? ""
    }
    if var details = post {
      drop(&details.handle, nil)
      post = details
    }
    droppedMarks = found
  }
}

extension String {
  /// Drops the marks on each base beyond `limit`, and returns their number.
  fileprivate mutating func dropMarks(beyond limit: Int) -> Int {
    var (kept, marks, dropped) = (UnicodeScalarView(), 0, 0)
    for scalar in unicodeScalars {
      marks = scalar.isCombiningMark ? marks + 1 : 0
      if marks > limit { dropped += 1 } else { kept.append(scalar) }
    }
    if dropped > 0 { self = String(kept) }
    return dropped
  }
}
