public import GalleyPrimitives

/// The heights of one table by place or key, as a thin view over a ``RowHeightCache``.
///
/// A place or a key only refers to an entry of the cache, so equal rows share one height, widths
/// are kept apart, and the cache's limits hold. If the height is found, neither the content nor its
/// key is made. Edits of the table move, keep and drop the references of places (``apply(_:)``); a
/// row that was reloaded with the same content still finds its height.
///
/// Each call borrows the cache, so several tables may share one. A value; the main queue owns it.
///
/// ```swift
/// var heights = TableHeights<String>(rowCounts: [items.count])
/// let answer = heights.height(
///   .place(.row(path)), width: 375, scale: 2, in: &cache,
///   content: { KeyedContent(items[path.row], key: keys.key(items[path.row])) },
///   measure: { template.height(of: $0) })
/// ```
public struct TableHeights<Key: Hashable & Sendable>: Sendable {
  private var places: PlaceHeights
  // Limited by two halves: when the young half is full, it replaces the old half.
  private var youngKeys: [Key: HeightSlot] = [:]
  private var oldKeys: [Key: HeightSlot] = [:]
  private let keyLimit: Int
  private var log: HeightLog<Key>?

  /// The number of edits of the table so far.
  public private(set) var mutationCount = 0
  /// The number of questions answered by measuring without a look-up.
  public private(set) var uncachedCount = 0
  /// The number of keys that stood for another content than the current one.
  public private(set) var staleKeyCount = 0

  /// Makes a table of sections with these numbers of rows and without heights.
  ///
  /// - Parameters:
  ///   - rowCounts: The rows of each section.
  ///   - keyLimit: The minimum number of keys remembered; the maximum is twice as many.
  public init(rowCounts: [Int] = [], keyLimit: Int = 1 << 17) {
    places = PlaceHeights(rowCounts: rowCounts)
    self.keyLimit = max(1, keyLimit)
  }

  /// The number of rows of each section.
  public var rowCounts: [Int] { places.rowCounts }

  /// Returns the height that `question` asks for; measures and stores it if it is not known.
  ///
  /// Exclusive access to the cache and to this value lasts while `content` and `measure` run:
  /// neither may ask for another height.
  ///
  /// - Parameters:
  ///   - question: The way to look up. For a place that the table does not have, the content is
  ///     used.
  ///   - width: The width of the row, in layout units.
  ///   - scale: Device pixels per layout unit.
  ///   - cache: The cache of heights.
  ///   - content: Makes the content; not called if the place or key has a known height.
  ///   - measure: Measures the content, in layout units; called only if the height is not known.
  /// - Returns: The height, with its source and the cause if it was measured.
  /// - Throws: The errors of `content` and `measure`; nothing is stored in that case.
  /// - Complexity: O(1), plus the time of `content` and `measure`.
  public mutating func height<Content: Equatable & Sendable, Failure: Error>(
    _ question: HeightQuestion<Key>, width: Double, scale: Double,
    in cache: inout RowHeightCache<Content>,
    content: () throws(Failure) -> KeyedContent<Content>,
    measure: (Content) throws(Failure) -> Double
  ) throws(Failure) -> HeightAnswer {
    if question == .uncached {
      let height = try measure(content().content)
      uncachedCount += 1
      log?.append(.calculated(question, height: height, cause: nil, mutation: mutationCount))
      return HeightAnswer(height: height, source: .uncached)
    }
    if let height = find(question, width: width, scale: scale, in: &cache) {
      return HeightAnswer(height: height, source: .hit)
    }
    let keyed = try content()
    let key = HeightKey(content: keyed.key, width: width, scale: scale)
    let cause: RowHeightMiss
    let suspected = suspectedCause(of: question, in: cache)
    switch cache.answer(for: key, content: keyed.content, orCause: suspected) {
    case .hit(let height, let binding):
      bind(question, to: binding)
      log?.append(.hit(question, height: height))
      return HeightAnswer(height: height, source: .hit)
    case .miss(let reason): cause = reason
    }
    let height = try measure(keyed.content)
    log?.append(.calculated(question, height: height, cause: cause, mutation: mutationCount))
    let binding = cache.insert(
      height, for: key, content: keyed.content, contentByteCount: keyed.byteCount)
    if let binding {
      bind(question, to: binding)
      log?.append(.cached(question, height: height))
    }
    return HeightAnswer(height: height, source: .calculated(cause))
  }

  /// Returns the height at a place or under a key, if it is known without its content.
  ///
  /// A height that is not found does not count as a miss.
  ///
  /// - Complexity: O(1).
  public mutating func find<Content: Equatable & Sendable>(
    _ question: HeightQuestion<Key>, width: Double, scale: Double,
    in cache: inout RowHeightCache<Content>
  ) -> Double? {
    guard let known = slot(question).binding else { return nil }
    var binding = known
    guard let height = cache.height(at: &binding, width: width, scale: scale) else { return nil }
    if binding != known { bind(question, to: binding) }
    log?.append(.hit(question, height: height))
    return height
  }

  /// Whether ``find(_:width:scale:in:)`` would find the height; counts nothing.
  ///
  /// - Complexity: O(1).
  public func knows<Content: Equatable & Sendable>(
    _ question: HeightQuestion<Key>, width: Double, scale: Double,
    in cache: RowHeightCache<Content>
  ) -> Bool {
    slot(question).binding.map { cache.knows($0, width: width, scale: scale) } ?? false
  }

  /// Checks that a key stands for this content, and drops the height under it if not.
  ///
  /// A key must name a content and its version; this finds keys that do not.
  ///
  /// - Returns: Whether the key stood for another content.
  @discardableResult public mutating func verify<Content: Equatable & Sendable>(
    _ key: Key, is content: ContentKey, in cache: RowHeightCache<Content>
  ) -> Bool {
    guard let binding = slot(.key(key)).binding, let known = cache.contentKey(of: binding),
      known != content
    else { return false }
    staleKeyCount += 1
    set(.mutated, key)
    return true
  }
}

// MARK: - Edits and invalidation

extension TableHeights {
  /// Applies an edit of the table: each row keeps its slot at its new place.
  ///
  /// Reloaded and new rows are looked up again by content. Keys and the cache do not change.
  ///
  /// - Complexity: O(runs of the map + rows of the sections that changed).
  public mutating func apply(_ map: RowPathMap) {
    mutationCount += 1
    places.apply(map)
  }

  /// Looks up all rows again by content, as `reloadData` does.
  public mutating func reload(rowCounts: [Int]) {
    apply(.reloaded(rowCounts: rowCounts, replacing: self.rowCounts))
  }

  /// Reloads the table without invalidation: places keep their slots.
  ///
  /// Correct only if rows and sections were added or removed at the end.
  public mutating func reloadKeeping(rowCounts: [Int]) {
    mutationCount += 1
    places.resize(rowCounts)
  }

  /// Invalidates the height at a place, and that of all equal rows, at all widths.
  public mutating func invalidate<Content: Equatable & Sendable>(
    _ place: HeightPlace, in cache: inout RowHeightCache<Content>
  ) {
    forget(places[place], in: &cache)
    places[place] = .invalidated
  }

  /// Invalidates the height under a key, and that of all equal rows, at all widths.
  public mutating func invalidate<Content: Equatable & Sendable>(
    key: Key, in cache: inout RowHeightCache<Content>
  ) {
    forget(slot(.key(key)), in: &cache)
    set(.invalidated, key)
  }

  /// Invalidates all heights, including those of other tables that share the cache.
  public mutating func invalidateAll<Content: Equatable & Sendable>(
    in cache: inout RowHeightCache<Content>
  ) {
    cache.invalidateAll()
  }

  private func forget<Content: Equatable & Sendable>(
    _ slot: HeightSlot, in cache: inout RowHeightCache<Content>
  ) {
    if let content = slot.binding.flatMap(cache.contentKey(of:)) { cache.invalidate(content) }
  }
}

// MARK: - The log

extension TableHeights {
  /// Whether events are logged; the most recent ``HeightLog/limit`` are kept.
  public var isLogging: Bool {
    get { log != nil }
    set { log = newValue ? log ?? HeightLog() : nil }
  }

  /// Logs that a measuring cell was made; call it after the first height that the cell measured.
  ///
  /// The event comes before that height, as in the log of FDTemplateLayoutCell.
  public mutating func logCreated(identifier: String) {
    log?.insertCreation(of: identifier)
  }

  /// Returns the logged events, oldest first, and empties the log.
  public mutating func takeEvents() -> [HeightEvent<Key>] { log?.take() ?? [] }
}

// MARK: - Slots

extension TableHeights {
  private func slot(_ question: HeightQuestion<Key>) -> HeightSlot {
    switch question {
    case .uncached, .content: .empty
    case .place(let place): places[place]
    case .key(let key): youngKeys[key] ?? oldKeys[key] ?? .empty
    }
  }

  private mutating func bind(_ question: HeightQuestion<Key>, to binding: HeightBinding) {
    switch question {
    case .uncached, .content: break
    case .place(let place): places[place] = .bound(binding)
    case .key(let key): set(.bound(binding), key)
    }
  }

  private mutating func set(_ slot: HeightSlot, _ key: Key) {
    if youngKeys.count >= keyLimit, youngKeys[key] == nil {
      oldKeys = youngKeys
      youngKeys = [:]
    }
    youngKeys[key] = slot
  }

  /// Returns the cause of a miss for a content that the cache has never seen.
  private func suspectedCause<Content: Equatable & Sendable>(
    of question: HeightQuestion<Key>, in cache: RowHeightCache<Content>
  ) -> RowHeightMiss {
    switch slot(question) {
    case .empty: .firstUse
    case .mutated: .mutated
    case .invalidated: .invalidated
    case .bound(let binding): cache.lossCause(of: binding)
    }
  }
}
