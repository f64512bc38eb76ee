import CarrelBasics
import CarrelModel
import CarrelStages

/// Reads the slides of a presentation of PowerPoint 97 to 2003 (MS-PPT).
struct SlideBinary {
    private let records: SlideRecords
    // Where things are in the stream, by their numbers.
    private var places: [Int: Int] = [:]
    private var placesRead = 0
    private var slides: [Entry] = []
    private var notes: [Entry] = []

    /// A slide in the list of slides, and the texts that the list holds.
    private struct Entry {
        let place: Int
        let id: Int
        var texts: [Text] = []
    }

    /// A text and its kind: 0 and 6 are titles, 1, 5, 7 and 8 lists.
    private struct Text {
        var kind: Int
        var words: String
    }

    private static let maxSlides = 10_000
    private static let maxPlaces = 1 << 20

    /// Whether a container holds a presentation that is locked by a password.
    static func isLocked(_ file: CompoundFile) -> Bool {
        file.stream("Current User")?.long(12) == 0xF3D1_C4DF
    }

    /// Finds the slides; `nil` if the presentation is damaged.
    init?(_ file: CompoundFile) {
        guard let stream = file.stream("PowerPoint Document"),
            let edit = file.stream("Current User")?.long(16)
        else { return nil }
        records = SlideRecords(stream: stream)
        guard let number = readEdits(edit), let place = places[number],
            let document = records.record(at: place),
            document.type == SlideType.document
        else { return nil }
        for list in records.children(of: document) where list.type == SlideType.list {
            if list.instance == 0 { slides = entries(of: list) }
            if list.instance == 2 { notes = entries(of: list) }
        }
    }

    /// Reads where things are, the newest edit first; gives the number of the document.
    private mutating func readEdits(_ first: Int) -> Int? {
        var (next, document, seen): (Int, Int?, Int) = (first, nil, 0)
        while next > 0 || seen == 0, seen < 1000, let edit = records.record(at: next),
            edit.type == SlideType.edit
        {
            let start = edit.content.lowerBound
            guard let before = records.stream.long(start + 8), let directory = records.stream.long(start + 12)
            else { break }
            document = document ?? records.stream.long(start + 16)
            readDirectory(directory)
            next = before
            seen += 1
        }
        return document
    }

    private mutating func readDirectory(_ place: Int) {
        guard let directory = records.record(at: place), directory.type == SlideType.directory else { return }
        var next = directory.content.lowerBound
        while next + 4 <= directory.content.upperBound, let head = records.stream.long(next),
            placesRead < Self.maxPlaces
        {
            let (number, count) = (head & 0xF_FFFF, head >> 20)
            placesRead += count + 1
            for index in 0..<count {
                guard let place = records.stream.long(next + 4 + 4 * index) else { return }
                if places[number + index] == nil { places[number + index] = place }
            }
            next += 4 + 4 * count
        }
    }

    private func entries(of list: SlideRecord) -> [Entry] {
        var result: [Entry] = []
        for record in records.children(of: list) where result.count < Self.maxSlides {
            let start = record.content.lowerBound
            if record.type == SlideType.persist {
                let place = records.stream.long(start).flatMap { places[$0] } ?? -1
                result.append(Entry(place: place, id: records.stream.long(start + 12) ?? 0))
            } else if !result.isEmpty {
                add(record, to: &result[result.count - 1].texts)
            }
        }
        return result
    }

    private func add(_ record: SlideRecord, to texts: inout [Text]) {
        if record.type == SlideType.textHeader {
            texts.append(Text(kind: records.stream.long(record.content.lowerBound) ?? 4, words: ""))
        } else if let words = records.text(of: record), record.type != SlideType.string, !texts.isEmpty {
            texts[texts.count - 1].words += words
        }
    }

    /// Reads the slides into a text, as long as there is time.
    func read(into text: inout PagesText, _ clock: PreviewClock) throws(PreviewError) {
        for slide in slides where text.begin() {
            try clock.check()
            let record = records.record(at: slide.place)
            var (title, blocks) = self.blocks(of: texts(of: slide, record))
            if let record {
                blocks += notesBlocks(of: record)
                blocks += records.descendants(SlideType.comment, of: record).flatMap(comment)
                if isHidden(record) { title = (title ?? "Slide \(text.count)") + " (hidden)" }
            }
            text.add([.heading(level: 2, title ?? "Slide \(text.count)")] + blocks, title: title)
        }
    }

    /// The texts of a slide's boxes; the list of slides holds some of them.
    private func texts(of entry: Entry, _ record: SlideRecord?) -> [Text] {
        guard let record else { return entry.texts }
        var result: [Text] = []
        var left: [Text?] = entry.texts
        for child in records.descendants(SlideType.textBox, of: record).flatMap(records.children) {
            if child.type == SlideType.textReference,
                let index = records.stream.long(child.content.lowerBound), left.indices.contains(index),
                let text = left[index]
            {
                result.append(text)
                // A text is in one box: many boxes with a long one are made to take memory.
                left[index] = nil
            } else {
                add(child, to: &result)
            }
        }
        return result.contains { !$0.words.isEmpty } ? result : entry.texts
    }

    private func blocks(of texts: [Text]) -> (title: String?, [MarkdownText.Block]) {
        var title: String?
        var blocks: [MarkdownText.Block] = []
        for text in texts {
            let lines = Self.lines(text).filter { $0 != "*" }
            guard !lines.isEmpty else { continue }
            switch text.kind {
            case 0 where title == nil, 6 where title == nil: title = lines.joined(separator: " ")
            case 1, 5, 7, 8: blocks += lines.map { .item($0) }
            default: blocks += lines.map { .paragraph($0) }
            }
        }
        return (title, blocks)
    }

    private func notesBlocks(of slide: SlideRecord) -> [MarkdownText.Block] {
        guard let atom = records.children(of: slide).first(where: { $0.type == SlideType.slideAtom }),
            let id = records.stream.long(atom.content.lowerBound + 16), id != 0,
            let entry = notes.first(where: { $0.id == id }), let record = records.record(at: entry.place)
        else { return [] }
        return MarkdownText.Block.notes(texts(of: entry, record).filter { $0.kind == 2 }.flatMap(Self.lines))
    }

    private static func lines(_ text: Text) -> [String] {
        text.words.split { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
            .map { String($0).replacing("\u{0B}", with: " ").singleLine }.filter { !$0.isEmpty }
    }

    private func comment(_ record: SlideRecord) -> [MarkdownText.Block] {
        let texts = records.children(of: record).filter { $0.type == SlideType.string }
        func words(_ instance: Int) -> String {
            texts.first { $0.instance == instance }.flatMap { records.text(of: $0) }?.singleLine ?? ""
        }
        let (author, said) = (words(0), words(1))
        return said.isEmpty ? [] : [.comment(said, by: author)]
    }

    private func isHidden(_ slide: SlideRecord) -> Bool {
        let info = records.children(of: slide).first { $0.type == SlideType.showInfo }
        return info.flatMap { records.stream.short($0.content.lowerBound + 10) }.map { $0 & 4 != 0 } ?? false
    }
}
