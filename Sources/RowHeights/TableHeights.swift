public import GalleyPrimitives

/// The heights of one table, asked for by place or by key: thin views over a ``RowHeightCache``.
///
/// A place or a key only remembers which entry of the cache is meant, so equal rows share one
/// height, widths are kept apart, and the cache's limits hold. What is found is not configured:
/// neither its content nor its key is made. Edits of the table move, keep and drop what places
/// remember (``apply(_:)``); a row that was reloaded to the same content still finds its height.
///
/// The cache is lent to each call, so several tables may share one. A value; the main queue owns it.
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
  // Bounded by two halves: when the young one is full, the old one is forgotten.
  private var youngKeys: [Key: HeightSlot] = [:]
  private var oldKeys: [Key: HeightSlot] = [:]
  private let keyLimit: Int
  private var log: HeightLog<Key>?

  /// How many edits the table has had.
  public private(set) var mutationCount = 0
  /// Questions answered by measuring, since they were not to be looked up.
  public private(set) var uncachedCount = 0
  /// Keys under which another content was found than the one that is there now.
  public private(set) var staleKeyCount = 0

  /// A table of sections of so many rows, of which nothing is known.
  ///
  /// - Parameters:
  ///   - rowCounts: The rows of each section.
  ///   - keyLimit: How many keys are remembered at least; twice as many at most.
  public init(rowCounts: [Int] = [], keyLimit: Int = 1 << 17) {
    places = PlaceHeights(rowCounts: rowCounts)
    self.keyLimit = max(1, keyLimit)
  }

  /// The number of rows of each section.
  public var rowCounts: [Int] { places.rowCounts }

  /// The height that `question` is after; measured, and kept, if it is not known.
  ///
  /// While `content` and `measure` run, the cache and this value are in use: neither may ask for
  /// another height.
  ///
  /// - Parameters:
  ///   - question: The way to ask. A place that the table does not have is asked by content.
  ///   - width: The width of the row, in layout units.
  ///   - scale: Device pixels per layout unit.
  ///   - cache: Where heights are.
  ///   - content: Makes the content; not called for a place or key of known height.
  ///   - measure: Measures the content, in layout units; called only if nothing is known.
  /// - Returns: The height, and whether and why it was measured.
  /// - Throws: What `content` and `measure` throw; nothing is kept then.
  /// - Complexity: O(1), and what `content` and `measure` take.
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

  /// The height at a place or under a key, if it is known without its content.
  ///
  /// What is not found is not counted as a miss.
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

  /// Tells that the content under a key is now this one; what another content had is forgotten.
  ///
  /// A key is to name a content and its version. Where it does not, this finds it out.
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
  /// Follows an edit of the table: places keep what their rows had, wherever they went.
  ///
  /// Rows that are reloaded or new are asked for anew. Keys and the cache stay as they are.
  ///
  /// - Complexity: O(runs of the map + rows of the sections that changed).
  public mutating func apply(_ map: RowPathMap) {
    mutationCount += 1
    places.apply(map)
  }

  /// Asks all rows anew, as `reloadData` does.
  public mutating func reload(rowCounts: [Int]) {
    apply(.reloaded(rowCounts: rowCounts, replacing: self.rowCounts))
  }

  /// Reloads the table without invalidation: places keep what they have.
  ///
  /// Right only where rows and sections were added at the end, or taken from it.
  public mutating func reloadKeeping(rowCounts: [Int]) {
    mutationCount += 1
    places.resize(rowCounts)
  }

  /// Invalidates the height at a place, and with it that of all equal rows, at all widths.
  public mutating func invalidate<Content: Equatable & Sendable>(
    _ place: HeightPlace, in cache: inout RowHeightCache<Content>
  ) {
    forget(places[place], in: &cache)
    places[place] = .invalidated
  }

  /// Invalidates the height under a key, and with it that of all equal rows, at all widths.
  public mutating func invalidate<Content: Equatable & Sendable>(
    key: Key, in cache: inout RowHeightCache<Content>
  ) {
    forget(slot(.key(key)), in: &cache)
    set(.invalidated, key)
  }

  /// Invalidates all heights, of other tables too that share the cache.
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
  /// Whether events are logged; the last ``HeightLog/limit`` are kept.
  public var isLogging: Bool {
    get { log != nil }
    set { log = newValue ? log ?? HeightLog() : nil }
  }

  /// Logs that a cell was made that measures.
  public mutating func logCreated(identifier: String) {
    log?.append(.created(identifier: identifier))
  }

  /// Takes what was logged, oldest first.
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

  /// Why a height is measured whose content the cache has never seen.
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
