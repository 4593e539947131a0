import ArgumentParser
import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyPrimitives
import GalleyRendering

/// `galley merge`: makes one run of the runs of several machines.
struct MergeCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the manifests and archives of shards.",
    discussion: """
      The result has the bytes of a run on one machine. A missing shard, a missing row and a row that is there \
      twice are named, and nothing is written then. The run's files stay where they are; pictures in archives \
      are copied to new archives.

      Examples:
        galley merge shards/*.jsonl -o all.jsonl
        galley merge shards/*.jsonl -o all.jsonl --archives 'all-{archive}.tar'
      """)

  @Argument(help: "The manifests of the shards, in any order.")
  var manifests: [String]

  @Option(name: [.short, .long], help: "The manifest to write.")
  var output: String

  @Option(
    help: ArgumentHelp(
      "The archives to write, if the shards have archives: 'x.tar' or 'x-{archive:05}.tar'.",
      valueName: "pattern"))
  var archives: String?

  @Option(help: "The size after which the next archive begins; by default that of the shards.")
  var archiveSize: ByteCount?

  @Flag(help: "Read the file of each row, and compare it with its digest.")
  var checkFiles = false

  @Flag(help: "Wait until the disk has stored each file.")
  var durable = false

  @OptionGroup var messages: MessageOptions
  @OptionGroup var runLimits: ProcessLimitOptions

  mutating func validate() throws {
    guard output != "-" else {
      throw ValidationError("-o - is no file: name one, or use -o /dev/stdout")
    }
    if let archives, ArchiveSet(archives) == nil {
      throw ValidationError("--archives has one place for the number: 'x-{archive:05}.tar'")
    }
    if let set = archives.flatMap({ ArchiveSet($0) }) {
      for manifest in manifests + [output] where set.mayReplace(manifest) {
        throw ValidationError("--archives would replace the manifest \(manifest)")
      }
    }
    guard archiveSize?.count ?? 10_240 >= 10_240 else {
      throw ValidationError("--archive-size is at least 10 KiB")
    }
  }

  var processLimits: ProcessLimitOptions? { runLimits }

  var files: CommandFiles {
    var files = CommandFiles()
    for manifest in manifests { files.read(manifest, as: "the manifest") }
    files.write(output, as: "-o")
    if let archives, let set = ArchiveSet(archives) {
      files.write(set.path, written: archives, as: "--archives")
    }
    return files
  }

  func perform() async throws -> ExitStatus {
    // Of shards by content, each manifest is open until its last row.
    OpenFileLimit.raise()
    var merge = try ManifestMerge(manifests, checksFiles: checkFiles)
    guard merge.hasArchives == (archives != nil) else {
      throw BulkError.cannotMerge([
        merge.hasArchives
          ? "the shards have archives: say where the merged ones go, with --archives"
          : "the shards have files, and no archives: leave out --archives"
      ])
    }
    let byteLimit = archiveSize?.count ?? merge.archiveByteLimit ?? ArchiveSet.usualByteLimit
    let set = archives.flatMap { ArchiveSet($0, byteLimit: byteLimit) }
    let totals = try merge.write(output, archives: set, durable: durable)
    messages.tell(
      "\(totals.rowCount.counted("row")) of \(manifests.count.counted("manifest"))"
        + (totals.failureCount > 0 ? ", \(totals.failureCount) failed" : ""))
    return totals.failureCount > 0 ? .someFailed : .done
  }
}
