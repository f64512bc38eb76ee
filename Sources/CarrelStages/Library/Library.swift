/// What Carrel remembers between runs, for one library.
///
/// It is the pipeline's memory, not a stage: stages get values from it and give values to it.
public protocol Library: Ledger, Listings, KnownCatalogs, ReaderState {}
