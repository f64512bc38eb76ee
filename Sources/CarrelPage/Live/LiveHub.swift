import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// Tells every page that is open what changes, whoever changed it.
///
/// What changes, `LibraryWatch` says; here it becomes the events of the pages, in their languages.
actor LiveHub {
    /// How many pages can be open at once.
    static let maxListeners = 1000
    // What a page may leave unread: one that reads nothing for long is cut off, and comes back with what it knows.
    private static let bufferLimit = 1 << 20
    private static let heartbeat = Duration.seconds(15)

    private struct Listener {
        var stream: ReplyStream
        var language: Language
        // What is told while it is found out what it missed, to be sent after that; `nil` as soon as it is.
        var held: [[UInt8]]? = []
    }

    private let watch: LibraryWatch
    private var listeners: [Int: Listener] = [:]
    private var last = 0
    private var lastActivity: [Language: ActivityFrame] = [:]
    // The last sentences, as many as a page shows, which knows those that it heard.
    private var said: [[UInt8]] = []
    /// The turn of the last sentence, from the time of the start on: pages of a server of before heard none that come.
    private(set) var turn = Int64(Date.now.timeIntervalSince1970 * 1000)
    // Why the library cannot be read just now.
    private var trouble: (any Error)?

    init(_ library: CurrentLibrary) { watch = LibraryWatch(library) }

    // MARK: Listening

    /// Adds a page that listens.
    ///
    /// - Parameters:
    ///   - language: what it speaks.
    ///   - since: the number of the last change that it knows of; `nil` for a page that was just made.
    /// - Returns: what it is sent; `nil` if too many listen already.
    func listen(_ language: Language, since: Int64?) async -> ReplyStream? {
        // What changes from here on is told.
        await watch.begin()
        guard listeners.count < Self.maxListeners else { return nil }
        let stream = ReplyStream(limit: Self.bufferLimit)
        let said = said
        last += 1
        let id = last
        listeners[id] = Listener(stream: stream, language: language)
        stream.onClose { [weak self] in Task { await self?.leave(id) } }
        // The browser asks again soon after the connection is lost.
        stream.send(Array("retry: 1000\n\n".utf8))
        if let since, let missed = try? await watch.missed(since: since) {
            for change in missed.changes {
                if let frame = frame(of: change, missed.number) { stream.send(frame(language)) }
            }
        }
        for sentence in said { stream.send(sentence) }
        for frame in listeners[id]?.held ?? [] { stream.send(frame) }
        listeners[id]?.held = nil
        stream.send(LiveFrame.event("activity", number: nil, await ActivityFrame(watch.state(), language)))
        stream.send(LiveFrame.event("trouble", number: nil, TroubleFrame(trouble, language)))
        return stream
    }

    /// How many listen.
    var listenerCount: Int { listeners.count }

    private func leave(_ id: Int) { listeners[id] = nil }

    /// Tells every page a sentence.
    func say(_ text: String, isError: Bool) {
        turn += 1
        let frame = LiveFrame.event(
            "message", number: nil, MessageFrame(text: text.singleLine, isError: isError, turn: turn))
        said = said.suffix(3) + [frame]
        send { _ in frame }
    }

    /// Ends every stream.
    func close() {
        for listener in listeners.values { listener.stream.end() }
        listeners = [:]
    }

    private func send(_ frame: (Language) -> [UInt8]) {
        for language in Set(listeners.values.map(\.language)) {
            let bytes = frame(language)
            if !bytes.isEmpty { send(bytes, to: language) }
        }
    }

    private func send(_ bytes: [UInt8], to language: Language) {
        for (id, listener) in listeners where listener.language == language {
            if listeners[id]?.held?.append(bytes) == nil { listener.stream.send(bytes) }
        }
    }

    // MARK: Working

    /// Tells what changes until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.watch.run(while: { await self.listenerCount > 0 }) { await self.tell($0, $1) }
            }
            group.addTask { await LibraryWatch.repeating(every: Self.heartbeat) { await self.beat() } }
        }
    }

    private func beat() {
        for listener in listeners.values { listener.stream.send(LiveFrame.comment) }
    }

    private func tell(_ change: LibraryWatch.Change, _ number: Int64?) {
        if case .unreadable(let error) = change { trouble = error }
        if case .activity(let state) = change { tell(state) }
        if let frame = frame(of: change, number) { send(frame) }
    }

    /// How a change is told, in each language; `nil` for what goes on, which is told to those who do not know it yet.
    private func frame(of change: LibraryWatch.Change, _ number: Int64?) -> ((Language) -> [UInt8])? {
        switch change {
        case .states(let states):
            { language in
                let items = states.values.map { told in
                    StatusFrame.Item(RowKey.of(told.names), StatusMarkup(told.state, language))
                }
                return LiveFrame.event("status", number: number, StatusFrame(items: items))
            }
        case .library(let relists):
            { _ in LiveFrame.event("library", number: number, LibraryFrame(relists: relists)) }
        case .unreadable(let error):
            { LiveFrame.event("trouble", number: nil, TroubleFrame(error, $0)) }
        case .activity: nil
        }
    }

    /// Tells what is going on, where that reads otherwise than before.
    private func tell(_ state: Activity.State) {
        for language in Set(listeners.values.map(\.language)) {
            let frame = ActivityFrame(state, language)
            guard frame != lastActivity[language] else { continue }
            lastActivity[language] = frame
            send(LiveFrame.event("activity", number: nil, frame), to: language)
        }
    }
}
