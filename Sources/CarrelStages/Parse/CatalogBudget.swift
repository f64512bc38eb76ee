import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// The limits of parsing one catalogue: how many items, how many bytes of URLs, and when to give up.
///
/// A parser makes one for each call of `parse`, asks it in every loop over the document's entries, resolves references
/// with it, and ends with `conclude()`.
public final class CatalogBudget {
    /// The most bytes that all references together may grow by when they are resolved.
    ///
    /// A base of 8 KiB and a hundred thousand short references would make a gigabyte.
    public static let maxAddedBytes = 128 << 20

    /// The URL that references are resolved against.
    public private(set) var base: URL
    private let location: String
    private let maxItems: Int
    private var items = 0
    private var added = 0
    private var steps = 0
    private var isCancelled = false
    private var directory: String?
    /// Whether references were left out because the earlier ones had grown too much.
    public private(set) var isOutOfAddresses = false

    /// Makes a budget for one call of `parse`.
    ///
    /// - Parameters:
    ///   - document: the document to parse; its URL is the first base.
    ///   - settings: the parser's settings, with `parse.max-items`.
    public init(_ document: CatalogDocument, _ settings: Settings = Settings()) {
        location = document.location
        maxItems = settings[StageSettings.maxItems]
        base = document.url
        directory = Self.directory(of: base)
    }

    /// Changes the base of references, as `<base>` does in a page.
    public func setBase(_ url: URL) {
        base = url
        directory = Self.directory(of: url)
    }

    /// Whether to go on: the task was not cancelled, and the catalogue does not list too many items.
    ///
    /// Cheap enough to call for each value of a document.
    public func goesOn() -> Bool {
        if steps & 0xFF == 0, Task.isCancelled { isCancelled = true }
        steps &+= 1
        return !isCancelled && items <= maxItems
    }

    /// Counts an item, and says whether to go on.
    public func takeItem() -> Bool {
        items += 1
        return goesOn()
    }

    /// Checks the limits at the end of `parse`.
    ///
    /// - Throws: `ParseError` if the task was cancelled or the catalogue lists too many items.
    public func conclude() throws(ParseError) {
        if isCancelled || Task.isCancelled { throw .cancelled(location) }
        guard items <= maxItems else {
            throw .tooMany(items: maxItems, at: location)
        }
    }

    /// The problem to report if references were left out; `nil` if none were.
    public var addressProblem: CatalogProblem? {
        guard isOutOfAddresses else { return nil }
        return CatalogProblem(
            place: "addresses",
            reason: "resolved URLs take more than \(ByteCount(Int64(Self.maxAddedBytes))) together; "
                + "the entries after that have no usable URL", gap: .lasting)
    }

    /// Resolves a reference against the base, as `URLReference.resolve` does.
    ///
    /// - Returns: the URL; `nil` if the text is not a reference, or if URLs have grown too much.
    public func resolve(_ reference: String) -> String? {
        guard !isOutOfAddresses else {
            return URLReference.hasScheme(reference) ? URLReference.resolve(reference, against: base) : nil
        }
        guard let url = quickly(reference) ?? URLReference.resolve(reference, against: base) else {
            return nil
        }
        added += max(0, url.utf8.count - reference.utf8.count)
        guard added <= Self.maxAddedBytes else {
            isOutOfAddresses = true
            return nil
        }
        return url
    }

    // MARK: Plain references

    /// The base up to the last slash of its path, to which a plain reference is appended.
    private static func directory(of base: URL) -> String? {
        let mark = "x"
        guard let resolved = URLReference.resolve(mark, against: base), resolved.hasSuffix("/" + mark) else {
            return nil
        }
        return String(resolved.dropLast(mark.count))
    }

    /// Resolves the simple references that nearly all are: a path below the base's folder, without characters to
    /// escape, `.` or `..`.
    private func quickly(_ reference: String) -> String? {
        guard let directory, reference.utf8.count <= RequestTarget.maxLength else { return nil }
        var previous = UInt8(ascii: "/")
        for byte in reference.utf8 {
            // An empty segment, or one that begins with a dot, needs the rules of RFC 3986.
            if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") {
                return nil
            }
            guard byte.isLetterOrDigit || "/-._~".utf8.contains(byte) else { return nil }
            previous = byte
        }
        return reference.isEmpty ? nil : directory + reference
    }
}
