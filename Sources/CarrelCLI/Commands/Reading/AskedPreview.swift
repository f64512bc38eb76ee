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
    /// The file for a picture; `nil` to show the document.
    let image: URL?
    /// The longer side of that picture, in pixels.
    let size: Int
    /// The number of an earlier version; `nil` for the stored document.
    let version: Int?

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
        width = try invocation.value("--width").map { text in
            guard let width = Int(text), (20...10_000).contains(width) else {
                throw Self.error("--width \(text.singleLine): expected a number of columns from 20 to 10000")
            }
            return width
        }
        image = invocation.value("--image").map { URL(filePath: $0) }
        size =
            try invocation.value("--size").map { text in
                guard let size = Int(text), ThumbnailRequest.sizes.contains(size) else {
                    let (least, most) = (ThumbnailRequest.sizes.lowerBound, ThumbnailRequest.sizes.upperBound)
                    throw Self.error(
                        "--size \(text.singleLine): expected a number of pixels from \(least) to \(most)")
                }
                return size
            } ?? 512
        guard image == nil || invocation.operands.count == 1 else {
            throw Self.error("--image takes one document")
        }
        version = try invocation.value("--version").map { text in
            guard let number = Int(text), number > 0 else {
                throw Self.error("--version \(text.singleLine): expected a number that carrel versions shows")
            }
            return number
        }
    }

    /// The option that takes one document; `nil` without such an option.
    var optionForOne: String? { image != nil ? "--image" : format == "html" ? "--format html" : nil }

    /// The picture to make.
    var thumbnail: ThumbnailRequest { ThumbnailRequest(size: size, page: pages?.lowerBound ?? 1) }

    private static func error(_ message: String) -> CommandError {
        CommandError.usage("preview", message)
    }
}
