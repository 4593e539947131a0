/// Decides which job a pool's worker runs next, and which worker to wake for a new one.
///
/// No thread and no lock: every transition can be tested by calling it.
struct PoolQueue<Job> {
  private var urgent = FirstInFirstOut<Job>()
  private var ordinary = FirstInFirstOut<Job>()
  private var idle: [Int]

  /// A queue for `workerCount` workers, all idle.
  init(workerCount: Int) { idle = Array((0..<workerCount).reversed()) }

  /// Adds a job, behind those of its kind.
  ///
  /// - Returns: The worker that was idle and now has to ask for jobs; `nil` if all are busy.
  mutating func submit(_ job: Job, isUrgent: Bool) -> Int? {
    if isUrgent {
      urgent.append(job)
    } else {
      ordinary.append(job)
    }
    return idle.popLast()
  }

  /// Adds an ordinary job on behalf of a busy worker, which will ask for it: nobody is woken.
  mutating func resubmit(_ job: Job) { ordinary.append(job) }

  /// Takes the next job for a busy worker; `nil` makes it idle.
  mutating func next(for worker: Int) -> Job? {
    if let job = urgent.popFirst() ?? ordinary.popFirst() { return job }
    idle.append(worker)
    return nil
  }
}

/// A queue over an array, which moves its elements only now and then.
private struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var head = 0

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
