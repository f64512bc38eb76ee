import CarrelBasics
import CarrelTesting
import Foundation
import FoundationNetworking
import Testing

/// How a test's requests travel.
enum Carrier: CaseIterable, Sendable {
    case plain, tls
}

/// A library that `carrel serve` shows, and a browser without scripts.
///
/// The server ends with the fixture.
final class ServeFixture: Sendable {
    let workspace: Workspace
    let course: CourseServer
    let address: String
    private let process: CarrelProcess
    private let session: URLSession
    private let asksWithCurl: Bool
    /// The certificate that curl trusts; `nil` without TLS.
    let certificate: String?

    /// Adds and syncs the course, and serves the library.
    init(_ options: String..., syncs: Bool = true, over carrier: Carrier = .plain) async throws {
        workspace = try Workspace()
        course = try CourseServer()
        let made = carrier == .tls ? try await TestCertificate(in: workspace) : nil
        certificate = made?.certificate
        asksWithCurl = made != nil
        let options = options + (made?.options ?? [])
        if syncs { _ = try await workspace.carrel("sync", "--quiet", course.url) }
        process = try CarrelProcess(["serve", "--listen", "127.0.0.1:0"] + options, in: workspace)
        address = String(try await process.listeningAddress().dropLast())
        let configuration = URLSessionConfiguration.ephemeral
        session = URLSession(configuration: configuration, delegate: Unredirected(), delegateQueue: nil)
    }

    deinit { process.send(SIGTERM) }

    /// Syncs what a profile names, and serves the library.
    init(in workspace: Workspace, profile: String, course: CourseServer? = nil, _ options: [String] = [])
        async throws
    {
        self.workspace = workspace
        certificate = nil
        asksWithCurl = !options.isEmpty
        self.course = try course ?? CourseServer()
        try workspace.write("carrel.toml", profile)
        _ = try await workspace.carrel("sync", "--quiet")
        process = try CarrelProcess(["serve", "--listen", "127.0.0.1:0"] + options, in: workspace)
        address = String(try await process.listeningAddress().dropLast())
        session = URLSession(
            configuration: .ephemeral, delegate: Unredirected(), delegateQueue: nil)
    }

    /// Answers as it came: no redirect is followed.
    private final class Unredirected: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }

    struct Answer: Sendable {
        var status: Int
        var text: String
        var fields: [String: String]

        /// The values of an attribute, in order, with what HTML escapes.
        func values(_ attribute: String) -> [String] {
            text.components(separatedBy: " \(attribute)=\"").dropFirst().compactMap {
                $0.components(separatedBy: "\"").first?.replacing("&amp;", with: "&")
            }
        }
    }

    func get(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
        try await ask(path, "GET", fields, nil)
    }

    /// Sends a form with the token of a page.
    func post(
        _ path: String, _ form: [String: String], token: String? = nil, _ fields: [String: String] = [:]
    ) async throws -> Answer {
        let own: String?
        if let token { own = token } else { own = try await get("/").values("content").dropFirst(2).first }
        var form = form
        form["token"] = own
        let allowed = CharacterSet.alphanumerics
        let body = form.map {
            "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }.joined(separator: "&")
        return try await ask(path, "POST", fields, Data(body.utf8))
    }

    /// Sends a JSON text.
    func send(_ path: String, _ json: String, _ fields: [String: String]) async throws -> Answer {
        let type = ["Content-Type": "application/json"]
        return try await ask(path, "POST", fields.merging(type) { $1 }, Data(json.utf8))
    }

    private func ask(
        _ path: String, _ method: String, _ fields: [String: String], _ body: Data?
    ) async throws -> Answer {
        if asksWithCurl { return try await askWithCurl(path, method, fields, body) }
        guard let url = URL(string: address + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var all: [String: String] = [:]
        for (name, value) in response.allHeaderFields { all["\(name)"] = "\(value)" }
        return Answer(status: response.statusCode, text: String(decoding: data, as: UTF8.self), fields: all)
    }

    /// Asks with curl: URLSession on Linux trusts no certificate of a test's own, and waits for ever where it is asked for a
    /// password.
    private func askWithCurl(
        _ path: String, _ method: String, _ fields: [String: String], _ body: Data?
    ) async throws -> Answer {
        let folder = workspace.folder.appending(path: "ask-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (head, content) = (folder.appending(path: "head").path, folder.appending(path: "content").path)
        let cookies = workspace.folder.appending(path: "cookies").path
        var arguments = [
            "--silent", "--show-error", "--cookie", cookies, "--cookie-jar",
            cookies, "--dump-header", head, "--output", content, "--max-time", "60", "--request", method,
        ]
        if let certificate { arguments += ["--cacert", certificate] }
        for (name, value) in fields { arguments += ["--header", "\(name): \(value)"] }
        if let body { arguments += ["--data-binary", String(decoding: body, as: UTF8.self)] }
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                "/usr/bin/curl", arguments + [address + path], timeout: .seconds(60), outputLimit: 1 << 16))
        guard result.status == 0 else {
            throw CocoaError(.fileReadUnknown, userInfo: ["curl": result.errorText])
        }
        let lines = try String(contentsOfFile: head, encoding: .utf8).split(whereSeparator: \.isNewline)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        var all: [String: String] = [:]
        for line in lines.dropFirst() {
            let halves = line.split(separator: ":", maxSplits: 1)
            all[String(halves[0])] = halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let text = (try? Data(contentsOf: URL(filePath: content))) ?? Data()
        return Answer(status: status ?? 0, text: String(decoding: text, as: UTF8.self), fields: all)
    }

    /// Asks until an answer is as wished.
    func get(_ path: String, until isDone: (Answer) -> Bool) async throws -> Answer {
        while true {
            let answer = try await get(path)
            if isDone(answer) { return answer }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// What the server said so far to whoever started it.
    var said: String { process.errorSoFar }

    /// Sends the server a signal.
    func send(_ signal: Int32) { process.send(signal) }

    /// Ends the server.
    func stop() async throws -> CarrelProcess.Result {
        process.send(SIGTERM)
        return try await process.wait()
    }
}

/// The JSON object that an answer holds.
func object(_ answer: ServeFixture.Answer) throws -> [String: Any] {
    try #require(
        try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any], "\(answer.text)")
}
