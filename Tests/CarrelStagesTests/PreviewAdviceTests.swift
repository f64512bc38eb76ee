import CarrelHTTP
import CarrelStages
import Testing

/// What is said where no previewer is configured for a document.
struct PreviewAdviceTests {
    private func remedy(_ type: String, reader: String? = nil, runner: String? = "tool") throws -> String {
        PreviewAdvice.remedy(for: try #require(MediaType(type)), reader: reader, runner: runner)
    }

    @Test func `the package and the lines of a profile that would do it are named`() throws {
        #expect(
            try remedy("application/dicom")
                == "apt-get install dcmtk, and write into the profile: preview.\"application/dicom\" = \"tool.dicom\" "
                + "and preview.tool.dicom.command = \"dcmdump {file}\"")
    }

    @Test func `types of a family that a previewer reads get that previewer`() throws {
        #expect(
            try remedy("application/x-mine+zip", reader: "boxes")
                == "Write into the profile: preview.\"application/x-mine+zip\" = \"boxes\"")
        #expect(PreviewAdvice.suffix(of: try #require(MediaType("application/tei+xml"))) == "xml")
        #expect(PreviewAdvice.suffix(of: try #require(MediaType("application/xml"))) == nil)
        #expect(try remedy("application/tei+xml").contains("tool.tei"))
    }

    @Test(arguments: [
        ("model/stl", "stl"), ("application/vnd.acme.Thing-2+xml", "thing-2"), ("a/x-b", "b"),
        ("a/+", "mine"),
    ])
    func `others are given to a program that is to be named`(type: String, name: String) throws {
        guard MediaType(type) != nil else { return }
        let remedy = try remedy(type)
        #expect(remedy.contains("preview.tool.\(name).command = \"PROGRAM {file}\""), "\(remedy)")
        #expect(remedy.hasSuffix("or open it with another program"))
    }

    @Test func `without commands there is the desktop's viewer`() throws {
        #expect(try remedy("application/dicom", runner: nil) == "Open it with another program")
    }
}
