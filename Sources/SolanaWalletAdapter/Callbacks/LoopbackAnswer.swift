/// What the listener says to a browser.
enum LoopbackAnswer: Error {
    /// The callback was taken.
    case taken
    /// It came late.
    case gone
    case notFound
    case badRequest
    case wrongMethod
    case tooLarge

    private var status: String {
        switch self {
        case .taken: "200 OK"
        case .gone: "410 Gone"
        case .notFound: "404 Not Found"
        case .badRequest: "400 Bad Request"
        case .wrongMethod: "405 Method Not Allowed"
        case .tooLarge: "414 URI Too Long"
        }
    }

    private var text: String {
        switch self {
        case .taken: "The wallet has answered. You can close this page and go back to the app."
        case .gone: "The app does not wait for this answer any more."
        case .notFound, .badRequest, .wrongMethod, .tooLarge: "There is nothing here."
        }
    }

    /// The whole response. It runs nothing, is kept nowhere, and tells no other page of the address, which holds the sealed answer.
    var bytes: [UInt8] {
        let page = """
            <!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Wallet</title><p>\(text)</p>

            """
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(page.utf8.count)",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'", "Connection: close",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8)
    }
}
