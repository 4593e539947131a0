package import ArgumentParser
import Foundation
package import Galley
package import GalleyLive
package import GalleyPNG

/// The clock, the display and the length of scrolls.
package struct PacingOptions: ParsableArguments {
  @Option(
    help: """
      The clock: virtual, on which a cost model gives the time of each step, or real. The default \
      of scroll is virtual, that of bench real.
      """)
  package var clock: ScrollClock?

  @Option(help: "Refreshes of the display in a second, 1 to 1000.")
  package var hz = 60

  @Option(
    help: """
      The length of a scroll. The default of bench is 2 for each run on the real clock, and 10 on the \
      virtual one; that of scroll is the end of the feed or the script, at most 10 s, and 60 s of flings.
      """)
  package var seconds: Double?

  @Option(help: "The height of the viewport, in layout units; its width is that of cells.")
  package var height = 667.0

  @Option(help: ArgumentHelp("Make all work take this many times as long.", valueName: "factor"))
  package var cpuThrottle: Double?

  /// Checks the bounds, with `clock` as the default clock of the command.
  package func check(clock defaultClock: ScrollClock) throws {
    guard (1...1000).contains(hz) else { throw ValidationError("--hz is 1 to 1000") }
    if let seconds, !(seconds > 0 && seconds <= 3600) {
      throw ValidationError("--seconds is more than 0 and at most 3600")
    }
    guard let cpuThrottle else { return }
    guard (clock ?? defaultClock) == .virtual || cpuThrottle >= 1 else {
      throw ValidationError("--clock real cannot make work quicker: --cpu-throttle is at least 1")
    }
    guard cpuThrottle > 0, cpuThrottle <= 1000 else {
      throw ValidationError("--cpu-throttle is more than 0 and at most 1000")
    }
  }

  /// The options of scrolls, with the defaults of a command.
  package func scrolls(
    _ rendering: RenderOptions, script: ScrollScript, clock defaultClock: ScrollClock,
    seconds defaultSeconds: Double? = nil
  ) throws -> ScrollOptions {
    var options = try ScrollOptions(
      rendering: rendering, script: script, hertz: hz,
      duration: (seconds ?? defaultSeconds).map { .seconds($0) }, viewportHeight: height)
    options.clock = clock ?? defaultClock
    return options
  }

  package init() {}
}

/// The movement of the viewport.
package struct ScriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The movement of the viewport: constant, fling (8000 units a second, multiplied by 0.998 each \
      ms, again below 2000), jump (4000 units each half second), return (there for half of the time, \
      and back), or a file of keyframes: \
      [{"ms": 0, "offset": 0}, {"ms": 500, "offset": 2000}]. The default is constant, and return in bench run.
      """, valueName: "script"))
  package var script: String?

  @Option(
    parsing: .unconditional,
    help: """
      Of scripts constant and return: layout units a second; of constant below 0 from the feed's end \
      to its start. The default is 1500, and 300 in bench corners, and 4000 of return; in bench run it is less if the \
      feed ends before the turn.
      """)
  package var speed: Double?

  private static let scripts = ["constant", "fling", "jump", "return"]

  /// The file of keyframes; `nil` if the script has a name.
  package var file: String? { script.flatMap { Self.scripts.contains($0) ? nil : $0 } }

  package mutating func validate() throws {
    if let file, !FileManager.default.fileExists(atPath: file) {
      throw ValidationError(
        "--script is \(Self.scripts.joined(separator: ", ")), or a file, which \(file) is not")
    }
    guard abs(speed ?? 0) <= ScrollScript.speedLimit else {
      throw ValidationError("--speed is -1000000 to 1000000")
    }
  }

  /// The script, or the one called `defaultName`, of which `return` takes `seconds`, and `constant` moves by
  /// `defaultSpeed`.
  package func script(
    default defaultName: String, speed defaultSpeed: Double = 1500, seconds: Double?
  ) throws -> ScrollScript {
    switch script ?? defaultName {
    case "constant": .constant(speed: speed ?? defaultSpeed)
    case "return":
      .thereAndBack(speed: abs(speed ?? 4000), turn: .seconds((seconds ?? 10) / 2))
    case "fling": .fling()
    case "jump": .jump()
    case let path:
      .keyframes(try ScrollScript.Keyframes(json: try readInput(path, as: "the script")))
    }
  }

  package init() {}
}

/// The movement of the viewport, and the frames that it shows.
package struct MovementOptions: ParsableArguments {
  @OptionGroup package var path: ScriptOptions

  @Option(help: "The replacement of a missing picture: \(names(of: BlankPolicy.self)).")
  package var blank = BlankPolicy.placeholder

  @Option(
    help: ArgumentHelp(
      "The method of rounding corners, instead of the theme's: \(names(of: CornerRounding.self)).",
      valueName: "way"))
  package var corners: CornerRounding?

  /// Applies the frames' options to `options`.
  package func apply(to options: inout ScrollOptions) {
    options.policy = blank
    if let corners { options.rendering.template.theme.cornerRounding = corners }
  }

  package init() {}
}

/// The compression of PNGs.
package struct ProfileOptions: ParsableArguments {
  @Option(help: "The compression of PNGs: \(names(of: PNGProfile.self)).")
  package var pngProfile = PNGProfile.fast

  package init() {}
}

/// The names of all cases of `Value`, with commas.
package func names<Value: RawRepresentable & CaseIterable>(
  of type: Value.Type
) -> String where Value.RawValue == String {
  type.allCases.map(\.rawValue).joined(separator: ", ")
}

/// The values of a list with commas, each of which has to be a case of `Value`.
///
/// - Throws: `ValidationError`, which lists the names of `option`.
package func values<Value: RawRepresentable & CaseIterable>(
  _ list: String, of option: String
) throws -> [Value] where Value.RawValue == String {
  try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
    guard let value = Value(rawValue: String(name)) else {
      throw ValidationError("\(option) is \(names(of: Value.self)), or several with commas")
    }
    return value
  }
}

/// Refuses an empty path of an option.
///
/// - Throws: `ValidationError`, which names the option.
package func checkNotEmpty(_ paths: (option: String, path: String?)...) throws {
  for (option, path) in paths where path == "" {
    throw ValidationError("\(option) needs a path")
  }
}

extension ScrollScript {
  /// The constant speed in layout units a second; `nil` of other scripts.
  package var speed: Double? {
    switch self {
    case .constant(let speed), .thereAndBack(let speed, _): speed
    case .fling, .jump, .keyframes: nil
    }
  }

  /// The script's name on the command line.
  package var name: String {
    switch self {
    case .constant: "constant"
    case .fling: "fling"
    case .jump: "jump"
    case .thereAndBack: "return"
    case .keyframes: "keyframes"
    }
  }
}
