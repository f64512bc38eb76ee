import CarrelBasics
import CarrelStages

/// The library's lock: held while somebody writes, by all of them together.
extension Desk {
    /// The library while it is open for writing.
    struct Writing {
        var access: LibraryAccess
        var opening: Task<any Library, any Error>
        /// The library, once it is open.
        var library: (any Library)?
        /// Who waits until it is.
        var waiting: [Int: CheckedContinuation<any Library, any Error>] = [:]
        private var lastTicket = 0
        var users = 1
        /// Whether nobody else may come in until its one user is done.
        var isClosedToOthers = false
        /// How old the copy of the records may be once it is closed; `nil` if nothing has changed them.
        var copyAge: Duration?

        init(access: LibraryAccess, opening: Task<any Library, any Error>) {
            (self.access, self.opening) = (access, opening)
        }

        /// Makes a name for one who waits.
        mutating func makeTicket() -> Int {
            lastTicket += 1
            return lastTicket
        }
    }

    /// Does something while holding the library's lock; calls that overlap share it.
    ///
    /// - Parameters:
    ///   - location: the location of the catalogue; `nil` for that of the profile.
    ///   - access: how the library is held; `nil` for alone, or with others if its machines share its jobs.
    ///   - age: how old the copy of the records may be afterwards.
    ///   - makesRoom: whether it goes on where no room is left for what a killed process began; nobody else comes in meanwhile.
    ///   - body: gets the catalogue's pipeline over the library that is open for writing.
    /// - Throws: what the body throws; `StoreError` if the library cannot be written to.
    func writing<Value: Sendable>(
        _ location: String? = nil, with access: LibraryAccess? = nil,
        copiedWithin age: Duration = .seconds(24 * 3600), makingRoom makesRoom: Bool = false,
        _ body: @Sendable (Pipeline) async throws -> Value
    ) async throws -> Value {
        // What is known now: until the library is open, the desk may take other parts.
        let parts = parts
        let library = try await startWriting(
            access ?? (parts.pipeline.queues.isShared ? .joined : .exclusive), makingRoom: makesRoom)
        defer { stopWriting() }
        var pipeline = pipeline(for: location, library, among: parts)
        if let queue = try await sharedQueue {
            pipeline.posting = Posting(queue: queue, options: parts.posting)
            pipeline.context.now = try await queue.clock(correcting: pipeline.context.now)
        }
        let result = await Result(of: { try await body(pipeline) })
        await noteChanges()
        // Also of what failed half-way, or that somebody else does at the same time.
        let copyAge = min(writing?.copyAge ?? age, age)
        writing?.copyAge = copyAge
        await keepCopy()
        return try result.get()
    }

    /// Finishes what a killed process left, for somebody who is about to look: documents are recorded that have no name yet.
    ///
    /// Whoever writes just now is left to do that, and is not waited for: a run always has documents that will get their
    /// names in a moment. The library can be read even if it fails.
    public func recover() async {
        if let recovering { return await recovering.value }
        let parts = parts
        guard writing == nil, !parts.pipeline.queues.isShared,
            let pending = try? await library.pendingPublications(), !pending.isEmpty, writing == nil,
            recovering == nil
        else { return }
        // Not as a write of the desk: no copy of the records is kept. Whoever comes to write waits for it.
        let recovering = Task {
            guard let library = try? await (parts.openAtOnce ?? parts.open)(.exclusive) else { return }
            try? await pipeline(for: nil, library, among: parts).recover()
        }
        self.recovering = recovering
        await recovering.value
        self.recovering = nil
    }

    /// Whether the library can be written to: nobody else holds it.
    public func isFree() async -> Bool {
        guard writing == nil else { return true }
        do throws(StoreError) {
            let access = parts.pipeline.queues.isShared ? LibraryAccess.joined : .exclusive
            _ = try await (parts.openAtOnce ?? parts.open)(access)
            return true
        } catch {
            return error.code != .busy
        }
    }

    /// Does several things, between which the library stays open for writing once one of them has opened it.
    ///
    /// - Parameter body: what to do.
    public func stayingOpen<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        stays += 1
        let result = await Result(of: body)
        stays -= 1
        if stays == 0, writing?.users == 0 {
            writing?.users = 1
            await keepCopy()
            stopWriting()
        }
        return try result.get()
    }

    /// Keeps a copy of the records that is young enough, if anything has changed them and nobody else writes: also of what
    /// somebody changes while one is made.
    private func keepCopy() async {
        while isAloneInWriting, stays == 0, let age = writing?.copyAge, let library = writing?.library {
            writing?.copyAge = nil
            // The changes are durable, so a failed copy is not an error.
            try? await library.keepCopy(unlessYoungerThan: age)
        }
    }

    /// Whether it holds the library's lock, or is about to.
    var holdsLock: Bool { writing?.access == .exclusive }

    /// Whether just one call writes.
    var isAloneInWriting: Bool { writing?.users == 1 }

    /// Keeps everybody else out until the one call that writes is done.
    ///
    /// - Throws: `StoreError` with `.busy` if others write already.
    func keepOthersOut() throws(StoreError) {
        guard isAloneInWriting else { throw Self.heldOtherwise }
        writing?.isClosedToOthers = true
    }

    private func startWriting(
        _ access: LibraryAccess, makingRoom makesRoom: Bool
    ) async throws -> any Library {
        if let known = writing {
            guard known.access == access || known.access == .exclusive, !known.isClosedToOthers else {
                throw Self.heldOtherwise
            }
            writing?.users += 1
        } else {
            writing = Writing(access: access, opening: open(access, makingRoom: makesRoom))
            writing?.isClosedToOthers = makesRoom
        }
        return try await waitUntilOpen()
    }

    /// Opens the library for writing; whoever has it alone puts right what a killed process left in it.
    private func open(
        _ access: LibraryAccess, makingRoom makesRoom: Bool
    ) -> Task<any Library, any Error> {
        let (parts, runs, recovering, stopped) = (parts, runs, recovering, stopped)
        let opening = Task {
            await recovering?.value
            await stopped?.value
            let library = try await parts.open(access)
            var pipeline = parts.pipeline
            (pipeline.library, pipeline.runs) = (library, runs)
            // Beside others, a worker finishes what is left to it.
            guard access == .exclusive else { return library }
            do throws(PipelineError) {
                try await pipeline.recover()
            } catch {
                guard makesRoom, case .library(let failure) = error, failure.code == .full else {
                    throw error
                }
            }
            return library
        }
        Task { hasOpened(opening, await opening.result) }
        return opening
    }

    /// Waits for the library; whoever is interrupted leaves the others to wait.
    private func waitUntilOpen() async throws -> any Library {
        if let library = writing?.library { return library }
        guard let ticket = writing?.makeTicket(), let opening = writing?.opening else {
            throw CancellationError()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                writing?.waiting[ticket] = continuation
                // The handler may have run before there was anything to end.
                if Task.isCancelled { leave(ticket, opening) }
            }
        } onCancel: {
            Task { await self.leave(ticket, opening) }
        }
    }

    /// Tells those who wait that the library is open, or why it is not; whoever comes next then opens it anew.
    private func hasOpened(
        _ opening: Task<any Library, any Error>, _ result: Result<any Library, any Error>
    ) {
        guard let known = writing, known.opening == opening else { return }
        writing?.waiting = [:]
        if let library = try? result.get() {
            writing?.library = library
        } else {
            writing?.users -= known.waiting.count
            if writing?.users == 0 { endWriting() }
        }
        for continuation in known.waiting.values { continuation.resume(with: result) }
    }

    /// Ends one wait for the library; with the last one the opening ends, and whoever comes next opens it anew.
    private func leave(_ ticket: Int, _ opening: Task<any Library, any Error>) {
        guard writing?.opening == opening, let continuation = writing?.waiting.removeValue(forKey: ticket)
        else { return }
        continuation.resume(throwing: CancellationError())
        writing?.users -= 1
        guard writing?.users == 0 else { return }
        opening.cancel()
        stopped = Task { _ = await opening.result }
        endWriting()
    }

    /// Why something cannot write while something else of this desk does.
    package static let heldOtherwise = StoreError(
        .busy, subject: "the library", reason: "something else goes on in it",
        remedy: "Try again when it has ended")

    private func stopWriting() {
        writing?.users -= 1
        guard writing?.users == 0 else { return }
        writing?.isClosedToOthers = false
        if stays == 0 { endWriting() }
    }

    private func endWriting() {
        (writing, reading) = (nil, nil)
        generation += 1
    }

    /// Tells the hub the number of the last recorded change, for listeners that miss events.
    ///
    /// Not while anything else goes on: what that has recorded may not have been told yet.
    private func noteChanges() async {
        guard isAloneInWriting, let changes = try? await library.changes(since: .max), isAloneInWriting else {
            return
        }
        hub.note(changes.number)
    }
}

extension StoreError {
    /// Whether something else of the same desk keeps the library, and not another process.
    package var isOfThisDesk: Bool { self == Desk.heldOtherwise }
}
