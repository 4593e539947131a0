import GalleyPrimitives

/// The end of a process that gets no memory where no error can be thrown.
///
/// An array that cannot grow ends a Swift process, too. A program can say why before it ends; a library in
/// another program traps.
package enum MemoryFailure {
  /// The program's own end, which takes the purpose of the memory.
  package typealias Ending = @Sendable (_ purpose: String) -> Never

  private static let ending = Monitor<Ending?>(nil)

  /// Lets `ending` end the process from now on.
  package static func endProcess(by ending: @escaping Ending) {
    Self.ending.withLock { $0 = ending }
  }

  /// Ends the process for lack of memory for `purpose`.
  package static func end(_ purpose: String) -> Never {
    if let ending = ending.withLock({ $0 }) { ending(purpose) }
    preconditionFailure("no memory for \(purpose)")
  }
}
