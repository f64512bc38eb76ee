extension StringProtocol {
    /// The text as a message can quote it: on one line, each character that would act or hide as U+FFFD.
    var shown: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    let properties = scalar.properties
                    switch properties.generalCategory {
                    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator:
                        return properties.isWhitespace ? " " : "\u{FFFD}"
                    default: return properties.isDefaultIgnorableCodePoint ? "\u{FFFD}" : scalar
                    }
                }))
    }
}
