import CarrelBasics
import CarrelHTTP

/// The connections that a fetcher without a network acts as if it had.
final class ScriptedConnections: Sendable {
    /// A connection, and whether it carried an exchange before.
    struct Connection: Sendable {
        let id: ConnectionID
        let origin: Origin?
        let isOwn: Bool
        var isReused = false
    }

    private struct State {
        var lastNumber: UInt64 = 0
        var idle: [Connection] = []
        var mixed: Set<ConnectionID> = []
    }

    private let state = Locked(State())

    /// The connections that brought more than was asked for.
    var mixed: Set<ConnectionID> { state.withLock { $0.mixed } }

    /// An idle connection, or a new one.
    func take(_ request: FetchRequest) -> Connection {
        let idle = state.withLock { state -> Connection? in
            guard !request.usesOwnConnection,
                let index = state.idle.lastIndex(where: { $0.origin == Origin(request.url) })
            else { return nil }
            return state.idle.remove(at: index)
        }
        return idle ?? make(request)
    }

    /// A new connection.
    func make(_ request: FetchRequest) -> Connection {
        state.withLock { state in
            state.lastNumber += 1
            return Connection(
                id: ConnectionID(state.lastNumber), origin: Origin(request.url),
                isOwn: request.usesOwnConnection)
        }
    }

    /// Keeps a connection for the next exchange.
    func giveBack(_ connection: Connection) {
        guard !connection.isOwn else { return }
        var connection = connection
        connection.isReused = true
        state.withLock { $0.idle.append(connection) }
    }

    /// Notes that a connection brought more than was asked for.
    func noteMixed(_ connection: Connection) { state.withLock { _ = $0.mixed.insert(connection.id) } }
}
