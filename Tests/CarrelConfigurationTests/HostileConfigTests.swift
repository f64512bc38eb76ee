import CarrelStages
import CarrelTOML
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct HostileConfigTests {
    private let files: ProfileFolder

    init() throws { files = try ProfileFolder() }

    private func problem(_ text: String) throws -> String {
        try files.write("carrel.toml", text)
        return try #require(files.problems().first)
    }

    @Test func `every short text of TOML's special characters is read or refused`() {
        let alphabet = Array("[]{}=.,\"'#\n a1_-+:\\<$0e\u{1}é")
        let reader = TOMLReader()
        var readable = 0
        for first in [""] + alphabet.map(String.init) {
            for second in alphabet {
                for start in ["", "[", "a=[", "a={"] {
                    let text = start + first + String(second)
                    if (try? reader.read(text, file: "test")) != nil { readable += 1 }
                }
            }
        }
        #expect(readable > 0)
    }

    @Test(arguments: [
        ("[<", "carrel.toml:1:2"), ("[[[", "carrel.toml:1:3"), ("[$", "carrel.toml:1:2"),
        ("# é\nkey = [1, }", "carrel.toml:2:11"), ("a = 1\n\n[\n", "carrel.toml:3:2"),
    ])
    func `what toml++ asserts is an error with its place`(text: String, place: String) throws {
        let problem = try problem(text)
        #expect(problem.hasPrefix("\(place): not valid TOML: "), "\(problem)")
    }

    @Test(arguments: [
        ("url = http://x.org", "text in straight quotes"), ("path = “x”", "text in straight quotes"),
        ("delay = 5s", "text in straight quotes"), ("robots = yes", "text in straight quotes"),
        ("size = 10 MiB", "one value in a line"),
        (#"pattern = "\.pdf""#, "single quotes around a text with backslashes"),
        (#"path = "C:\Users""#, "single quotes around a text with backslashes"),
        ("path = \"x\nurl = 3\n", "a quotation mark at the end of the text"),
        ("path = \"x\r\nurl = 3\r\n", "a quotation mark at the end of the text"),
    ])
    func `a value that is not written as TOML has a remedy`(text: String, remedy: String) throws {
        let problem = try problem(text)
        #expect(problem.contains("; expected \(remedy)"), "\(problem)")
    }

    @Test func `a header with a bracket too many has not the remedy of a value`() throws {
        let problem = try problem("[parse]]\n")
        #expect(problem.contains("table header") && !problem.contains("; expected"), "\(problem)")
    }

    @Test(arguments: [
        "a" + String(repeating: ".a", count: 16_000) + " = 1",
        "[a" + String(repeating: " . 'a'", count: 16_000) + "]",
        "x = '''\n'''\ny = { a" + String(repeating: ".\"a\"", count: 16_000) + " = 1 }",
    ])
    func `a key of thousands of parts is refused`(text: String) throws {
        #expect(try problem(text).contains("a key of more than 16 parts"))
    }

    @Test(arguments: ["[", "{a=", "[{a=", "[["])
    func `brackets within brackets are refused beyond a depth`(opening: String) throws {
        let text = "a = " + String(repeating: opening, count: 100_000)
        #expect(try problem(text).contains("nested value depth"))
    }

    @Test func `dots in strings, comments and numbers are no parts of a key`() throws {
        let dots = String(repeating: ".", count: 100)
        let table = try TOMLReader().read(
            "# \(dots)\na = \"\\\"\(dots)\"\nb = '\(dots)'\nc = '''\n'\(dots)''''\nd = [1.5, 2.5]\n\"e\(dots)\" = 1\n",
            file: "test")
        #expect(table.entries.count == 5)
    }

    @Test func `twenty thousand entries of a list are read without copying each other`() throws {
        let text = (0..<20_000).map { "[[entry]]\nname = \"\($0)\"\nsource.url = \"http://x/\($0)\"\n" }
            .joined()
        guard case .array(let values)? = try TOMLReader().read(text, file: "test")["entry"]?.value else {
            Issue.record("no list")
            return
        }
        #expect(values.count == 20_000)
    }

    @Test func `more catalogues than a profile can have are refused`() throws {
        let text = (0...1000).map { "[[catalogue]]\nname = \"\($0)\"\nsource.url = \"http://x/\($0)\"\n" }
            .joined()
        #expect(
            try problem(text)
                == "carrel.toml:1:3: catalogue: found 1001 catalogues; expected at most 1000 in one profile")
    }

    @Test func `a config file that is a device, a pipe, a folder or too large is refused`() throws {
        let file = files.folder.appending(path: "carrel.toml")
        func refusal(_ make: (String) throws -> Void) throws -> String {
            try make(file.path)
            defer { try? FileManager.default.removeItem(at: file) }
            return try #require(files.problems().first)
        }
        let manager = FileManager.default
        let device = try refusal {
            try manager.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/zero")
        }
        #expect(device.contains("neither a file nor a pipe"))
        let pipe = try refusal { _ = mkfifo($0, 0o600) }
        #expect(pipe.contains("neither a file nor a pipe"))
        let folder = try refusal {
            try manager.createDirectory(atPath: $0, withIntermediateDirectories: false)
        }
        #expect(folder.contains("it is a folder"))
        let large = try refusal { path in
            _ = manager.createFile(atPath: path, contents: nil)
            truncate(path, 1 << 40)
        }
        #expect(large.contains("larger than 1 MiB"))
    }

    @Test(arguments: ["carrel.toml", "config/carrel/default.toml"])
    func `a profile that the system does not let anybody look at is not taken for none`(path: String) throws {
        let file = files.folder.appending(path: path).path
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
        let problem = try #require(files.problems().first)
        #expect(problem.hasPrefix("\(path): the file cannot be read: "), "\(problem)")
    }

    @Test func `a pipe that the command line names is read`() async throws {
        let path = files.folder.appending(path: "pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let files = files
        let problems = Task.detached { files.problems(config: path) }
        await withCheckedContinuation { (written: CheckedContinuation<Void, Never>) in
            // Opening a named pipe waits for the reader; on a thread of its own.
            Thread.detachNewThread {
                try? FileHandle(forWritingTo: URL(filePath: path)).write(
                    contentsOf: Data("colour = 1\n".utf8))
                written.resume()
            }
        }
        #expect(await problems.value.first?.contains("colour: unknown key") == true)
    }

    @Test func `a chain of profiles without end is refused`() throws {
        for number in 0..<40 {
            try files.write("config/carrel/p\(number).toml", "extends = \"p\(number + 1)\"\n")
        }
        #expect(
            files.problems(profile: "p0").first?.contains("more than 32 profiles extend one another") == true)
    }
}
