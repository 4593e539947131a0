// `struct rlimit` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// The number of files that this process may open.
package enum OpenFileLimit {
  /// Raises the limit to the largest number that the system allows this process.
  ///
  /// The usual limit of 1024 is for programs with `select`, which this program does not call.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
