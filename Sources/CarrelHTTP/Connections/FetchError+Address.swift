extension FetchError {
    /// The error for an address that `AddressPolicy.publicOnly` refuses.
    public static func refused(_ address: IPAddress, url: String) -> FetchError {
        FetchError(
            .refusedAddress, url: url,
            reason: "the address \(address) is not public (\(address.specialPurpose ?? "refused"))",
            remedy: "If the catalogue may lead there, set download.private-addresses to \"allow\"")
    }
}
