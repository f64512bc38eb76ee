import CarrelBasics
import Foundation

/// Chooses among what several places of a page say about it.
struct FactChoice {
    private let tree: PageTree
    private let facts: PageFacts

    init(_ tree: PageTree, _ facts: PageFacts) { (self.tree, self.facts) = (tree, facts) }

    /// The title: of the data for machines, of the head, of the text.
    var title: String? {
        let candidates = [
            facts.isArticle ? dataTitle : nil, facts.values["title"]?.text,
            facts.headTitle.map(withoutSite),
            dataTitle, text(.headline)?.titleText, firstHeading,
        ]
        let known = candidates.compactMap { $0 }.filter { !$0.isEmpty }
        // Some pages put the name of the site where the title belongs.
        return known.first { $0 != site } ?? known.first
    }

    /// The title in the data for machines; encyclopedias put a description into its place, beside the name.
    private var dataTitle: String? {
        let title = facts.data.facts["title"]?.titleText
        guard let name = facts.data.facts["name"]?.titleText, !name.isEmpty, let head = facts.headTitle,
            let title, head.hasPrefix(name), !head.contains(title)
        else { return title }
        return name
    }

    /// The page's description of itself: for machines it is often the first sentences.
    var description: String? { facts.values["description"]?.text ?? fact("description") }

    /// Everything else, by the names that previews give to it.
    var metadata: [String: String] {
        var metadata: [String: String] = [:]
        for name in ["published", "modified", "image", "keywords", "canonical", "section", "licence"] {
            metadata[name] = fact(name)
        }
        metadata["language"] = facts.values["language"]?.text ?? fact("language")
        metadata["site"] = site
        metadata["author"] = author
        if metadata["published"] == nil { metadata["published"] = publishedInText }
        if metadata["modified"] == nil { metadata["modified"] = value(.modified) }
        if metadata["image"] == nil { metadata["image"] = facts.values["picture"]?.text }
        return metadata.filter { !$0.value.isEmpty }
    }

    private var site: String? { facts.values["site"]?.text ?? fact("site") }

    private func fact(_ name: String) -> String? {
        let values = [facts.data.facts[name], facts.values[name]?.text].compactMap { $0 }
        return values.map { PageFacts.shown($0, as: name) }.first { !$0.isEmpty }
    }

    // MARK: In the text

    private var author: String? {
        if let author = fact("author").map(Byline.name), Self.isName(author, upTo: 300) { return author }
        for kind in [TextFact.author, .authorClass, .bylineClass] {
            for candidate in facts.texts where candidate.fact == kind {
                let text = line(candidate.node)
                let name = Byline.name(in: text)
                // A line of facts names the author where it begins with “by”.
                if Self.isName(name), kind != .bylineClass || Byline.withoutBy(text) != text { return name }
            }
        }
        return nil
    }

    /// The text of an element on one line; nothing of one that holds more than a fact.
    private func line(_ node: Int) -> String {
        let length = tree.nodes[node].textEnd - tree.nodes[node].textStart
        return length > 600 ? "" : tree.string(node).singleLine
    }

    private static func isName(_ text: String, upTo most: Int = 120) -> Bool {
        (2...most).contains(text.count) && text.contains(where: \.isLetter) && !text.contains("http")
    }

    private var publishedInText: String? {
        if let date = value(.published) { return date }
        // A guess: pages that declare no date say it near their beginning.
        let time = facts.texts.first { $0.fact == .time }
        return (time?.value?.titleText).flatMap { Byline.isDay($0) ? $0 : nil }
    }

    private func value(_ kind: TextFact) -> String? {
        for candidate in facts.texts where candidate.fact == kind {
            let value = (candidate.value ?? line(candidate.node)).titleText
            if value.count < 80, Byline.isDay(value) { return value }
        }
        return nil
    }

    private func text(_ kind: TextFact) -> String? {
        facts.texts.first { $0.fact == kind }.map { line($0.node) }
    }

    private var firstHeading: String? {
        for level in [PageTag.h1, .h2, .h3, .h4, .h5, .h6] {
            if let heading = headings(level).first { return tree.string(heading).titleText }
        }
        return nil
    }

    /// The headings of a level that have a text.
    private func headings(_ level: PageTag) -> some Collection<Int> {
        tree.nodes.indices.lazy.filter {
            tree.nodes[$0].tag == level && tree.nodes[$0].textEnd > tree.nodes[$0].textStart
        }
    }

    /// The heading of the first level that a title begins with, before the name of the site.
    private func heading(beginning title: String) -> String? {
        headings(.h1).prefix(Self.maxHeadings).lazy.map { tree.string($0).titleText.withoutHeadingLink }.first
        { heading in
            title.hasPrefix(heading)
                && Self.separators.contains(where: title.dropFirst(heading.count).hasPrefix)
        }
    }

    // MARK: Titles

    private static let separators = [" | ", " – ", " — ", " - ", " · ", " » ", " :: ", " / "]
    // A page with more headings of the first level is not an article.
    private static let maxHeadings = 16

    /// A title without the name of the site at its end or beginning.
    private func withoutSite(_ title: String) -> String {
        if let heading = heading(beginning: title) { return heading }
        for separator in Self.separators {
            let parts = title.components(separatedBy: separator)
            guard parts.count > 1 else { continue }
            if parts.last == site { return parts.dropLast().joined(separator: separator) }
            if parts.first == site { return parts.dropFirst().joined(separator: separator) }
            // A part that the page itself has as a heading is the title.
            if let heading = firstHeading, parts.contains(heading) { return heading }
        }
        return title
    }
}
