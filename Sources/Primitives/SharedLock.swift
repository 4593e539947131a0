/// The locks of objects that are too many and too short-lived to have one each: they share 64.
///
/// Work under such a lock must not come back for that of another object, which may be the same.
package enum SharedLock {
  // Numbers, because the thread sanitizer takes the memory behind a value without size for that value.
  private static let locks = (0..<64).map { _ in Monitor(0) }

  /// Does `body` while no other thread does so for `object`.
  package static func withLock<Result, Failure: Error>(
    of object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A thread allocates its objects close to each other: those of a page have one lock, which stays in
    // the cache of the processor that made them.
    let page = UInt(bitPattern: ObjectIdentifier(object)) >> 12
    return try locks[Int((page ^ page >> 6) & 63)].exclusively(body)
  }
}
