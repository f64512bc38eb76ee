/// What a shell can complete an operand, or the value of an option, with.
enum CompletionKind: Sendable, Hashable {
    /// These words.
    case words([String])
    /// Commands and topics of the help.
    case helpTopic
    /// The first words of the command that is named before.
    case subcommand
    /// Catalogues of the library and of the profile.
    case catalog
    /// Collections of the library.
    case collection
    /// Items of the library.
    case item
    /// What is ignored.
    case ignored
    /// What is set aside.
    case quarantined
    /// Names of profiles.
    case profile
    /// Settings of a profile and their values.
    case setting
    /// Settings that a catalogue can have for itself, and their values.
    case settingOfCatalog
    /// Plug-ins.
    case plugin
    /// Files and folders.
    case file
    /// Folders only.
    case folder
}
