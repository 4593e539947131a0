/// Idle elements for reuse, by reuse identifier: cells by kind, memory by size.
///
/// An element is set up once and used many times. It keeps the state of its last use:
/// `prepareForReuse` resets the state that content does not set, and each use sets all of its
/// content, or else another row's content shows through. An element is in the pool only while it is
/// idle, so a request during its use gets another element.
///
/// ```swift
/// var pool = ReusePool<String, Cell>()
/// pool.register("post", make: { Cell() }, prepareForReuse: { $0.prepareForReuse() })
/// let cell = pool.dequeue("post")
/// cell.render(post)
/// pool.enqueue(cell, for: "post")
/// ```
///
/// A value, for one thread at a time; guard it with a lock to share it.
package struct ReusePool<Identifier: Comparable, Element> {
  /// The size of a pool, and counts of its work.
  package struct Statistics: Hashable, Sendable {
    /// Elements that were made.
    package var createdCount = 0
    /// Times an element was reused.
    package var reusedCount = 0
    /// Elements in use.
    package var busyCount = 0
    /// The maximum number of elements in use at one time.
    package var peakBusyCount = 0
    /// Idle elements.
    package var idleCount = 0
    /// Elements that were returned and did not fit.
    package var refusedCount = 0
    /// The cost of the elements in use.
    package var busyCost = 0
    /// The cost of idle elements.
    package var idleCost = 0

    /// Makes counts of zero.
    package init() {}
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

  /// The maximum cost of idle elements; returned elements above it are refused.
  package var costLimit: Int
  /// The counts so far.
  @usableFromInline var counts = Statistics()
  // In ascending order of identifiers.
  @usableFromInline var bags: [Bag] = []

  /// Makes an empty pool, whose idle elements have a total cost of at most `costLimit`.
  package init(costLimit: Int = .max) { self.costLimit = max(0, costLimit) }

  /// The counts so far.
  package var statistics: Statistics { counts }

  /// Registers how to make elements of a kind; each then costs 1.
  ///
  /// - Parameters:
  ///   - identifier: The kind.
  ///   - make: Makes an element and sets it up, once per element.
  ///   - prepareForReuse: Resets an element before it is reused; a new element is not reset.
  package mutating func register(
    _ identifier: Identifier, make: @escaping () -> Element,
    prepareForReuse: @escaping (inout Element) -> Void = { _ in }
  ) {
    let index = bag(for: identifier)
    bags[index].make = make
    bags[index].prepareForReuse = prepareForReuse
  }

  /// Returns an element of a registered kind, reused or new.
  ///
  /// - Precondition: `identifier` is registered.
  /// - Complexity: O(log kinds).
  package mutating func dequeue(_ identifier: Identifier) -> Element {
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

  /// Returns the idle element that was returned last, of the least identifier in a range that has
  /// any; `nil` if there is none.
  ///
  /// - Complexity: O(log kinds + kinds in the range).
  @inlinable
  package mutating func take(in identifiers: ClosedRange<Identifier>) -> Element? {
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

  /// Counts an element that the caller made because the pool had none.
  @inlinable
  package mutating func countCreated(cost: Int = 1) {
    counts.createdCount += 1
    countBusy(cost: cost)
  }

  /// Takes an element back, if its cost fits.
  ///
  /// - Parameters:
  ///   - element: The element, which must not be in use any more.
  ///   - identifier: Its kind.
  ///   - cost: The cost of the element, the same as when it was made.
  /// - Returns: The element, if the pool refused it.
  /// - Complexity: O(log kinds); O(kinds) for the first of a kind.
  @inlinable
  @discardableResult package mutating func enqueue(
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

  /// Removes and returns all idle elements.
  package mutating func evictAll() -> [Element] {
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

  /// Returns the index of a kind's bag, which is made if it does not exist.
  @inlinable
  mutating func bag(for identifier: Identifier) -> Int {
    let index = firstBag(from: identifier)
    if index == bags.count || bags[index].identifier != identifier {
      bags.insert(Bag(identifier: identifier), at: index)
    }
    return index
  }
}
