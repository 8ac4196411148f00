package import JSONRPC

/// The page behind a request, as the extension's background took it from the browser.
public struct PageContext: Sendable, Hashable {
    /// The page's own origin; in a frame, together with the origin of the page around it (``Origin/top``).
    public let origin: Origin
    public let tab: Int
    /// The browser's `documentId`. It changes with a reload or a navigation.
    public let document: String
    /// Firefox's `cookieStoreId`; `default` if the browser has no containers.
    public let container: String
    public let isPrivate: Bool
    /// The id that the page gave its own request. It means nothing outside its document.
    public let request: String
    /// The description of an app with a session, as it was shown to the user; nil for a page.
    public let app: AppClaim?

    public static let defaultContainer = "default"

    public init(
        origin: Origin, tab: Int, document: String, container: String = defaultContainer, isPrivate: Bool = false,
        request: String, app: AppClaim? = nil
    ) {
        self.origin = origin
        self.tab = tab
        self.document = document
        self.container = container
        self.isPrivate = isPrivate
        self.request = request
        self.app = app
    }

    /// Takes the members that every method for pages has out of its params.
    ///
    /// - Throws: -32602 if a member is missing or of the wrong type; -32000 (`origin-refused`) for an origin that no
    ///   page Sidekey serves can have.
    package init(taking params: inout JSONObject) throws(RPCError) {
        var parameters = RPCParameters(params)
        let page = try Origin(parameters.string("origin"))
        let top = try parameters.optionalString("top")
        origin = try top.map { top throws(RPCError) in Origin(page, in: try Origin(top)) } ?? page
        tab = try parameters.int("tab")
        document = try Self.short(parameters.string("document"), "document")
        container = try Self.short(parameters.optionalString("container") ?? Self.defaultContainer, "container")
        isPrivate = try parameters.optionalBool("private") ?? false
        request = try Self.short(parameters.string("request"), "request")
        app = nil
        for name in Self.members { params[name] = nil }
    }

    private static let members = ["origin", "top", "tab", "document", "container", "private", "request"]

    /// Checks an identifier of 1 to 128 bytes, since identifiers come from the browser and are kept in records.
    private static func short(_ value: String, _ name: String) throws(RPCError) -> String {
        guard (1...128).contains(value.utf8.count) else {
            throw .parameter(name, "\(name) is not 1 to 128 bytes")
        }
        return value
    }
}
