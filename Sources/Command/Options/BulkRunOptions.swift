public import ArgumentParser
import Foundation
public import Galley
import GalleyCommandLine
import GalleyFiles

/// The options of a run of many rows.
struct BulkRunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write a line of JSON for each row, in step with the pictures; {shard:03} in the name is the number \
      of the shard.
      """, valueName: "file"))
  var manifest: String?

  @Flag(help: "Continue the manifest of a run that was interrupted, if there is one.")
  var resume = false

  @Flag(help: "Do not draw rows whose files exist.")
  var skipExisting = false

  @Option(help: "Rows with the same name: refuse (the later rows fail) or number (name~2.png).")
  var sameNames = SameNames.refuse

  @Option(
    help: ArgumentHelp(
      "The names of pictures in archives, with {index}, {id}, {hash} or {hash:2}.",
      valueName: "pattern"))
  var names: String?

  @Option(help: "The size after which the next of several archives begins; by default 256 MiB.")
  var archiveSize: ByteCount?

  @Option(
    help: ArgumentHelp(
      """
      Render part 3 of 12 of the feed; auto, or auto/12, takes the number from Slurm, Kubernetes or GNU \
      parallel.
      """, valueName: "3/12"))
  var shard: ShardArgument?

  @Option(
    help: """
      Divide the feed by bytes (ranges of rows, the default), or by content (equal rows to one shard).
      """)
  var shardBy: BulkOptions.Shard.Division?

  @Option(
    help: ArgumentHelp(
      "A folder of pictures by content, which runs and machines share; its pictures are copied.",
      valueName: "dir"))
  var pictureCache: String?

  @Option(
    help: "The size of the picture cache after which old pictures are removed; by default 4 GiB.")
  var pictureCacheSize: ByteCount?

  enum SameNames: String, ExpressibleByArgument, CaseIterable {
    case refuse, number
  }

  /// The part of the feed; `nil` for all of it.
  ///
  /// - Throws: `ValidationError` if the environment has no number.
  func part(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
    -> BulkOptions.Shard?
  {
    try shard?.shard(by: shardBy ?? .bytes, environment)
  }

  /// The size after which the next archive begins.
  var archiveByteLimit: Int { archiveSize?.count ?? ArchiveSet.usualByteLimit }

  /// `text` with the number of the shard in place of `{shard}`.
  func numbered(_ text: String) throws -> String {
    guard text.contains("{shard") else { return text }
    guard let part = try part() else {
      throw ValidationError("{shard} in \(text) goes with --shard")
    }
    guard let open = text.range(of: "{shard"),
      let close = text[open.upperBound...].firstIndex(of: "}"),
      let pattern = PathPattern("{shard" + text[open.upperBound...close], name: "shard")
    else { throw ValidationError("{shard} or {shard:03} is the number of the shard, in \(text)") }
    return try numbered(
      text[..<open.lowerBound] + pattern.path(part.number) + text[text.index(after: close)...])
  }

  /// The settings of a run with the pattern `output`.
  func options(output: String) throws -> BulkOptions {
    var options = BulkOptions()
    options.manifest = try manifest.map(numbered)
    options.resumes = resume
    options.skipsExisting = skipExisting
    options.numbersNames = sameNames == .number
    options.replacesArchives = shard == nil || output.contains("{shard")
    options.shard = try part()
    options.pictureCache = try pictureCache.map(numbered)
    if let size = pictureCacheSize { options.pictureCacheByteLimit = size.count }
    return options
  }

  /// Refuses options that exclude each other, for card pictures to archives or files.
  func check(isCards: Bool, isArchive: Bool, rows: RowRange?) throws {
    let isUsed =
      manifest != nil || resume || skipExisting || shard != nil || pictureCache != nil
      || sameNames == .number || names != nil
    guard isCards || !isUsed else {
      throw ValidationError(
        """
        --manifest, --resume, --skip-existing, --same-names, --names, --shard and --picture-cache go with \
        --cards
        """)
    }
    try checkPairs(isArchive: isArchive)
    guard pictureCache != "" else {
      throw ValidationError("--picture-cache is empty: name a folder")
    }
    guard manifest != "" else { throw ValidationError("--manifest is empty: name a file") }
    guard manifest != "-" else {
      throw ValidationError(
        "--manifest=- is no file, and --resume could not continue it: name a file")
    }
    guard manifest != nil || !resume else {
      throw ValidationError("--resume continues a manifest: add --manifest=FILE")
    }
    guard !isArchive || !skipExisting else {
      throw ValidationError("--skip-existing is about files: with an archive, use --resume")
    }
    guard isArchive || names == nil else {
      throw ValidationError("--names is about archives: for files, -o has the names")
    }
    guard shard == nil || rows == nil else {
      throw ValidationError("--shard and --rows exclude each other")
    }
    guard shard == nil || sameNames == .refuse else {
      throw ValidationError("--same-names number needs all rows, and a shard has a part of them")
    }
    _ = try part()
    _ = try pictureCache.map(numbered)
  }

  /// Refuses options that mean nothing without another one.
  private func checkPairs(isArchive: Bool) throws {
    guard shard != nil || shardBy == nil else {
      throw ValidationError("--shard-by says how --shard divides the feed: add --shard")
    }
    guard pictureCache != nil || pictureCacheSize == nil else {
      throw ValidationError("--picture-cache-size goes with --picture-cache")
    }
    guard isArchive || archiveSize == nil else {
      throw ValidationError("--archive-size goes with --cards and an output that ends in .tar")
    }
    guard archiveSize?.count ?? 10_240 >= 10_240 else {
      throw ValidationError("--archive-size is at least 10 KiB")
    }
  }
}

extension BulkOptions.Shard.Division: ExpressibleByArgument {}

/// A part of a feed: `3/12`, `auto`, or `auto/12`.
struct ShardArgument: ExpressibleByArgument {
  private var number: Int?
  private var count: Int?

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    if parts.count == 2 {
      guard let count = Int(parts[1]), count > 0 else { return nil }
      self.count = count
    }
    if parts[0] == "auto" { return }
    guard let number = Int(parts[0]), let count, 1...count ~= number else { return nil }
    self.number = number
  }

  /// The part; `auto` finds its number in `environment`.
  func shard(by division: BulkOptions.Shard.Division, _ environment: [String: String]) throws
    -> BulkOptions.Shard
  {
    let found = try number.map { (number: $0, count: count) } ?? found(in: environment)
    guard let count = count ?? found.count else {
      throw ValidationError("--shard auto finds a number, and no number of parts: use auto/12")
    }
    guard let shard = BulkOptions.Shard(found.number, of: count, by: division) else {
      throw ValidationError(
        count > BulkOptions.Shard.countLimit
          ? "a feed has at most \(BulkOptions.Shard.countLimit) shards, and \(count) are asked for"
          : "there is no shard \(found.number) of \(count): they are 1 to \(count)")
    }
    return shard
  }

  /// The number, from 1, and the number of parts if it is known.
  private func found(
    in environment: [String: String]
  ) throws -> (number: Int, count: Int?) {
    func number(_ name: String) -> Int? {
      environment[name].flatMap { Int($0) }.flatMap { 0...Int(Int32.max) ~= $0 ? $0 : nil }
    }
    if let id = number("SLURM_ARRAY_TASK_ID") {
      let array = SlurmArray(
        first: number("SLURM_ARRAY_TASK_MIN"), last: number("SLURM_ARRAY_TASK_MAX"),
        step: number("SLURM_ARRAY_TASK_STEP"), count: number("SLURM_ARRAY_TASK_COUNT"))
      return try array.part(ofTask: id, of: count)
    }
    if let index = number("JOB_COMPLETION_INDEX") { return (index + 1, nil) }
    if let job = number("PARALLEL_SEQ") { return (job, nil) }
    throw ValidationError(
      """
      --shard auto finds no number: there is no SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ
      """)
  }
}

/// The tasks of a Slurm job array.
private struct SlurmArray {
  var first: Int?
  var last: Int?
  var step: Int?
  var count: Int?

  /// The part of the task `id`, of `parts` parts, or of as many as there are tasks.
  ///
  /// An array with a task for each part may begin at any number. In an array of fewer tasks, which repeats lost
  /// parts, the number of a task is that of its part.
  ///
  /// - Throws: `ValidationError` if the array does not tell the number of parts.
  func part(ofTask id: Int, of parts: Int?) throws -> (number: Int, count: Int?) {
    let step = max(1, step ?? 1)
    let position = (id - (first ?? 1)) / step + 1
    guard let parts else {
      let isWhole = last.map { ($0 - (first ?? 1)) / step + 1 == count } ?? true
      guard isWhole, 0...1 ~= first ?? 1 else {
        throw ValidationError(
          """
          --shard auto finds an array of \(count.map { $0.counted("task") } ?? "some tasks"), which may be a part \
          of a larger one: use auto/12 for 12 parts
          """)
      }
      return (position, count)
    }
    return (count == parts ? position : id, parts)
  }
}
