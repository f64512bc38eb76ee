// What imports the core has the targets below it with it, for the time being: they were one target, and what imports
// it need not change all at once.
@_exported import CarrelBasics
@_exported import CarrelConfiguration
@_exported import CarrelHTTP
@_exported import CarrelModel
@_exported import CarrelStages
