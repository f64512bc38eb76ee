import CarrelHTTP
import CarrelModel
import CarrelTesting
import CurlFetching
import Foundation

extension Harness {
    /// The lines of a response's head, as libcurl hands them over.
    static let responseHead = Harness("response-head") { data in
        var reader = HeadReader(limit: 64 << 10)
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let progress = Data(line + [UInt8(ascii: "\n")]).withUnsafeBytes { reader.read($0) }
            guard case .complete(let status, let fields) = progress else { continue }
            try require((200...999_999).contains(status), "status \(status)")
            try check(fields)
            try check(ResponseHead(status: status, fields: fields, url: place))
        }
    }

    /// The value of a `Content-Disposition` field.
    static let contentDisposition = Harness("content-disposition") { data in
        let value = String(decoding: data, as: UTF8.self)
        try check(name: ContentDispositionField.suggestedName(in: value))
    }

    private static let place = URL(string: "http://notes.example.org/a.pdf") ?? URL(filePath: "/")

    private static func check(name: String?) throws {
        guard let name else { return }
        try require(!name.isEmpty, "an empty name")
        try require(name.utf8.count <= ContentDispositionField.maxNameLength, "\(name.utf8.count) bytes")
        try require(!name.utf8.contains(UInt8(ascii: "/")), "a slash in \(name.debugDescription)")
        try require(name.utf8.first != UInt8(ascii: "."), "a dot before \(name.debugDescription)")
        // What stands before a backslash would be a folder.
        let isPath = name.lastIndex(of: "\\").map { name[..<$0].contains { $0 != "\\" } } ?? false
        try require(!isPath, "a folder in \(name.debugDescription)")
        try require(
            DocumentName.isSafe(DocumentName.safe(name)), "no safe name from \(name.debugDescription)")
    }

    private static func check(_ fields: HTTPFields) throws {
        let lines = fields.lines
        for line in lines.prefix(20) where line.name.utf8.allSatisfy({ $0 < 0x80 }) {
            let values = lines.filter { $0.name.lowercasedASCII == line.name.lowercasedASCII }.map(\.value)
            try requireEqual(fields.values(line.name), values, "the values of \(line.name.debugDescription)")
            try requireEqual(fields[line.name], values.first, "the first value")
            var rest = fields
            rest[line.name] = nil
            try requireEqual(rest.lines.count, lines.count - values.count, "the other lines")
        }
    }

    private static func check(_ head: ResponseHead) throws {
        try require(head.contentLength ?? 0 >= 0, "a length below zero")
        if let range = head.contentRange {
            try require(range.bytes != nil || range.completeLength != nil, "a range of nothing")
            try require(range.bytes?.lowerBound ?? 0 >= 0, "a range before the beginning")
        }
        if let type = head.mediaType {
            try requireEqual(MediaType(type.description), type, "the media type read again")
        }
        for name in ["Date", "Last-Modified", "Retry-After"] {
            guard let text = head.fields[name], let seconds = HTTPDate.seconds(text, now: 1_700_000_000)
            else {
                continue
            }
            try requireEqual(HTTPDate.seconds(HTTPDate.text(seconds)), seconds, "the date read again")
        }
        for (name, origin) in [
            ("Repr-Digest", ExpectedDigest.Origin.reprDigest), ("Content-Digest", .contentDigest),
        ] {
            for digest in DigestField.digests(in: head.fields[name] ?? "", origin: origin) {
                try requireEqual(
                    ExpectedDigest(text: digest.text, origin: origin), digest, "the digest read again")
            }
        }
        try check(name: head.fields["Content-Disposition"].flatMap(ContentDispositionField.suggestedName))
        var decoded = head
        decoded.markDecoded()
        try require(
            decoded.contentLength == nil && decoded.codings.isEmpty, "decoded content has no coded length")
    }
}

extension String {
    fileprivate var lowercasedASCII: [UInt8] {
        utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
