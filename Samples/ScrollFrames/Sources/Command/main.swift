import Foundation
import ScrollFrames

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: scroll-frames FEED FOLDER") }
try FileManager.default.createDirectory(
  atPath: arguments[2], withIntermediateDirectories: true)
let blankAreas = try await scroll(feed: arguments[1], step: 400, to: arguments[2]).blankAreas
print("\(blankAreas.count) frames, \(blankAreas.count { $0 > 0 }) of them partly blank")
