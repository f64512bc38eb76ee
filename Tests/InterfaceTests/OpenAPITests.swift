import CarrelInterface
import CarrelTesting
import Foundation
import Testing

struct OpenAPITests {
    @Test func `what is embedded is what the documentation holds`() throws {
        let docs = Project.folder.appending(path: "docs")
        #expect(InterfaceFiles.openAPI == (try Data(contentsOf: docs.appending(path: "openapi.json"))))
        #expect(InterfaceFiles.schema == (try Data(contentsOf: docs.appending(path: "carrel.schema.json"))))
    }
}
