import CMarkup
import CarrelText
import Foundation

/// What a markup reader reports, as bytes of UTF-8 that live only while they are handled.
///
/// For readers of whole pages: nothing is copied that the reader does not keep. Text is as the document has it, with its
/// entities resolved: it may hold control characters.
public enum MarkupBytes {
    /// An element begins. Names of HTML are in lower case.
    case start(UnsafeRawBufferPointer, MarkupAttributes)
    /// Text; one run of text may come in several parts.
    case text(UnsafeRawBufferPointer)
    /// The element that began last ends. Every start has its end.
    case end
}

/// The attributes of one tag, in the document's order; they live only while the event is handled.
public struct MarkupAttributes: Sequence, IteratorProtocol {
    // A list of names and values in turn, ended by NULL; libxml2 owns it for the length of the callback.
    private var rest: UnsafePointer<UnsafePointer<CChar>?>?

    init(_ list: UnsafePointer<UnsafePointer<CChar>?>?) { rest = list }

    /// The next attribute, with its name as it is written; one without a value has an empty one.
    public mutating func next() -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
        guard let pair = rest, let name = pair[0] else { return nil }
        rest = pair + 2
        return (
            UnsafeRawBufferPointer(start: name, count: strlen(name)),
            pair[1].map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
                ?? UnsafeRawBufferPointer(start: nil, count: 0)
        )
    }
}

extension MarkupReader {
    /// Reads HTML as `readHTML` does, without a copy of any name, attribute or text.
    ///
    /// - Parameters:
    ///   - data: the document.
    ///   - charset: the encoding that the transport declared, which wins over the document's own, except
    ///     over a byte order mark.
    ///   - limits: how much to take.
    ///   - handle: takes each event and says whether to go on.
    /// - Returns: how the document was decoded.
    public static func readHTMLBytes(
        _ data: Data, charset: String? = nil, limits: MarkupLimits = MarkupLimits(),
        _ handle: (MarkupBytes) -> Bool
    ) throws(MarkupError) -> TextDecoding {
        guard data.count <= limits.maxSize else { throw .tooLarge(limit: limits.maxSize) }
        let source = HTMLEncoding(data, transport: charset)
        let status = withoutActuallyEscaping(handle) { handle in
            read(source, limits, ByteHandler(handle), ByteHandler.callbacks)
        }
        try check(status, limits)
        return source.decoding
    }
}

/// Hands callbacks on as events.
///
/// The C code holds an unretained pointer to one only during the call of `readHTMLBytes` that made it and keeps it
/// alive.
private final class ByteHandler {
    private let handle: (MarkupBytes) -> Bool

    init(_ handle: @escaping (MarkupBytes) -> Bool) { self.handle = handle }

    static let callbacks = carrel_markup_handlers(
        start: { context, name, attributes, _ in
            guard let name else { return true }
            let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
            return ByteHandler.send(context, .start(bytes, MarkupAttributes(attributes)))
        },
        text: { context, bytes, length in
            ByteHandler.send(context, .text(UnsafeRawBufferPointer(start: bytes, count: length)))
        },
        end: { context, _ in ByteHandler.send(context, .end) })

    @inline(__always)
    private static func send(_ context: UnsafeMutableRawPointer?, _ event: MarkupBytes) -> Bool {
        guard let context else { return false }
        return Unmanaged<ByteHandler>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.handle(event) }
    }
}

extension MarkupReader {
    /// Text with the characters that documents mean by C1 control codes, as `readHTML` gives it.
    public static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array(WindowsCharacters.repair(String(decoding: bytes, as: UTF8.self)).utf8)
    }
}
