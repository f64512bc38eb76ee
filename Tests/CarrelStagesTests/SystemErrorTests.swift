import CarrelBasics
import CarrelStages
import Foundation
import Testing

struct SystemErrorTests {
    @Test(arguments: [
        (EINVAL, "store.portable-names"), (EILSEQ, "store.portable-names"), (ENAMETOOLONG, "store.name"),
    ])
    func `a name that a file system cannot take is one document's trouble, with what helps`(
        code: Int32, setting: String
    ) {
        let error = StoreError(systemError: code, subject: "/l/a?.pdf", doing: "could not be created")
        #expect(error.code == .system && !error.endsRun)
        #expect(error.remedy?.contains(setting) == true)
        #expect(error.remedy?.contains("--library") == true)
    }

    @Test func `a call about an open file has no trouble with its name`() {
        let error = StoreError(
            systemError: EINVAL, subject: "/l/a.pdf", doing: "could not be made durable", isOfName: false)
        #expect(error.code == .system && error.remedy == nil)
    }
}
