import CarrelBasics
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

    @Test func `it waits for rights that its user lacks, unless it ends when no job is left`() {
        let error = StoreError(.forbidden, subject: "it", reason: "permission denied", remedy: "Grant it")
        #expect(StoreError.passing(error)?.remedy == "Grant it")
        #expect(StoreError.passing(PipelineError.library(error), untilEmpty: true) == nil)
    }
}
