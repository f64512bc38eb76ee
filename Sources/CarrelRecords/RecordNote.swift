import CarrelStages
import Foundation

/// The note of an unfinished copy as databases keep it: JSON.
package enum RecordNote {
    /// The text of a note.
    package static func text(_ copy: RecordCopy) throws(StoreError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(copy), as: UTF8.self)
        } catch {
            throw StoreError(.system, subject: copy.title, reason: "the copy could not be noted")
        }
    }

    /// The note in a text.
    package static func copy(_ text: String, _ subject: String) throws(StoreError) -> RecordCopy {
        do {
            return try JSONDecoder().decode(RecordCopy.self, from: Data(text.utf8))
        } catch {
            throw StoreError(
                .database, subject: subject,
                reason: "it holds an unfinished copy that this Carrel cannot continue",
                remedy: "Remove it, and copy into an empty library")
        }
    }

    /// The error for a library that holds records of its own.
    package static func notEmpty(_ subject: String) -> StoreError {
        StoreError(
            .nameTaken, subject: subject, reason: "there is a library already",
            remedy: """
                If you copied it there, it is whole, and one of the two has changed since. Otherwise copy to another \
                folder, or schema and prefix
                """)
    }
}
