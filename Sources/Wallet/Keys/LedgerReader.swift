import JSONRPC
import Ledger
import Salt
import SolanaTransactions
import TransactionReview
import WalletKeys
import WalletRuntime

/// The Ledger that is plugged in: one request at a time, and the app that was found on it last.
actor LedgerReader {
    nonisolated let turns: DeviceTurns<LedgerRequest>
    /// The app and its settings as they were when the device was asked last; nil if it wasn't.
    private(set) var app: LedgerApp?

    /// - Parameter ask: nil if nothing can talk to Ledgers.
    init(_ ask: LedgerAsk?) {
        turns = DeviceTurns(ask, busy: "the Ledger is waiting to be used already")
    }

    /// Asks which app is open.
    ///
    /// - Throws: 4100 with the fault of the device.
    func presentApp(for connection: ConnectionID? = nil) async throws(RPCError) -> LedgerApp {
        guard case .app(let app) = try await serve(.app, for: connection) else { throw RPCError(LedgerFault.invalid) }
        return app
    }

    /// Asks for the keys at these paths.
    ///
    /// - Parameter shown: True if the device shows each address until its user confirms it.
    /// - Throws: 4001 (`ledger-rejected`); 4100 with the fault of the device.
    func accounts(
        at paths: [LedgerPath], shown: Bool = false, for connection: ConnectionID
    ) async throws(RPCError) -> [PublicKey] {
        guard case .accounts(let keys) = try await serve(.accounts(paths, shown: shown), for: connection),
            keys.count == paths.count
        else { throw RPCError(LedgerFault.invalid) }
        return keys
    }

    /// Has a message signed. A signature that doesn't verify is none.
    ///
    /// - Throws: 4001 (`ledger-rejected`); 4100 with the fault of the device.
    func signature(over message: [UInt8], as account: PublicKey, at path: LedgerPath) async throws(RPCError)
        -> Signature
    {
        let request = LedgerRequest(signing: message, as: account, at: path)
        guard case .signature(let signature) = try await serve(request, for: nil),
            SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes)
        else { throw RPCError(LedgerFault.invalid) }
        return signature
    }

    private func serve(_ request: LedgerRequest, for connection: ConnectionID?) async throws(RPCError) -> LedgerOutcome
    {
        switch try await turns.serve(request, for: connection) {
        case .success(.app(let app)):
            self.app = app
            return .app(app)
        case .success(let outcome): return outcome
        case .failure(let fault):
            // Another one may be plugged in next.
            if [.absent, .removed, .bootloader].contains(fault) { app = nil }
            throw RPCError(fault)
        }
    }
}

/// Signs with the key at one path of the Ledger that is plugged in.
struct LedgerSigner: WalletSigner {
    let reader: LedgerReader
    let path: LedgerPath

    func sign(messages: [[UInt8]], as account: PublicKey) async throws(RPCError) -> [Signature] {
        var signatures: [Signature] = []
        for message in messages {
            signatures.append(try await reader.signature(over: message, as: account, at: path))
        }
        return signatures
    }
}

extension LedgerRequest {
    /// The request for a signature: over an off-chain message if the bytes begin like one, over a transaction's message otherwise.
    init(signing message: [UInt8], as account: PublicKey, at path: LedgerPath) {
        self =
            message.starts(with: OffchainMessage.prefix)
            ? .signOffchain(message, path: path, account: account)
            : .signTransaction(message, path: path, account: account)
    }
}

extension LedgerPath {
    /// The same path as the vault has it; nil for one that a Ledger has no key at.
    init?(_ path: DerivationPath) { self.init(path.indices) }
}

extension RPCError {
    /// The protocol's error for a Ledger that gave nothing.
    init(_ fault: LedgerFault) {
        let (code, reason): (RPCErrorCode, RPCReason) =
            switch fault {
            case .absent: (.unauthorized, .ledgerAbsent)
            case .several: (.unauthorized, .ledgerSeveral)
            case .locked: (.unauthorized, .ledgerLocked)
            case .otherApp: (.unauthorized, .ledgerOtherApp)
            case .rejected: (.userRejected, .ledgerRejected)
            case .blindSigningOff: (.unauthorized, .ledgerBlindSigningOff)
            case .notParsable, .wrongSigner, .textFormat: (.invalidInput, .ledgerRefused)
            case .tooLarge: (.invalidInput, .ledgerTooLarge)
            case .busy: (.unauthorized, .ledgerBusy)
            case .removed: (.unauthorized, .ledgerRemoved)
            case .timedOut: (.unauthorized, .ledgerTimeout)
            case .cancelled: (.unauthorized, .ledgerCancelled)
            case .invalid: (.unauthorized, .ledgerInvalid)
            case .unavailable: (.unauthorized, .ledgerUnavailable)
            case .other: (.unauthorized, .ledgerFault)
            case .unsupported: (.invalidInput, .ledgerUnsupported)
            case .outdated: (.unauthorized, .ledgerOutdated)
            case .otherDevice: (.unauthorized, .ledgerOther)
            case .forbidden: (.unauthorized, .ledgerForbidden)
            case .bootloader: (.unauthorized, .ledgerBootloader)
            }
        var data = JSONObject()
        if case .other(let code) = fault { data["code"] = .number(Int(code)) }
        self.init(code, reason, "\(fault)", data: data)
    }
}
