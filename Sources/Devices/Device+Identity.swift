extension Device {
    /// Identifies this device wherever it is plugged in: vendor, product and serial number, as far as it has them,
    /// otherwise its name. Two devices of one model without serial numbers have the same identity.
    public var identity: String {
        guard let vendorID, let productID else { return name }
        return ([vendorID, productID] + [serial].compactMap { $0 }).joined(separator: ":")
    }
}
