extension Device {
    /// What tells this device from others wherever it is plugged in: vendor, product and serial number, as far as it
    /// has them, else its name. Of two of one model without serial numbers, nothing tells one from the other.
    public var identity: String {
        guard let vendorID, let productID else { return name }
        return ([vendorID, productID] + [serial].compactMap { $0 }).joined(separator: ":")
    }
}
