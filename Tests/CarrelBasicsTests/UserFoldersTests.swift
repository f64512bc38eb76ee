import CarrelBasics
import Foundation
import Testing

@Suite struct UserFoldersTests {
    @Test(arguments: [[:], ["HOME": ""], ["HOME": "here"]])
    func `without a home in the environment it is the one that the system lists`(
        environment: [String: String]
    ) throws {
        let folders = UserFolders(environment: environment)
        let listed = try #require(getpwuid(geteuid())?.pointee.pw_dir)
        let home = String(cString: listed)
        #expect(folders.home.path == home)
        #expect(folders.configuration == URL(filePath: home).appending(path: ".config"))
        #expect(folders.data == URL(filePath: home).appending(path: ".local/share"))
    }

    @Test func `a variable is used if it is an absolute path`() {
        let folders = UserFolders(environment: [
            "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "",
        ])
        #expect(folders.home.path == "/h")
        #expect(folders.configuration.path == "/c")
        #expect(folders.data.path == "/h/.local/share")
        #expect(folders.cache.path == "/h/.cache")
    }
}
