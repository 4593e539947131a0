import GalleyPrimitives

/// An element with a content key.
protocol KeyedElement: Equatable {
  /// The key; equal elements have equal keys.
  var key: ContentKey { get }
}

extension PictureID: KeyedElement {}

extension ContentKey: KeyedElement {
  var key: ContentKey { self }
}

/// A set of elements of a number that is known before.
///
/// A key is a hash already, so that no other hash function runs: the main queue makes such sets whenever a row
/// enters a range. The seed keeps a feed from choosing the slots of its rows.
struct KeyedSet<Element: KeyedElement> {
  private var elements: [Element] = []
  /// The places of elements, from 1; 0 for an empty slot.
  ///
  /// Elements of equal slots are in the slots that follow.
  private var slots: [Int32] = []

  /// Makes a set of at most `capacity` elements.
  init(capacity: Int) {
    elements.reserveCapacity(capacity)
    var count = 16
    while count < 2 * capacity { count *= 2 }
    // The initializer for repeated elements would look up the type of the array's memory each time.
    slots.reserveCapacity(count)
    for _ in 0..<count { slots.append(0) }
  }

  /// Adds an element; returns whether it is new.
  ///
  /// - Complexity: O(1).
  mutating func insert(_ element: Element) -> Bool {
    let key = element.key
    var slot = Int(truncatingIfNeeded: ((key.low ^ key.high) &* keyedSetSeed) >> 32)
    while true {
      slot &= slots.count - 1
      let place = Int(slots[slot])
      if place == 0 { break }
      if elements[place - 1] == element { return false }
      slot += 1
    }
    precondition(2 * elements.count < slots.count, "a set has more elements than its capacity")
    elements.append(element)
    slots[slot] = Int32(truncatingIfNeeded: elements.count)
    return true
  }
}

/// An odd number, so that the product has all bits of a key.
private let keyedSetSeed = UInt64.random(in: 0 ... .max) | 1
