/// Elements that wait to be used again, by reuse identifier: cells by kind, memory by size.
///
/// An element is set up once and used many times. What its last user left in it is still there when
/// it comes back: `prepareForReuse` resets what no content sets, and each use sets all that its
/// content has, or another row's content shows through. An element is in the pool only while nobody
/// uses it, so who asks while the old one is still in use gets another one.
///
/// ```swift
/// var pool = ReusePool<String, Cell>()
/// pool.register("post", make: { Cell() }, prepareForReuse: { $0.prepareForReuse() })
/// let cell = pool.dequeue("post")
/// cell.render(post)
/// pool.enqueue(cell, for: "post")
/// ```
///
/// A value, for one thread at a time; put a lock around it to share it.
public struct ReusePool<Identifier: Comparable, Element> {
  /// What a pool has done, and what it holds.
  public struct Statistics: Hashable, Sendable {
    /// Elements that were made.
    public var createdCount = 0
    /// Times an element was used again.
    public var reusedCount = 0
    /// Elements in use.
    public var busyCount = 0
    /// The most elements that were in use at a time.
    public var peakBusyCount = 0
    /// Elements that wait.
    public var idleCount = 0
    /// Elements that came back and found no room.
    public var refusedCount = 0
    /// The cost of the elements in use.
    public var busyCost = 0
    /// The cost of those that wait.
    public var idleCost = 0

    /// Nothing done yet.
    public init() {}
  }

  @usableFromInline struct Entry {
    @usableFromInline var element: Element
    @usableFromInline var cost: Int

    @usableFromInline init(element: Element, cost: Int) {
      self.element = element
      self.cost = cost
    }
  }

  @usableFromInline struct Bag {
    @usableFromInline let identifier: Identifier
    @usableFromInline var idle: [Entry] = []
    var make: (() -> Element)?
    var prepareForReuse: ((inout Element) -> Void)?

    @usableFromInline init(identifier: Identifier) { self.identifier = identifier }
  }

  /// The most that waiting elements may cost; what comes back beyond it is refused.
  public let costLimit: Int
  /// What happened so far.
  @usableFromInline var counts = Statistics()
  // In ascending order of identifiers.
  @usableFromInline var bags: [Bag] = []

  /// An empty pool, which keeps idle elements that cost at most `costLimit` together.
  public init(costLimit: Int = .max) { self.costLimit = max(0, costLimit) }

  /// What happened so far.
  public var statistics: Statistics { counts }

  /// Says how elements of a kind come to be; they then cost 1 each.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - make: Makes an element and sets it up, once in its life.
  ///   - prepareForReuse: Resets an element before it is used again; a new one is not reset.
  public mutating func register(
    _ identifier: Identifier, make: @escaping () -> Element,
    prepareForReuse: @escaping (inout Element) -> Void = { _ in }
  ) {
    let index = bag(for: identifier)
    bags[index].make = make
    bags[index].prepareForReuse = prepareForReuse
  }

  /// An element of a registered kind, used before or new.
  ///
  /// - Precondition: `identifier` is registered.
  /// - Complexity: O(log kinds).
  public mutating func dequeue(_ identifier: Identifier) -> Element {
    if var element = take(in: identifier...identifier) {
      bags[bag(for: identifier)].prepareForReuse?(&element)
      return element
    }
    guard let make = bags[bag(for: identifier)].make else {
      preconditionFailure("no element is registered for the reuse identifier '\(identifier)'")
    }
    countCreated()
    return make()
  }

  /// An idle element of the least identifier in a range that has any, the last one that came back;
  /// `nil` if there is none.
  ///
  /// - Complexity: O(log kinds + kinds in the range).
  @inlinable
  public mutating func take(in identifiers: ClosedRange<Identifier>) -> Element? {
    var index = firstBag(from: identifiers.lowerBound)
    while index < bags.count, bags[index].identifier <= identifiers.upperBound {
      if let entry = bags[index].idle.popLast() {
        counts.reusedCount += 1
        counts.idleCount -= 1
        counts.idleCost -= entry.cost
        countBusy(cost: entry.cost)
        return entry.element
      }
      index += 1
    }
    return nil
  }

  /// Counts an element that was made where the pool had none.
  @inlinable
  public mutating func countCreated(cost: Int = 1) {
    counts.createdCount += 1
    countBusy(cost: cost)
  }

  /// Takes an element back, unless there is no room for it.
  ///
  /// - Parameters:
  ///   - element: The element; nobody uses it any more.
  ///   - identifier: Its kind.
  ///   - cost: What it cost when it was made.
  /// - Returns: The element, where it is not kept.
  /// - Complexity: O(log kinds); O(kinds) for the first of a kind.
  @inlinable
  @discardableResult public mutating func enqueue(
    _ element: Element, for identifier: Identifier, cost: Int = 1
  ) -> Element? {
    counts.busyCount -= 1
    counts.busyCost -= cost
    guard cost <= costLimit - counts.idleCost else {
      counts.refusedCount += 1
      return element
    }
    bags[bag(for: identifier)].idle.append(Entry(element: element, cost: cost))
    counts.idleCount += 1
    counts.idleCost += cost
    return nil
  }

  /// Gives up all elements that wait.
  public mutating func evictAll() -> [Element] {
    let elements = bags.flatMap { $0.idle.map(\.element) }
    for index in bags.indices { bags[index].idle = [] }
    counts.idleCount = 0
    counts.idleCost = 0
    return elements
  }

  @inlinable
  mutating func countBusy(cost: Int) {
    counts.busyCount += 1
    counts.peakBusyCount = max(counts.peakBusyCount, counts.busyCount)
    counts.busyCost += cost
  }

  @inlinable
  func firstBag(from identifier: Identifier) -> Int {
    var (low, high) = (0, bags.count)
    while low < high {
      let middle = (low + high) / 2
      if bags[middle].identifier < identifier { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The bag of a kind, made where there is none.
  @inlinable
  mutating func bag(for identifier: Identifier) -> Int {
    let index = firstBag(from: identifier)
    if index == bags.count || bags[index].identifier != identifier {
      bags.insert(Bag(identifier: identifier), at: index)
    }
    return index
  }
}
