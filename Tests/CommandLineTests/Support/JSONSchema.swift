import CarrelBasics
import CarrelTesting
import Foundation

/// docs/carrel.schema.json, as `scripts/check-json` reads it.
struct JSONSchema {
    private static let python = "/usr/bin/python3"

    /// Whether Python has what reads a schema of draft 2020-12.
    static let canBeRead =
        (try? TestProgram.run(python, "-c", "from jsonschema import Draft202012Validator")) != nil

    private let folder: URL

    init(_ workspace: Workspace) { folder = workspace.folder }

    /// What is wrong with lines that a definition should describe; `nil` where nothing is.
    func problems(_ definition: String, _ lines: String) async throws -> String? {
        let file = folder.appending(path: "lines-\(UUID().uuidString)")
        try Data(lines.utf8).write(to: file)
        let script = Project.folder.appending(path: "scripts/check-json").path
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                Self.python, ["-B", script, definition, file.path], timeout: .seconds(30),
                outputLimit: 1 << 20))
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
