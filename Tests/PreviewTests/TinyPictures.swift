import Foundation

/// Pictures of six by four pixels: red on the left, blue on the right.
enum TinyPictures {
    static let png = data(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAYAAAAEAQMAAACXytwAAAAABlBMVEX/AAAAAP9sof2OAAAADElEQVQI12OQYQBDAAHIAHEPHqlUAAAAAElFTkSu
        QmCC
        """)
    static let gif = data("R0lGODlhBgAEAPAAAP8AAAAA/yH5BAAAAAAALAAAAAAGAAQAAAIHhIMGGMqOCgA7")
    static let losslessWebP = data("UklGRh4AAABXRUJQVlA4TBIAAAAvBcAAAA8Q87//8x8OehDR/wA=")
    static let jpeg = data(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9
        lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAEAAYD
        ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAYEAEAAwEAAAAAAAAAAAAAAAAAAQQzcv/EABUBAQEAAAAAAAAAAAAAAAAAAAIG/8QA
        GBEAAgMAAAAAAAAAAAAAAAAAAAIENHH/2gAMAwEAAhEDEQA/AJ63rHICkgVkwc2w+n//2Q==
        """)

    /// A PNG whose header is that of a picture of 50000 × 50000 pixels.
    static let hugePNG: Data = {
        var picture = png
        picture.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
        return picture
    }()

    /// A JPEG with a comment after its first header.
    static func jpeg(comment: String) -> Data {
        let length = UInt8(comment.utf8.count + 2)
        return jpeg.prefix(20) + Data([0xFF, 0xFE, 0, length]) + Data(comment.utf8) + jpeg.dropFirst(20)
    }

    /// Whether the program that draws is installed.
    static var canBeDrawn: Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/chafa") }
    }

    private static func data(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
