import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation
import HTMLSummaryPreviewing
import Testing

struct LatePageTests {
    @Test func `a page that takes too long says which limit can be raised`() async {
        let page = String(repeating: "<p>a</p>", count: 2000)
        let error = await previewError(
            Data(page.utf8), as: .html, with: HTMLSummaryPreviewer(), limits: PreviewLimits(timeout: .zero))
        #expect(error?.code == .timedOut)
        #expect(error?.remedy == "Raise preview.timeout")
    }
}
