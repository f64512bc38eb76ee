import CarrelHTTP
import CarrelModel
import CarrelStages

/// A catalogue whose documents are there already.
struct ReadSource: Source {
    let location: String
    let documents: [CatalogDocument]

    func read(after validators: Validators?) -> SourceReading { .documents(documents) }
}
