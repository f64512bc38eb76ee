import CarrelBasics
import CarrelJSON
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// What a program wrote about a document.
struct CommandOutput {
    /// The forms in which programs answer.
    enum Form: String, CaseIterable {
        case text, markdown, json

        // A letter takes at most six bytes in JSON; facts and notes come on top.
        private static let letter = 6
        private static let facts = 1 << 20

        /// The most that is read of the output, in bytes.
        func outputLimit(_ limits: PreviewLimits) -> Int {
            let text = max(0, min(limits.maxText, 16 << 20))
            // White space and control characters do not count: a little more than the limit.
            return self == .json ? text * Self.letter + Self.facts : text * 2 + 4096
        }
    }

    private let output: ToolOutput
    private let name: String

    /// Takes what a program wrote.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - name: the program's name, for messages.
    init(_ output: ToolOutput, name: String) { (self.output, self.name) = (output, name) }

    func preview(
        _ document: PreviewDocument, as form: Form, _ limits: PreviewLimits
    ) throws(PreviewError) -> Preview {
        switch form {
        case .text: text(document, .plain, limits)
        case .markdown: text(document, .markdown, limits)
        case .json: try answer(document, limits)
        }
    }

    private func text(
        _ document: PreviewDocument, _ form: Preview.Form, _ limits: PreviewLimits
    ) -> Preview {
        let decoded = DecodedText(of: output.output, isCut: output.isTruncated)
        let (text, isCut) = decoded.text.withoutEscapeSequences.readable.prefix(utf8: limits.maxText)
        return Preview(
            summary: text.leadingSummary(), text: text, form: form, isTruncated: isCut || output.isTruncated,
            mediaType: document.mediaType, metadata: decoded.decoding.metadata)
    }

    private func answer(
        _ document: PreviewDocument, _ limits: PreviewLimits
    ) throws(PreviewError) -> Preview {
        guard !output.isTruncated else {
            let limit = ByteCount(Int64(output.output.count))
            throw error(
                "wrote more than \(limit)", document, remedy: "Have it write less, or raise preview.max-text")
        }
        let json: JSONDocument
        do throws(JSONSyntaxError) {
            json = try JSONDocument(output.output)
        } catch let syntax {
            throw error("did not write JSON: \(syntax.place): \(syntax.reason)", document)
        }
        do throws(CommandAnswer.Mistake) {
            return try CommandAnswer.preview(json.root, document, limits)
        } catch let mistake {
            throw error("did not write a preview: \(mistake.reason)", document)
        }
    }

    private func error(
        _ what: String, _ document: PreviewDocument, remedy: String = "docs/Previews.md says what is expected"
    ) -> PreviewError {
        PreviewError(.malformed, file: document.file, reason: "\(name) \(what)", remedy: remedy)
    }
}
