import CarrelBasics
import CarrelTesting
import Foundation
import Testing

/// What is installed, and where; `make test-package` tries the packages themselves.
@Suite(.timeLimit(.minutes(2))) struct PackagingTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func run(_ script: String, _ arguments: String...) async throws -> ToolOutput {
        try await ProcessToolRunner().run(
            ToolInvocation(
                Project.folder.appending(path: "scripts/\(script)").path, arguments, timeout: .seconds(60),
                outputLimit: 1 << 20))
    }

    @Test func `the program is installed with its manual pages and the completions of three shells`()
        async throws
    {
        let prefix = workspace.folder.appending(path: "a prefix")
        // Not as a program of a document, whose limit for written files is less than a program for debugging has.
        let script = Project.folder.appending(path: "scripts/install-files").path
        let errors = try workspace.write("errors", "")
        let program = try TestProgram(
            script, [CarrelProcess.executable, prefix.path], errors: FileHandle(forWritingAtPath: errors))
        let status = try await program.wait()
        let said = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(status == 0, "\(said)")
        func text(_ path: String) throws -> String {
            try String(contentsOf: prefix.appending(path: path), encoding: .utf8)
        }
        #expect(try text("share/man/man1/carrel.1").hasPrefix(".TH CARREL 1 "))
        #expect(try text("share/man/man5/carrel.toml.5").hasPrefix(".TH CARREL.TOML 5 "))
        #expect(try text("share/bash-completion/completions/carrel").contains("complete -F _carrel carrel"))
        #expect(try text("share/zsh/site-functions/_carrel").hasPrefix("#compdef carrel\n"))
        #expect(try text("share/fish/vendor_completions.d/carrel.fish").contains("complete -c carrel"))
        let installed = prefix.appending(path: "bin/carrel").path
        #expect(FileManager.default.isExecutableFile(atPath: installed))
    }

    @Test func `the documents that are installed lead to what is installed with them`() async throws {
        let folder = workspace.folder.appending(path: "share/doc")
        let result = try await run("install-documents", folder.path)
        #expect(result.status == 0, "\(result.errorText)")
        let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".md") }
        #expect(pages.contains("docs/catalogues/Folders.md") && pages.contains("deploy/README.md"))
        for page in pages {
            let file = folder.appending(path: page)
            let text = try String(contentsOf: file, encoding: .utf8)
            // Relative links alone: an address has a colon, and code within brackets no dot.
            for link in text.matches(of: #/\]\(([^)#:\s]*\.[^)#:\s]*)[)#]/#) {
                let place = file.deletingLastPathComponent().appending(path: String(link.output.1))
                #expect(FileManager.default.fileExists(atPath: place.path), "\(page): \(link.output.1)")
            }
        }
    }

    @Test func `packages that are too large, or cannot be tried here, are said to be`() async throws {
        let large = try workspace.write("large.deb", "")
        let file = try FileHandle(forWritingTo: URL(filePath: large))
        try file.truncate(atOffset: 26 << 20)
        let small = try workspace.write("small.tar.xz", "")
        let result = try await run("try-package", large, small)
        #expect(result.status == 1 && result.errorText.contains("large.deb is larger than 25 MiB"))
    }
}
