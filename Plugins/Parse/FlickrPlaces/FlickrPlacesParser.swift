import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages
import Foundation

/// Parses what Flickr's service says of places and of photos, as JSON or JSONP.
///
/// Places become sections by country and collections, both in alphabetical order, because the service gives them
/// in none; the photos of a place are read when it is opened. A list of photos is one collection.
public struct FlickrPlacesParser: Parser {
    let photosURL: String
    let addresses: PhotoAddresses
    private let settings: Settings

    /// Makes a parser; without settings it is for the service itself and large photos.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        photosURL = settings[Self.photosURLSetting]
        addresses = PhotoAddresses(
            size: settings[Self.photoSizeSetting], base: settings[Self.photoBaseSetting])
    }

    static let photosURLSetting = Setting<String>(
        "photos-url",
        default:
            "https://api.flickr.com/services/rest/?method=flickr.photos.search&place_id={place}&per_page=50"
            + "&extras=description,original_format,tags,date_upload,owner_name,geo,place_url"
            + "&format=json&nojsoncallback=1&api_key={key}",
        constraint: SettingConstraint("with {place} in it") { $0.contains("{place}") },
        power: { ProfilePower.readingFile(at: $0) },
        help: "Where the photos of a place are listed, {place} being its identity and {key} the service's key"
    )
    static let photoSizeSetting = Setting<PhotoSize>(
        "photo-size", default: .large, constraint: .oneOf, help: "Which size of a photo is fetched")
    static let photoBaseSetting = Setting<String>(
        "photo-base", default: "http://farm{farm}.static.flickr.com",
        constraint: SettingConstraint("a URL of http or https") {
            ["http", "https"].contains($0.prefix { $0 != ":" }.lowercased()) && $0.contains("://")
        }, help: "Where the photos are, {farm} being the number of the server farm")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "flickr-places", summary: "Reads Flickr's lists of places, and of the photos of a place",
        settings: [photosURLSetting, photoSizeSetting, photoBaseSetting]
    ) { settings, _ in FlickrPlacesParser(settings) }

    /// Certain where the beginning names a list of places or photos, or the service's failure.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let outline = JSONOutline(documents) else { return .no }
        let isPlaces = outline.contains("places") && outline.contains("place")
        let isPhotos = outline.contains("photos") && outline.contains("photo")
        let isOfService = ["stat", "perpage", "place_id", "secret"].contains { outline.contains($0) }
        if (isPlaces || isPhotos) && isOfService { return .certain }
        return outline.contains("stat", "fail") ? .certain : .possible
    }

    /// Parses the places or photos among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let json = try CatalogJSON(documents)
        try refuseFailure(json)
        let budget = CatalogBudget(json.document, settings)
        if let places = json.root["places"]?.present {
            return try self.places(try ServiceList(places, of: "place", in: json), json, budget)
        }
        guard let photos = json.root["photos"]?.present else {
            throw json.error(
                json.root, expected: "an object with \"places\" or \"photos\"")
        }
        return try self.photos(try ServiceList(photos, of: "photo", in: json), json, budget)
    }

    private func places(
        _ list: ServiceList, _ json: CatalogJSON, _ budget: CatalogBudget
    ) throws(ParseError) -> Catalog {
        var reader = PlaceReader(template: URLTemplate.resolve(photosURL, against: json.document.url))
        for place in list.entries {
            guard budget.takeItem() else { break }
            reader.read(place)
        }
        try budget.conclude()
        var catalog = reader.catalog
        try json.refuse(ifUnusable: catalog.collections.isEmpty, catalog.problems)
        catalog.isIncomplete = list.isPart
        return catalog
    }

    private func photos(
        _ list: ServiceList, _ json: CatalogJSON, _ budget: CatalogBudget
    ) throws(ParseError) -> Catalog {
        var reader = PhotoReader(addresses: addresses)
        for photo in list.entries {
            guard budget.takeItem() else { break }
            reader.read(photo)
        }
        try budget.conclude()
        try json.refuse(ifUnusable: reader.items.isEmpty, reader.problems.problems)
        var collection = ItemCollection(
            id: "photos", title: "Photos", details: list.details, items: reader.items)
        collection.markDuplicates()
        var catalog = Catalog(collections: [collection], problems: reader.problems.problems)
        // Newer ones push others off their page.
        catalog.listsLatestOnly = list.isPart
        return catalog
    }

    /// The service fails with a status of success, and says so in the text.
    private func refuseFailure(_ json: CatalogJSON) throws(ParseError) {
        guard let stat = json.root["stat"], stat.string == "fail" else { return }
        let code = json.root["code"]?.plainText?.titleText
        let message = json.root["message"]?.string?.titleText ?? ""
        let isKey = code == "100"
        throw json.error(
            stat,
            "the service failed\(code.map { " with code \($0)" } ?? ""): "
                + (message.isEmpty ? "it does not say why" : message),
            remedy: isKey ? "Check the key for the service" : nil)
    }
}
