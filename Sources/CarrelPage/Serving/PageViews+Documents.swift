import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// Documents, pictures of their pages, and the words on them.
extension PageViews {
    /// The document itself.
    func document(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        guard let row = try await row(request), let document = try await desk.document(of: row.documentKey)
        else {
            return notFound(request)
        }
        return await documents.reply(
            document, isInline: request.query["inline"] == "1", in: desk.documents, to: request.request)
    }

    func row(_ request: PageRequest) async throws -> LibraryView.Row? {
        let snapshot = try await library.current()
        return PageAddress(request.query, snapshot).itemKey.flatMap { snapshot.row(of: $0) }
    }

    func picture(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        guard let row = try await row(request), let content = try await desk.contentName(of: row.documentKey)
        else {
            return .text(404, "There is no such document")
        }
        let page = request.query["page"].flatMap { Int($0) } ?? 1
        // A few widths, so that what is kept serves every window.
        let wanted = request.query["width"].flatMap { Int($0) } ?? 1200
        let width = Self.widths.first { $0 >= wanted } ?? Self.widths[Self.widths.count - 1]
        let version = PageAddress(request.query, try await library.current()).version
        let name = PictureName(
            content: version.map { "\(content) \($0)" } ?? content, page: page, width: width)
        let tag = name.entityTag
        // Asked again each time: somebody may write into the document, or sign out.
        let fields = HTTPFields([
            ("Content-Type", "image/png"), ("ETag", tag), ("Cache-Control", "private, no-cache"),
        ])
        if request.request.fields["If-None-Match"] == tag {
            return ServerReply(304, fields, content: .absent(length: nil))
        }
        do {
            let wish = ThumbnailRequest(size: width, page: page)
            let data = try await pictures.value(name) {
                try await desk.thumbnail(of: row.documentKey, version: version, wish)
            }
            return ServerReply(200, fields, content: .data(data))
        } catch let error as StoreError where error.code == .notFound {
            return .text(404, error.description.singleLine)
        } catch let error as PreviewError {
            // Among pictures a document without one has a sheet of paper in its place.
            if request.query["tile"] == "1" { return Self.sheet }
            return .text(404, Sentence.of(error, request.language))
        }
    }

    // The outer part has no shape of its own: it fills a place of any shape, and the sheet is whole in it.
    private static let sheet = ServerReply(
        200, type: "image/svg+xml",
        """
        <svg xmlns="http://www.w3.org/2000/svg"><svg viewBox="0 0 160 160"><g fill="none" stroke="#888" \
        stroke-width="3" stroke-linejoin="round" stroke-linecap="round"><path d="M50 30h42l20 20v80H50z"/><path d="M92 30v20h20"/>\
        <path d="M64 72h34M64 88h34M64 104h20"/></g></svg></svg>
        """)

    private static let widths = [160, 320, 640, 1200, 1800, 2600, 4000, 6000]

    // MARK: Words

    // Nobody reads a longer list, or types more.
    private static let (mostPlaces, mostWanted) = (500, 200)

    /// The layer of text over the picture of a page.
    func pageWords(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        guard let row = try await row(request),
            let content = try await desk.contentName(of: row.documentKey),
            let number = request.query["page"].flatMap({ Int($0) }), (1...100_000).contains(number)
        else { return .html(404, .none) }
        do {
            let page = try await words.words(ofPage: number, of: content, row.documentKey, desk)
            return .html(200, page.map { WordsMarkup.layer($0, finding: wanted(request)) } ?? .none)
        } catch is PreviewError {
            // The picture is there all the same.
            return .html(200, .none)
        }
    }

    /// Where a text stands in a document.
    func found(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        let context = try await context(request)
        guard let row = try await row(request), let content = try await desk.contentName(of: row.documentKey)
        else { return .html(404, .none) }
        do {
            let wish = PreviewWish(maxText: 0)
            let count = try await desk.preview(row.documentKey, wish).preview.pages ?? 1
            let places = try await words.places(
                of: wanted(request), pages: count, most: Self.mostPlaces, in: content, row.documentKey, desk)
            let isCut =
                count > DocumentWords.mostSearched
                || places.reduce(0) { $0 + $1.matches.count } >= Self.mostPlaces
            let found = FoundMarkup(
                context: context, wanted: wanted(request), pages: places, isCut: isCut)
            return .html(200, found.markup)
        } catch let error as PreviewError {
            return .html(200, "<p class=\"empty\">\(Sentence.of(error, request.language))</p>")
        }
    }

    private func wanted(_ request: PageRequest) -> String {
        String((request.query["find"] ?? "").prefix(Self.mostWanted))
    }
}
