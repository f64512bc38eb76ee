import CarrelModel

extension Samples {
    static let timetable = role(
        "timetable",
        #"""
        {"year": "2012-13", "semester": "Semester 1", "timetable": [
          [{"time": "12:00", "events": [{"module": "BIO101", "room": "R1", "type": "lecture"}]},
           {"time": "9:00", "events": [{"module": "BIO102", "room": "R2", "type": "lab"},
                                       {"module": "BIO101", "type": "tutorial"}]}],
          [], [{"time": "10:00", "events": []}], [],
          [{"time": "09:00", "events": [{"module": "BIO101", "room": "R2", "type": "lecture"}]}]]}
        """#)

    static let timetableModules = role(
        "modules",
        #"""
        {"BIO102": {"moduleTitle": "Genes", "moduleURL": "genes/", "moduleLecturer": "Dr Ada"},
         "BIO101": {"moduleCode": "BIO101", "moduleTitle": "Cells", "moduleDescription": "Life."}}
        """#)

    static let theatres = role(
        "theatres",
        #"""
        {"R1": {"name": "Theatre One", "latitude": 53.4065, "longitude": "-2.9663"},
         "R2": {"name": "Laboratory", "latitude": "53.5", "longitude": -3}}
        """#)

    static func role(_ role: String, _ text: String) -> CatalogDocument {
        var document = document(text, "http://notes.example.org/week/\(role).json", "application/json")
        document.role = role
        return document
    }
}
