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

    @Test func `a right to read or more open files help where these are missing`() {
        let closed = StoreError(
            systemError: EACCES, subject: "/l", doing: "could not be read", isReading: true)
        #expect(closed.code == .readOnly && closed.remedy == "Give yourself read permission")
        let full = StoreError(systemError: EMFILE, subject: "/l", doing: "could not be opened")
        #expect(full.remedy == "Allow more open files: ulimit -n")
    }

    @Test(arguments: [
        CocoaError.Code.fileNoSuchFile.rawValue, CocoaError.Code.fileWriteFileExists.rawValue,
    ])
    func `a place where no folder can be made is not told in words of Foundation`(code: Int) {
        let error = StoreError(
            cocoaError: NSError(domain: NSCocoaErrorDomain, code: code), subject: "/nowhere/l",
            doing: "the library could not be created")
        #expect(error.reason == "the library could not be created: something else is there, or in its path")
        #expect(error.remedy == "Choose another folder with --library or store.path")
    }

    @Test func `a call about an open file has no trouble with its name`() {
        let error = StoreError(
            systemError: EINVAL, subject: "/l/a.pdf", doing: "could not be made durable", isOfName: false)
        #expect(error.code == .system && error.remedy == nil)
    }
}
