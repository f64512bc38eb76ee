import CarrelBasics

extension MediaType {
    /// The media type of a file name extension, given without its dot; `nil` for an unknown one.
    public static func forFileExtension(_ fileExtension: String) -> MediaType? {
        extensions.line(of: fileExtension).flatMap { MediaType($0.type) }
    }

    /// The usual extension of this type, without its dot; `nil` for an unknown type.
    public var fileExtension: String? { Self.types.line(of: essence)?.fileExtension }

    private static let extensions = FileExtensionLines { line in line.dropFirst() }
    private static let types = FileExtensionLines { line in line.prefix(1) }
}

/// Lines of the table, by some of their words.
///
/// Made by bytes, without a text for each word: every command that looks at a file waits for it.
private struct FileExtensionLines: Sendable {
    /// Where a word is, and the first two of its line.
    private struct Place: Sendable {
        let word: Range<Int>
        let type: Range<Int>
        let fileExtension: Range<Int>
    }

    private let text = Array(FileExtensionTable.text.utf8)
    private var places: [Place] = []
    /// The places by the hash of their word, and `nil` in between.
    private var slots = [Int?](repeating: nil, count: 2048)

    /// Makes it; the first line that has a word keeps it.
    ///
    /// - Parameter keys: the words of a line by which it is found.
    init(_ keys: (ArraySlice<Range<Int>>) -> ArraySlice<Range<Int>>) {
        var (words, start): ([Range<Int>], Int) = ([], 0)
        for place in 0...text.count {
            let isEnd = place == text.count || text[place] == UInt8(ascii: "\n")
            guard isEnd || text[place] == UInt8(ascii: " ") else { continue }
            if start < place { words.append(start..<place) }
            start = place + 1
            guard isEnd else { continue }
            if words.count > 1 {
                for word in keys(words[...]) {
                    add(Place(word: word, type: words[0], fileExtension: words[1]))
                }
            }
            words.removeAll(keepingCapacity: true)
        }
    }

    private mutating func add(_ place: Place) {
        let free = text[place.word].withUnsafeBufferPointer { slot(of: $0) }
        // Half of them stay free, so that each search ends.
        guard slots[free] == nil, 2 * places.count < slots.count else { return }
        slots[free] = places.count
        places.append(place)
    }

    /// The line of a word, whatever its case.
    func line(of word: String) -> (type: String, fileExtension: String)? {
        var word = word
        guard let index = word.withUTF8({ slots[slot(of: $0)] }) else { return nil }
        let place = places[index]
        return (
            String(decoding: text[place.type], as: UTF8.self),
            String(decoding: text[place.fileExtension], as: UTF8.self)
        )
    }

    /// Where a word is, or belongs.
    private func slot(of word: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = StableHash()
        for byte in word { hash.take(byte.lowercased) }
        var slot = Int(truncatingIfNeeded: hash.value) & (slots.count - 1)
        while let index = slots[slot], !isWord(at: places[index].word, word) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func isWord(at place: Range<Int>, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        place.count == word.count && zip(place, word).allSatisfy { text[$0] == $1.lowercased }
    }
}
