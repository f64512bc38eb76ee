import CarrelCore

/// The names of the fields in a catalogue of modules.
struct ModuleFields: Sendable {
    static let codeField = Setting<String>(
        "code-field", default: "moduleCode", help: "The field with a module's code")
    static let titleField = Setting<String>(
        "title-field", default: "moduleTitle", help: "The field with a module's title")
    static let lecturerField = Setting<String>(
        "lecturer-field", default: "moduleLecturer", help: "The field with a module's lecturer")
    static let urlField = Setting<String>(
        "url-field", default: "moduleURL", help: "The field with the URL of a module's web page")
    static let descriptionField = Setting<String>(
        "description-field", default: "moduleDescription", help: "The field with a module's description")
    static let notesField = Setting<String>(
        "notes-field", default: "moduleNotes", help: "The field with a module's notes")
    static let noteTitleField = Setting<String>(
        "note-title-field", default: "title",
        help: "The field with a note's title, where notes are objects with a field for each fact")
    static let noteURLField = Setting<String>(
        "note-url-field", default: "url",
        help: "The field with a note's URL, where notes are objects with a field for each fact")

    static let noteSizeField = Setting<String>(
        "note-size-field", default: "size",
        help: "The field with a note's size in bytes, where notes are objects with a field for each fact")
    static let noteSHA256Field = Setting<String>(
        "note-sha256-field", default: "sha256",
        help:
            "The field with a note's SHA-256 in hexadecimal, where notes are objects with a field for each fact"
    )

    static let settings: [any SettingDeclaration] = [
        codeField, titleField, lecturerField, urlField, descriptionField, notesField, noteTitleField,
        noteURLField, noteSizeField, noteSHA256Field,
    ]

    let code: String
    let title: String
    let lecturer: String
    let url: String
    let description: String
    let notes: String
    let noteTitle: String
    let noteURL: String
    let noteSize: String
    let noteSHA256: String

    init(_ settings: Settings) {
        code = settings[Self.codeField]
        title = settings[Self.titleField]
        lecturer = settings[Self.lecturerField]
        url = settings[Self.urlField]
        description = settings[Self.descriptionField]
        notes = settings[Self.notesField]
        noteTitle = settings[Self.noteTitleField]
        noteURL = settings[Self.noteURLField]
        noteSize = settings[Self.noteSizeField]
        noteSHA256 = settings[Self.noteSHA256Field]
    }
}
