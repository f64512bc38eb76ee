import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// The applications: pages for catalogues of a certain shape, and the converter.
extension PageViews {
    /// The reply to a request for an application; `nil` if there is none of that path.
    func application(_ request: PageRequest) async throws -> ServerReply? {
        switch request.path {
        case "/convert":
            return try await application(request, .converter, "convert.js") {
                ConverterPage(context: $0, state: ConverterState(request.query)).markup
            }
        case "/convert.json":
            return .json(200, ConverterState(request.query).answer(request.language))
        case "/week": return try await week(request)
        case "/module": return try await module(request)
        case "/chart": return try await chart(request)
        case "/places": return try await places(request)
        case "/photo": return try await photo(request)
        case "/recent": return try await recent(request)
        default: return nil
        }
    }

    // MARK: Week

    private func week(_ request: PageRequest) async throws -> ServerReply {
        let (snapshot, desk) = (try await library.current(), try await library.desk())
        let view = snapshot.view.timetables(named: desk.namedLocations)
        guard !view.catalogs.isEmpty else { return nothing(request) }
        let timetable = try await desk.timetable(view)
        let day = request.query["day"].flatMap { Int($0) }.flatMap { Weekday(rawValue: $0) }
        return try await application(request, .week, "week.js") {
            WeekPage(context: $0, week: WeekGrid(timetable, now: Date(), in: .current), day: day).markup
        }
    }

    private func module(_ request: PageRequest) async throws -> ServerReply {
        let (snapshot, desk) = (try await library.current(), try await library.desk())
        let timetable = try await desk.timetable(snapshot.view.timetables(named: []))
        guard let key = PageAddress(request.query, snapshot).collectionKey,
            let part = timetable.parts.first(where: { $0.location == key.catalog })
        else { return nothing(request) }
        let tiles = await library.mapTiles(for: key.catalog)
        let page = ModulePage(
            context: try await context(request), key: key, catalog: part.catalog,
            isChosen: !part.unchosen.contains(key.collection), tiles: tiles)
        guard let markup = page.markup else { return nothing(request) }
        var reply = try await application(request, .week, "map.js") { _ in markup }
        if let tiles {
            reply.fields[ContentPolicy.field] = ContentPolicy(pictures: [tiles.address.origin]).text
            // Servers of tiles ask to be told whose page shows them.
            reply.fields["Referrer-Policy"] = "strict-origin-when-cross-origin"
        }
        return reply
    }

    // MARK: Chart

    private func chart(_ request: PageRequest) async throws -> ServerReply {
        let context = try await context(request)
        guard let collection = context.collection,
            let catalog = context.snapshot.view.catalog(at: collection.key.catalog)
        else { return nothing(request) }
        let shapes = CatalogShape.of(catalog.catalog)
        // A chart may be empty for a while.
        let isEmpty = shapes.isEmpty && collection.collection.items.isEmpty
        guard isEmpty || shapes.contains(.chart(collection: collection.key.collection)) else {
            return nothing(request)
        }
        return try await application(request, .chart, "pictures.js") {
            ChartPage(context: $0, collection: collection).markup
        }
    }

    // MARK: Places

    private func places(_ request: PageRequest) async throws -> ServerReply {
        let context = try await context(request)
        guard let catalog = context.address.catalog.flatMap(context.snapshot.view.catalog(at:)),
            CatalogShape.of(catalog.catalog).contains(.places)
        else { return nothing(request) }
        let desk = try await library.desk()
        let opened = try await desk.openedCollections(of: catalog.location)
        let found = await shapes(of: PlacesPage.photos(of: catalog, context.snapshot), desk)
        return try await application(request, .places, "pictures.js") {
            PlacesPage(context: $0, catalog: catalog, opened: opened, shapes: found).markup
        }
    }

    private func photo(_ request: PageRequest) async throws -> ServerReply {
        let context = try await context(request)
        guard let row = context.row else { return nothing(request) }
        return .html(200, PhotoPage(context: context, row: row, assets: assets.path).markup)
    }

    private func recent(_ request: PageRequest) async throws -> ServerReply {
        let (snapshot, desk) = (try await library.current(), try await library.desk())
        let rows = try await desk.recentViews(limit: 20).compactMap { snapshot.row(of: $0.key) }
        var views: [(row: LibraryView.Row, shape: PictureShape)] = []
        for row in rows { views.append((row, await shape(of: row, desk))) }
        return try await application(request, .recentlyViewed, "pictures.js") { [views] in
            PlacesPage.recent(views, $0)
        }
    }

    /// The shape of the picture in the place of a document.
    private func shape(of row: LibraryView.Row, _ desk: Desk) async -> PictureShape {
        if let known = await knownShape(of: row) { return known }
        guard let document = row.storedDocument else { return .photo }
        let found = try? await knownShapes.value(document.sha256) {
            let preview = try await desk.preview(row.documentKey, PreviewWish(maxText: 0)).preview
            return PictureShape(preview.metadata) ?? .photo
        }
        return found ?? .photo
    }

    /// The same, where nobody has to look into the document for it.
    private func knownShape(of row: LibraryView.Row) async -> PictureShape? {
        guard let document = row.storedDocument else { return .photo }
        // Of others, to look for a shape may take long, and most are of paper.
        guard document.mediaType?.essence.hasPrefix("image/") == true else { return .paper }
        return await knownShapes.kept(document.sha256)
    }

    /// The shapes of pictures: all that are known, and of as many others as somebody waits for.
    private func shapes(of rows: [LibraryView.Row], _ desk: Desk) async -> [ItemKey: PictureShape] {
        let found = await PictureShape.found(of: rows.filter(\.isStored), within: .milliseconds(300)) {
            await knownShape(of: $0)
        } find: {
            await shape(of: $0, desk)
        }
        return Dictionary(found.map { ($0.row.entry, $0.shape) }) { first, _ in first }
    }

    // MARK: Frame

    private func nothing(_ request: PageRequest) -> ServerReply {
        failure(request, 404, Phrase.noApplication.text(request.language))
    }

    private func application(
        _ request: PageRequest, _ title: Phrase, _ script: String, _ page: (PageContext) -> Markup
    ) async throws -> ServerReply {
        let context = try await context(request)
        return .html(200, frame(context, page(context), title: context.text(title), script: script))
    }
}
