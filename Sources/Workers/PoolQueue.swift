/// Decides which job a pool's worker runs next, and which worker wakes for a new job.
///
/// It has no thread and no lock, so a test can call every transition.
struct PoolQueue<Job> {
  private var urgent = FirstInFirstOut<Job>()
  private var ordinary = FirstInFirstOut<Job>()
  private var idle: [Int]
  /// Whether a worker is on its way to take a job.
  private var isWaking = false

  /// A queue for `workerCount` workers, all idle.
  init(workerCount: Int) { idle = Array((0..<workerCount).reversed()) }

  /// Adds a job `count` times, behind those of its kind.
  ///
  /// - Returns: As ``wake()``.
  mutating func submit(_ job: Job, count: Int = 1, isUrgent: Bool = false) -> Int? {
    for _ in 0..<count {
      if isUrgent {
        urgent.append(job)
      } else {
        ordinary.append(job)
      }
    }
    return wake()
  }

  /// Returns the idle worker that now has to take a job.
  ///
  /// It is `nil` if all workers are busy, if no job waits, or if a worker is on its way: the caller asks again when
  /// that one has taken its job. So only one worker is woken by the thread that adds jobs, which may have no time for
  /// more.
  mutating func wake() -> Int? {
    guard !isWaking, !(urgent.isEmpty && ordinary.isEmpty), let worker = idle.popLast() else {
      return nil
    }
    isWaking = true
    return worker
  }

  /// Adds an ordinary job of a busy worker, which takes its next job by itself: no worker wakes.
  mutating func resubmit(_ job: Job) { ordinary.append(job) }

  /// Takes the next job for a busy worker; `nil` if there is none, and the worker is idle from now
  /// on.
  mutating func next(for worker: Int) -> Job? {
    isWaking = false
    if let job = urgent.popFirst() ?? ordinary.popFirst() { return job }
    idle.append(worker)
    return nil
  }
}

/// A queue in an array, whose elements move only after many removals.
private struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
