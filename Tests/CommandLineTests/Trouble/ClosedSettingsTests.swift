import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ClosedSettingsTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(
        .enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"),
        arguments: [".config", ".config/carrel", ".config/carrel/default.toml"])
    func `own settings that cannot be read are not taken for none`(closed: String) async throws {
        try workspace.write(".config/carrel/default.toml", "[download]\nretries = 1\n")
        let result = try await workspace.shell(
            """
            unset XDG_CONFIG_HOME
            chmod 000 \(closed)
            \(PlainRights.words) carrel catalogues 2>&1 && status=0 || status=$?
            chmod 755 \(closed)
            exit $status
            """)
        let said = "default.toml: the file cannot be read: Permission denied. Make it and its folders"
        #expect(result.status == 3 && result.output.contains(said), "\(result)")
    }
}
