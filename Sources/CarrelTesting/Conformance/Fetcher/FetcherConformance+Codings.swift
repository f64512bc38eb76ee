import CarrelBasics
import CarrelHTTP
import Foundation

extension FetcherConformance {
    static let contentCodings: [Check] = [
        Check("content codings are asked for where the limits accept them, and never for a part") { bed in
            try bed.stage("/coding", .content("x"))
            let accepting = FetchLimits(acceptsCodings: true)
            try await bed.get("/coding", fields: [("Range", "bytes=0-")], limits: accepting)
            try await bed.get("/coding", limits: accepting)
            let asked = bed.requests("/coding").map { $0.fields["Accept-Encoding"] ?? "" }
            try requireEqual(asked.first, "identity", "Accept-Encoding for a part")
            try require(asked.last?.contains("gzip") == true, "\(asked) where codings are accepted")
        },
        Check("a coded stream that ends too early inside an intact framing is truncated") { bed in
            for (coding, bytes) in CodedContent.all {
                for missing in [1, bytes.count / 2] {
                    let path = "/early/\(coding)/\(missing)"
                    try bed.stage(path, coded(bytes.dropLast(missing), coding))
                    let error = try await bed.failure(path)
                    try requireEqual(error.code, .truncated, "code for \(coding) without \(missing)")
                }
            }
        },
        Check("what is said to be coded and is not, is malformed") { bed in
            for coding in ["gzip", "deflate", "br", "zstd"] {
                try bed.stage("/not/\(coding)", coded(Data(repeating: 0xFF, count: 100), coding))
                try requireEqual(
                    try await bed.failure("/not/\(coding)").code, .malformed, "code for \(coding)")
            }
        },
        Check("nothing at all has no coding, whatever is said") { bed in
            try bed.stage("/nothing", coded(Data(), "gzip"))
            try requireEqual(try await bed.get("/nothing").content, Data(), "content")
        },
        Check("a gzip of several members is decoded whole") { bed in
            try bed.stage("/members", coded(CodedContent.gzip + CodedContent.gzip, "gzip"))
            try requireEqual(
                try await bed.get("/members").content, CodedContent.plain + CodedContent.plain, "content")
        },
        Check("a document that is a gzip file is left as it is") { bed in
            for coding in ["gzip", "x-gzip"] {
                try bed.stage("/file/\(coding)", coded(CodedContent.gzip, coding))
                let sink = try await file("/file/\(coding)", on: bed)
                try requireEqual(sink.content, CodedContent.gzip, "content")
                try requireEqual(sink.head?.decodedCodings, [], "codings")
                try requireEqual(sink.head?.contentLength, Int64(CodedContent.gzip.count), "length")
            }
        },
        Check("a document that is a file of another coding, known or not, is left as it is") { bed in
            for coding in ["zstd", "br", "x-bzip2", "xz", "compress"] {
                let bytes = CodedContent.all.first { $0.coding == coding }?.bytes ?? Data("BZh9".utf8)
                try bed.stage("/file/\(coding)", coded(bytes, coding))
                let sink = try await file("/file/\(coding)", of: coding.replacing("x-", with: ""), on: bed)
                try requireEqual(sink.content, bytes, "content coded as \(coding)")
                try requireEqual(sink.head?.decodedCodings, [], "codings")
                try requireEqual(sink.head?.contentCoding, nil, "what is left of the coding")
            }
        },
        Check("what is too short to be a gzip file is left as it is, too") { bed in
            for (index, bytes) in [Data(), CodedContent.gzip.prefix(5)].enumerated() {
                try bed.stage("/short/\(index)", coded(Data(bytes), "gzip"))
                let sink = try await file("/short/\(index)", on: bed)
                try requireEqual(sink.content, Data(bytes), "content")
                try requireEqual(sink.head?.decodedCodings, [], "codings")
            }
        },
        Check("for a gzip file no coding is asked for") { bed in
            try bed.stage("/file", .content(CodedContent.gzip))
            _ = try await file("/file", on: bed, limits: FetchLimits(acceptsCodings: true))
            let asked = bed.requests("/file").map { $0.fields["Accept-Encoding"] ?? "" }
            try requireEqual(asked, ["identity"], "Accept-Encoding")
        },
        Check("a coding around a gzip file is taken off, however it comes in") { bed in
            let twice = CodedContent.gzipTwice
            try bed.stage("/once", coded(twice, "gzip"))
            let fields = [("Content-Encoding", "x-gzip")]
            try bed.stage("/pieces", .chunked(twice.map { Data([$0]) }, fields: fields))
            for path in ["/once", "/pieces"] {
                let sink = try await file(path, on: bed)
                try requireEqual(sink.content, CodedContent.gzip, "content")
                try require(sink.head?.decodedCodings.count == 1, "no coding was taken off")
            }
        },
        Check("a coded page in the place of a gzip file is decoded, whatever its server calls it") { bed in
            let (page, pieces) = (CodedContent.gzipPage, CodedContent.gzipPage.map { Data([$0]) })
            for type in ["text/html; charset=utf-8", "application/gzip"] {
                let fields = [("Content-Encoding", "gzip"), ("Content-Type", type)]
                try bed.stage("/whole/\(type.prefix(4))", .content(page, fields: fields))
                try bed.stage("/pieces/\(type.prefix(4))", .chunked(pieces, fields: fields))
            }
            for path in ["/whole/text", "/pieces/text", "/whole/appl", "/pieces/appl"] {
                let sink = try await file(path, on: bed)
                try requireEqual(sink.content, CodedContent.page, "content")
                try requireEqual(sink.head?.decodedCodings, ["gzip"], "codings")
            }
        },
        Check("a gzip file that its server calls a page is left as it is if it holds none, or one is meant") {
            bed in
            let fields = [("Content-Type", "text/html")]
            try bed.stage("/text", coded(CodedContent.gzip, "x-gzip", fields: fields))
            try bed.stage("/page", coded(CodedContent.gzipPage, "x-gzip", fields: fields))
            let (text, page) = (
                try await file("/text", on: bed), try await file("/page", on: bed, mayHoldPage: true)
            )
            try requireEqual(text.content, CodedContent.gzip, "content")
            try requireEqual(page.content, CodedContent.gzipPage, "content")
            try requireEqual(page.head?.decodedCodings, [], "codings")
        },
        Check("coded content is decoded, whether or not it was asked for") { bed in
            for (coding, bytes) in CodedContent.all {
                for accepts in [true, false] {
                    let path = "/coded/\(coding)/\(accepts)"
                    try bed.stage(path, coded(bytes, coding, fields: [("ETag", "\"1\"")]))
                    let sink = try await bed.get(path, limits: FetchLimits(acceptsCodings: accepts))
                    try requireEqual(sink.content, CodedContent.plain, "content coded as \(coding)")
                    try requireEqual(
                        sink.head?.decodedCodings, coding.split(separator: ",").map(String.init), "codings")
                    try requireEqual(sink.head?.contentLength, nil, "length")
                    try requireEqual(sink.head?.contentCoding, nil, "what is left of the coding")
                    try requireEqual(sink.head?.validators.entityTag, "\"1\"", "entity tag")
                }
            }
        },
        Check("coded content in chunks is decoded") { bed in
            let pieces = CodedContent.gzip.map { Data([$0]) }
            try bed.stage("/coded", .chunked(pieces, fields: [("Content-Encoding", "gzip")]))
            try requireEqual(try await bed.get("/coded").content, CodedContent.plain, "content")
        },
        Check("content without a coding is not said to be decoded") { bed in
            try bed.stage("/plain", .content("x", fields: [("Content-Encoding", "identity")]))
            let head = try await bed.get("/plain", limits: FetchLimits(acceptsCodings: true)).head
            try requireEqual(head?.decodedCodings, [], "codings")
            try requireEqual(head?.contentLength, 1, "length")
        },
        Check("a coding that nobody knows is a failure that names it") { bed in
            try bed.stage("/odd", coded(Data("abc".utf8), "rot13"))
            let sink = CollectingSink()
            let error = try await bed.failure("/odd", into: sink)
            try requireEqual(error.code, .undecodable, "code")
            try require(error.reason.contains("rot13"), "the reason does not name it: \(error.reason)")
            try requireEqual(sink.content, Data(), "content")
        },
        Check("a coded content that ends too early is truncated") { bed in
            let fields = HTTPFields([
                ("Content-Encoding", "gzip"), ("Content-Length", "\(CodedContent.gzip.count)"),
            ])
            try bed.stage(
                "/cut",
                Reply([.head(status: 200, fields: fields), .bytes(CodedContent.gzip.prefix(50)), .close]))
            try requireEqual(try await bed.failure("/cut").code, .truncated, "code")
        },
        Check("a content that grows out of proportion is abandoned") { bed in
            try bed.stage("/bomb", coded(CodedContent.bomb, "br"))
            let sink = CollectingSink(.count)
            let accepting = FetchLimits(acceptsCodings: true)
            let error = try await bed.failure("/bomb", limits: accepting, into: sink)
            try requireEqual(error.code, .decompressionBomb, "code")
            try requireEqual(error.remedy, "Set download.compression to false", "remedy")
            try require(sink.byteCount <= 2 << 20, "\(sink.byteCount) bytes were delivered")
        },
        Check("the size limit is that of the decoded content") { bed in
            try bed.stage("/large", coded(CodedContent.bomb, "br"))
            let limits = FetchLimits(maxSize: 300_000, maxRatio: .max)
            let sink = CollectingSink(.count)
            let error = try await bed.failure("/large", limits: limits, into: sink, followsRedirects: true)
            try requireEqual(error.code, .tooLarge, "code")
            try require(sink.byteCount <= 300_000, "\(sink.byteCount) bytes were delivered")
        },
        Check("what decodes to much arrives whole, also with pauses") { bed in
            try bed.stage("/large", coded(CodedContent.bomb, "br"))
            let limits = FetchLimits(maxRatio: .max)
            let sink = CollectingSink(.pause(.milliseconds(5), pieces: 3))
            try await bed.get("/large", limits: limits, into: sink)
            try require(sink.content == Data(count: CodedContent.bombSize), "the content differs")
        },
    ]

    /// A part is one of the coded bytes.
    static let codedParts: [Check] = [
        Check("a coded part is delivered as it came") { bed in
            let fields = [("Content-Encoding", "gzip"), ("Content-Range", "bytes 0-2/9")]
            try bed.stage("/part", .content("abc", status: 206, fields: fields))
            let sink = try await bed.get("/part", fields: [("Range", "bytes=0-2")])
            try requireEqual(sink.content, Data("abc".utf8), "content")
            try requireEqual(sink.head?.contentCoding, "gzip", "coding")
            try requireEqual(sink.head?.decodedCodings, [], "decoded codings")
        },
        Check("a whole answer to a range is decoded") { bed in
            try bed.stage("/whole", coded(CodedContent.gzip, "gzip"))
            for _ in 0..<2 {
                let sink = try await bed.get("/whole", fields: [("Range", "bytes=5-")])
                try requireEqual(sink.content, CodedContent.plain, "content")
            }
        },
    ]

    /// Fetches a file of a coding.
    private static func file(
        _ path: String, of coding: String = "gzip", on bed: FetcherTestbed,
        limits: FetchLimits = FetchLimits(), mayHoldPage: Bool = false
    ) async throws -> CollectingSink {
        var request = FetchRequest(url: try bed.url(path), limits: limits)
        request.fileCoding = coding
        request.mayHoldPage = mayHoldPage
        let sink = CollectingSink()
        try await bed.fetcher.fetch(request, into: sink)
        return sink
    }

    private static func coded(
        _ bytes: Data, _ coding: String, fields: [(String, String)] = []
    ) -> Reply {
        .content(bytes, fields: [("Content-Encoding", coding)] + fields)
    }
}
