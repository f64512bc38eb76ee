import CPageAssets
import CarrelDigest
import CarrelHTTP
import CarrelServer
import Foundation

/// The scripts, styles and pictures of the page, as they were when the program was built.
struct Assets: Sendable {
    private struct Asset: Sendable {
        var data: Data
        var compressed: Data?
        var type: String
    }

    private let files: [String: Asset]
    /// Where they are: another path for other contents, so that a browser may keep them for ever.
    let path: String

    init() {
        var files: [String: Asset] = [:]
        let digest = SHA256()
        var index = 0
        while let asset = carrel_page_asset_at(index) {
            let bytes = UnsafeRawBufferPointer(start: asset.pointee.bytes, count: asset.pointee.count)
            digest.update(bytes)
            let name = String(cString: asset.pointee.name)
            let data = Data(bytes)
            files[name] = Asset(data: data, compressed: Self.compressed(data), type: Self.type(of: name))
            index += 1
        }
        self.files = files
        path = "/assets/" + digest.finish().prefix(16)
    }

    /// The reply to a request for an asset; `nil` if there is none of that path.
    func reply(to request: ServerRequest) -> ServerReply? {
        guard request.path.hasPrefix("/assets/"), let name = request.path.split(separator: "/").last,
            let asset = files[String(name)]
        else { return nil }
        // Under a path of before, it is another version than the page means: nothing keeps that.
        let isCurrent = request.path == "\(path)/\(name)"
        let tag = "\"\(path.split(separator: "/").last ?? "")\""
        var fields = HTTPFields([
            ("Content-Type", asset.type), ("ETag", tag), ("X-Content-Type-Options", "nosniff"),
            ("Vary", "Accept-Encoding"),
            ("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache"),
        ])
        // Its tag alone tells a version from others.
        let condition = ConditionalRequest(fields: request.fields).evaluate(entityTag: tag, modified: .max)
        if case .notModified = condition { return ServerReply(304, fields, content: .absent(length: nil)) }
        if let compressed = asset.compressed, request.acceptsGzip {
            fields["Content-Encoding"] = "gzip"
            return ServerReply(200, fields, content: .data(compressed))
        }
        return ServerReply(200, fields, content: .data(asset.data))
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }

    /// The data in the gzip format; `nil` if it gets no smaller.
    static func compressed(_ data: Data) -> Data? {
        var output = Data(count: data.count)
        let count = output.withUnsafeMutableBytes { output in
            data.withUnsafeBytes { input in
                carrel_page_gzip(
                    input.bindMemory(to: UInt8.self).baseAddress, input.count,
                    output.bindMemory(to: UInt8.self).baseAddress, output.count)
            }
        }
        return count > 0 ? output.prefix(count) : nil
    }
}

extension ServerRequest {
    /// Whether the client takes content in the gzip format.
    var acceptsGzip: Bool {
        (fields["Accept-Encoding"] ?? "").split(separator: ",").contains { coding in
            let parts = coding.filter { $0 != " " }.lowercased().split(separator: ";")
            return parts.first == "gzip" && parts.dropFirst().first != "q=0"
        }
    }
}
