extension BrowserStandIn.Caller {
    /// The wallet's own extension, as Chromium names it (`manifests/extension-ids.json`).
    public static let walletInChromium = Self.chromium(extensionID: "paccphjjcpbgedjijpjlbemoongimeok")
    /// The wallet's own extension, as Firefox names it.
    public static let walletInFirefox = Self.firefox(addOn: "wallet@sidekey.app")
}
