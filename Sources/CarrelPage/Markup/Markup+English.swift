import CarrelBasics
import CarrelHTML

extension Markup {
    /// A text from outside, as `isolated`, which is English whatever the page speaks: reasons are recorded as they were told, and
    /// a screen reader reads them out as what they are.
    static func english(_ text: String) -> Markup { "<bdi lang=\"en\">\(ShownText.of(text))</bdi>" }
}
