import InkPages
import ScrollLab
import SocialCards

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: jobs FEED FOLDER") }
let (feed, folder) = (arguments[1], arguments[2])
print(try await drawSocialCards(of: feed, to: folder + "/cards").fileCount, "cards")
print(try await drawInkPages(of: feed, to: folder + "/ink").fileCount, "pages")
let dropped = try await countDroppedFrames(of: feed, throttle: 100)
print("dropped frames: \(dropped.sync) in mode sync, \(dropped.async) in mode async")
