import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelModel
import CarrelStages
import CarrelTextReading
import Foundation

/// Shows Jupyter's notebooks.
public struct NotebookPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "notebook", summary: "Reads Jupyter notebooks: text, code and what the code printed", revision: 5
    ) { _, _ in NotebookPreviewer() }

    /// Reads the notebook.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead)
        guard file.isWhole else {
            throw PreviewError(
                .malformed, file: document.file,
                reason: "larger than the \(limits.maxRead) bytes that are read")
        }
        let json: JSONDocument
        do {
            json = try JSONDocument(Data(file.text.utf8))
        } catch {
            throw PreviewError(
                .malformed, file: document.file, reason: "broken at \(error.place): \(error.reason)")
        }
        // Its pictures are in the file, too: nothing is left out of the text that would fit.
        guard let notebook = Notebook(json.root) else {
            throw PreviewError(.malformed, file: document.file, reason: "not a notebook: there are no cells")
        }
        var layout = NotebookLayout(language: notebook.language, limit: limits.maxText)
        for cell in notebook.cells {
            try document.checkCancelled()
            guard layout.add(cell) else { break }
        }
        var facts = ["cells": String(notebook.cells.count)]
        facts["kernel"] = notebook.kernel
        facts["language"] = notebook.language
        facts["author"] = notebook.authors
        return file.preview(
            title: notebook.title ?? layout.firstHeading, shown: layout.text, form: .markdown,
            isPart: layout.isCut, hasGaps: layout.hasGaps,
            facts: facts, limits: limits)
    }
}
