import Deeplinks

/// Links of apps, as the desktop hands them over, and the answers that come back to an app.
enum Links {
    static func check(_ input: [UInt8]) -> Interest {
        guard let text = String(validating: input, as: UTF8.self) else { return .discard }
        checkRequest(text)
        checkRedirect(text)
        return .keep
    }

    private static func checkRequest(_ text: String) {
        guard let request = try? DeeplinkRequest(parsing: text) else { return }
        promise(
            try DeeplinkRequest(parsing: request.link) == request, "what was read is written as what reads the same")
        guard let redirect = request.redirect else { return }
        let address = DeeplinkRequest.returnAddress(of: text)
        promise(address?.redirect == redirect, "an error finds the place that the answer would")
    }

    private static func checkRedirect(_ text: String) {
        guard let redirect = try? RedirectLink(text) else { return }
        promise(try RedirectLink(redirect.description) == redirect, "a place is written as what reads the same")
        promise(!RedirectLink.refusedSchemes.contains(redirect.scheme), "no answer goes where something runs")
        promise(redirect.mayTakeTheAnswers(of: redirect), "a place is its own")
        let key = "sidekey_encryption_public_key"
        for reply in [DeeplinkReply.refused(.userRejected), .done] {
            let link = reply.link(to: redirect, keyParameter: key)
            promise(
                try DeeplinkReply(parsing: link, to: redirect, keyParameter: key) == reply,
                "an answer is read as what was written")
        }
    }
}
