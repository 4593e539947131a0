import GalleyFuzzTargets
import Glibc

// libFuzzer's driver, as its header declares it.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

guard fuzzedTarget != nil else {
  for target in FuzzTarget.all { print(target.name) }
  exit(CommandLine.argc > 1 ? 64 : 0)
}
// The target's name is removed: the rest are libFuzzer's options.
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1
exit(runFuzzer(&count, &arguments, runOneInput))
