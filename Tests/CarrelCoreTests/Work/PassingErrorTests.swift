import CarrelCore
import CarrelStages
import Testing

struct PassingErrorTests {
    @Test func `a worker waits for a database that takes no changes, and not for its own disk`() {
        func passes(_ code: StoreError.Code) -> Bool {
            let error = StoreError(code, subject: "it", reason: "can only be read")
            return StoreError.passing(PipelineError.library(error)) != nil
        }
        #expect(passes(.denied))
        #expect(!passes(.readOnly))
    }
}
