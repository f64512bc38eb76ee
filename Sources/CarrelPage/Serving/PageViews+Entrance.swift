import CarrelHTML

/// The pages before the library: on one people sign in, another one has the way on.
extension PageViews {
    /// Why somebody sees it.
    enum Entrance {
        case first
        case wrong
        case later(seconds: Int)
    }

    /// What whoever is not signed in sees.
    func entrance(_ request: PageRequest, _ why: Entrance = .first) -> Markup {
        let (language, asksForName) = (request.language, access.asksForName)
        let reason =
            switch why {
            case .first: (asksForName ? Phrase.signInNeeded : .tokenNeeded).text(language)
            case .wrong: (asksForName ? Phrase.wrongPassword : .wrongToken).text(language)
            case .later(let seconds): Phrase.tooManyTries.text(language, "\(seconds)")
            }
        let name: Markup =
            asksForName
            ? """
            <label>\(Phrase.personName.text(language))<input name="name" autocomplete="username" autocapitalize="none" \
            value="\(request.form["name"] ?? "")" required\(Markup.when(request.form["name"] == nil, " autofocus"))></label>
            """ : .none
        let isFirst = !asksForName || request.form["name"] != nil
        return plain(
            request, reason,
            """
            <form class="add" method="post" action="/enter">\
            <input type="hidden" name="then" value="\(place(after: request))">\(name)\
            <label>\((asksForName ? Phrase.password : .token).text(language))<input type="password" name="password" \
            autocomplete="current-password" required\(Markup.when(isFirst, " autofocus"))></label>\
            <button class="main">\((asksForName ? Phrase.signIn : .enter).text(language))</button></form>
            """)
    }

    /// What somebody sees whom a page of another site led here: nothing of the library, but the way to what they asked for.
    func doorway(_ request: PageRequest) -> Markup {
        plain(
            request, Phrase.fromOtherSite.text(request.language),
            """
            <p class="actions"><a class="main" href="\(place(after: request))">\(Phrase.goOn.text(request.language))</a></p>
            """)
    }

    /// Where somebody goes on: to what they asked for first, on this server.
    func place(after request: PageRequest) -> String {
        let asked = request.isPost ? request.form["then"] ?? "/" : request.query.link(to: request.path)
        // Two slashes, or one and a backslash, would begin the name of another server.
        let isOwn =
            asked.hasPrefix("/") && !asked.hasPrefix("//")
            && asked.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 0x5C }
        return isOwn ? asked : "/"
    }
}
