import CarrelHTTP
import CarrelModel
import CarrelSQLite

/// Values of the row before: neighbours tend to share them, so that most rows cost neither time nor memory for them.
struct RepeatedValues {
    private var last: (text: String, mediaType: MediaType?) = ("", nil)
    private var lastCollection = ""
    private var lastDate = ""

    mutating func collection(_ row: borrowing Statement, _ column: Int32) -> String {
        if !row.equals(column, lastCollection) { lastCollection = row.text(column) ?? "" }
        return lastCollection
    }

    mutating func date(_ row: borrowing Statement, _ column: Int32) -> String? {
        if row.equals(column, lastDate) { return lastDate }
        guard let text = row.text(column) else { return nil }
        lastDate = text
        return text
    }

    mutating func mediaType(_ row: borrowing Statement, _ column: Int32) -> MediaType? {
        if row.equals(column, last.text) { return last.mediaType }
        guard let text = row.text(column) else { return nil }
        last = (text, MediaType(text))
        return last.mediaType
    }
}
