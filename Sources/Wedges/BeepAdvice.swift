extension ScannerCalibration {
    /// How to switch off the scanner's own beep: it sounds for every code it can read, and people take it for a yes.
    ///
    /// The bar codes for this are in the maker's manual and differ between models. The names here are the chapters and
    /// parameters of those manuals.
    /// - Parameter vendorID: four lower-case hexadecimal digits, as in ``Devices/Device/vendorID``.
    /// - Returns: two English sentences.
    public static func beepAdvice(vendorID: String?) -> String {
        let place =
            switch vendorID {
            // Symbol and Zebra.
            case "05e0":
                "in the Product Reference Guide, chapter User Preferences, parameter Beep After Good Decode"
            // Hand Held Products and Metrologic.
            case "0536", "0c2e": "in the User Guide, under Good Read Indicators, setting Beeper - Good Read"
            case "05f9":
                "in the Product Reference Guide, under LED and Beeper Indicators, the settings of the good read beep"
            default: "in its maker's manual, under the beeper's settings; look for good read beep or decode beep"
            }
        return """
            Switch the scanner's own beep off: it sounds for every code, also for refused ones, and people take it for a \
            yes. The bar code that does it is \(place).
            """
    }
}
