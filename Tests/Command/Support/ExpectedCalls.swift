import Foundation
import TestSupport

/// The system calls that a run may make: it opens its inputs, files of the system, and files of its own folder.
struct ExpectedCalls {
  /// The current folder of the run, with its outputs, its caches and its temporary files.
  private let own: String
  /// The files and folders that arguments name, and others that the inputs name.
  let inputs: [String]
  /// The folders whose files are opened beneath the open folder alone: that of assets, and that of a template.
  private let confined: [String]
  /// Whether each `openat2` fails, so that the components of a name are opened one by one.
  private let isWalking: Bool

  /// Finds the inputs among the arguments: these are the absolute paths.
  init(
    _ arguments: [String], in folder: TestFolder, named: [String] = [], isWalking: Bool = false
  ) {
    own = folder.url.resolvingSymlinksInPath().path
    var confined: [String] = []
    for (option, value) in zip(arguments, arguments.dropFirst()) {
      if option == "--assets" { confined.append(value) }
      if ["--template", "templates"].contains(option), value.hasSuffix(".yaml") {
        confined.append(URL(fileURLWithPath: value).deletingLastPathComponent().path)
      }
    }
    self.confined = confined
    inputs = arguments.filter { $0.hasPrefix("/") && !confined.contains($0) } + named
    self.isWalking = isWalking
  }

  /// The calls that the run must not make, with the reasons.
  func faults(in calls: [SystemCall]) -> [String] {
    var faults = calls.compactMap { call in
      reason(against: call).map { "\(call.name)\(call.text.prefix(400)): \($0)" }
    }
    let startCount = calls.filter { $0.name == "execve" }.count
    if startCount != 1 { faults.append("\(startCount) calls start a program, and the run is one") }
    return faults
  }

  /// The reason why the run must not make a call; `nil` if it may.
  func reason(against call: SystemCall) -> String? {
    // strace counts sendfile among the calls of connections.
    if ["execve", "exit", "exit_group", "getcwd", "sendfile"].contains(call.name) { return nil }
    if ["clone", "clone3"].contains(call.name) {
      return call.text.contains("CLONE_THREAD") ? nil : "it starts a process"
    }
    if call.name == "openat2" { return reason(againstConfined: call) }
    guard Self.looks.contains(call.name) || Self.others.contains(call.name) else {
      return "a run makes no such call"
    }
    // The second text of readlink is its result.
    let paths = call.name.hasPrefix("readlink") ? call.paths.prefix(1) : call.paths[...]
    if paths.isEmpty, !call.text.contains("NULL") { return "it has no path" }
    for path in paths {
      if let reason = reason(against: path, of: call) { return reason }
    }
    guard let opened = call.opened, !isConfined(opened), !isKnown(opened) else { return nil }
    return "the path leads to another file"
  }

  private func reason(againstConfined call: SystemCall) -> String? {
    guard call.text.contains("RESOLVE_BENEATH") else { return "the path can lead out" }
    guard call.paths.count == 1, let folder = call.paths[0].folder, confined.contains(folder) else {
      return "the folder is neither that of assets nor that of the template"
    }
    guard let opened = call.opened, !isBeneath(opened, folder) else { return nil }
    return "the path has led out"
  }

  private func reason(against path: SystemCall.Path, of call: SystemCall) -> String? {
    // The call is about its descriptor.
    if path.name.isEmpty, call.text.contains("AT_EMPTY_PATH") { return nil }
    let parts = path.name.split(separator: "/")
    let place = path.absolute(from: own)
    let isLook = Self.looks.contains(call.name)
    if place.contains("libcurl") { return "it is code that opens connections" }
    if isBeneath(place, own) { return parts.contains("..") ? "the path leads up" : nil }
    let isChange =
      !(isLook || call.name.hasPrefix("open"))
      || ["O_WRONLY", "O_RDWR", "O_CREAT"].contains { call.text.contains($0) }
    // A file without a name gets one by its descriptor, and a thread writes its name.
    let isOfDescriptor = place.hasPrefix("/proc/self/fd/") || place == "/proc/thread-self/comm"
    if isChange, !isOfDescriptor { return "it changes a file outside of the run's folder" }
    if isWalking, let folder = path.folder, isConfined(folder) {
      let isStep = parts.count == 1 && parts[0] != ".." && call.text.contains("O_NOFOLLOW")
      return isStep ? nil : "the path can lead out"
    }
    // A run may list the folder of assets.
    if isLook || call.text.contains("O_DIRECTORY"), isConfined(place) { return nil }
    if isKnown(place) { return nil }
    // To resolve a path, the C library looks at the folders around it.
    let known = [inputs, confined, [own], Self.systemFolders, Self.systemFiles].joined()
    if isLook, known.contains(where: { isBeneath($0, place) }) { return nil }
    return "it is no file of the run"
  }

  /// Whether the run may open a file, and read it.
  private func isKnown(_ path: String) -> Bool {
    isOfSystem(path) || isBeneath(path, own) || inputs.contains { isBeneath(path, $0) }
  }

  private func isConfined(_ path: String) -> Bool { confined.contains { isBeneath(path, $0) } }

  private func isBeneath(_ path: String, _ folder: String) -> Bool {
    path == folder || folder == "/" || path.hasPrefix(folder + "/")
  }

  /// Whether a file is one of a library, a font, a table of the C library or of ICU, or one of the kernel.
  private func isOfSystem(_ path: String) -> Bool {
    if path.hasPrefix("/proc/") {
      // On a busy machine, libdispatch looks at the states of its threads.
      let process = #/\/proc\/(self|thread-self|\d+)(\/task\/\d+)?/#
      let name = path.replacing(process, with: "", maxReplacements: 1)
      return Self.systemFiles.contains(path)
        || name.wholeMatch(of: #/\/(comm|exe|fd(\/\d+)?|maps|stat|statm|status)/#) != nil
    }
    let name = path.split(separator: "/").last ?? ""
    return Self.systemFiles.contains(path) || name.hasSuffix(".so") || name.contains(".so.")
      // The runtime of Swift, wherever it is installed.
      || path.contains("/usr/lib/swift") || path.contains("/usr/libexec/swift")
      || Self.systemFolders.contains { isBeneath(path, $0) }
  }

  /// The calls that neither open nor change a file.
  private static let looks: Set = [
    "access", "faccessat", "faccessat2", "stat", "lstat", "newfstatat", "statx", "statfs",
    "readlink", "readlinkat",
  ]

  /// The calls that open a file, or change it or its folder.
  private static let others: Set = [
    "open", "openat", "mkdir", "mkdirat", "link", "linkat", "rename", "renameat", "renameat2",
    "unlink", "unlinkat", "rmdir", "chmod", "fchmodat", "utimensat", "utimes",
  ]

  private static let systemFolders = [
    "/lib", "/lib64", "/usr/lib", "/usr/share/fonts", "/usr/share/icu", "/usr/share/libthai",
    "/usr/share/locale", "/usr/share/X11/locale", "/usr/share/zoneinfo", "/sys/devices/system",
    "/sys/fs/cgroup",
    // The loader looks for libraries beside the command.
    GalleyRunner.executable.resolvingSymlinksInPath().deletingLastPathComponent().path,
  ]

  private static let systemFiles = [
    "/dev/null", "/dev/urandom", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime",
    "/etc/selinux/config", "/proc/cpuinfo", "/proc/filesystems", "/proc/meminfo",
    "/proc/sys/vm/overcommit_memory", "/selinux", "/sys/fs/selinux",
  ]
}
