import CarrelBasics

/// What a preview of a PDF document lacks, from what poppler complained of while it read.
enum PDFNotes {
    static func notes(facts: PDFFacts, text: String, complaints: String) -> [String] {
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
        }
        return notes
    }
}
