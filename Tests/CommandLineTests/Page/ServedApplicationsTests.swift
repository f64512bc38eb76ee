import CarrelTesting
import Foundation
import Testing

/// The applications of `carrel serve` on the samples, as a browser without scripts sees them.
@Suite(.timeLimit(.minutes(2)))
final class ServedApplicationsTests {
    private let page: ServeFixture
    private let samples: CarrelProcess

    /// Serves a library of a timetable, a chart and places.
    init() async throws {
        let workspace = try Workspace()
        samples = try CarrelProcess(
            ["delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root", SampleData.folder.path],
            in: workspace)
        let address = try await samples.listeningAddress()
        let profile = """
            [[catalogue]]
            name = "week"
            parse.use = "timetable"
            source.timetable.url = "\(address)timetable/timetable.json"
            source.modules.url = "\(address)timetable/modules.json"
            source.theatres.url = "\(address)timetable/theatres.json"

            [[catalogue]]
            name = "chart"
            source.url = "\(address)chart/topalbums.json"
            parse.use = "itunes-chart"
            plan.use = "on-demand"

            [[catalogue]]
            name = "places"
            source.url = "\(address)places/places.json"
            parse.use = "flickr-places"
            parse.photos-url = "photos-{place}.json"
            parse.photo-base = "\(address)places/photos"
            plan.use = "on-demand"
            """
        page = try await ServeFixture(in: workspace, profile: profile)
    }

    deinit { samples.send(SIGTERM) }

    @Test
    func `the library leads to each application that it has a catalogue for`() async throws {
        let links = Set(try await page.get("/").values("href"))
        for path in ["/week", "/convert", "/recent", "/places?catalogue=places"] {
            #expect(links.contains(path), "\(path)")
        }
        #expect(links.contains { $0.hasPrefix("/chart?catalogue=chart&collection=") })
        for path in [
            "/chart?catalogue=week&collection=SEA101", "/places?catalogue=chart", "/photo?catalogue=x",
        ] {
            #expect(try await page.get(path).status == 404, "\(path)")
        }
    }

    @Test
    func `the week has its meetings by hour, modules are left out, and a module has its plan`() async throws {
        let week = try await page.get("/week?day=1").text
        #expect(week.contains("data-kind=\"lab\"") && week.contains("Museum of Natural History"))
        #expect(week.contains("BOATHOUSE") && !week.contains("role=\"checkbox\" aria-checked=\"false\""))
        let meetings = week.components(separatedBy: "class=\"meeting\"").count - 1
        #expect(meetings == 11)
        let answer = try await page.post("/unchoose", ["what": "catalogue=week&collection=SEA101"])
        #expect(answer.status == 303 && answer.fields["Location"] == "/week")
        let less = try await page.get("/week?day=1").text
        #expect(less.components(separatedBy: "class=\"meeting\"").count - 1 == 8)
        #expect(less.contains("role=\"checkbox\" aria-checked=\"false\""))
        let module = try await page.get("/module?catalogue=week&collection=SEA101").text
        #expect(module.contains("Ines Hallberg") && module.contains("<svg viewBox=\"0 0 480 300\""))
        #expect(module.contains("https://www.openstreetmap.org/?mlat=51.7525"))
        #expect(try await page.get("/module?catalogue=week&collection=none").status == 404)
    }

    @Test
    func `a chart has a tile for each rank, and its pictures come through the server alone`() async throws {
        let link = try #require(try await page.get("/").values("href").first { $0.hasPrefix("/chart") })
        let chart = try await page.get(link)
        #expect(chart.values("class").filter { $0 == "tile" }.count == 5)
        #expect(chart.values("src").allSatisfy { $0.hasPrefix("/") && !$0.hasPrefix("//") })
        let tile = try #require(chart.values("href").first { $0.contains("item=") && $0.hasPrefix("/chart") })
        let detail = try await page.get(tile).text
        #expect(detail.contains("Eleven songs from a harbour wall.") && detail.contains("€8.99"))
        _ = try await page.post("/get", ["what": String(tile.split(separator: "?")[1])])
        let shown = try await page.get(tile) { $0.text.contains("class=\"large\"") }
        let picture = try #require(shown.values("src").first { $0.hasPrefix("/picture") })
        #expect(try await page.get(picture).fields["Content-Type"] == "image/png")
    }

    @Test
    func `places stand under their countries, and a photo that was looked at is among the recent ones`()
        async throws
    {
        let before = try await page.get("/places?catalogue=places").text
        #expect(
            before.contains("<h2 class=\"country\"><bdi>Portugal</bdi></h2>")
                && !before.contains("class=\"photo\""))
        #expect(try await page.get("/recent").text.contains("Nothing was looked at yet."))
        let opened = try await page.post("/open", ["what": "catalogue=places&collection=bergen"])
        #expect(opened.status == 303 && opened.fields["Location"] == "/places?catalogue=places")
        let photos = try await page.get("/places?catalogue=places").values("href").filter {
            $0.hasPrefix("/photo")
        }
        #expect(photos.count == 2)
        let photo = try #require(photos.first)
        _ = try await page.post("/get", ["what": String(photo.split(separator: "?")[1])])
        let whole = try await page.get(photo) { $0.text.contains("<img") }
        #expect(whole.values("rel").contains("next") && !whole.values("rel").contains("prev"))
        #expect(try await page.get("/recent").text.contains("Nothing was looked at yet."))
        _ = try await page.post("/seen", ["what": String(photo.split(separator: "?")[1])])
        #expect(try await page.get("/recent").values("href").filter { $0.hasPrefix("/photo") } == [photo])
    }

    @Test
    func `the converter works by its form alone, and answers a script`() async throws {
        let form = try await page.get("/convert?number=12.5&category=data&from=MB&to=B")
        #expect(form.text.contains("<output id=\"result\" for=\"number from to\">13107200</output>"))
        let key = try await page.get("/convert.json?number=12.5&from=MB&to=B&key=back")
        #expect(key.text.contains("\"number\":\"12.\"") && key.text.contains("\"result\":\"12582912\""))
        #expect(try await page.get("/convert?language=de").text.contains("Umrechner"))
    }
}
