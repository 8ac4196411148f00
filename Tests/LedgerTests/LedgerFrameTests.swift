import Devices
import Ledger
import Salt
import SolanaTransactions
import Testing

/// The frames between the agent and `sidekey-device` for a Ledger.
@Suite struct LedgerFrameTests {
    private func request(_ bytes: [UInt8]) -> LedgerRequest? { bytes.withUnsafeBytes { LedgerRequest(reading: $0) } }

    private func reply(_ bytes: [UInt8]) -> LedgerReply? { bytes.withUnsafeBytes { LedgerReply(reading: $0) } }

    private func body(_ frame: borrowing SecretBytes) -> [UInt8] { Array(frame.disclosed().dropFirst(4)) }

    private let account = try? PublicKey(bytes: [UInt8](repeating: 9, count: 32))

    @Test func `requests are read as they were written`() throws {
        let account = try #require(account)
        let paths = try [#require(LedgerPath([44, 501])), #require(LedgerPath([44, 501, 7, 0, 0x7FFF_FFFF]))]
        for written in [
            LedgerRequest.app, .accounts([], shown: false), .accounts(paths, shown: true),
            .signTransaction([1, 2, 3], path: paths[0], account: account),
            .signOffchain([], path: paths[1], account: account),
        ] {
            let frame = written.frame().disclosed()
            #expect(frame.withUnsafeBytes { DeviceFrame.count($0) } == frame.count - 4)
            #expect(request(Array(frame.dropFirst(4))) == written)
        }
    }

    @Test func `a request that is cut, or longer than it says, is none`() throws {
        let path = try #require(LedgerPath([44, 501, 7, 0]))
        let listing = body(LedgerRequest.accounts([path, path], shown: true).frame())
        for count in listing.indices { #expect(request(Array(listing[..<count])) == nil) }
        #expect(request(listing + [0]) == nil)
        #expect(request([1, 0]) == nil)
        #expect(request(Array(DeviceFrame.cancel.dropFirst(4))) == nil)
        let signing = body(LedgerRequest.signTransaction([], path: path, account: try #require(account)).frame())
        for count in signing.indices { #expect(request(Array(signing[..<count])) == nil) }
    }

    @Test(arguments: [
        [2, 2, 0], [2, 0, 65], [2, 0, 1, 0], [2, 0, 1, 2, 0x80, 0, 0, 44, 0x80, 0, 0, 0],
        [2, 0, 1, 2, 0, 0, 0, 44, 0x80, 0, 1, 0xF5],
    ])
    func `flags, numbers and paths that don't exist aren't read`(bytes: [UInt8]) {
        #expect(request(bytes) == nil)
    }

    @Test func `a path is 44, 501 and up to three steps more`() throws {
        #expect(LedgerPath([44]) == nil)
        #expect(LedgerPath([44, 60, 0]) == nil)
        #expect(LedgerPath([44, 501, 0, 0, 0, 0]) == nil)
        #expect(LedgerPath([44, 501, 1 << 31]) == nil)
        let path = try #require(LedgerPath([44, 501, 3]))
        #expect(path.description == "m/44'/501'/3'")
        #expect(path.encoded == [3, 0x80, 0, 0, 44, 0x80, 0, 1, 0xF5, 0x80, 0, 0, 3])
    }

    @Test func `replies are read as they were written, and no shorter or longer ones`() throws {
        let app = LedgerApp(
            model: .flex, version: LedgerApp.Version(1, 16, 2), allowsBlindSigning: true, shortensAddresses: false)
        let other = LedgerApp(
            model: nil, version: LedgerApp.Version(1, 8), allowsBlindSigning: false, shortensAddresses: true)
        for written in [
            LedgerReply.app(app), .app(other), .accounts([try #require(account), PublicKey()]),
            .signature(try Signature(bytes: [UInt8](repeating: 3, count: 64))), .fault(.locked),
            .fault(.other(code: 0x6F42)),
        ] {
            let bytes = body(written.frame())
            #expect(reply(bytes) == written)
            for count in bytes.indices { #expect(reply(Array(bytes[..<count])) == nil) }
            #expect(reply(bytes + [0]) == nil)
        }
        #expect(reply([130, 0, 4, 1, 0, 0]) == nil)
    }

    @Test func `each fault has a number and a name of its own, and comes back`() {
        let faults: [LedgerFault] = [
            .absent, .several, .locked, .otherApp, .rejected, .blindSigningOff, .notParsable, .wrongSigner,
            .textFormat, .tooLarge, .busy, .removed, .timedOut, .cancelled, .invalid, .unavailable,
            .other(code: 0x6FAA), .unsupported, .outdated, .otherDevice, .forbidden, .bootloader,
        ]
        #expect(Set(faults.map(\.name)).count == faults.count)
        for (place, fault) in faults.enumerated() {
            let bytes = body(LedgerReply.fault(fault).frame())
            #expect(bytes[1] == UInt8(place + 1))
            #expect(reply(bytes) == .fault(fault))
        }
        #expect(reply([143, 0, 0, 0]) == nil)
        #expect(reply([143, 23, 0, 0]) == nil)
    }
}
