import CarrelHTTP
import CarrelModel

/// Values of the row before: neighbours tend to share them, so that most rows cost neither time nor memory for them.
package struct RepeatedValues {
    @usableFromInline var last: (text: String, mediaType: MediaType?) = ("", nil)
    @usableFromInline var lastCollection = ""
    @usableFromInline var lastDate = ""

    package init() {}

    @inlinable package mutating func collection(_ row: borrowing some RecordRow, _ column: Int32) -> String {
        if !row.equals(column, lastCollection) { lastCollection = row.text(column) ?? "" }
        return lastCollection
    }

    @inlinable package mutating func date(_ row: borrowing some RecordRow, _ column: Int32) -> String? {
        if row.equals(column, lastDate) { return lastDate }
        guard let text = row.text(column) else { return nil }
        lastDate = text
        return text
    }

    @inlinable package mutating func mediaType(
        _ row: borrowing some RecordRow, _ column: Int32
    ) -> MediaType? {
        if row.equals(column, last.text) { return last.mediaType }
        guard let text = row.text(column) else { return nil }
        last = (text, MediaType(text))
        return last.mediaType
    }
}
