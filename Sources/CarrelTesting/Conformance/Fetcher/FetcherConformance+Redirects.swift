import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let redirects: [Check] = [
        Check("an exchange reports a redirect and does not follow it") { bed in
            try bed.stage("/old", .redirect(to: "/new"))
            try bed.stage("/new", .content("new"))
            let sink = try await bed.get("/old")
            try requireEqual(sink.head?.status, 302, "status")
            try requireEqual(sink.head?.fields["Location"], "/new", "Location")
            try requireEqual(bed.requests("/new").count, 0, "requests of the target")
        },
        Check("300 and a redirect without Location are responses like any other") { bed in
            try bed.stage("/nowhere", .status(301))
            try requireEqual(try await bed.get("/nowhere").head?.status, 301, "status")
            try bed.stage("/choices", .status(300))
            let sink = try await bed.get("/choices", followsRedirects: true)
            try requireEqual(sink.head?.status, 300, "status")
        },
        Check("fetch follows an absolute redirect and reports only the last head") { bed in
            let target = try bed.stage("/new", .content("new"))
            try bed.stage("/old", .redirect(to: target.absoluteString, status: 301))
            let sink = try await bed.get("/old", followsRedirects: true)
            try requireEqual(sink.head?.status, 200, "status")
            try requireEqual(sink.head?.url.absoluteString, target.absoluteString, "URL")
            try requireEqual(sink.content, Data("new".utf8), "content")
        },
        Check("fetch follows a relative redirect") { bed in
            try bed.stage("/a/old", .redirect(to: "../b/new?x=1", status: 307))
            try bed.stage("/b/new?x=1", .content("new"))
            try requireEqual(
                try await bed.get("/a/old", followsRedirects: true).content, Data("new".utf8), "content")
        },
        Check("two equal lines of Location lead where one does") { bed in
            let fields = HTTPFields([("Location", "/new"), ("Location", "/new"), ("Content-Length", "0")])
            try bed.stage("/old", Reply([.head(status: 302, fields: fields)]))
            try bed.stage("/new", .content("new"))
            try requireEqual(
                try await bed.get("/old", followsRedirects: true).content, Data("new".utf8), "content")
            try bed.stage("/commas", .redirect(to: "/a, b"))
            try requireEqual(try await bed.get("/commas").head?.fields["Location"], "/a, b", "Location")
        },
        Check("the request's fields go with every hop") { bed in
            try bed.stage("/old", .redirect(to: "/new", status: 308))
            try bed.stage("/new", .content("new"))
            try await bed.get("/old", fields: [("X-Kept", "yes")], followsRedirects: true)
            try requireEqual(bed.requests("/new").first?.fields["X-Kept"], "yes", "X-Kept")
        },
        Check("ten redirects are followed, eleven are refused") { bed in
            for hop in 1...11 { try bed.stage("/hop/\(hop)", .redirect(to: "/hop/\(hop - 1)")) }
            try bed.stage("/hop/0", .content("there"))
            let sink = try await bed.get("/hop/10", followsRedirects: true)
            try requireEqual(sink.content, Data("there".utf8), "content")
            let error = try await bed.failure("/hop/11", followsRedirects: true)
            try requireEqual(error.code, .redirect, "code")
        },
        Check("what redirects take is taken off the total time") { bed in
            for hop in 1...3 {
                let fields = HTTPFields([("Location", "/slow/\(hop + 1)"), ("Content-Length", "0")])
                try bed.stage(
                    "/slow/\(hop)",
                    Reply([.delay(.milliseconds(150)), .head(status: 302, fields: fields)]))
            }
            try bed.stage("/slow/4", .content("there"))
            let limits = FetchLimits(totalTimeout: .milliseconds(400))
            let error = try await bed.failure("/slow/1", limits: limits, followsRedirects: true)
            try requireEqual(error.code, .totalTimeout, "code")
        },
        refused("a file URL", "file:///etc/passwd"),
        refused("an ftp URL", "ftp://127.0.0.1/x"),
        refused("a URL with user information", "http://me:secret@127.0.0.1/x"),
        refused("a URL without a host", "http:///x"),
    ]

    private static func refused(_ what: String, _ location: String) -> Check {
        Check("a redirect to \(what) is refused") { bed in
            try bed.stage("/away", .redirect(to: location))
            let sink = CollectingSink()
            let error = try await bed.failure("/away", into: sink, followsRedirects: true)
            try requireEqual(error.code, .redirect, "code")
            try require(sink.head == nil, "the sink saw the redirect")
        }
    }
}
