import CarrelTesting
import Foundation

/// A course on a loopback server: two modules, one document missing, one not available yet.
struct CourseServer {
    let server: LoopbackServer

    static let text = "A plain text about modal logic.\nIts second line.\n"
    static let page = """
        <html><head><title>Week two</title><meta name="description" content="About graphs"></head>
        <body><nav>Home</nav><main><p>Graphs have nodes and edges.</p></main></body></html>
        """

    init() throws {
        server = try LoopbackServer()
        server.on("/notes.json", .text(catalog, tag: "\"c\""))
        server.on(
            "/COMP304/week1.txt", .document(Data(Self.text.utf8), entityTag: "\"1\"", mediaType: "text/plain")
        )
        server.on(
            "/COMP304/week2.html", .document(Data(Self.page.utf8), entityTag: "\"2\"", mediaType: "text/html")
        )
        server.on(
            "/COMP307/week1.txt",
            .document(
                "Another first week", lastModified: "Sat, 01 Jan 2022 00:00:00 GMT",
                mediaType: "text/plain"))
        server.on("/COMP307/gone.pdf", .status(404))
    }

    var url: String { server.address("/notes.json") }

    var catalog: String {
        """
        [
          {"moduleCode": "COMP304", "moduleTitle": "Reasoning", "moduleLecturer": "Dr Example",
           "moduleNotes": [{"Week 1": "\(server.address("/COMP304/week1.txt"))"},
                           {"Week 2": "\(server.address("/COMP304/week2.html"))"}, {"Week 3": ""}]},
          {"moduleCode": "COMP307", "moduleTitle": "Distribution",
           "moduleNotes": [{"Week 1": "\(server.address("/COMP307/week1.txt"))"},
                           {"Lost": "\(server.address("/COMP307/gone.pdf"))"}]}
        ]
        """
    }
}
