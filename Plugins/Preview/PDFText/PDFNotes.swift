import CarrelBasics

/// What a preview of a PDF document lacks, from what poppler complained of while it read.
enum PDFNotes {
    /// - Parameters:
    ///   - facts: what pdfinfo says.
    ///   - text: the text of all pages.
    ///   - textless: how many of the pages that were read hold no text.
    ///   - count: how many were read; 0 if not all of those are known.
    ///   - complaints: what pdftotext wrote beside the text.
    /// - Returns: a sentence for each lack.
    static func notes(
        facts: PDFFacts, text: String, textless: Int, of count: Int, complaints: String
    ) -> [String] {
        var notes: [String] = []
        if complaints.contains("Missing language pack") || complaints.contains("Unknown character collection")
            || complaints.contains("Couldn't find a font map") || complaints.contains("Unknown CMap")
        {
            notes.append("Some of its text cannot be read without poppler-data: apt-get install poppler-data")
        }
        if complaints.contains("Unknown filter") || complaints.contains("Unimplemented") {
            notes.append("Parts of it are coded in a way that pdftotext cannot read")
        }
        if facts.hasDynamicForm {
            notes.append("It is a form that only Adobe's reader fills in: its text may be missing here")
        }
        if text.isEmpty, facts.pages != nil {
            notes.append("Its pages hold no text: they may be scans. Look at them with another program")
        } else if count > 1, textless * 2 > count {
            // A scan often has a cover with text; a few empty pages are usual, as the back of a letter is.
            notes.append(
                "Pages without text: \(textless) of \(count). They may be scans: look at them with another program"
            )
        }
        return notes
    }
}
