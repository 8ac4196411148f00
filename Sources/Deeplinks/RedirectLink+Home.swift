extension RedirectLink {
    /// Where all links of one app's session lead: a scheme, or the origin of a page; of a listener on this machine without its port.
    ///
    /// Two links may take each other's answers where this is the same (``mayTakeTheAnswers(of:)``).
    public var home: String {
        guard scheme == "http", let host = Self.host(of: authority) else { return shown }
        return "http://\(host)"
    }

    /// Whether the link leads to a page, which every program can have opened as well; else it starts an app.
    public var isPage: Bool { scheme == "https" || scheme == "http" }
}
