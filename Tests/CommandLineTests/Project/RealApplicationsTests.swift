import CarrelTesting
import Foundation
import Testing

/// The four applications on real and format-true documents that are kept elsewhere.
@Suite(.timeLimit(.minutes(1)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
struct RealApplicationsTests {
    @Test(arguments: [
        ("notes", "notesbrowser-timetable/made-up.moduleDetails2012.json", "COMP304"),
        ("charts", "itunes/made-up.topfreeapplications.json", "topfreeapplications"),
        ("charts", "itunes/topalbums.json", "topalbums"),
        ("charts", "itunes/toppodcasts.json", "toppodcasts"),
        ("charts", "itunes/topfreeapplications.2012.real-entry.json", "topfreeapplications"),
        ("places", "flickr/made-up.getTopPlacesList.json", "Liverpool"),
    ])
    func `a catalogue is read with its profile, and listed`(
        profile: String, path: String, collection: String
    ) async throws {
        let workspace = try Workspace()
        let server = try CarrelProcess(
            ["delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root", RealData.folder.path],
            in: workspace)
        let address = try await server.listeningAddress()
        let photos = "parse.photos-url=made-up.photos.search.json?place={place}"
        let settings = ["--set", "plan.use=on-demand"] + (profile == "places" ? ["--set", photos] : [])
        let sync = ["sync", "--profile", profile] + settings + [address + path]
        let result = try await CarrelProcess(sync, in: workspace).wait()
        #expect(result.status == 0, "\(result.error)")
        let list = try await workspace.carrel("list", collection)
        #expect(list.status == 0 && list.output.contains("not fetched"), "\(list.error)")
        #expect(try await workspace.carrel("verify").status == 0)
        server.send(SIGTERM)
    }
}
