import Foundation
import Testing

@testable import CarrelImport

/// The folder that is imported.
struct ImportFolderTests {
    @Test func `a path below the root of the system has one slash at its beginning`() throws {
        let folder = try ImportFolder(URL(filePath: "/"))
        #expect(folder.path(of: LeftOut(path: "a/link", reason: "a symbolic link")) == "/a/link")
    }
}
