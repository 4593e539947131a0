import Foundation
import TestSupport

/// A server of pictures on the loopback address, in a process of its own, which ends with this object.
final class PictureServer {
  /// The port that the system has chosen.
  let port: Int
  private let server: RunningProgram

  /// Starts the server; `host` is a loopback address.
  init(host: String = "127.0.0.1") throws {
    let output = Pipe()
    // All its streams are its own: a server that outlives the tests would keep theirs open, and so the run of
    // tests waiting.
    server = try RunningProgram(
      "/usr/bin/python3", ["-c", Self.program, host], output: output.fileHandleForWriting)
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) {
      line += byte
    }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else {
      throw CocoaError(.fileReadUnknown)
    }
    self.port = port
  }

  // Threads of a pool block other signals, and the server inherits that.
  deinit { kill(server.process.processIdentifier, SIGKILL) }

  /// The URL of a path.
  func url(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)/\(path)"
  }

  /// Plain sockets, because a small Python has no module for HTTP.
  private static let program = #"""
    import base64, os, socket, sys, threading, time
    # The tests may end without ending the server.
    threading.Timer(600, os._exit, [0]).start()
    PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAFElEQVR4nGM8kWLEgA0wYRUlSwIAiIYBZhhhozkAAAAASUVORK5CYII=")
    server = socket.socket(socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET)
    server.bind((sys.argv[1], 0))
    server.listen(50)
    print(server.getsockname()[1], flush=True)
    counts = {}

    def answer(client, status, headers, body):
        head = f"HTTP/1.1 {status}\r\nConnection: close\r\n" + "".join(f"{h}\r\n" for h in headers)
        client.sendall((head + "\r\n").encode() + body)

    def serve(client):
        request = b""
        while b"\r\n\r\n" not in request:
            more = client.recv(65536)
            if not more:
                return
            request += more
        path = request.split(b" ")[1].decode()
        counts[path] = counts.get(path, 0) + 1
        image = ["Content-Type: image/png"]
        if path.startswith("/good"):
            answer(client, "200 OK", image + [f"Content-Length: {len(PNG)}"], PNG)
        elif path.startswith("/tagged"):
            tag = '"v2"' if counts.get("/bump") else 'W/"v1"'
            if f"if-none-match: {tag}\r\n".encode() in request.lower().replace(b"w/", b"W/"):
                answer(client, "304 Not Modified", [f"ETag: {tag}"], b"")
            else:
                answer(client, "200 OK", image + [f"etag:{tag} "], PNG)
        elif path.startswith("/dated"):
            date = "Wed, 01 May 2024 10:00:00 GMT"
            if f"If-Modified-Since: {date}".encode() in request:
                answer(client, "304 Not Modified", [], b"")
            else:
                answer(client, "200 OK", image + [f"Last-Modified: {date}"], PNG)
        elif path.startswith("/untyped"):
            answer(client, "200 OK", [], PNG)
        elif path.startswith("/to/"):
            answer(client, "302 Found", ["Location: " + path[4:]], b"")
        elif path == "/loop":
            answer(client, "302 Found", ["Location: /loop"], b"")
        elif path == "/file":
            answer(client, "302 Found", ["Location: file:///etc/passwd"], b"")
        elif path == "/large":
            answer(client, "200 OK", image, PNG + bytes(1 << 20))
        elif path == "/slow":
            answer(client, "200 OK", image + ["Content-Length: 1000000"], PNG)
            for _ in range(300):
                client.sendall(b"0")
                time.sleep(0.1)
        elif path == "/page":
            answer(client, "200 OK", ["Content-Type: text/html; charset=utf-8"], b"<html>")
        elif path == "/text":
            answer(client, "200 OK", image, b"no picture at all")
        elif path.startswith("/count/"):
            answer(client, "200 OK", ["Content-Type: image/png"], str(counts.get(path[6:], 0)).encode())
        else:
            answer(client, "404 Not Found", ["Content-Type: image/png"], PNG)

    def run(client):
        try:
            serve(client)
        except OSError:
            pass
        finally:
            client.close()

    while True:
        threading.Thread(target=run, args=(server.accept()[0],), daemon=True).start()
    """#
}
