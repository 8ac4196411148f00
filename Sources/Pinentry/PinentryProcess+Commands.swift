import Salt

/// Commands and their answers.
extension PinentryProcess {
    /// How many bytes a secret has at most.
    static let maximumSecretCount = 2048
    /// More lines than any answer has: pinentry sends at most a few statuses before it is done.
    private static let maximumLines = 64

    /// What ends an answer.
    struct Response {
        /// libgpg-error's number, or nil for `OK`.
        var code: UInt16?
        /// How many bytes of data came before.
        var count = 0
        /// Whether the window was closed.
        var isClosed = false
    }

    /// Sends a command that is answered by `OK` alone.
    ///
    /// - Throws: `refused`, and what `send` and `line` throw.
    func command(_ keyword: String, _ text: String = "") throws(PinentryError) {
        try command(Self.command(keyword, text))
    }

    func command(_ command: borrowing AssuanCommand) throws(PinentryError) {
        try send(command.line)
        try expectOK()
    }

    func expectOK() throws(PinentryError) {
        if let code = try response().code { throw .refused(code: code) }
    }

    /// Whether the program would ask on a terminal: `curses`, `gtk2:curses`, `tty`. One that doesn't say is taken at its word.
    func isForTerminals() throws(PinentryError) -> Bool {
        try send(Self.command("GETINFO", "flavor").line)
        var flavor: [UInt8] = []
        var response = Response()
        let secret = try SecretBytes(capacity: 128) { buffer throws(PinentryError) in
            response = try self.response(data: buffer)
            return response.count
        }
        if response.code == nil { flavor = secret.disclosed() }
        let last = flavor.split(separator: UInt8(ascii: ":")).last ?? []
        return ["curses", "tty"].contains { last.elementsEqual($0.utf8) }
    }

    /// Sends a command that a person answers.
    func ask(_ keyword: String) throws(PinentryError) -> Response {
        try send(Self.command(keyword).line)
        return try response()
    }

    /// Sends a command that a person answers with a secret.
    func askSecret(_ keyword: String) throws(PinentryError) -> (response: Response, secret: SecretAnswer) {
        try send(Self.command(keyword).line)
        var response = Response()
        let secret = try SecretBytes(capacity: Self.maximumSecretCount) { buffer throws(PinentryError) in
            response = try self.response(data: buffer)
            return response.count
        }
        return (response, SecretAnswer(secret))
    }

    private static func command(_ keyword: String, _ text: String = "") throws(PinentryError) -> AssuanCommand {
        do throws(AssuanFault) { return try AssuanCommand(keyword, text) } catch { throw .fault(error) }
    }

    /// Reads to the line that ends an answer.
    ///
    /// - Parameter data: Where data is decoded to; without it, data is a fault.
    private func response(data: UnsafeMutableRawBufferPointer? = nil) throws(PinentryError) -> Response {
        var response = Response()
        for _ in 0..<Self.maximumLines {
            let line = try line()
            let kind: AssuanLine
            do throws(AssuanFault) {
                kind = try line.withBytes { line throws(AssuanFault) in
                    let kind = try AssuanLine(parsing: line)
                    if case .data(let start) = kind {
                        guard let data else { throw .unexpectedData }
                        response.count += try AssuanLine.unescape(
                            UnsafeRawBufferPointer(rebasing: line[start...]),
                            into: UnsafeMutableRawBufferPointer(rebasing: data[response.count...]))
                    }
                    return kind
                }
            } catch {
                throw .fault(error)
            }
            switch kind {
            case .ok: return response
            case .error(let code):
                response.code = code
                return response
            case .status(.closed): response.isClosed = true
            case .status(.cached): throw .fault(.cachedSecret)
            case .status(.other), .data, .comment: continue
            // We offer nothing that it could ask back for.
            case .inquiry: try send(Self.command("CAN").line)
            }
        }
        throw .fault(.answerTooLong)
    }
}

/// A secret on its way between two threads.
final class SecretAnswer: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
