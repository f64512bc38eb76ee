import CPlatform
import CarrelBasics
import CarrelOpening
import CarrelPage
import CarrelServer
import Foundation

/// `carrel serve`: the library in a browser.
enum ServeCommand {
    private static let port: UInt16 = 8330

    static let spec = CommandSpec(
        name: "serve", summary: "Show the library in a browser",
        discussion: """
            Ctrl-C stops it. It listens on this machine alone; to let other machines in, name an address of this one
            with --listen, and a token or a file of names and passwords for whoever comes. Requests must name localhost,
            an address, or a name of --listen or --host.
            """,
        options: [
            ListenOptions.listen(port: port), ListenOptions.host,
            OptionSpec(name: "--token", value: "TOKEN", help: "what a person must know to come in"),
            OptionSpec(
                name: "--htpasswd", value: "FILE",
                help: "let in whom this file names with a password; made by htpasswd -B",
                completes: [.file]),
            OptionSpec(
                name: "--read-only", help: "show the library only: nobody who comes can change anything"),
            OptionSpec(
                name: "--cert", value: "FILE",
                help: "speak TLS with this certificate, a PEM file; takes --key", completes: [.file]),
            OptionSpec(
                name: "--key", value: "FILE", help: "the certificate's key, a PEM file", completes: [.file]),
            OptionSpec(name: "--open", help: "open the page in a browser"),
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let address = try invocation.listenAddress(port: port)
        let hosts = try invocation.hosts()
        let token = invocation.value("--token")
        if let token, !isToken(token) {
            throw usage("--token", "expected a text without white space at its ends and control characters")
        }
        let passwords = invocation.value("--htpasswd")
        guard token != nil || passwords != nil || isLoopback(address.host) else {
            throw usage(
                "--listen \(invocation.value(ListenOptions.name) ?? "")",
                "anybody could read and change the library; add --token TOKEN or --htpasswd FILE")
        }
        var people: PasswordFile?
        if let passwords { people = try await read({ try PasswordFile(passwords) }, \.warnings) }
        let certificate = try await certificate(of: invocation)
        if certificate == nil, !isLoopback(address.host) {
            warn("the connection is not encrypted; for TLS add --cert FILE --key FILE")
        }
        let host = OpenedLibrary(workspace.opener)
        // What is wrong with the library is said now, and not to the first page.
        _ = try await host.desk()
        let server = PageServer(
            PageServer.Configuration(
                address: address, hosts: hosts, token: token, people: people,
                isReadOnly: invocation.has("--read-only"), certificate: certificate,
                limits: .shared(files: carrel_allow_files(8192))), host)
        let scheme = certificate == nil ? "http" : "https"
        let page = try workspace.serving(by: scheme) { try server.start() }
        if invocation.has("--open") {
            do {
                try await DesktopViewer.launch(page, "The page is \(page)")
            } catch let error as CommandError {
                warn("\(error)")
            }
        }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        await server.stop()
        return .interrupted
    }

    /// The certificate of `--cert` and `--key`; `nil` for a server without TLS.
    private static func certificate(of invocation: Invocation) async throws -> ServerCertificate? {
        let (certificate, key) = (invocation.value("--cert"), invocation.value("--key"))
        guard let certificate, let key else {
            if certificate != nil { throw usage("--cert", "its key is missing; add --key FILE") }
            if key != nil { throw usage("--key", "its certificate is missing; add --cert FILE") }
            return nil
        }
        return try await read({ try ServerCertificate(certificate, key: key) }, \.warnings)
    }

    /// Reads files that the command line names, and says what they warn of.
    private static func read<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value, _ warnings: KeyPath<Value, [String]>
    ) async throws -> Value {
        let executor = BlockingExecutor(label: "carrel.serve.files")
        do {
            let value = try await Task(executorPreference: executor) { try body() }.value
            for warning in value[keyPath: warnings] { warn(warning) }
            return value
        } catch {
            throw CommandError.usage("serve", "\(error)")
        }
    }

    private static func warn(_ sentence: String) {
        LineWriter.error.line("warning: \(sentence)".terminalSafe)
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Whether a form and a field of a request can both carry a token as it is.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text == text.trimmed
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    private static func usage(_ found: String, _ expected: String) -> CommandError {
        CommandError.usage("serve", "\(found.singleLine): \(expected)")
    }
}
