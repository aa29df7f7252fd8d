import Foundation

/// Keeps a run within its memory bound, or ends it before it exceeds the bound.
///
/// Without a bound it does nothing. With a bound, columns that are not always needed go to files, fewer jobs run at
/// once, and free memory goes back to the system; see `spool`, `window` and `giveBack`. A guard checks the process all
/// the time, and steps that can estimate their memory ask first; see `expect`.
final class MemoryWatch: @unchecked Sendable {
  /// The bound, or nil for none.
  let bound: MemoryBound?
  // Guarded by `lock`.
  private var folder: URL?
  private var blocks: FileBlocks?
  private var readShare: Double?
  private var load = MemoryLoad()
  private var reserved = 0
  private var failure: (any Error)?
  private var watching: MemoryGuard?
  private let lock = NSCondition()

  /// The fraction of the input after which the rest can be estimated.
  private static let tellingShare = 0.02

  /// Watches over a bound.
  init(_ bound: MemoryBound?) {
    self.bound = bound
    if bound == nil { ResidentMemory.keepMuch() } else { ResidentMemory.keepLittle() }
  }

  // MARK: Sparing

  /// Names the folder for the files of columns; it is removed with the run.
  func spill(into folder: URL) {
    lock.withLock { self.folder = folder }
  }

  /// Puts large blocks of memory, such as the arrays of shapes, into files in that folder when the run has taken much of its
  /// bound; see `FileBlocks`.
  func spillBlocks() {
    guard let bound else { return }
    lock.withLock { if let folder, blocks == nil { blocks = FileBlocks(in: folder, bound: bound) } }
  }

  /// Whether large blocks of memory are in files, so that they need not fit.
  var spillsBlocks: Bool { lock.withLock { blocks != nil } }

  /// A new file for a column, or nil if columns stay in memory.
  func spool() throws -> SpoolFile? {
    guard bound != nil, let folder = lock.withLock({ self.folder }) else { return nil }
    return try SpoolFile(in: folder)
  }

  /// A new file for the long values of a table, or nil if they stay in memory.
  func valueSpool() throws -> ValueSpool? {
    try spool().map { ValueSpool($0, self) }
  }

  /// The number of jobs that may run at once, out of the number that is best for speed.
  func window(_ window: Int, threads: Int) -> Int {
    bound == nil ? window : min(window, threads + 2)
  }

  /// Gives free memory back to the system, if memory is scarce.
  func giveBack() {
    if bound != nil { ResidentMemory.giveBack() }
  }

  /// Gives free memory back to the system where one step of a layer ends and the next begins, with or without a bound:
  /// each worker's free memory is of use to that worker alone, so what one step leaves free would add to the peak of the
  /// next. Takes some milliseconds.
  func giveBackBetweenSteps() { ResidentMemory.giveBack() }

  // MARK: Watching

  /// Checks the process until `rest` is called.
  ///
  /// - Parameter cutOff: ends the process at once; called on another thread when work that cannot be asked to stop is
  ///   about to exceed the bound.
  /// - Throws: `PipelineError.unavailable` if no thread can be started.
  func begin(cutOff: @escaping @Sendable (PipelineError) -> Void) throws {
    guard let bound else { return }
    let watching = MemoryGuard(
      bound, reached: { [weak self] in self?.note(resident: $0) },
      passed: { [weak self] in
        if let self { cutOff(self.exceeded(by: $0)) }
      },
      blocks: { [weak self] in self.flatMap { watch in watch.lock.withLock { watch.blocks } } })
    do {
      try watching.start()
    } catch {
      throw PipelineError.unavailable("the memory bound cannot be watched: \(error)")
    }
    lock.withLock { self.watching = watching }
  }

  /// Stops checking.
  func rest() {
    lock.withLock {
      watching?.stop()
      watching = nil
      blocks?.close()
      blocks = nil
    }
  }

  /// Notes the fraction of the input that has been read, 0 to 1, if it is known, and the memory load: they predict the
  /// memory of the whole run.
  func note(readShare share: Double?, load: MemoryLoad) {
    lock.withLock { (readShare, self.load) = (share, load) }
  }

  /// Keeps the failure of a spool file, to be thrown by `check`.
  func note(failure: any Error) {
    lock.withLock { if self.failure == nil { self.failure = failure } }
  }

  private func note(resident bytes: Int) { note(failure: exceeded(by: bytes)) }

  /// Throws if the run must stop: it is about to exceed its bound, or a spool file failed. Cheap.
  func check() throws {
    guard bound != nil else { return }
    let (failure, blocks) = lock.withLock { (self.failure, self.blocks) }
    // First: what files could not hold is in memory, and may be why that is too little.
    try blocks?.check()
    if let failure { throw failure }
  }

  /// Throws like `check`, and looks at the process itself, which takes some microseconds: for steps that allocate megabytes.
  func checkResident() throws {
    guard bound != nil else { return }
    lock.withLock { watching }?.look()
    try check()
  }

  /// Throws like `check`, also if the process has exceeded the bound at any time.
  ///
  /// - Throws: `PipelineError.unavailable`, or the error of a file.
  func checkNow() throws {
    try check()
    guard let bound else { return }
    let peak = ResidentMemory.peakBytes
    if peak > bound.residentLimit { throw exceeded(by: peak) }
  }

  // MARK: Asking first

  /// Throws if so many more bytes do not fit; called before the allocation.
  ///
  /// - Throws: `PipelineError.unavailable`.
  func expect(_ more: Int, for what: String) throws {
    guard let bound else { return }
    relieve()
    lock.lock()
    defer { lock.unlock() }
    try reject(more, beside: ResidentMemory.bytes + reserved, for: what, bound)
  }

  /// Gives free memory and the pages of blocks in files back, before what is left is compared with the bound.
  private func relieve() {
    giveBack()
    lock.withLock { blocks }?.letGo()
  }

  /// Whether so many more bytes fit; always without a bound.
  func fits(_ more: Int) -> Bool {
    guard let bound else { return true }
    relieve()
    return lock.withLock { ResidentMemory.bytes + reserved + more <= bound.runLimit }
  }

  /// Runs a step that needs so many bytes and releases them; steps that do not fit together run one after the other.
  ///
  /// A step must not reserve more while it runs.
  /// - Throws: `PipelineError.unavailable` if the step would not fit alone.
  func reserving<R>(_ bytes: Int, for what: String, _ body: () throws -> R) throws -> R {
    guard let bound, bytes > 0 else { return try body() }
    try reserve(bytes, for: what, bound)
    defer {
      lock.withLock {
        reserved -= bytes
        lock.broadcast()
      }
    }
    return try body()
  }

  private func reserve(_ bytes: Int, for what: String, _ bound: MemoryBound) throws {
    lock.lock()
    defer { lock.unlock() }
    // Other steps may have allocated already what they have reserved, so this waits longer than necessary.
    while reserved > 0, ResidentMemory.bytes + reserved + bytes > bound.runLimit { lock.wait() }
    if reserved == 0, ResidentMemory.bytes + bytes > bound.runLimit {
      ResidentMemory.giveBack()
      blocks?.letGo()
      try reject(bytes, beside: ResidentMemory.bytes, for: what, bound)
    }
    reserved += bytes
  }

  private func reject(_ more: Int, beside used: Int, for what: String, _ bound: MemoryBound) throws {
    let needed = used + more
    guard needed > bound.runLimit else { return }
    throw rejection(
      bound, "\(what) takes \(MemoryBound.text(more)) beside the \(MemoryBound.text(used)) in use",
      needed: needed - bound.runLimit + bound.bytes + expectedGrowth)
  }

  // MARK: Saying so

  /// The memory of the run when all is read, predicted from what was read; without the program.
  private var expectedBytes: Int {
    guard let bound else { return 0 }
    let (share, load) = (readShare, self.load)
    return load.bytes(ofShare: share ?? 1) + bound.buffers
  }

  /// The further memory of the rows until all is read.
  private var expectedGrowth: Int {
    load.bytes(ofShare: readShare ?? 1) - load.bytes(ofShare: 1)
  }

  private func exceeded(by resident: Int) -> PipelineError {
    guard let bound else { return .inconsistent("there is no memory bound") }
    lock.lock()
    defer { lock.unlock() }
    do { try blocks?.check() } catch { return PipelineError(error) }
    let share = readShare
    var reason = "the run has taken \(MemoryBound.text(resident)) and is not finished"
    var needed = bound.bytes + bound.bytes / 2
    if let share, share > Self.tellingShare, share < 1 {
      reason = "the run has taken \(MemoryBound.text(resident)) with \(Int(share * 100)) % of the input read"
      needed = Int(Double(bound.bytes) / share)
    }
    return rejection(bound, reason, needed: max(needed, expectedBytes))
  }

  /// - Parameter needed: the bound with which the run is expected to succeed; the message adds a margin.
  private func rejection(_ bound: MemoryBound, _ reason: String, needed: Int) -> PipelineError {
    let needed = needed + needed / 8 + MemoryBound.slack
    let stated = MemoryBound.text(bound.bytes)
    return .unavailable(
      "the memory bound of \(stated) (and \(MemoryBound.text(MemoryBound.programBytes)) for the program) is too small: "
        + "\(reason); the output is as it was. Give --memory at least \(MemoryBound.option(needed)), or split the sources"
    )
  }
}
