import GalleyFeedItems
import GalleyFeedSyntax

/// Reads posts of social networks that are no elements of one array: objects one after another, and threads.
extension FeedReader {
  /// The arrangement of the posts of a document that begins with an object.
  enum PostArrangement {
    /// Members of the object contain them.
    case members
    /// The object is a post, and others may follow.
    case objects
  }

  /// A post of a thread, whose bytes are kept until it is returned.
  struct ThreadPost {
    var byteOffset: Int
    var bytes: [UInt8]
  }

  /// The arrangement of the posts of the object here, whose bytes remain to be read.
  ///
  /// An object that does not end within the searched bytes has members.
  func postArrangement(_ format: FeedFormat) -> PostArrangement {
    window.beginPeek(limit: objectByteCount)
    defer { window.endPeek() }
    do throws(FeedError) {
      window.advance()
      var isFirst = true
      while try passSeparator(isFirst: isFirst, closing: .closeBrace) {
        isFirst = false
        let key = try passKey()
        let byte = try window.peek()
        if let key, format.itemsKeys.contains(key), byte == .openBracket { return .members }
        if key == Self.threadKey, format == .bluesky, byte == .openBrace { return .members }
        _ = try passValue()
        window.letGo()
      }
    } catch {
      // The reader finds the fault again, at its place.
      window.letGo()
      return .members
    }
    return .objects
  }

  /// The member of an answer of Bluesky that has a thread.
  static let threadKey = "thread"

  /// The next of the objects one after another; `nil` at the end of the feed.
  func nextPost() throws(FeedError) -> FeedElement? {
    guard try window.peekAfterSpace() != nil else {
      stage = .finished
      return nil
    }
    return try passItem()
  }

  /// Passes the thread here, and prepares its posts: those before the requested one, then it, then the replies,
  /// each before its own.
  ///
  /// - Throws: ``FeedError/limitExceeded(_:value:)`` for a thread longer than an element may be.
  func passThread() throws(FeedError) {
    let offset = window.offset
    // A thread nests a level and more for each post, unlike the posts.
    scanner = JSONScanner(outerDepth: 1, maximumDepth: .max)
    let isKept = try passValue()
    defer { window.letGo() }
    guard isKept else {
      throw .limitExceeded(.threadBytes, value: limits.maximumElementBytes)
    }
    threadPosts = window.withKept { bytes in
      decoder.posts(ofThread: bytes).reversed().map { range in
        ThreadPost(byteOffset: offset + range.lowerBound, bytes: Array(bytes[range]))
      }
    }
    hasFoundItems = true
    scanner = JSONScanner(maximumDepth: limits.maximumDepth)
    stage = .thread
  }

  /// The next post of the thread; `nil` after the last one.
  func nextThreadPost() throws(FeedError) -> FeedElement? {
    guard let post = threadPosts.popLast() else {
      stage = .members(isFirst: false)
      return nil
    }
    var place = try beginElement()
    place.byteOffset = post.byteOffset
    elementCount += 1
    return post.bytes.withUnsafeBufferPointer { decoder.decode($0, at: place) }
  }
}

extension ItemDecoder {
  /// An object or array of a thread that the walk is in.
  private struct ThreadLevel {
    var isReplies: Bool
    /// The number of steps from a post to the one above it.
    var ancestors: Int
    /// The number of the object in the order of their beginnings.
    var number: Int
  }

  /// The depth of objects and arrays of a thread below which posts are passed.
  private static let maximumThreadDepth = 4096

  /// The posts of a thread, in the order of reading: the oldest first, each before the replies to it.
  ///
  /// - Complexity: O(bytes + posts × log(posts)).
  mutating func posts(ofThread bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var cursor = JSONCursor(bytes)
    cursor.enter()
    var levels = [ThreadLevel(isReplies: false, ancestors: 0, number: 0)]
    var count = 1
    var posts: [(level: ThreadLevel, range: Range<Int>)] = []
    while let level = levels.last {
      let name: String?
      if level.isReplies {
        name = cursor.hasElement() ? "" : nil
      } else {
        name = cursor.nextKey().map { key(bytes, $0) ?? "" }
      }
      guard let name else {
        cursor.leave()
        levels.removeLast()
        continue
      }
      var next = ThreadLevel(isReplies: false, ancestors: level.ancestors, number: count)
      let kind = cursor.kind
      switch name {
      case "post" where kind == .object:
        posts.append((level, cursor.passValue().range))
        continue
      case "parent" where kind == .object: next.ancestors += 1
      case "replies" where kind == .array: next.isReplies = true
      case "" where level.isReplies && kind == .object: break
      default:
        _ = cursor.passValue()
        continue
      }
      guard levels.count < Self.maximumThreadDepth else {
        _ = cursor.passValue()
        continue
      }
      count += 1
      levels.append(next)
      cursor.enter()
    }
    return posts.sorted {
      ($1.level.ancestors, $0.level.number) < ($0.level.ancestors, $1.level.number)
    }.map(\.range)
  }
}
