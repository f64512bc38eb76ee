import Foundation
import Testing

/// What a profile may do that nobody has named.
@Suite(.timeLimit(.minutes(1))) struct TrustTests {
    private let files: ProfileFolder

    init() throws { files = try ProfileFolder() }

    private func key(of problem: String) -> String? {
        problem.split(separator: ": ").dropFirst().first.map(String.init)
    }

    private func refused(_ text: String) throws -> [String] {
        try files.write("carrel.toml", text)
        return files.problems().filter { $0.contains("carrel config trust") }.compactMap(key)
    }

    @Test(arguments: [
        ("download.token = \"env:X\"", "download.token"),
        ("download.token = \"command:x\"", "download.token"),
        ("download.token = \"file:/etc/hostname\"", "download.token"),
        ("download.token = \"file:../x\"", "download.token"),
        ("download.token = \"file:~/x\"", "download.token"),
        ("download = { user = \"u\", password = \"env:X\" }", "download.password"),
        ("download.client-certificate = \"/c.pem\"", "download.client-certificate"),
        ("download.private-addresses = \"allow\"", "download.private-addresses"),
        ("download.hosts.\"a.example\".token = \"env:X\"", "download.hosts.\"https://a.example\".token"),
        ("source.key = \"command:x\"", "source.key"),
        ("parse.further-url = \"file:///etc/{collection}\"", "parse.further-url"),
        ("[[catalogue]]\nname = \"a\"\nsource.key = \"env:X\"", "source.key"),
    ])
    func `what reaches beyond its folder needs trust`(text: String, key: String) throws {
        // Above the folder there is a home, in which there may be secrets.
        #expect(try refused(text) == [key])
        #expect(files.problems(config: "carrel.toml").allSatisfy { !$0.contains("trust") })
        #expect(files.problems(profile: "./carrel.toml").allSatisfy { !$0.contains("trust") })
    }

    @Test(arguments: [
        "download.token = \"file:token\"", "download.token = \"file:a/../token\"",
        "download.client-certificate = \"keys/c.pem\"", "download.private-addresses = \"refuse\"",
        "parse.further-url = \"https://a.example/{collection}\"",
        "source.url = \"http://127.0.0.1/\"", "extends = \"careful\"",
    ])
    func `what stays in its folder needs none`(text: String) throws {
        #expect(try refused(text).isEmpty)
    }

    @Test func `a symbolic link does not lead out of the folder`() throws {
        let outside = files.folder.deletingLastPathComponent().path
        for name in ["link", "later"] {
            try FileManager.default.createSymbolicLink(
                atPath: files.folder.path + "/\(name)",
                withDestinationPath: name == "link" ? outside : outside + "/\(UUID().uuidString)")
        }
        #expect(try refused("download.token = \"file:link/token\"") == ["download.token"])
        #expect(try refused("download.token = \"file:later\"") == ["download.token"])
    }

    @Test func `another folder's profile, which may name secrets, is not extended without trust`() throws {
        let elsewhere = try ProfileFolder()
        try elsewhere.write("base.toml", "download.token = \"env:X\"\n")
        #expect(try refused("extends = \"\(elsewhere.folder.path)/base.toml\"") == ["extends"])
    }

    @Test func `what such a file extends of its folder is judged, too`() throws {
        try files.write("base.toml", "[download]\ntoken = \"env:X\"\n")
        try files.write("carrel.toml", "extends = \"./base.toml\"\n")
        let problems = files.problems()
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasPrefix(
                "base.toml:2:1: download.token: the profile of this folder may not send the variable X to a server: "
                    + "it is not trusted. Look at it, then: carrel config trust") == true, "\(problems)")
    }

    @Test func `the command line and the environment are the user's own`() throws {
        try files.write("carrel.toml", "download.retries = 1\n")
        #expect(files.problems(set: [("download.token", "env:X")]).isEmpty)
        #expect(files.problems(environment: ["CARREL_DOWNLOAD_TOKEN": "env:X"]).isEmpty)
        // A value that is not used does nothing.
        try files.write("carrel.toml", "download.token = \"env:X\"\n")
        #expect(files.problems(set: [("download.token", "env:Y")]).isEmpty)
    }

    @Test func `a file that anybody can change is said to be one`() throws {
        try files.write("carrel.toml", "download.token = \"env:X\"\n")
        chmod(files.folder.path + "/carrel.toml", 0o666)
        #expect(files.problems().first?.contains("anybody can change carrel.toml") == true)
    }
}
