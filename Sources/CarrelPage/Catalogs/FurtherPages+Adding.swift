import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// Adding a catalogue: its address, a look at it, and Yes or No.
extension FurtherPages {
    /// The page that asks for an address.
    ///
    /// - Parameters:
    ///   - reason: why the last try did not work.
    ///   - address: what was typed.
    ///   - name: what was typed as its name.
    /// - Returns: the page.
    func add(_ reason: String?, address: String, name: String) -> Markup {
        // One without a scheme comes back with it.
        let meant = CatalogAddress.meant(by: address)
        return page(.addCatalog, form(reason, address: meant ?? address, name: name))
    }

    /// What an empty library shows: the one thing to do, and what can be tried without a network.
    var welcome: Markup {
        let examples = Self.examples.map { example -> Markup in
            """
            <li><form class="action" method="post" action="/add">\(context.tokenField)\
            <input type="hidden" name="address" value="\(Self.samples)\(example.path)">\
            <button>\(context.text(example.name))</button></form></li>
            """
        }
        return page(
            .emptyLibrary,
            """
            \(form())<section class="examples"><h2>\(context.text(.examples))</h2><p>\(context.text(.serveSamples))</p>\
            <pre tabindex="0"><code>carrel delay-proxy -q --listen 127.0.0.1:8327 --root Config/Samples</code></pre>\
            <ul>\(examples)</ul></section>
            """)
    }

    // The samples of a clone, as the command on the page serves them.
    private static let samples = "http://127.0.0.1:8327/"
    private static let examples: [(name: Phrase, path: String)] = [
        (.exampleCourse, "course/index.html"), (.exampleHandbook, "handbook.json"),
        (.exampleChart, "chart/topalbums.json"),
    ]

    private func form(_ reason: String? = nil, address: String = "", name: String = "") -> Markup {
        """
        <p>\(context.text(.emptyHint))</p>\(Markup.when(reason) { "<p class=\"reason\" role=\"alert\">\($0)</p>" })\
        <form class="add" method="post" action="/look">\(context.tokenField)\
        <label>\(context.text(.pasteAddress))<input type="text" inputmode="url" name="address" value="\(address)" required autofocus></label>\
        <label>\(context.text(.name)) <span class="soft">\(context.text(.optional))</span><input name="name" value="\(name)"></label>\
        <button class="main">\(context.text(.lookAt))</button></form>
        """
    }

    // MARK: What it is

    /// What a catalogue was taken for and what would come, with Yes and No; or that the library knows it.
    ///
    /// - Parameters:
    ///   - look: what was found.
    ///   - address: the address that was typed.
    /// - Returns: the page.
    func look(_ look: CatalogLook, address: String) -> Markup {
        switch look {
        case .known(let catalog):
            let first = context.snapshot.collections.first { $0.key.catalog == catalog.location }
            let link = first.map { context.link(PageAddress($0.key)) } ?? "/"
            return page(
                .addCatalog,
                "<p>\(context.text(.alreadyKnown)) <a href=\"\(link)\">\(.isolated(catalog.name))</a></p>")
        case .found(let outline, let name):
            return page(.addThis, "\(facts(outline))\(parts(outline))\(question(name, address: address))")
        }
    }

    private func facts(_ outline: CatalogOutline) -> Markup {
        let least = outline.bytes > 0 ? ", " + context.text(.atLeast, context.size(outline.bytes)) : ""
        return """
            <dl>\(DetailMarkup.row(context.text(.title), outline.title))\
            \(DetailMarkup.row(context.text(.address), ShownText.of(outline.location)))\
            \(DetailMarkup.row(context.text(.readAs), outline.parser))\
            \(DetailMarkup.row(context.text(.items), String(outline.items)))\
            \(DetailMarkup.row(context.text(.toFetch), "\(outline.transfers)\(least)"))\
            \(DetailMarkup.row(context.text(.onDemand), outline.deferred > 0 ? String(outline.deferred) : nil))</dl>\(problems(outline))
            """
    }

    private func problems(_ outline: CatalogOutline) -> Markup {
        guard !outline.problems.isEmpty else { return .none }
        let reasons = outline.problems.prefix(Self.mostShown).map { problem -> Markup in
            "<li>\(.english("\(problem.place): \(problem.reason)"))</li>"
        }
        return """
            <details class="facts"><summary>\(context.text(.leftOut, String(outline.problems.count)))</summary>\
            <ul>\(reasons)</ul></details>
            """
    }

    private func parts(_ outline: CatalogOutline) -> Markup {
        let all = outline.collections
        guard !all.isEmpty else { return .none }
        let rows = all.prefix(Self.mostShown).map { part -> Markup in
            "<li>\(.isolated(part.title)) <span class=\"soft\">\(part.items)</span></li>"
        }
        let more = all.count - rows.count
        return """
            <h2>\(context.text(.collections)) <span class="soft">\(all.count)</span></h2><ul class="listing">\(rows)\
            \(.when(more > 0, "<li class=\"soft\">\(context.text(.andMore, String(more)))</li>"))</ul>
            """
    }

    private static let mostShown = 8

    private func question(_ name: String, address: String) -> Markup {
        """
        <form class="add" method="post" action="/add">\(context.tokenField)\
        <input type="hidden" name="address" value="\(address)">\
        <label>\(context.text(.name))<input name="name" value="\(name)" required></label>\
        <div class="actions"><button class="main">\(context.text(.yes))</button>\
        <a class="plain" href="/add">\(context.text(.no))</a></div></form>
        """
    }
}
