import CarrelBasics
import Foundation

/// How much a text looks like a web page.
enum PageShape {
    /// It begins as nothing but a page does: `<!DOCTYPE html`, `<html`, `<head`, `<body`.
    case page
    /// It begins with an element that only pages have, such as a script or a table.
    case element
    /// It begins with a tag that also other texts begin with, or with a comment.
    case tag
    /// It begins with none.
    case none

    init(_ text: TextContent) {
        let start = Self.afterPreamble(text.body)
        if Self.begins(start, with: Self.pageMarks) {
            self = .page
        } else if Self.begins(start, with: Self.elements) {
            self = .element
        } else if text.begins(with: "<!--") || Self.begins(start, with: Self.tags) {
            self = .tag
        } else {
            self = .none
        }
    }

    /// Whether a text begins as nothing but a page does.
    static func isPage(_ text: TextContent) -> Bool { begins(afterPreamble(text.body), with: pageMarks) }

    /// What follows comments, white space and an XML declaration.
    private static func afterPreamble(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = text
        for _ in 0..<32 {
            rest = rest.drop { $0 <= 0x20 }
            let end: String
            if rest.starts(with: "<!--".utf8) {
                end = "-->"
            } else if rest.starts(with: "<?xml".utf8) {
                end = "?>"
            } else {
                return rest
            }
            guard let found = rest.firstRange(of: Array(end.utf8)) else { return rest }
            rest = rest[found.upperBound...]
        }
        return rest
    }

    /// The table of WHATWG's MIME Sniffing, section 7.1: a tag, then a space or what ends it.
    private static func begins(_ text: ArraySlice<UInt8>, with tags: [String]) -> Bool {
        tags.contains { tag in
            var place = text.startIndex
            for byte in tag.utf8 {
                guard place < text.endIndex, text[place].lowercased == byte else { return false }
                place += 1
            }
            guard place < text.endIndex else { return false }
            return text[place] == UInt8(ascii: ">") || text[place] <= 0x20
        }
    }

    private static let pageMarks = ["<!doctype html", "<html", "<head", "<body", "<frameset"]
    private static let elements = [
        "<script", "<style", "<title", "<iframe", "<table", "<font", "<meta", "<link", "<base", "<center",
    ]
    private static let tags = [
        "<h1", "<h2", "<div", "<a", "<b", "<br", "<p", "<img", "<ul", "<ol", "<hr", "<span",
    ]
}
