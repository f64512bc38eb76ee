import Testing

/// The settings that a catalogue has for single hosts, whose keys can be written in several ways.
@Suite(.timeLimit(.minutes(1))) struct HostSettingTests {
    private let workspace: Workspace
    private static let written = "download.hosts.\"http://h:1\".user-agent"

    init() throws {
        workspace = try Workspace()
        try workspace.write("notes.html", "<a href=\"http://127.0.0.1:9/a.txt\">a</a>")
    }

    private func settings() async throws -> [String] {
        let settings = try await workspace.carrel("set", "notes").output
        return settings.split(separator: "\n").map(String.init).filter { $0.hasPrefix("download.") }
    }

    @Test func `a key is changed and taken back however it was written`() async throws {
        let added = try await workspace.carrel(
            "add", "notes.html", "--name", "notes", "--set", "download.hosts.http://h:1.user-agent=A")
        #expect(added.status == 0, "\(added.error)")
        #expect(try await settings() == ["\(Self.written)=A"])
        for (key, value) in [
            (Self.written, "B"), ("download.hosts.http://H:1.user-agent", "C"), (Self.written, ""),
            ("download.hosts.http://h:1.user-agent", "D"), ("download.hosts.http://h:1.user-agent", ""),
        ] {
            let set = try await workspace.carrel("set", "notes", "\(key)=\(value)")
            #expect(set.status == 0, "\(set.error)")
            let kept = value.isEmpty ? [] : ["\(Self.written)=\(value)"]
            #expect(try await settings() == kept)
        }
    }
}
