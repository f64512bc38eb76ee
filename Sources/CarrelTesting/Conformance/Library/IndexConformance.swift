import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The promises of `DocumentIndex`.
public enum IndexConformance {
    /// Every check; each gets an empty index.
    public static let checks: [ConformanceCheck<any DocumentIndex>] = [
        ConformanceCheck("what was added is found by its text, its title and what it says of itself") {
            index in
            try await fill(index, ["a": "Cells divide by mitosis.", "b": "Genes mutate."])
            try await expect(index, "mitosis", ["a"])
            try await expect(index, "title:“item b”", ["b"])
            try await expect(index, "ada", ["a", "b"])
            try await expect(index, "cells genes", [])
        },
        ConformanceCheck("phrases, beginnings, near words, alternatives and exclusions mean what they say") {
            index in
            try await fill(
                index,
                ["a": "red fox jumps over the lazy dog", "b": "a dog and a red cat", "c": "foxes sleep"])
            try await expect(index, "\"red fox\"", ["a"])
            try await expect(index, "fox*", ["a", "c"])
            try await expect(index, "NEAR(fox over, 3)", ["a"])
            try await expect(index, "NEAR(red dog, 1)", [])
            try await expect(index, "cat OR sleep", ["b", "c"])
            try await expect(index, "dog -cat", ["a"])
            try await expect(index, "dog cat OR lazy", ["a", "b"])
        },
        ConformanceCheck("case and accents do not matter, and scripts without spaces are found") { index in
            try await fill(index, ["a": "Überraschung im Café", "b": "線形代数の講義", "c": "수학을 배웁니다"])
            try await expect(index, "uberraschung cafe", ["a"])
            try await expect(index, "代数", ["b"])
            try await expect(index, "数代", [])
            try await expect(index, "학", ["c"])
        },
        ConformanceCheck("nothing that is typed is taken for the index's own language") { index in
            try await fill(index, ["a": "text AND more: (title)"])
            for text in [
                "\"'; DROP TABLE words; --\"", "title : ^a", "a*b", "(((", "NOT", "{title}:x", "+ -x y", "☃",
            ] {
                guard let query = try? SearchQuery(text) else { continue }
                _ = try await index.search(query, limit: 5, offset: 0)
            }
            try await expect(index, "more", ["a"])
        },
        ConformanceCheck("a title counts more than the text, and pages are told") { index in
            var paged = PagedText(limit: 1000)
            paged.add(page: 1, "nothing here")
            paged.add(page: 3, "the harbour at night")
            paged.add(page: 4, "harbour again")
            let preview = Preview(
                text: paged.text, mediaType: .plainText, pages: 4, pageMarks: paged.marks)
            try await index.update(
                [
                    (item("text", "t"), KeptPreview(maker: "m", preview: preview)),
                    (item("harbour", "h"), KeptPreview(maker: "m", preview: nil, failure: "damaged")),
                ], removing: [], position: 3)
            let hits = try await index.search(try SearchQuery("harbour"), limit: 9, offset: 0)
            try requireEqual(hits.map(\.item.key.item), ["harbour", "text"], "the hits")
            try requireEqual(hits[1].pages, [3, 4], "the pages")
            try require(hits[1].page == 3 || hits[1].page == 4, "the best page is one of them")
            try requireEqual(hits[1].snippet.filter(\.isFound).map(\.text), ["harbour"], "the found words")
            try requireEqual(try await index.position(), 3, "the position")
        },
        ConformanceCheck("what is replaced or removed is not found any more") { index in
            try await fill(index, ["a": "old words", "b": "other words"])
            try await index.update(
                [(item("a", "a2"), KeptPreview(maker: "m", preview: preview("new words")))],
                removing: [item("b", "b").key], position: nil)
            try await expect(index, "old OR other", [])
            try await expect(index, "new", ["a"])
            try requireEqual(try await index.entries().count, 1, "the items")
            try require(try await index.preview(of: "b") == nil, "a preview that nobody needs is not kept")
        },
        ConformanceCheck("a preview is kept for a content, whole") { index in
            var whole = preview("text with é and 線形")
            (whole.title, whole.pages, whole.isTruncated, whole.form) = ("Title", 4, true, .markdown)
            whole.notes = ["a note"]
            try await index.keep(KeptPreview(maker: "m 1", preview: whole), of: "content")
            try requireEqual(
                try await index.preview(of: "content"), KeptPreview(maker: "m 1", preview: whole),
                "the preview")
            try await index.update([(item("a", "content"), nil)], removing: [], position: nil)
            try await expect(index, "線形", ["a"])
        },
        ConformanceCheck("some items, those of a catalogue and the kinds are told apart") { index in
            var other = item("c", "c")
            (other.key.catalog, other.catalog, other.maker) = ("there", "Another", "n")
            try await fill(index, ["a": "words", "b": "words"])
            try await index.update(
                [(other, KeptPreview(maker: "n", preview: nil))], removing: [], position: nil)
            try requireEqual(
                try await index.entries(of: [other.key, item("x", "x").key]), [other.key: other], "some items"
            )
            try requireEqual(try await index.entries(ofCatalog: "here").count, 2, "the items of a catalogue")
            let kind = IndexedKind(
                location: "here", catalog: "A catalogue", mediaType: "text/plain", maker: "m")
            let second = IndexedKind(
                location: "there", catalog: "Another", mediaType: "text/plain", maker: "n")
            try requireEqual(try await index.kinds(), [kind, second], "the kinds")
        },
        ConformanceCheck("hits come in parts, none twice, none left out") { index in
            try await fill(
                index, Dictionary(uniqueKeysWithValues: (0..<40).map { ("i\($0)", "word number\($0)") }))
            var found: [String] = []
            for offset in stride(from: 0, to: 40, by: 7) {
                found += try await index.search(try SearchQuery("word"), limit: 7, offset: offset).map(
                    \.item.key.item)
            }
            try requireEqual(found.count, 40, "the hits")
            try requireEqual(Set(found).count, 40, "the items")
        },
        ConformanceCheck(
            "of very many hits those with the words in their titles come first, and each comes once"
        ) {
            index in
            let items = (0..<4000).map { number in
                let name = number == 7 ? "common" : "i\(number)"
                return (
                    item: item(name, "content \(number)"),
                    preview: KeptPreview(maker: "m", preview: preview("a common word")) as KeptPreview?
                )
            }
            try await index.update(items, removing: [], position: 1)
            let query = try SearchQuery("common -rare")
            let first = try await index.search(query, limit: 3, offset: 0)
            try requireEqual(first.first?.item.key.item, "common", "the best hit")
            let rest = try await index.search(query, limit: 4096, offset: 3)
            let all = (first + rest).map(\.item.key.item)
            try requireEqual(all.count, 4000, "the hits")
            try requireEqual(Set(all).count, 4000, "the items")
        },
        ConformanceCheck(
            "a preview that is made again is found by its new words, for all items with that content"
        ) {
            index in
            let kept = KeptPreview(maker: "m", preview: preview("old words"))
            try await index.update(
                [(item("a", "same"), kept), (item("b", "same"), nil)], removing: [], position: nil)
            try await index.keep(KeptPreview(maker: "n", preview: preview("new words")), of: "same")
            try await expect(index, "old", [])
            try await expect(index, "new", ["a", "b"])
            try requireEqual(
                try await index.makers(ofKept: ["same", "none"]),
                ["same": KeptMaker("n", mediaType: "text/plain")],
                "the makers")
            try await index.update([], removing: [item("a", "same").key], position: nil)
            try await expect(index, "words", ["b"])
            try require(try await index.damage() == nil, "it is sound")
        },
        ConformanceCheck("a cleared index is empty, sound and can be filled again") { index in
            try await fill(index, ["a": "words"])
            try await index.clear()
            try await expect(index, "words", [])
            try requireEqual(try await index.position(), 0, "the position")
            try await fill(index, ["a": "words"])
            try await expect(index, "words", ["a"])
            try require(try await index.damage() == nil, "it is sound")
        },
    ]

    private static func preview(_ text: String) -> Preview {
        Preview(text: text, mediaType: .plainText, metadata: ["author": "Ada"])
    }

    private static func item(_ name: String, _ content: String) -> IndexedItem {
        IndexedItem(
            key: ItemKey(catalog: "here", collection: "C1", item: name), content: content,
            title: "item \(name)",
            collection: "A collection", catalog: "A catalogue", mediaType: "text/plain", maker: "m")
    }

    private static func fill(_ index: any DocumentIndex, _ texts: [String: String]) async throws {
        let items = texts.sorted { $0.key < $1.key }.map { name, text in
            (item: item(name, name), preview: KeptPreview(maker: "m", preview: preview(text)) as KeptPreview?)
        }
        try await index.update(items, removing: [], position: 1)
    }

    private static func expect(_ index: any DocumentIndex, _ text: String, _ items: [String]) async throws {
        let hits = try await index.search(try SearchQuery(text), limit: 100, offset: 0)
        try requireEqual(hits.map(\.item.key.item).sorted(), items, "what “\(text)” finds")
    }
}
