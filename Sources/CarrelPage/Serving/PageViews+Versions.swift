import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelServer
import CarrelStages

/// Versions of a document beside each other.
extension PageViews {
    // As much as the command line compares.
    private static let maxCompared = 4 << 20

    /// The page of two versions: those of the address, or else the stored document and the version before it.
    func versions(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        let context = try await context(request)
        guard let row = context.address.itemKey.flatMap({ context.snapshot.row(of: $0) }), row.document != nil
        else { return .html(404, await failure(request, Phrase.notFound.text(request.language))) }
        let versions = try await desk.versions(of: row.documentKey)
        func version(_ name: String) -> Desk.Version? {
            let number = request.query[name].flatMap { Int($0) }
            return versions.first { VersionsPage.value($0) == number }
        }
        guard let stored = versions.last else {
            return .html(404, await failure(request, Phrase.notFound.text(request.language)))
        }
        let later = version("to") ?? stored
        let earlier = version("from") ?? Desk.Version.before(later.number, in: versions) ?? later
        let page = VersionsPage(
            context: context, row: row, versions: versions,
            earlier: await side(earlier, of: row, desk, request.language),
            later: await side(later, of: row, desk, request.language))
        let frame = PageFrame(
            context: context, assets: assets.path, title: "\(row.item.title) · Carrel", pane: "list",
            library: LibraryPane(context: context).markup, page: page.markup)
        return .html(200, frame.markup)
    }

    private func side(
        _ version: Desk.Version, of row: LibraryView.Row, _ desk: Desk, _ language: Language
    ) async -> VersionsPage.Side {
        let wish = PreviewWish(maxText: Self.maxCompared)
        do {
            let result = try await desk.preview(row.documentKey, version: version.number, wish)
            return VersionsPage.Side(version: version, preview: result.preview)
        } catch {
            return VersionsPage.Side(version: version, trouble: Sentence.of(error, language))
        }
    }
}
