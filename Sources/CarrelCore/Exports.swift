// Whoever imports the core gets the targets below it with it, for they were one: the files of the pipeline, the command
// line and the tests need not name them yet. Plug-ins and the server import what they need and never the core.
@_exported import CarrelBasics
@_exported import CarrelConfiguration
@_exported import CarrelHTTP
@_exported import CarrelModel
@_exported import CarrelStages
