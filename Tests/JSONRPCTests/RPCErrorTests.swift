import Foundation
import JSONRPC
import Testing

@Suite("JSON-RPC errors") struct RPCErrorTests {
    @Test("an error is written and read as the same")
    func roundTrip() {
        let errors = [
            RPCError(.internalError, nil, "a fault"), RPCError(.locked, .locked, "the session is locked"),
            RPCError(.tooManyPending, .blockedAfterRejections, "blocked", data: ["retryAfter": 60_000]),
        ]
        for error in errors {
            #expect(RPCError(json: error.json) == error)
        }
    }

    @Test("data can't replace the reason")
    func reasonStays() {
        let error = RPCError(.locked, .locked, "x", data: ["reason": "other", "a": 1])
        #expect(error.json["data"] == ["reason": "locked", "a": 1])
    }

    @Test("an error without reason and data has no data")
    func bare() {
        #expect(RPCError(.notSigned, nil, "x").json == ["code": -3, "message": "x"])
    }

    @Test("codes and reasons are those of the table in docs/protocol.md, no more and no fewer")
    func catalogue() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let protocolText = try text("docs/protocol.md")
        let table = try #require(protocolText.range(of: "## Errors")).upperBound
        var (codes, reasons): (Set<String>, Set<String>) = ([], [])
        for line in protocolText[table...].split(separator: "\n") {
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count >= 2, Int(columns[0]) != nil else { continue }
            codes.insert(columns[0])
            guard columns.count >= 3 else { continue }
            for match in columns[2].matches(of: /`([a-z0-9-]+)`/) { reasons.insert(String(match.1)) }
        }
        func values(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
            Set(try text(path).matches(of: pattern).map { String($0.1) })
        }
        #expect(try values("Sources/JSONRPC/RPCError.swift", /\(rawValue: (-?[0-9]+)\)/) == codes)
        let declared = try ["RPCReason", "RPCReason+Devices"].map {
            try values("Sources/JSONRPC/\($0).swift", /\(rawValue: "([a-z0-9-]+)"\)/)
        }
        #expect(declared[0].isDisjoint(with: declared[1]) && declared[0].union(declared[1]) == reasons)
    }
}
