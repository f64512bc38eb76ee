import CarrelBasics
import CarrelHTTP
import CarrelS3
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// A library in a folder, and places to copy it to: a database and a bucket, as the profile `team` names them.
final class CopiedCourse: Sendable {
    let workspace: Workspace
    let server: LoopbackServer
    let database: PostgreSQLServer
    let schema = PostgreSQLServer.newSchema()
    private let bucket: S3Client
    private let prefix = TestBucket.newPrefix()

    /// Makes both places, and serves documents that a list names.
    ///
    /// - Parameter names: the documents.
    /// - Throws: an error of the system.
    init(_ names: [String]) async throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        database = try #require(PostgreSQLServer.shared)
        bucket = try await TestBucket.shared(CurlFetcher()).client()
        for name in names { serve(name, "content of \(name)") }
        server.on(
            "/list.txt", .content(Data(names.map { server.address("/\($0)") }.joined(separator: "\n").utf8)))
        try profile("team", store: Self.bucketStore, library: databaseLibrary)
    }

    /// Serves a document.
    func serve(_ name: String, _ text: String) {
        server.on("/\(name)", .document(text, entityTag: "\"\(text.hashValue)\""))
    }

    // MARK: Profiles

    static let bucketStore = "bucket"
    var databaseLibrary: String {
        "use = \"postgresql\"\ndsn = \"env:TEAM_DATABASE\"\nschema = \"\(schema)\""
    }

    /// Writes a profile.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - store: the lines of its store; `bucketStore` for the bucket.
    ///   - library: the lines of its library.
    /// - Throws: an error of the system.
    func profile(_ name: String, store: String, library: String) throws {
        let bucketLines = """
            use = "s3"
            endpoint = "\(bucket.bucket.endpoint.absoluteString)"
            bucket = "\(bucket.bucket.name)"
            prefix = "\(prefix.dropLast())"
            part-size = "5 MiB"
            path = "~/\(name)"
            """
        try workspace.write(
            "config/carrel/\(name).toml",
            """
            [store]
            \(store == Self.bucketStore ? bucketLines : store)
            [library]
            \(library)
            """)
    }

    // MARK: Commands

    /// Starts a command.
    func start(_ arguments: [String]) throws -> CarrelProcess {
        try CarrelProcess(
            arguments, in: workspace,
            environment: [
                "TEAM_DATABASE": database.address, "AWS_ACCESS_KEY_ID": ObjectStore.keys.access,
                "AWS_SECRET_ACCESS_KEY": ObjectStore.keys.secret,
            ])
    }

    /// Runs a command.
    func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await start(arguments).wait()
    }

    /// Syncs the list into a folder's library.
    func sync(_ further: String...) async throws -> CarrelProcess.Result {
        try await start(["sync", server.address("/list.txt"), "--set", "store.name={basename}"] + further)
            .wait()
    }

    // MARK: What is there

    /// The names of the objects in the bucket.
    func objects() async throws -> [String] {
        try await bucket.names(below: prefix).sorted()
    }

    /// Every file of a library's folder but the records, with its content and the second it was written in.
    func files(_ folder: String) throws -> [String: String] {
        let root = workspace.folder.appending(path: folder)
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let file = root.appending(path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular,
                !path.hasPrefix(".carrel/") || path.hasPrefix(".carrel/versions/")
                    || path.hasPrefix(".carrel/quarantine/")
            else { continue }
            let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            let content = try Data(contentsOf: file)
            files[path] = "\(Int64(date)) \(String(decoding: content.prefix(100), as: UTF8.self))"
        }
        return files
    }

    /// What carrel says of a library, in lines that do not name where it is.
    func facts(_ option: String...) async throws -> [String] {
        var facts: [String] = []
        for command in [["list", "list"], ["versions", "a.txt"], ["quarantine", "list"], ["catalogues"]] {
            let result = try await start(command + option + ["--json"]).wait()
            #expect(result.status == 0, "\(command): \(result.error)")
            facts += result.objects.map { object in
                let own = object.filter { !["path", "profile"].contains($0.key) }
                return own.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            }
        }
        return facts
    }

    /// Syncs a copy, and fails where a request brings anything or is not conditional.
    func requireUnchanged(_ count: Int, _ option: String...) async throws {
        let before = server.requests.count
        let sync = try await start(["sync"] + option).wait()
        #expect(sync.output.contains("\(count) unchanged"), "\(sync.output)\(sync.error)")
        #expect(sync.status == 0, "\(sync.error)")
        for request in server.requests.dropFirst(before) where request.target != "/list.txt" {
            #expect(request.fields["If-None-Match"] != nil, "\(request)")
        }
        let again = try await start(["sync"] + option).wait()
        #expect(again.output.contains("\(count) unchanged"), "\(again.output)")
    }
}
