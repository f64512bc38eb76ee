import CarrelBasics
import CarrelInterface
import CarrelModel
import CarrelStages
import Testing

@testable import CarrelCore
@testable import CarrelMCP

struct RemedyTests {
    private func search() throws -> SearchError {
        try #require(throws: SearchError.self) { try SearchQuery(" ") }
    }

    @Test func `every front end says a remedy in its own words`() throws {
        let (search, absent) = (try search(), StoreError.notStored("Week 1", operands: "COMP304/1"))
        #expect(search.description == "which words? For example: carrel search cell division")
        #expect(absent.description == "Week 1: it is not stored. Fetch it first: carrel get COMP304/1")
        #expect(
            InterfaceError(search).description
                == "which words? For example: /api/search?query=cell+division")
        #expect(InterfaceError(absent).description == "Week 1: it is not stored. Fetch it first: /api/get")
        #expect(
            LibraryTools.words(of: search) == "which words? For example as “query”: cell division")
        #expect(
            LibraryTools.words(of: PipelineError.library(absent))
                == "Week 1: it is not stored. Fetch it first with the get tool")
    }

    @Test func `what was set aside is not to be fetched first`() throws {
        let key = ItemKey(catalog: "c", collection: "m", item: "1")
        let row = LibraryView.Row(
            key: key, item: Item(title: "Week 1", url: "https://h/1"), number: 1,
            status: .setAside(reason: "an HTML page"))
        let reason = "Week 1: it is not stored (set aside: an HTML page). "
        let error = LibraryQueries.notStored(row)
        #expect(
            InterfaceError(error).description
                == reason + "/api/quarantine shows what was set aside, and /api/accept stores it after all")
        #expect(
            LibraryTools.words(of: error)
                == reason + "A person decides whether to keep what was set aside: carrel quarantine list")
    }

    @Test func `what an error quotes stays as it is, even if it is like a command`() {
        let error = StoreError(.system, subject: "carrel list", reason: "it cannot be read")
        #expect(LibraryTools.words(of: error) == "carrel list: it cannot be read")
    }
}
