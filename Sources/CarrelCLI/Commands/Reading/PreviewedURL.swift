import CarrelBasics
import CarrelConfiguration
import CarrelHTTP
import CarrelModel
import CarrelOpening
import CarrelStages
import Foundation

/// A document on the web to preview without storing it.
enum PreviewedURL {
    /// Whether an operand is a URL; that of a file is refused with its path.
    static func isOne(_ operand: String) -> Bool {
        // A regular expression would load what it needs for milliseconds.
        let scheme = operand.prefix { $0 != ":" }
        return ["http", "https", "file"].contains(scheme.lowercased())
            && operand.dropFirst(scheme.count).hasPrefix("://")
    }

    /// Fetches a document, within the limits of the profile, into a temporary file for a closure.
    static func withFile(
        _ url: String, _ workspace: Workspace, _ body: (URL, MediaType?) async throws -> Void
    ) async throws {
        let builder = try workspace.opener.builder(.place(url))
        let source = try builder.sources(fetchingWith: builder.makeFetcher(libraryFolder: nil)).makeSource()
        let reading: SourceReading?
        do {
            reading = try await Spinner.showing(workspace, waitingFor: url) {
                try await source?.readWhole(after: nil)
            }
        } catch let error as SourceError {
            throw error.ofOperand
        }
        guard case .documents(let documents)? = reading, let document = documents.first else {
            throw CommandError(of: "preview", "\(url): there is no document")
        }
        try await PreviewedInput.inFolder(for: url) { folder in
            let file = folder.appending(path: "document")
            do {
                try document.data.write(to: file)
            } catch {
                throw StoreError(
                    cocoaError: error, subject: file.path, doing: "it could not be copied"
                ).ofTemporaryFile
            }
            tell(ifPage: document, insteadOf: url)
            try await body(file, document.mediaType)
        }
    }

    /// Warns of a page in the place of a document, which a download would set aside.
    private static func tell(ifPage document: CatalogDocument, insteadOf url: String) {
        // What came packed, or from a file, is not what any server declared.
        guard let declared = document.mediaType, !document.url.isFileURL, ContentSniff.isHTML(document.data)
        else { return }
        let contradiction = URLReference.fileExtension(url).flatMap { promised in
            ContentSniff.contradiction(prefix: document.data, promised: promised, declared: declared)
        }
        let login = document.isLoginInPlace ? LoginAddress.words(for: document.url) : nil
        guard let what = login ?? contradiction else { return }
        let remedy = "If it asks who you are, set \(CredentialSettings.names)"
        LineWriter.error.line("warning: \(ShownText.of(url)): the server sent \(what). \(remedy)".singleLine)
    }
}
