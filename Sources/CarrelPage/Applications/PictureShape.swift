/// The shape of a picture, for which room is kept before it comes.
struct PictureShape: Sendable, Hashable {
    /// Its width in twelfths of its height: the page may hold no style of its own, and its sheet knows those from 6 to 30.
    let twelfths: Int

    /// A photo that nothing is known about yet.
    static let photo = Self(width: 4, height: 3)
    /// A sheet of paper, in place of a document that is not a picture.
    static let paper = Self(width: 3, height: 4)

    init(width: Double, height: Double) {
        twelfths = Int(min(30, max(6, (width / height * 12).rounded())))
    }

    /// The shape that a previewer found; `nil` if it found none.
    init?(_ metadata: [String: String]) {
        guard let width = metadata["width"].flatMap({ Int($0) }), width > 0,
            let height = metadata["height"].flatMap({ Int($0) }), height > 0
        else { return nil }
        self.init(width: Double(width), height: Double(height))
    }

    /// The shapes of some rows: all that are known, and of the others as many as are found within a time.
    static func found<Row>(
        of rows: [Row], within time: Duration, known: (Row) async -> Self?, find: (Row) async -> Self
    ) async -> [(row: Row, shape: Self)] {
        var (found, others) = ([(row: Row, shape: Self)](), [Row]())
        for row in rows {
            if let shape = await known(row) { found.append((row, shape)) } else { others.append(row) }
        }
        let end = ContinuousClock.now + time
        for row in others {
            guard ContinuousClock.now < end else { break }
            found.append((row, await find(row)))
        }
        return found
    }
}
