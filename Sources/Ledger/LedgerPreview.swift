public import SolanaTransactions

/// What a Ledger's Solana app shows before it signs, as far as that can be told from here.
///
/// The app shows the fields of a few kinds of transaction, and of text in plain ASCII. Of the rest it shows a hash, which a person can't compare with
/// anything: that is blind signing. This preview says `hash` wherever it isn't sure, so a device may show more than is promised and never less.
///
/// Source: LedgerHQ/app-solana, `libsol/message.c`, `libsol/transaction_printers.c` and `src/handle_sign_offchain_message.c` of version 1.9. Clear
/// signing by descriptors that Ledger's server signs isn't used.
public struct LedgerPreview: Sendable, Hashable {
    /// What the device shows.
    public enum Display: String, Sendable, Hashable, CaseIterable {
        /// The amounts and addresses of the transaction.
        case details
        /// The text.
        case text
        /// Only a hash, after a warning.
        case hash
    }

    /// The reason that the device shows only a hash.
    public enum Reason: Sendable, Hashable {
        /// The transaction takes accounts from a lookup table, which the device can't read.
        case lookupTable
        /// It calls a program that the app doesn't know.
        case unknownProgram(PublicKey)
        /// It calls a known program in a way that the app doesn't show.
        case unknownInstruction(PublicKey)
        /// It has more instructions than the app shows together, or others than those that it shows together.
        case combination
        /// It can't be told for so old an app.
        case olderApp
        /// The text has characters other than printable ASCII.
        case characters
        /// It can't be told for an envelope of version 1, which states no format.
        case noFormat

        /// Its name on the wire. Append-only.
        public var name: String {
            switch self {
            case .lookupTable: "lookup-table"
            case .unknownProgram: "unknown-program"
            case .unknownInstruction: "unknown-instruction"
            case .combination: "combination"
            case .olderApp: "older-app"
            case .characters: "characters"
            case .noFormat: "no-format"
            }
        }

        /// True if no version of the app shows more than a hash.
        public var isCertain: Bool {
            switch self {
            case .lookupTable, .unknownProgram, .characters: true
            case .unknownInstruction, .combination, .olderApp, .noFormat: false
            }
        }
    }

    public let display: Display
    /// The reason for a hash; nil if more is shown.
    public let reason: Reason?
    /// The programs whose instructions the app leaves out of what it shows: memos.
    public let leftOut: [PublicKey]

    /// True if the user signs without seeing what.
    public var isBlind: Bool { display == .hash }

    private init(_ display: Display, _ reason: Reason? = nil, leftOut: [PublicKey] = []) {
        self.display = display
        self.reason = reason
        self.leftOut = leftOut
    }

    /// Foresees what is shown for a request; nil if it asks for no signature, or for one that no app makes.
    ///
    /// - Parameter app: the app that is open, nil if it isn't known.
    public init?(_ request: LedgerRequest, app: LedgerApp? = nil) {
        switch request {
        case .app, .accounts: return nil
        case .signTransaction(let message, _, _): self.init(transaction: message, app: app)
        case .signOffchain(let message, _, _): self.init(offchain: message)
        }
    }

    /// Foresees what is shown for a transaction's message; nil for version 1 and for bytes that are no message.
    ///
    /// - Parameter app: the app that is open, nil if it isn't known.
    public init?(transaction message: [UInt8], app: LedgerApp? = nil) {
        guard let message = try? Message(decoding: message), LedgerApp.since(.transaction(message.version)) != nil
        else {
            return nil
        }
        self = Summary(message).preview
        if let app, !isBlind, app.version < Self.sourceVersion { self.init(.hash, .olderApp) }
    }

    /// Foresees what is shown for an off-chain message; nil for bytes that don't begin like one of a version that the app signs.
    public init?(offchain message: [UInt8]) {
        guard let content = LedgerContent(offchain: message) else { return nil }
        switch content {
        case .offchain(version: 0):
            // ff "solana offchain" | 00 | domain: 32 | format: 1 | number of signers: 1 | signers: 32 each | count: 2 | text
            let format = LedgerContent.envelope.count + 1 + 32
            guard message.count > format + 1 else { return nil }
            let text = message.dropFirst(format + 2 + Int(message[format + 1]) * PublicKey.count + 2)
            let isPlain = text.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
            self = message[format] == 0 && isPlain ? Self(.text) : Self(.hash, .characters)
        case .offchain(version: 1): self.init(.hash, .noFormat)
        default: return nil
        }
    }

    /// The fault of an app that refuses this: it can't show it, and may not sign blindly.
    ///
    /// - Returns: Nil if it signs, or if that can't be told before it is asked.
    public func fault(of app: LedgerApp) -> LedgerFault? {
        guard let reason, reason.isCertain, !app.allowsBlindSigning else { return nil }
        return .blindSigningOff
    }

    /// The version whose source this follows.
    private static let sourceVersion = LedgerApp.Version(1, 9)

    /// The instructions of a message, as the app reads them.
    private struct Summary {
        /// The most instructions that the app reads.
        private static let most = 6
        private static let memos: Set<PublicKey> = [MemoProgram.id, LegacyMemoProgram.id]
        private static let shown: [PublicKey: Set<String>] = [
            SystemProgram.id: ["Transfer", "AdvanceNonceAccount", "WithdrawNonceAccount", "AuthorizeNonceAccount"],
            TokenProgram.id: [
                "TransferChecked", "ApproveChecked", "Revoke", "SetAuthority", "MintToChecked", "BurnChecked",
                "CloseAccount", "FreezeAccount", "ThawAccount", "SyncNative",
            ],
            AssociatedTokenProgram.id: ["Create"],
            StakeProgram.id: ["DelegateStake", "Deactivate", "Withdraw", "Authorize"],
        ]

        private let decoded: DecodedMessage

        init(_ message: Message) {
            decoded = DecodedMessage(message.encoding)
        }

        var preview: LedgerPreview {
            guard decoded.encoding.layout.lookupCount == 0 else { return LedgerPreview(.hash, .lookupTable) }
            let calls = decoded.calls.prefix(decoded.instructionCount)
            guard !calls.isEmpty, calls.count <= Self.most else { return LedgerPreview(.hash, .combination) }
            var instructions: [DecodedInstruction] = []
            var leftOut: [PublicKey] = []
            for call in calls {
                let program = decoded.program(call)
                guard !Self.memos.contains(program) else {
                    leftOut.append(program)
                    continue
                }
                guard program == ComputeBudgetProgram.id || Self.shown[program] != nil else {
                    // Token-2022 and Vote: newer apps show some of it.
                    let isNewer = ProgramSet.known.name(of: program) != nil
                    return LedgerPreview(.hash, isNewer ? .unknownInstruction(program) : .unknownProgram(program))
                }
                guard let instruction = decoded.instruction(call) else {
                    return LedgerPreview(.hash, .unknownInstruction(program))
                }
                instructions.append(instruction)
            }
            if instructions.count > 1, instructions[0].program == SystemProgram.id,
                instructions[0].name == "AdvanceNonceAccount"
            {
                instructions.removeFirst()
            }
            // The app takes those at the front for the fee; behind another instruction they are one too many.
            let rest = Array(instructions.drop { $0.program == ComputeBudgetProgram.id })
            if let reason = Self.reason(for: rest) { return LedgerPreview(.hash, reason, leftOut: leftOut) }
            return LedgerPreview(.details, leftOut: leftOut)
        }

        /// The reason that these instructions aren't shown; nil if they are.
        private static func reason(for instructions: [DecodedInstruction]) -> Reason? {
            switch instructions.count {
            case 1:
                let only = instructions[0]
                return shown[only.program]?.contains(only.name) == true ? nil : .unknownInstruction(only.program)
            case 2 where instructions[0].program == AssociatedTokenProgram.id && instructions[0].name == "Create":
                let isTransfer = instructions[1].program == TokenProgram.id && instructions[1].name == "TransferChecked"
                return isTransfer
                    && isSame("associatedAccount", of: instructions[0], "destination", of: instructions[1])
                    ? nil : .combination
            case 2, 3:
                return isStaking(instructions) ? nil : .combination
            default: return .combination
            }
        }

        /// True for a new stake account: created, initialized, and delegated at once or later.
        private static func isStaking(_ instructions: [DecodedInstruction]) -> Bool {
            let (created, initialized) = (instructions[0], instructions[1])
            guard created.program == SystemProgram.id,
                ["CreateAccount", "CreateAccountWithSeed"].contains(created.name),
                initialized.program == StakeProgram.id, initialized.name == "Initialize",
                isSame("newAccount", of: created, "stake", of: initialized)
            else { return false }
            return instructions.dropFirst(2).allSatisfy { next in
                next.program == StakeProgram.id && next.name == "DelegateStake"
                    && isSame("stake", of: initialized, "stake", of: next)
            }
        }

        private static func isSame(
            _ role: String, of first: DecodedInstruction, _ other: String, of second: DecodedInstruction
        ) -> Bool {
            guard let key = first.key(role), let same = second.key(other) else { return false }
            return key == same
        }
    }
}
