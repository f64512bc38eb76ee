import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// Answers the requests of a page.
struct PageHandler: RequestHandler {
    let hosts: HostCheck
    let speaksTLS: Bool
    let access: Access
    let assets: Assets
    let library: CurrentLibrary
    let hub: LiveHub
    let actions: PageActions
    let views: PageViews
    // Far more than a person with many tabs or a program that reads the whole library asks for.
    let rates = RateLimit(burst: 3000, every: .milliseconds(4))
    let interface: InterfaceViews
    let feeds: OPDSViews

    /// A form of ours is smaller.
    let contentLimit = 64 << 10

    // MARK: Refusing

    func refusal(of request: ServerRequest) -> ServerReply? {
        headRefusal(of: request).map { refused($0, for: request) }
    }

    func refused(_ refusal: ServerReply, for request: ServerRequest) -> ServerReply {
        InterfaceViews.takes(request.path) ? refusal.asProblem : refusal
    }

    private func headRefusal(of request: ServerRequest) -> ServerReply? {
        if let refusal = hosts.refusal(of: request) {
            return refusal.status == 403 && Self.isOfLink(request) ? doorway(request) : refusal
        }
        if let wait = rates.take(request.client ?? "") {
            return .later("Too many requests", seconds: Int(wait.components.seconds) + 1)
        }
        let methods = Self.methods(of: request.path.percentDecoded ?? request.path)
        guard methods.contains(request.method) else {
            let list = methods.joined(separator: ", ")
            return .text(405, "This path takes only \(list)", [("Allow", list)])
        }
        guard request.method == "POST" else {
            return request.hasContent ? .text(413, "No content is accepted", [("Connection", "close")]) : nil
        }
        guard let announced = request.fields["Content-Length"] else {
            return .text(
                411, "The request must say how long its content is, by Content-Length",
                [("Connection", "close")])
        }
        guard let length = Int(announced), length <= contentLimit else {
            return .text(413, "The content is too large", [("Connection", "close")])
        }
        return nil
    }

    /// Whether somebody opens an address in a window, as by a link on a page of another site.
    private static func isOfLink(_ request: ServerRequest) -> Bool {
        request.method == "GET" && request.fields["Sec-Fetch-Mode"]?.lowercased() == "navigate"
            && request.fields["Sec-Fetch-Dest"]?.lowercased() == "document"
            && !InterfaceViews.takes(request.path) && !OPDSViews.takes(request.path)
    }

    /// A page that shows nothing of the library; who goes on from there is asked for by a page of this server.
    private func doorway(_ request: ServerRequest) -> ServerReply {
        Self.completed(.html(403, views.doorway(PageRequest(request))))
    }

    /// The methods that a path takes.
    private static func methods(of path: String) -> [String] {
        if OPDSViews.takes(path) { return ["GET", "HEAD"] }
        return InterfaceRoute.methods(of: path) ?? ["GET", "HEAD", "POST"]
    }

    // MARK: Answering

    func reply(to request: ServerRequest, unless hasGone: @Sendable () -> Bool) async -> ServerReply {
        // What nobody waits for is not made; what somebody wanted done is done.
        if Task.isCancelled, request.method != "POST" {
            let refusal = hasGone() ? (499, "The client has gone") : (503, "The server is stopping")
            return refused(.text(refusal.0, refusal.1), for: request)
        }
        var page = PageRequest(request)
        let isNew = page.visitor == nil
        // What the first page shows is what its browser looks at.
        if isNew, !page.isPost { page.visitor = Access.random() }
        var reply = Self.completed(await answer(page))
        for choice in page.choices { reply.fields.append("Set-Cookie", choice) }
        if isNew, reply.fields["Content-Type"]?.hasPrefix("text/html") == true {
            let visitor = page.visitor ?? Access.random()
            reply.fields.append("Set-Cookie", "carrel-visitor=\(visitor); Path=/; HttpOnly; SameSite=Strict")
        }
        if speaksTLS { reply.fields.secureCookies() }
        if request.method == "HEAD", reply.status == 200 {
            if case .stream(let stream) = reply.content {
                stream.close()
                // libmicrohttpd ends content of unknown length even if none is sent, and the next reply would begin with it.
                reply.fields["Connection"] = "close"
            }
            reply.content = .absent(length: reply.length)
        }
        return reply
    }

    /// What every reply carries that says nothing else.
    private static let fields = [
        (ContentPolicy.field, ContentPolicy().text),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]

    private static func completed(_ reply: ServerReply) -> ServerReply {
        var reply = reply
        for (name, value) in fields where reply.fields[name] == nil { reply.fields[name] = value }
        return reply
    }

    private func answer(_ request: PageRequest) async -> ServerReply {
        if let asset = assets.reply(to: request.request) { return asset }
        if InterfaceViews.takes(request.path) { return await interface.reply(to: request) }
        if OPDSViews.takes(request.path) { return await feeds.reply(to: request) }
        if request.path == "/enter" { return await enter(request) }
        if request.path == "/leave", request.isPost { return await leave(request) }
        switch await access.admits(request.request) {
        case .admitted: break
        case .refused: return .html(request.isPost ? 403 : 401, views.entrance(request))
        case .later(let seconds): return .later("Too many wrong tokens", seconds: seconds)
        }
        if request.isPost { return await perform(request) }
        var request = request
        if request.isOfPage, let visitor = request.visitor {
            request.notes = await actions.notes.take(for: visitor)
        }
        do {
            switch request.path {
            case "/events": return await events(request)
            case "/manifest.webmanifest": return Self.manifest
            default: return try await views.reply(to: request)
            }
        } catch {
            return failed(error, request)
        }
    }

    /// Says why there is no page; once the library is there again, the browser shows it by itself.
    private func failed(_ error: any Error, _ request: PageRequest) -> ServerReply {
        let isGone = (error as? StoreError)?.code == .gone
        var reply = views.failure(request, isGone ? 503 : 500, Sentence.of(error, request.language))
        if isGone { (reply.fields["Retry-After"], reply.fields["Refresh"]) = ("3", "3") }
        return reply
    }

    private func events(_ request: PageRequest) async -> ServerReply {
        let since = request.request.fields["Last-Event-ID"] ?? request.query["since"]
        guard let stream = await hub.listen(request.language, since: since.flatMap { Int64($0) }) else {
            return .text(503, "Too many pages are open", [("Retry-After", "30")])
        }
        return LiveFrame.reply(stream)
    }

    private static let manifest = ServerReply(
        200, type: "application/manifest+json",
        """
        {"name":"Carrel","short_name":"Carrel","start_url":"/","display":"standalone","background_color":"#fbfaf8",\
        "theme_color":"#fbfaf8","icons":[{"src":"/assets/icon.svg","sizes":"any","type":"image/svg+xml"}]}
        """)

    // MARK: Changing

    private func enter(_ request: PageRequest) async -> ServerReply {
        guard request.isPost else { return .see("/") }
        let name = access.asksForName ? request.form["name"] : nil
        switch await access.takes(name, request.form["password"] ?? "", from: request.request, .session) {
        case .admitted:
            var reply = ServerReply.see(views.place(after: request))
            reply.fields.append("Set-Cookie", access.begin())
            return reply
        case .refused: return .html(403, views.entrance(request, .wrong))
        case .later(let seconds):
            var reply = ServerReply.html(429, views.entrance(request, .later(seconds: seconds)))
            reply.fields["Retry-After"] = "\(seconds)"
            return reply
        }
    }

    /// Signs out; the other tabs of the browser notice when they are to listen again.
    private func leave(_ request: PageRequest) async -> ServerReply {
        guard access.isOwn(request.form["token"]) else {
            return views.failure(request, 403, Phrase.notAllowed.text(request.language))
        }
        var reply = ServerReply.see("/")
        reply.fields.append("Set-Cookie", access.end(request.request))
        await hub.close()
        await interface.live.close()
        return reply
    }

    private func perform(_ request: PageRequest) async -> ServerReply {
        guard access.isOwn(request.form["token"] ?? request.request.fields["X-Carrel-Token"]) else {
            let reason = Phrase.notAllowed.text(request.language)
            // The server may have been started anew since the form was made; what was typed stays.
            if request.path == "/look" { return .html(403, await views.add(request, reason)) }
            return views.failure(request, 403, reason)
        }
        let what = FormFields(request.form["what"] ?? "")
        let name = String(request.path.dropFirst())
        let isScript = request.isOfScript
        let outcome: PageActions.Outcome? =
            await access.isReadOnly
            ? Self.readOnly(name, request) : actions.perform(name, what, request)
        switch outcome {
        case nil: return views.notFound(request)
        case .done?: return isScript ? ServerReply(204, content: .data(Data())) : .see(Self.link(what, name))
        case .next(let address)?:
            let link = (try? await address.link(library.current())) ?? "/"
            return isScript ? .json(200, ["location": link]) : .see(link)
        case .at(let path)?: return isScript ? .json(200, ["location": path]) : .see(path)
        case .looked(let look)?:
            return await shown(request) { .html(200, try await views.look(request, look)) }
        case .refusedSettings(let location, let refused)?:
            return await shown(request) { try await views.settings(request, of: location, refused) }
        case .refused(let status, let reason)?:
            if isScript { return .json(status, ["error": reason]) }
            if name == "add" || name == "look" { return .html(status, await views.add(request, reason)) }
            return views.failure(request, status, reason)
        }
    }

    /// What becomes of an action where the library is only shown: that somebody looked at something is not kept either.
    private static func readOnly(_ name: String, _ request: PageRequest) -> PageActions.Outcome? {
        name == "seen" ? .done : .refused(status: 403, Phrase.readOnly.text(request.language))
    }

    /// A page that a form leads to.
    private func shown(
        _ request: PageRequest, _ page: () async throws -> ServerReply
    ) async -> ServerReply {
        do { return try await page() } catch { return failed(error, request) }
    }

    /// Where a person without scripts goes on.
    private static func link(_ what: FormFields, _ name: String) -> String {
        switch name {
        case "accept", "discard":
            let from = what["from"].flatMap { Int($0) } ?? 0
            return FormFields(from > 0 ? [("from", String(from))] : []).link(to: "/quarantine")
        case "verify", "repair": return "/verify"
        case "choose", "unchoose": return "/week"
        case "open": return FormFields([("catalogue", what["catalogue"] ?? "")]).link(to: "/places")
        case "undo": return "/new"
        case "mark-read" where what["item"] == nil: return "/new"
        default: return what.link(to: "/")
        }
    }
}

extension HTTPFields {
    /// Has browsers send the cookies of a reply over TLS alone.
    fileprivate mutating func secureCookies() {
        let cookies = values("Set-Cookie")
        self["Set-Cookie"] = nil
        for cookie in cookies { append("Set-Cookie", "\(cookie); Secure") }
    }
}

extension ServerReply {
    /// Not now, but after some seconds.
    static func later(_ line: String, seconds: Int) -> ServerReply {
        .text(429, line, [("Retry-After", "\(seconds)")])
    }

    /// Go on there.
    static func see(_ path: String) -> ServerReply {
        ServerReply(303, HTTPFields([("Location", path)]), content: .data(Data()))
    }
}
