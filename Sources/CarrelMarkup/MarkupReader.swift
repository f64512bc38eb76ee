import CMarkup
import CarrelText
import Foundation

/// Reads markup as a stream of events, through libxml2: no tree, no network, no external entities.
public enum MarkupReader {
    /// The version of the libxml2 that runs, such as `2.9.14`.
    public static var libraryVersion: String {
        // Ten thousands, hundreds and ones; a letter may follow.
        let number = Int(String(cString: carrel_markup_version()).prefix { $0.isNumber }) ?? 0
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// Reads HTML as found in the wild: errors in the markup are repaired, never reported.
    ///
    /// The encoding is found as browsers do it (HTML Standard, section 13.2.3.2), by a detector where nothing declares it.
    /// Bytes that it does not have become U+FFFD.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own, except
    ///     over a byte order mark.
    ///   - limits: how much to take.
    ///   - handle: takes each event and says whether to go on.
    /// - Returns: how the document was decoded.
    @discardableResult
    public static func readHTML(
        _ data: Data, charset: String? = nil, limits: MarkupLimits = MarkupLimits(),
        _ handle: (MarkupEvent) -> Bool
    ) throws(MarkupError) -> TextDecoding {
        guard data.count <= limits.maxSize else { throw .tooLarge(limit: limits.maxSize) }
        let source = HTMLEncoding(data, transport: charset)
        let status = withoutActuallyEscaping(handle) { handle in
            read(source, limits, Handler { event, _ in handle(event) }, Handler.callbacks)
        }
        try check(status, limits)
        return source.decoding
    }

    /// Reads HTML with callbacks that take the handler for their context.
    static func read(
        _ source: HTMLEncoding, _ limits: MarkupLimits, _ handler: AnyObject,
        _ callbacks: carrel_markup_handlers
    ) -> carrel_markup_status {
        withExtendedLifetime(handler) {
            source.utf8.withUnsafeBytes { bytes in
                carrel_markup_read_html(
                    bytes.bindMemory(to: CChar.self).baseAddress, bytes.count,
                    Int32(clamping: limits.maxDepth),
                    callbacks, Unmanaged.passUnretained(handler).toOpaque())
            }
        }
    }

    /// Reads XML.
    ///
    /// Names come as `prefix:local` with the prefix that the caller gives to the namespace, whatever the document calls
    /// it; a name without a namespace, or in one whose prefix is empty, comes as it is, one of an unlisted
    /// namespace as `*:local`. Entities that the document declares and those of HTML are resolved, external ones never.
    /// Bytes that the document's encoding does not have become U+FFFD.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own.
    ///   - namespaces: the prefix of each namespace, by its address.
    ///   - limits: how much to take.
    ///   - handle: takes each event and says whether to go on.
    /// - Returns: where the document is not well-formed first, `nil` if it is; what could be read was reported all the same.
    @discardableResult
    public static func readXML(
        _ data: Data, charset: String? = nil, namespaces: [String: String] = [:],
        limits: MarkupLimits = MarkupLimits(), _ handle: (MarkupEvent) -> Bool
    ) throws(MarkupError) -> MarkupProblem? {
        try readXML(data, charset: charset, namespaces: namespaces, limits: limits) { event, _ in
            handle(event)
        }
    }

    /// Reads XML as the other method does, and tells with each event the line where the last start tag ended, from 1.
    @discardableResult
    public static func readXML(
        _ data: Data, charset: String? = nil, namespaces: [String: String] = [:],
        limits: MarkupLimits = MarkupLimits(), _ handle: (MarkupEvent, _ line: Int) -> Bool
    ) throws(MarkupError) -> MarkupProblem? {
        guard data.count <= limits.maxSize else { throw .tooLarge(limit: limits.maxSize) }
        let list = CStrings(namespaces.flatMap { [$0.key, $0.value] })
        var problem = carrel_markup_problem()
        let text = DecodedText(xml: data, charset: charset)
        let status = withoutActuallyEscaping(handle) { handle in
            let handler = Handler(handle)
            return withExtendedLifetime((handler, list)) {
                text.utf8.withUnsafeBytes { bytes in
                    carrel_markup_read_xml(
                        bytes.bindMemory(to: CChar.self).baseAddress, bytes.count,
                        Int32(clamping: limits.maxDepth), list.pointers, Handler.callbacks,
                        Unmanaged.passUnretained(handler).toOpaque(), &problem)
                }
            }
        }
        try check(status, limits)
        return MarkupProblem(problem, in: text.utf8)
    }

    static func check(_ status: carrel_markup_status, _ limits: MarkupLimits) throws(MarkupError) {
        if let error = MarkupError(status, limits) { throw error }
    }
}

extension MarkupError {
    /// The error of a status; `nil` for one that is none.
    init?(_ status: carrel_markup_status, _ limits: MarkupLimits) {
        switch status {
        case CARREL_MARKUP_TOO_DEEP: self = .tooDeep(limit: limits.maxDepth)
        case CARREL_MARKUP_TOO_MANY_ATTRIBUTES: self = .tooManyAttributes
        case CARREL_MARKUP_NO_MEMORY: self = .outOfMemory
        default: return nil
        }
    }
}

extension MarkupProblem {
    /// What libxml2 told of a document; `nil` if it told nothing.
    init?(_ problem: carrel_markup_problem, in document: Data) {
        guard problem.line > 0 else { return nil }
        var problem = problem
        let message = withUnsafeBytes(of: &problem.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            line: Int(problem.line), message: message, hasStrayAmpersands: problem.has_stray_ampersands,
            isCut: !Self.hasEnd(document))
    }

    /// Whether a document's last tag ends the element that its first one begins, whatever is between them.
    private static func hasEnd(_ document: Data) -> Bool {
        guard let last = lastTag(document),
            let first = firstTag(document),
            document[last...].dropFirst().first == UInt8(ascii: "/"),
            document[last...].contains(UInt8(ascii: ">"))
        else { return false }
        return name(in: document[last...].dropFirst(2)).elementsEqual(
            name(in: document[first...].dropFirst()))
    }

    /// Where the last tag begins; comments may stand behind it, as programs write them that keep copies of feeds.
    private static func lastTag(_ document: Data) -> Data.Index? {
        var rest = document[...]
        while let place = rest.lastIndex(of: UInt8(ascii: "<")) {
            let next = document[place...].dropFirst().first
            if next != UInt8(ascii: "!"), next != UInt8(ascii: "?") { return place }
            rest = rest[..<place]
        }
        return nil
    }

    /// Where the first start tag begins.
    private static func firstTag(_ document: Data) -> Data.Index? {
        var rest = document[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(place + 1)...]
            guard let next = rest.first else { return nil }
            if rest.starts(with: Data("!--".utf8)) {
                guard let end = rest.range(of: Data("-->".utf8)) else { return nil }
                rest = rest[end.upperBound...]
                continue
            }
            // Declarations and instructions.
            if next != UInt8(ascii: "!"), next != UInt8(ascii: "?") { return place }
        }
        return nil
    }

    /// The name with which the rest of a tag begins.
    private static func name(in tag: Data) -> Data {
        tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    }
}

/// Turns callbacks into events.
///
/// The C code holds an unretained pointer to one only during the call of
/// `readHTML` that made it and keeps it alive.
private final class Handler {
    private let handle: (MarkupEvent, Int) -> Bool
    private var line = 0

    init(_ handle: @escaping (MarkupEvent, Int) -> Bool) { self.handle = handle }

    static let callbacks = carrel_markup_handlers(
        start: { context, name, attributes, line in
            Handler.send(context, line: Int(line)) { .start(text(name), attributes: pairs(attributes)) }
        },
        text: { context, bytes, length in
            Handler.send(context) {
                let bytes = UnsafeRawBufferPointer(start: bytes, count: length)
                return .text(WindowsCharacters.repair(String(decoding: bytes, as: UTF8.self)))
            }
        },
        end: { context, name in Handler.send(context) { .end(text(name)) } })

    private static func send(
        _ context: UnsafeMutableRawPointer?, line: Int? = nil, _ event: () -> MarkupEvent
    ) -> Bool {
        guard let context else { return false }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        if let line { handler.line = line }
        return handler.handle(event(), handler.line)
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String {
        string.map { WindowsCharacters.repair(String(cString: $0)) } ?? ""
    }

    private static func pairs(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
        guard var next = list else { return [:] }
        var pairs: [String: String] = [:]
        while let name = next.pointee {
            pairs[text(name).lowercased()] = text(next[1])
            next += 2
        }
        return pairs
    }
}
