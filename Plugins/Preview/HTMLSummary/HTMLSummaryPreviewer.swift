import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Shows what a web page says, without its navigation, scripts and decoration.
public struct HTMLSummaryPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "html-summary", summary: "Reads the title, summary and main text of web pages", revision: 5
    ) { _, _ in HTMLSummaryPreviewer() }

    /// Reads the page.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let limit = max(0, min(limits.maxRead, 256 << 20))
        let (data, isWhole) = try RegularFile.beginning(of: document.file, limit: limit)
        try document.checkCancelled()

        let clock = PreviewClock(file: document.file, timeout: limits.timeout)
        var page = PageTreeBuilder(expecting: data.count)
        // A node takes a hundred bytes and more: a page of nothing but tags would take a gigabyte.
        let room = max(1 << 10, limit / 8)
        var events = 0
        var isCut = !isWhole
        var encoding: [String: String] = [:]
        do {
            encoding = try MarkupReader.readHTMLBytes(
                data, charset: document.mediaType.charset ?? Self.savedCharset(data),
                limits: MarkupLimits(maxSize: max(limit, 1))
            ) { event in
                page.take(event)
                events += 1
                // Looking at the clock costs more than taking an event.
                return page.tree.nodes.count < room && (events % 1024 != 0 || clock.goesOn)
            }.metadata
        } catch .outOfMemory {
            throw PreviewError(.malformed, file: document.file, reason: MarkupError.outOfMemory.reason)
        } catch {
            // A page that is too deep is shown as far as it was read.
            isCut = true
        }
        try clock.check()
        let (tree, facts) = page.finished()
        var result = preview(tree, facts, document, limits, isCut || tree.nodes.count >= room)
        result.metadata.merge(encoding) { $1 }
        return result
    }

    /// UTF-8, if the bytes are that and more than ASCII: programs that save pages often leave the declaration of
    /// another encoding in them, and no text in another one is UTF-8 by chance.
    private static func savedCharset(_ data: Data) -> String? {
        data.withUnsafeBytes { bytes in
            bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) != nil ? "utf-8" : nil
        }
    }

    private func preview(
        _ tree: PageTree, _ facts: PageFacts, _ document: PreviewDocument, _ limits: PreviewLimits,
        _ isCut: Bool
    ) -> Preview {
        let choice = FactChoice(tree, facts)
        let title = choice.title
        let content = MainContent(
            tree, title: title, body: facts.data.articleBody, isArticle: facts.isArticle)
        let whole = MarkdownWriting.text(of: content, in: tree, limit: limits.maxText)
        let (text, isTextCut) = whole.readable.prefix(utf8: limits.maxText)
        return Preview(
            title: title, summary: (choice.description ?? content.opening(of: tree))?.leadingSummary(),
            text: text,
            form: .markdown, isTruncated: isCut || isTextCut, mediaType: document.mediaType,
            metadata: choice.metadata,
            notes: text.isEmpty && !isCut && !isTextCut ? [Self.lack(facts)].compactMap(\.self) : [])
    }

    /// Why a page holds no text, as far as it tells.
    private static func lack(_ facts: PageFacts) -> String? {
        if facts.hasFrames { return "The page is made of frames: what they show are pages of their own" }
        if let address = facts.nextPage { return "The page only leads on to \(address)" }
        return facts.hasScripts
            ? "The page holds no text; its scripts, which are not run, may make some" : nil
    }
}
