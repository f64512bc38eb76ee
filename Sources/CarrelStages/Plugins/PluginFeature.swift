/// Something that only some plug-ins of a kind do, by which others find them without knowing their names.
public enum PluginFeature: Sendable, Hashable {
    /// A fetcher undoes content codings, such as gzip.
    case decodesContent
    /// A fetcher or previewer runs a program that a profile names, for a host or a type of documents.
    case runsProgram
    /// A parser reads catalogues of any form by a mapping.
    case followsMapping
    /// A parser reads timetables: when and where collections meet.
    case readsTimetables
    /// A previewer reads documents whose type has that structured syntax suffix (RFC 6839), such as `zip`.
    case readsSuffix(String)
    /// A queue, a library or a store is for libraries whose machines share their jobs.
    case sharesJobs
}
