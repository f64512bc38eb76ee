import CarrelCore
import CarrelStages

extension Desk {
    /// Opens a desk over one pipeline, whose library stays open.
    ///
    /// - Parameter pipeline: what it works with.
    public init(over pipeline: Pipeline) {
        let library = pipeline.library
        self.init(Parts(pipeline) { _ throws(StoreError) in library })
    }
}
