import CarrelHTTP
import CarrelStages
import Testing

/// What is said where no previewer is configured for a document.
struct PreviewAdviceTests {
    private let all = ["plain-text", "archive", "command"]

    private func remedy(_ type: String, _ previewers: [String]? = nil) throws -> String {
        PreviewAdvice.remedy(for: try #require(MediaType(type)), previewers: previewers ?? all)
    }

    @Test func `the package and the lines of a profile that would do it are named`() throws {
        #expect(
            try remedy("application/dicom")
                == "apt-get install dcmtk, and write into the profile: preview.\"application/dicom\" = \"command.dicom\" "
                + "and preview.command.dicom.command = \"dcmdump {file}\"")
    }

    @Test func `types of a family that a previewer reads get that previewer`() throws {
        #expect(
            try remedy("application/x-mine+zip")
                == "Write into the profile: preview.\"application/x-mine+zip\" = \"archive\"")
        #expect(try remedy("application/tei+xml").hasSuffix("= \"plain-text\""))
        #expect(try remedy("application/tei+xml", ["command"]).contains("command.tei"))
    }

    @Test(arguments: [
        ("model/stl", "stl"), ("application/vnd.acme.Thing-2+xml", "thing-2"), ("a/x-b", "b"),
        ("a/+", "mine"),
    ])
    func `others are given to a program that is to be named`(type: String, name: String) throws {
        guard let mediaType = MediaType(type) else { return }
        let remedy = PreviewAdvice.remedy(for: mediaType, previewers: ["command"])
        #expect(remedy.contains("preview.command.\(name).command = \"PROGRAM {file}\""), "\(remedy)")
        #expect(remedy.hasSuffix("or look at it with carrel open"))
    }

    @Test func `without commands there is the desktop's viewer`() throws {
        #expect(try remedy("application/dicom", ["plain-text"]) == "Look at it with carrel open")
    }
}
