import Foundation
import Galley
import GalleyFrames
import GalleyLive
import TestSupport
import Testing

@Suite("FeedScroll, when something goes wrong", .timeLimit(.minutes(15)))
@MainActor
struct ScrollFailureTests {
  /// Options that are refused.
  enum Refusal: CaseIterable {
    case speed, rate, noTime, muchTime, viewport, viewportFraction, throttle
    case highRate, negativeRate, noViewport, nanViewport, nanThrottle, endlessThrottle, fade
    case nanCost, negativeCost, endlessCost

    func apply(_ options: inout ScrollOptions) {
      switch self {
      case .highRate: options.hertz = .max
      case .negativeRate: options.hertz = .min
      case .noViewport: options.viewportHeight = 0
      case .nanViewport: options.viewportHeight = .nan
      case .nanThrottle: options.costModel.throttle = .nan
      case .endlessThrottle: options.costModel.throttle = .infinity
      case .fade: options.crossFade = .seconds(-1)
      case .nanCost: options.costModel.layout.perGlyph = .nan
      case .negativeCost: options.costModel.composite.fixed = -1e300
      case .endlessCost: options.costModel.raster.perPixel = .infinity
      case .speed: options.script = .constant(speed: .nan)
      case .rate: options.hertz = 0
      case .noTime: options.duration = .zero
      case .muchTime: options.duration = .seconds(3601)
      case .viewport: options.viewportHeight = .infinity
      case .viewportFraction: options.viewportHeight = 100.25
      case .throttle: options.costModel.throttle = -1
      }
    }
  }

  @Test("refuses options out of bounds", arguments: Refusal.allCases)
  func refuses(refusal: Refusal) async throws {
    var options = try ScrollOptions()
    refusal.apply(&options)
    #expect(throws: ScrollError.self) { try FeedScroll(options) }
    await #expect(throws: ScrollError.self) { try await FeedView(options) }
  }

  /// Changes of a script's numbers after it was made.
  enum ScriptRefusal: CaseIterable {
    case noDecay, fullDecay, nanDecay, negativeDecay, nearDecay
    case noFloor, floorAbove, nanFloor, tinyFloor, floorAtSpeed
    case highSpeed, endlessSpeed, nanSpeed
    case noDistance, negativeDistance, nanDistance, endlessDistance, noInterval, negativeInterval

    var script: ScrollScript {
      var (fling, jump) = (Fling(), ScrollJump())
      switch self {
      case .noDecay: fling.decay = 0
      case .fullDecay: fling.decay = 1
      case .nanDecay: fling.decay = .nan
      case .negativeDecay: fling.decay = -0.5
      case .nearDecay: (fling.decay, fling.floor) = (1.0.nextUp, 1)
      case .noFloor: fling.floor = 0
      case .floorAbove: fling.floor = 9000
      case .nanFloor: fling.floor = .nan
      case .tinyFloor: fling.floor = .leastNonzeroMagnitude
      case .floorAtSpeed: fling.floor = fling.speed
      case .highSpeed: fling.speed = 1e7
      case .endlessSpeed: fling.speed = .infinity
      case .nanSpeed: fling.speed = .nan
      case .noDistance: jump.distance = 0
      case .negativeDistance: jump.distance = -1
      case .nanDistance: jump.distance = .nan
      case .endlessDistance: jump.distance = .infinity
      case .noInterval: jump.interval = .zero
      case .negativeInterval: jump.interval = .seconds(-1)
      }
      return jump == ScrollJump() ? .fling(fling) : .jump(jump)
    }
  }

  @Test("refuses scripts whose numbers are out of bounds", arguments: ScriptRefusal.allCases)
  func refusesScripts(refusal: ScriptRefusal) async throws {
    for clock in ScrollClock.allCases {
      var options = try ScrollOptions(script: refusal.script)
      options.clock = clock
      #expect(throws: ScrollError.self) { try FeedScroll(options) }
      await #expect(throws: ScrollError.self) { try await FeedView(options) }
    }
    // Asked for all the same, an offset is somewhere in the table.
    for milliseconds in [0, 1, 700, 100_000] {
      let offset = refusal.script.offset(after: .milliseconds(milliseconds), scale: 2, limit: 50)
      #expect((0...50).contains(offset))
    }
  }

  @Test(
    "makes extreme numbers of workers and bytes fit", arguments: ScrollClock.allCases,
    [Int.min, -1, Int.max])
  func extremes(clock: ScrollClock, number: Int) async throws {
    for capsPictures in [false, true] {
      let scroll = try await Scroll(.bytes(Array(#"{"title":"a"}"#.utf8))) {
        $0.clock = clock
        $0.duration = .milliseconds(50)
        $0.rendering.workerCount = number
        $0.pictureByteLimit = number
        $0.capsPictures = capsPictures
      }
      #expect(scroll.summary.rowCount == 1 && scroll.summary.workerCount <= 64)
    }
  }

  @Test("says that there can be no such folder, before anything is read")
  func noFolder() async throws {
    let folder = try TestFolder()
    let file = folder.path("file")
    try Data().write(to: URL(fileURLWithPath: file))
    for path in [file, file + "/below"] {
      let error = await failure {
        _ = try await Scroll(.path("/nonexistent")) { $0.frameFolder = path }
      }
      #expect(error as? PNGError == .cannotCreate(path: path, errno: ENOTDIR))
    }
  }

  @Test("ends if a frame cannot be written, and reports no missing file")
  func folderVanishes() async throws {
    let folder = try TestFolder()
    var options = try ScrollOptions()
    options.frameFolder = folder.path("frames")
    let scroll = try FeedScroll(options)
    var told: [Bool] = []
    let error = await failure {
      _ = try await scroll.run(sample("everyday.jsonl")) { event in
        guard case .vsync(let record) = event, let file = record.file else { return }
        told.append(FileManager.default.fileExists(atPath: file) || told.count > 3)
        guard record.vsync == 3 else { return }
        // Renamed, since a folder that is being written to cannot be emptied in one step.
        try FileManager.default.moveItem(
          atPath: folder.path("frames"), toPath: folder.path + "/gone")
      }
    }
    #expect(error is PNGError)
    #expect(told.count >= 4 && told.allSatisfy { $0 })
  }

  @Test("ends with the error of its listener", arguments: RenderMode.allCases)
  func listenerFails(mode: RenderMode) async throws {
    struct Enough: Error {}
    let folder = try TestFolder()
    var options = try ScrollOptions(rendering: RenderOptions(mode: mode))
    options.frameFolder = folder.path
    let scroll = try FeedScroll(options)
    let error = await failure {
      _ = try await scroll.run(sample("everyday.jsonl")) { event in
        if case .vsync(let record) = event, record.vsync == 9 { throw Enough() }
      }
    }
    #expect(error is Enough)
    #expect(try folder.visibleNames().allSatisfy { $0.hasSuffix(".png") && $0.hasPrefix("frame-") })
    #expect(try folder.visibleNames().count >= 10)
  }

  @Test("ends when it is cancelled", arguments: RenderMode.allCases)
  func cancels(mode: RenderMode) async throws {
    let folder = try TestFolder()
    var options = try ScrollOptions(rendering: RenderOptions(mode: mode))
    options.frameFolder = folder.path
    options.duration = .seconds(3600)
    let scroll = try FeedScroll(options)
    let error = await failure {
      let task = Task {
        _ = try await scroll.run(sample("everyday.jsonl")) { event in
          if case .vsync(let record) = event, record.vsync == 9 {
            withUnsafeCurrentTask { $0?.cancel() }
          }
        }
      }
      try await task.value
    }
    #expect(error is CancellationError)
  }

  @Test("reports bad elements, and leaves them out")
  func badElements() async throws {
    let lines = [#"{"title":"a"}"#, "[]", #"{"title":"b"}"#].joined(separator: "\n")
    let scroll = try await Scroll(.bytes(Array(lines.utf8)), hasFrames: false)
    #expect(scroll.failures.map(\.index) == [1])
    #expect(scroll.summary.failureCount == 1)
    #expect(scroll.summary.rowCount == 2)
  }

  @Test("ends where the feed breaks off")
  func brokenFeed() async throws {
    let error = await failure {
      _ = try await Scroll(.bytes(Array(#"[{"title":"a"},"#.utf8)), hasFrames: false)
    }
    #expect(error is FeedError)
  }
}
