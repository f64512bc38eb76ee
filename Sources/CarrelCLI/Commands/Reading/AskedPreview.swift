import CarrelBasics
import CarrelStages
import CarrelViews
import Foundation

/// The options of a preview.
struct AskedPreview {
    /// `text`, `markdown`, `json` or `html`.
    let format: String
    /// The pages, from 1; `nil` for all.
    let pages: ClosedRange<Int>?
    /// The columns after which to break lines; `nil` for no breaks.
    let width: Int?
    /// The file for a picture, or - for standard output; `nil` to show the document.
    let image: String?
    /// The longer side of that picture, in pixels.
    let size: Int
    /// The number of an earlier version; `nil` for the stored document.
    let version: Int?
    /// Whether a document comes on standard input.
    let readsInput: Bool
    private let hasShown = Locked(false)

    init(_ invocation: Invocation, isJSON: Bool) throws {
        let format = invocation.value("--format") ?? (isJSON ? "json" : "text")
        guard !isJSON || format == "json" else {
            throw Self.error("--json and --format \(format) contradict each other; leave out one")
        }
        self.format = format
        pages = try invocation.value("--pages").map { text in
            guard let pages = PageRange.read(text) else {
                throw Self.error("--pages \(text.singleLine): expected pages, such as 3, 3-5 or 7-")
            }
            return pages
        }
        width = try invocation.number("--width", in: 20...10_000, of: "columns")
        image = invocation.value("--image")
        let size = try invocation.number("--size", in: ThumbnailRequest.sizes, of: "pixels")
        guard image != nil || size == nil else {
            throw Self.error("--size is that of a picture; add --image FILE")
        }
        self.size = size ?? 512
        guard image == nil || invocation.operands.count == 1 else {
            throw Self.error("--image takes one document")
        }
        guard image != "-" || isatty(STDOUT_FILENO) == 0 else {
            throw Self.error("--image - writes no picture to a terminal; name a file, or redirect the output")
        }
        version = try invocation.versionNumber("--version")
        readsInput = invocation.operands.contains("-")
    }

    /// The option that takes one document; `nil` without such an option.
    var optionForOne: String? { image != nil ? "--image" : format == "html" ? "--format html" : nil }

    /// Whether a document was shown as text before, from which the next one is set apart.
    func isFurther() -> Bool {
        hasShown.withLock { hasShown in
            defer { hasShown = true }
            return hasShown
        }
    }

    /// The picture to make.
    var thumbnail: ThumbnailRequest { ThumbnailRequest(size: size, page: pages?.lowerBound ?? 1) }

    private static func error(_ message: String) -> CommandError {
        CommandError.usage("preview", message)
    }
}
