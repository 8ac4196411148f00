import HardwareTokens
import JSONRPC
import Salt
import SolanaTransactions
import WalletKeys
import WalletRuntime

/// The PKCS #11 tokens that are there: one use at a time.
///
/// A library is loaded in a process of its own for each. It is named by the user at a terminal, or stands under the vault's seal; a browser names none.
struct HardwareTokenReader: Sendable {
    let turns: DeviceTurns<HardwareTokenRequest>
    /// The folder with the user's wallets, in which no library keeps anything.
    private let wallets: String

    /// - Parameters:
    ///   - ask: nil if nothing can talk to tokens.
    ///   - wallets: the folder that no library gets.
    init(_ ask: HardwareTokenAsk?, sparing wallets: String) {
        turns = DeviceTurns(ask, busy: "the hardware token is being used already")
        self.wallets = wallets
    }

    /// The Ed25519 keys on the tokens that a library reaches.
    ///
    /// - Throws: 4100 with the fault of the token; -32602 for a folder that no library gets.
    func keys(of library: String, _ folders: [String], for connection: ConnectionID) async throws(RPCError)
        -> [HardwareTokenKey]
    {
        let module = HardwareTokenModule(path: library, folders: folders)
        guard module.isApart(from: wallets) else {
            throw .parameter("folders", "a library gets existing folders that have nothing to do with the wallet")
        }
        guard case .keys(let keys) = try await serve(.keys(module), for: connection) else {
            throw RPCError(HardwareTokenFault.invalid)
        }
        return keys
    }

    /// Looks for the account's key on its token, and has the token take the PIN if there is one.
    ///
    /// - Throws: 4100 with the fault of the token.
    func look(
        _ account: PublicKey, on token: VaultToken, pin: HardwareTokenPIN? = nil, for connection: ConnectionID? = nil
    ) async throws(RPCError) -> HardwareTokenState {
        let request = HardwareTokenRequest.check(
            account: account, serial: token.serial, pin: pin, token.module)
        guard case .ready(let state) = try await serve(request, for: connection) else {
            throw RPCError(HardwareTokenFault.invalid)
        }
        return state
    }

    /// Checks that the token is there and takes the PIN that came with an approval. A pad of its own asks once it signs.
    ///
    /// - Throws: 4100 with the fault of the token; `hardware-token-pin` if none came and it asks for one.
    func checkReady(_ account: PublicKey, on token: VaultToken, pin: HeldSecret?) async throws(RPCError) {
        let state = try await look(account, on: token, pin: Self.pin(pin))
        guard pin != nil || !state.takesPIN else { throw RPCError(HardwareTokenFault.pinRequired) }
    }

    /// Has a message signed. A signature that doesn't verify is none.
    ///
    /// - Throws: 4100 with the fault of the token.
    func signature(
        over message: [UInt8], as account: PublicKey, on token: VaultToken, pin: HardwareTokenPIN?
    ) async throws(RPCError) -> Signature {
        let request = HardwareTokenRequest.sign(
            message, account: account, serial: token.serial, pin: pin, token.module)
        guard case .signature(let signature) = try await serve(request, for: nil),
            SaltSign.verify(signature.bytes, of: message, publicKey: account.bytes)
        else { throw RPCError(HardwareTokenFault.invalid) }
        return signature
    }

    /// The PIN that was typed.
    ///
    /// - Throws: 4100 (`hardware-token-pin-invalid`), before the token counts a try.
    static func pin(_ typed: HeldSecret?) throws(RPCError) -> HardwareTokenPIN? {
        guard let typed else { return nil }
        guard let pin = HardwareTokenPIN(typed.bytes.clone()) else {
            throw RPCError(
                .unauthorized, .hardwareTokenPINInvalid, "the PIN of a hardware token has 4 to 64 bytes")
        }
        return pin
    }

    private func serve(
        _ request: HardwareTokenRequest, for connection: ConnectionID?
    ) async throws(RPCError) -> HardwareTokenOutcome {
        switch try await turns.serve(request, for: connection) {
        case .success(let outcome): return outcome
        case .failure(let fault): throw RPCError(fault)
        }
    }
}

/// Signs with the account's key on its token.
struct HardwareTokenSigner: WalletSigner {
    let reader: HardwareTokenReader
    let token: VaultToken
    let pin: HardwareTokenPIN?

    func sign(messages: [[UInt8]], as account: PublicKey) async throws(RPCError) -> [Signature] {
        var signatures: [Signature] = []
        for message in messages {
            signatures.append(try await reader.signature(over: message, as: account, on: token, pin: pin))
        }
        return signatures
    }
}

extension VaultToken {
    fileprivate var module: HardwareTokenModule { HardwareTokenModule(path: library, folders: folders) }
}

extension RPCError {
    /// The protocol's error for a token that gave nothing.
    init(_ fault: HardwareTokenFault) {
        let reason: RPCReason =
            switch fault {
            case .absent: .hardwareTokenAbsent
            case .noModule: .hardwareTokenNoLibrary
            case .untrusted: .hardwareTokenLibraryUntrusted
            case .pinRequired: .hardwareTokenPIN
            case .pinWrong: .hardwareTokenPINWrong
            case .pinLocked: .hardwareTokenLocked
            case .noKey: .hardwareTokenNoKey
            case .unsupported: .hardwareTokenUnsupported
            case .removed: .hardwareTokenRemoved
            case .timedOut: .hardwareTokenTimeout
            case .cancelled: .hardwareTokenCancelled
            case .invalid: .hardwareTokenInvalid
            case .unavailable: .hardwareTokenUnavailable
            case .other: .hardwareTokenFault
            }
        var data = JSONObject()
        switch fault {
        case .pinWrong(.few): data["left"] = "few"
        case .pinWrong(.one): data["left"] = "one"
        case .other(let code): data["code"] = .number(Int(code))
        default: break
        }
        self.init(.unauthorized, reason, "\(fault)", data: data)
    }
}
