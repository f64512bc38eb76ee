import CarrelJSONReading
import CarrelStages

/// The names of the fields in a catalogue of modules and their notes.
struct NoteFields: Sendable {
    static let notesField = Setting<String>(
        "notes-field", default: "moduleNotes", help: "The field with a module's notes")
    static let noteTitleField = Setting<String>(
        "note-title-field", default: "title",
        help: "The field with a note's title, if notes are objects with a field for each fact")
    static let noteURLField = Setting<String>(
        "note-url-field", default: "url",
        help: "The field with a note's URL, if notes are objects with a field for each fact")

    static let noteSizeField = Setting<String>(
        "note-size-field", default: "size",
        help: "The field with a note's size in bytes, if notes are objects with a field for each fact")
    static let noteSHA256Field = Setting<String>(
        "note-sha256-field", default: "sha256",
        help:
            "The field with a note's SHA-256 in hexadecimal, if notes are objects with a field for each fact"
    )

    static let settings: [any SettingDeclaration] =
        ModuleFields.settings + [
            notesField, noteTitleField, noteURLField, noteSizeField, noteSHA256Field,
        ]

    let module: ModuleFields
    let notes: String
    let noteTitle: String
    let noteURL: String
    let noteSize: String
    let noteSHA256: String

    init(_ settings: Settings) {
        module = ModuleFields(settings)
        notes = settings[Self.notesField]
        noteTitle = settings[Self.noteTitleField]
        noteURL = settings[Self.noteURLField]
        noteSize = settings[Self.noteSizeField]
        noteSHA256 = settings[Self.noteSHA256Field]
    }
}
