import CarrelBasics
import CarrelTesting
import Foundation

/// docs/carrel.schema.json, as `scripts/check-json` reads it.
final class JSONSchema: Sendable {
    private static let python = "/usr/bin/python3"

    /// Whether Python has what reads a schema of draft 2020-12.
    static let canBeRead =
        (try? TestProgram.run(python, "-c", "from jsonschema import Draft202012Validator")) != nil

    private let folder: URL
    /// Arguments of the script, for lines that are checked later.
    private let noted = Locked<[String]>([])

    init(_ workspace: Workspace) { folder = workspace.folder }

    /// Keeps lines that a definition should describe for `problems()`: to check them all at once takes a tenth of the
    /// time.
    func note(_ definition: String, _ lines: String) throws {
        let file = folder.appending(path: "lines-\(UUID().uuidString)")
        try Data(lines.utf8).write(to: file)
        noted.withLock { $0 += [definition, file.path] }
    }

    /// What is wrong with the lines that were noted; `nil` if nothing is.
    func problems() async throws -> String? {
        try await Self.check(
            noted.withLock { noted in
                defer { noted = [] }; return noted
            })
    }

    /// What is wrong with lines that a definition should describe; `nil` if nothing is.
    func problems(_ definition: String, _ lines: String) async throws -> String? {
        try note(definition, lines)
        return try await problems()
    }

    /// What is wrong with the two schemas themselves; `nil` if nothing is.
    static func ownProblems() async throws -> String? { try await check(["schemas"]) }

    private static func check(_ arguments: [String]) async throws -> String? {
        let script = Project.folder.appending(path: "scripts/check-json").path
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                python, ["-B", script] + arguments, timeout: .seconds(30), outputLimit: 1 << 20))
        return result.status == 0 ? nil : result.errorText
    }

    /// The names of its definitions.
    static func definitions() throws -> Set<String> {
        let data = try Data(contentsOf: Project.folder.appending(path: "docs/carrel.schema.json"))
        let schema = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return Set((schema?["$defs"] as? [String: Any] ?? [:]).keys)
    }

    /// The events that it has definitions of.
    static func events() throws -> Set<String> {
        Set(try definitions().filter { $0.hasSuffix("Event") }.map { String($0.dropLast(5)) })
    }
}
