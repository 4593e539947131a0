import GalleyFuzzTargets
import Glibc

/// The target that the first argument names.
let fuzzedTarget = CommandLine.arguments.dropFirst().first.flatMap { FuzzTarget.named($0) }

// Invariant: libFuzzer calls it from the main thread alone.
nonisolated(unsafe) private let run = Result { try fuzzedTarget?.make() }

/// Runs the target with an input of libFuzzer; a broken promise ends the process.
func runOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try run.get()?(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    print("broken promise: \(error)")
    fflush(nil)
    abort()
  }
  return 0
}

/// The function that libFuzzer's own `main` refers to; the driver is called with ``runOneInput(_:_:)``.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInputByName(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  runOneInput(bytes, count)
}
