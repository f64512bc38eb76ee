import CarrelBasics
import CarrelFrontEnd
import CarrelInterface
import CarrelServer

/// The page: a library in a browser.
///
/// It runs from `start()` until `stop()`.
public final class PageServer: Sendable {
    /// What a server needs to know.
    public struct Configuration: Sendable {
        /// Where to listen.
        public var address: ListenAddress
        /// The names by which it is called beside that address and `localhost`; any address is one of its own.
        public var hosts: [String]
        /// What a person must know to come in; `nil` for nothing.
        public var token: String?
        /// The people who may come in with their passwords; `nil` for none.
        public var people: PasswordFile?
        /// Whether it shows the library only, and nobody who comes may change anything.
        public var isReadOnly: Bool
        /// What it shows to whoever connects; without one it does not speak TLS.
        public var certificate: ServerCertificate?
        /// The limits.
        public var limits: ServerLimits

        public init(
            address: ListenAddress, hosts: [String] = [], token: String? = nil, people: PasswordFile? = nil,
            isReadOnly: Bool = false, certificate: ServerCertificate? = nil, limits: ServerLimits
        ) {
            (self.address, self.hosts, self.token, self.people) = (address, hosts, token, people)
            (self.isReadOnly, self.certificate, self.limits) = (isReadOnly, certificate, limits)
        }
    }

    private struct Running {
        var daemon: Daemon
        var hub: LiveHub
        var work: BackgroundWork
        var live: Task<Void, Never>
    }

    private let configuration: Configuration
    private let host: any LibraryHost
    private let running = Locked<Running?>(nil)

    /// Makes a server over a library.
    public init(_ configuration: Configuration, _ host: any LibraryHost) {
        (self.configuration, self.host) = (configuration, host)
    }

    /// Starts listening.
    ///
    /// - Returns: where it listens, with the port that the system chose if it was 0.
    public func start() throws(ServerError) -> ListenAddress {
        let socket = try ListeningSocket(configuration.address)
        let speaksTLS = configuration.certificate != nil
        let library = CurrentLibrary(host)
        let (hub, work, visitors) = (LiveHub(library), BackgroundWork(), Visitors())
        let (check, events) = (LibraryCheck(), InterfaceEvents(library))
        let access = Access(
            token: configuration.token, people: configuration.people, port: socket.address.port,
            speaksTLS: speaksTLS, isReadOnly: configuration.isReadOnly)
        let assets = Assets()
        let undo = UndoList()
        let handler = PageHandler(
            hosts: HostCheck(configuration.address, hosts: configuration.hosts, speaksTLS: speaksTLS),
            speaksTLS: speaksTLS, access: access, assets: assets, library: library, hub: hub,
            actions: PageActions(
                host: host, library: library, hub: hub, events: events, work: work, visitors: visitors,
                check: check, undo: undo),
            views: PageViews(
                library: library, hub: hub, access: access, assets: assets, visitors: visitors, check: check,
                undo: undo),
            interface: InterfaceViews(
                queries: LibraryQueries(library), access: access,
                actions: LibraryActions(host, library, work) {
                    await events.tell($0)
                    await hub.say(InterfaceViews.sentence($0), isError: true)
                }, live: events),
            feeds: OPDSViews(queries: LibraryQueries(library), access: access))
        let daemon = try Daemon.start(
            socket, limits: configuration.limits, certificate: configuration.certificate, handler)
        let live = Task { await hub.run() }
        running.withLock { $0 = Running(daemon: daemon, hub: hub, work: work, live: live) }
        return socket.address
    }

    /// Stops listening, ends what goes on and every connection.
    public func stop() async {
        guard let running = running.withLock({ $0.take() }) else { return }
        running.live.cancel()
        await running.work.stop()
        await running.hub.close()
        await running.daemon.stop()
    }
}
