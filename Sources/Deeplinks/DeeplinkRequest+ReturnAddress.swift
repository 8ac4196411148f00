extension DeeplinkRequest {
    /// Who a link says it comes from and where its answer should go, read from a link that may be wrong in everything else.
    public struct ReturnAddress: Sendable, Hashable {
        public let base: DeeplinkBase
        public let redirect: RedirectLink
        /// Nil where the link names no key.
        public let appKey: DeeplinkKey?

        public init(base: DeeplinkBase, redirect: RedirectLink, appKey: DeeplinkKey?) {
            self.base = base
            self.redirect = redirect
            self.appKey = appKey
        }
    }

    /// Reads as much of a link as an error needs to find its way back; nil where it names no place that answers may go to.
    public static func returnAddress(of text: String) -> ReturnAddress? {
        guard text.utf8.count <= maximumBytes, let link = try? LinkText(text),
            let base = try? DeeplinkBase.split(link.path).base
        else { return nil }
        let names = [Name.redirect, Name.appKey]
        guard let parameters = try? LinkParameters(link.parameters, known: names, others: true),
            let text = try? parameters.text(Name.redirect), let redirect = try? RedirectLink(text)
        else { return nil }
        return ReturnAddress(
            base: base, redirect: redirect, appKey: (try? parameters.text(Name.appKey)).flatMap { DeeplinkKey($0) })
    }
}
