import CarrelBasics
import CarrelTesting
import Foundation
import Testing

@Suite struct LoadedLibraryTests {
    @Test(arguments: [LoadedLibrary.sqlite, .crypto, .curl] + LoadedLibrary.decoders)
    func `the libraries that Carrel loads are there`(library: LoadedLibrary) {
        #expect(library.problem() == nil)
        // A second time, too.
        #expect(library.problem() == nil)
    }

    @Test func `of a library that is missing it is told what to install`() throws {
        let problem = try #require(LoadedLibrary("libnowhere.so.9", package: "libnowhere9").problem())
        #expect(problem.reason.hasPrefix("libnowhere.so.9: "))
        #expect(problem.remedy == "Install it: apt-get install libnowhere9")
    }

    @Test func `nothing is to be installed where a library is there and cannot be loaded`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "libempty.so"))
        let path = folder.url.appending(path: "libempty.so").path
        let problem = try #require(LoadedLibrary(path, package: "libempty").problem())
        #expect(problem.reason.hasPrefix(path) && problem.remedy == nil)
    }
}
