import CarrelHTTP
import Foundation

/// A script for `ScriptedFetcher` in a JSON file: URLs and their replies, one or a list.
///
///     {
///       "http://notes.test/a.pdf": { "file": "a.pdf", "fields": { "ETag": "\"1\"" } },
///       "http://notes.test/b.pdf": [{ "status": 503, "text": "later" }, { "base64": "AAEC" }],
///       "http://notes.test/c.pdf": { "fail": "unreachable" }
///     }
///
/// A reply of status 200 with an `ETag` or `Last-Modified` is served with conditional requests and ranges.
/// Files are relative to the script.
struct ScriptFile: Decodable {
    struct Entry: Decodable {
        var status: Int?
        var fields: [String: String]?
        var text: String?
        var base64: Data?
        var file: String?
        var fail: String?
        var stall: Bool?
    }

    let entries: [String: [Entry]]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var entries: [String: [Entry]] = [:]
        for key in container.allKeys {
            let list = try? container.decode([Entry].self, forKey: key)
            entries[key.stringValue] = try list ?? [container.decode(Entry.self, forKey: key)]
        }
        self.entries = entries
    }

    /// Reads a script.
    ///
    /// - Returns: what to answer.
    /// - Throws: an error of the system, of decoding, or one that says what is wrong in an entry.
    static func read(_ file: URL) throws -> ReplyScript {
        let contents = try JSONDecoder().decode(ScriptFile.self, from: Data(contentsOf: file))
        let script = ReplyScript()
        for (url, entries) in contents.entries {
            script.on(url, try entries.map { try $0.reply(besides: file) })
        }
        return script
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension ScriptFile.Entry {
    func reply(besides script: URL) throws -> Reply {
        if let fail {
            guard let code = FetchError.Code(rawValue: fail) else { throw ScriptError.unknownFailure(fail) }
            return .failing(code)
        }
        if stall == true { return .silent }
        let content = try content(besides: script)
        var fields = HTTPFields((fields ?? [:]).sorted { $0.key < $1.key })
        let validators = ResponseHead(status: 200, fields: fields, url: script).validators
        guard !validators.isEmpty, (status ?? 200) == 200 else {
            return .content(content, status: status ?? 200, fields: fields.lines.map { ($0.name, $0.value) })
        }
        let mediaType = fields["Content-Type"] ?? "application/octet-stream"
        for name in ["ETag", "Last-Modified", "Content-Type"] { fields[name] = nil }
        return .document(
            content, entityTag: validators.entityTag, lastModified: validators.lastModified,
            mediaType: mediaType, fields: fields.lines.map { ($0.name, $0.value) })
    }

    private func content(besides script: URL) throws -> Data {
        if let text { return Data(text.utf8) }
        if let base64 { return base64 }
        guard let file else { return Data() }
        return try Data(contentsOf: URL(filePath: file, relativeTo: script.deletingLastPathComponent()))
    }
}

/// What is wrong in a script although it is valid JSON.
enum ScriptError: Error, CustomStringConvertible {
    /// No `FetchError.Code` has that name.
    case unknownFailure(String)

    var description: String {
        switch self {
        case .unknownFailure(let name): "there is no failure “\(name)”"
        }
    }
}
