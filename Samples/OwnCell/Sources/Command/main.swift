import Foundation
import Galley
import Timeline

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  fatalError(
    "usage: own-cell ASSETS FOLDER, to draw posts; own-cell ASSETS bench, to compare modes")
}
if arguments[2] == "bench" {
  var options = try ScrollOptions(
    rendering: RenderOptions(assets: arguments[1]), script: .fling(), duration: .seconds(3))
  options.clock = .real
  let cores = ProcessInfo.processInfo.activeProcessorCount
  print(try await Timeline.compareModes(options, workerLimit: cores))
} else {
  let renderer = try PictureRenderer(RenderOptions(assets: arguments[1]))
  for (number, entry) in Timeline.entries(3).enumerated() {
    guard case .post(let post) = entry else { continue }
    let png = try renderer.png(of: PostCell(post))
    try Data(png).write(to: URL(fileURLWithPath: "\(arguments[2])/post-\(number).png"))
  }
}
