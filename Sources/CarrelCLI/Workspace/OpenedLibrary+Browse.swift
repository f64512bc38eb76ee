import CarrelBasics
import CarrelBrowse
import CarrelCore
import CarrelModel
import CarrelOpening

/// The browser of the terminal also hands documents to the viewer of the desktop.
extension OpenedLibrary: BrowserHost {
    package func open(_ document: StoredDocument, _ desk: Desk) async throws {
        // A viewer that somebody named may write onto the screen.
        defer { Terminal.drawing.value?.resume() }
        try await DesktopViewer.open(document, desk, isQuiet: true)
    }
}
