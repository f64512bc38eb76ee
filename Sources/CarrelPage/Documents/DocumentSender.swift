import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// Sends stored documents as they are, on a thread that may wait for a disk.
actor DocumentSender {
    private nonisolated let executor = BlockingExecutor(label: "carrel.page.documents")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What a document may do in a browser: show itself, and nothing else.
    ///
    /// It has an origin of its own, runs no scripts, and asks nobody for anything.
    private static func policy(of type: MediaType) -> String {
        // The browser's own player asks for the recording again, and nothing else is in it that could ask.
        let media = isRecording(type) ? " media-src 'self';" : ""
        return """
            sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:;\(media) font-src data:; \
            form-action 'none'; base-uri 'none'; frame-ancestors 'self'
            """
    }

    private static func isRecording(_ type: MediaType) -> Bool {
        type.essence.hasPrefix("audio/") || type.essence.hasPrefix("video/")
    }

    /// Answers a request for the document of an item.
    ///
    /// - Parameters:
    ///   - document: what is recorded of it.
    ///   - isInline: whether the browser is to show it; only what it can show without running anything is.
    ///   - documents: where it is.
    ///   - request: the request.
    /// - Returns: the document, a part of it, or that the client has it already; an error if it is gone, or if the store does
    ///   not give it.
    func reply(
        _ document: StoredDocument, isInline: Bool, in documents: any StoredDocuments,
        to request: ServerRequest
    ) async -> ServerReply {
        let found: (OpenFile, StoreEntry)?
        do throws(StoreError) {
            found = try await opened(document.name, in: documents)
        } catch {
            return error.code == .notFound ? Self.gone : .text(503, error.description)
        }
        guard let (open, entry) = found else { return Self.gone }
        let type = Self.mediaType(of: document)
        // Somebody may have written into it: its size and time are part of what tells the versions apart.
        let time = entry.fileTime?.nanoseconds ?? 0
        let tag = "\"\(document.sha256.prefix(16))-\(entry.size)-\(time)\""
        let isShown = isInline && Self.isShown(type)
        let beginning = Self.beginning(of: open, type, size: entry.size)
        let shownType = DocumentCharset.field(
            type, stored: document.mediaType?.charset, beginning, isWhole: beginning.count == entry.size)
        return .file(
            open,
            ServerReply.FileVersion(size: entry.size, entityTag: tag, modified: time / 1_000_000_000),
            [
                ("Content-Type", shownType),
                ("Content-Disposition", Self.disposition(document.name, isShown: isShown)),
                ("Content-Security-Policy", Self.policy(of: type)), ("X-Content-Type-Options", "nosniff"),
                ("Cache-Control", "private, no-cache"), ("Referrer-Policy", "no-referrer"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
            ], to: request)
    }

    private static let gone = ServerReply.text(404, "The document is gone, or cannot be opened")

    /// Opens a document, which stays open when a copy that was lent is removed; `nil` if it is gone.
    private func opened(
        _ name: String, in documents: any StoredDocuments
    ) async throws(StoreError) -> (OpenFile, StoreEntry)? {
        guard var entry = try await documents.entry(named: name) else { return nil }
        let lent = try await documents.withFile(named: name) { file -> (OpenFile, Int64)? in
            let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            let open = OpenFile(descriptor)
            var facts = stat()
            guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            return (open, Int64(facts.st_size))
        }
        guard case .success((let file, let size)?) = lent else { return nil }
        entry.size = size
        return (file, entry)
    }

    /// What tells the encoding of a text; nothing of any other document.
    private static func beginning(of file: OpenFile, _ type: MediaType, size: Int64) -> Data {
        guard type.isText else { return Data() }
        var data = Data(count: Int(min(size, Int64(DocumentCharset.length))))
        let count = data.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, $0.count, 0) }
        return data.prefix(max(0, count))
    }

    /// The type that a name suggests, where it is one that a browser shows; that is safer than what a server said.
    static func mediaType(of document: StoredDocument) -> MediaType {
        let suffix = document.name.split(separator: ".").last.map(String.init) ?? ""
        return MediaType.forFileExtension(suffix) ?? document.mediaType ?? .octetStream
    }

    private static func isShown(_ type: MediaType) -> Bool {
        switch type.essence.prefix(while: { $0 != "/" }) {
        case "image", "audio", "video", "text": true
        default: type.essence == "application/xhtml+xml"
        }
    }

    /// The field of RFC 6266: a plain name for all, and the name itself in UTF-8.
    static func disposition(_ name: String, isShown: Bool) -> String {
        let last = String(DocumentName.split(name).file)
        let plain = String(
            last.unicodeScalars.map {
                $0.isASCII && $0.value > 0x1F && !"\"\\%".unicodeScalars.contains($0) ? Character($0) : "_"
            })
        let encoded = last.percentEncoded()
        return "\(isShown ? "inline" : "attachment"); filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}
