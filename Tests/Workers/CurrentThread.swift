import Foundation

/// The identity of the calling thread, as long as it runs.
func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
