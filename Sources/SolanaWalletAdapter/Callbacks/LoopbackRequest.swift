/// What a browser asks the listener for.
enum LoopbackRequest {
    /// The path and query of a request's head.
    ///
    /// - Parameter host: what the browser must have meant to reach. A page of somebody else's whose name points here sends its own.
    static func target(of head: [UInt8], host: String) -> Result<String, LoopbackAnswer> {
        let lines = head.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
        guard let first = lines.first else { return .failure(.badRequest) }
        let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, words[2].starts(with: Array("HTTP/1.".utf8)),
            words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { return .failure(.badRequest) }
        guard words[0].elementsEqual("GET".utf8) else { return .failure(.wrongMethod) }
        let hosts = lines.dropFirst().filter { String(decoding: $0.prefix(5), as: UTF8.self).lowercased() == "host:" }
        guard hosts.count == 1, let value = hosts.first?.dropFirst(5).split(separator: 0x20),
            value.count == 1, value[0].elementsEqual(host.utf8)
        else { return .failure(.badRequest) }
        return .success(String(decoding: words[1], as: UTF8.self))
    }
}
