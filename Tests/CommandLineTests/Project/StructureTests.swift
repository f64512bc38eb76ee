import CarrelBasics
import CarrelTesting
import Foundation
import Testing

private let python = "/usr/bin/python3"

/// Targets, and folders within them, build upon each other without cycles: `scripts/structure`.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs python3"))
struct StructureTests {
    private func structure(of root: URL) async throws -> ToolOutput {
        let script = Project.folder.appending(path: "scripts/structure").path
        return try await ProcessToolRunner().run(
            ToolInvocation(
                python, ["-B", script, root.path], timeout: .seconds(50), outputLimit: 1 << 20))
    }

    /// What the script says of a project with these files.
    private func structure(of files: [String: String]) async throws -> ToolOutput {
        let folder = try TemporaryFolder()
        try folder.write("Package.swift", "")
        for (path, text) in files { try folder.write(path, text) }
        return try await structure(of: folder.url)
    }

    @Test func `no target and no folder leads back to itself`() async throws {
        let result = try await structure(of: Project.folder)
        #expect(result.status == 0, "\(result.errorText)")
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text.contains("CarrelHTTP") && text.contains("Folders of CarrelStages"))
    }

    @Test func `a cycle of targets is printed`() async throws {
        let result = try await structure(of: [
            "Sources/Hall/Hall.swift": "import Attic\nimport Foundation\n",
            "Sources/Attic/Attic.swift": "import Foundation\nimport Hall\n",
        ])
        #expect(result.status == 1)
        #expect(result.errorText.contains("Attic → Hall: Attic.swift imports it"))
        #expect(result.errorText.contains("Hall → Attic: Hall.swift imports it"))
    }

    @Test func `a plug-in that imports the pipeline or another plug-in is named`() async throws {
        let result = try await structure(of: [
            "Package.swift": """
            plugins("Red", in: "Plan/Red"), plugins(
                "Blue", in: "Plan/Blue")
            """,
            "Sources/CarrelCore/Core.swift": "", "Sources/CarrelStages/Stages.swift": "",
            "Plugins/Plan/Red/Red.swift": "import CarrelStages\n@testable import CarrelCore\n",
            "Plugins/Plan/Blue/Blue.swift": "import Red\n",
        ])
        #expect(result.status == 1)
        #expect(result.errorText.contains("Red may not import CarrelCore: Red.swift imports it"))
        #expect(result.errorText.contains("Blue may not import Red: Blue.swift imports it"))
        #expect(!result.errorText.contains("CarrelStages"))
    }

    @Test func `a cycle of folders is printed with the names that make it`() async throws {
        let result = try await structure(of: [
            "Sources/House/Hall/Door.swift": "struct Door { var leads: Stairs? }\n",
            "Sources/House/Stairs/Stairs.swift":
                "struct Stairs { func text() -> String { \"up from \\(Door.self)\" } }\n",
        ])
        #expect(result.status == 1)
        #expect(result.errorText.contains("Hall → Stairs: Door.swift names Stairs"))
        #expect(result.errorText.contains("Stairs → Hall: Stairs.swift names Door"))
    }

    @Test func `a folder counts with those in it`() async throws {
        let result = try await structure(of: [
            "Sources/House/Hall/Door.swift": "struct Door { var leads: Stairs? }\n",
            "Sources/House/Hall/Desk/Letter.swift": "struct Letter {}\n",
            "Sources/House/Stairs/Stairs.swift": "struct Stairs { var found: Letter? }\n",
        ])
        #expect(result.status == 1)
        #expect(result.errorText.contains("Hall → Stairs: Door.swift names Stairs"))
        #expect(result.errorText.contains("Stairs → Hall: Stairs.swift names Letter"))
    }

    @Test func `comments, texts and names of one file's own make no cycle`() async throws {
        let result = try await structure(of: [
            "Sources/House/Hall/Door.swift": "struct Door { var leads: Stairs? }\nprivate struct Step {}\n",
            "Sources/House/Stairs/Stairs.swift": """
            // Below it is the Door.
            /* Or a /* second */ Door */
            struct Stairs {
                struct Step {}
                let text = "Door"
                let steps: [Step] = []
            }
            """,
        ])
        #expect(result.status == 0, "\(result.errorText)")
    }
}
