import SolanaTransactions
import TransactionReview

/// A transaction codec: what is accepted has one spelling, is built again out of its parts, and can be shown.
enum CodecCheck {
    /// Checks one input of a target for one version.
    static func check(_ input: [UInt8], version: MessageVersion) -> Interest {
        guard couldBe(version, input) else { return .discard }
        checkText(input)
        let transaction: Transaction
        do throws(CodingError) {
            transaction = try Transaction(decoding: input)
        } catch {
            // A size is named by the limit.
            let end = max(input.count, version.maximumTransactionCount)
            promise((0...end).contains(error.offset), "an error stands within the bytes")
            return .keep
        }
        promise(transaction.message.version == version, "a transaction has the version of its first bytes")
        promise(input.count <= version.maximumTransactionCount, "a transaction isn't larger than it may be")
        checkSpelling(transaction, input)
        checkRules(transaction.message)
        checkParts(transaction)
        checkPlacing(transaction)
        checkReview(transaction, input)
        return .keep
    }

    /// Returns whether the first bytes are those of this version, or too few to tell.
    private static func couldBe(_ version: MessageVersion, _ input: [UInt8]) -> Bool {
        guard let first = input.first else { return version == .legacy }
        guard first < 0x80 else { return version == .v1 && first == 0x81 }
        let message = 1 + Int(first) * Signature.count
        guard message < input.count else { return version == .legacy }
        return input[message] == (version.prefix ?? 0) || (version == .legacy && input[message] < 0x80)
    }

    private static func checkSpelling(_ transaction: Transaction, _ input: [UInt8]) {
        promise(transaction.encoded() == input, "decoding and encoding gives the same bytes")
        promise(
            try Message(decoding: transaction.messageBytes) == transaction.message, "a message is read by itself too")
        promise(transaction.message.encoded() == transaction.messageBytes, "what is signed is the message's bytes")
        for count in [input.count - 1, input.count / 2] where count >= 0 {
            promise((try? Transaction(decoding: input.prefix(count))) == nil, "a part of it is no transaction")
        }
        promise((try? Transaction(decoding: input + [0])) == nil, "with a byte behind it it is none")
    }

    /// The runtime's rules, held against what was read: `sanitize` in `solana-message`, SIMD-0385.
    private static func checkRules(_ message: Message) {
        let (header, keys) = (message.header, message.accountKeys)
        let signers = Int(header.requiredSignatures)
        promise(header.readonlySigned < header.requiredSignatures, "who pays is written")
        promise(signers + Int(header.readonlyUnsigned) <= keys.count, "the header counts no account twice")
        let lookups = message.addressTableLookups
        let loaded = lookups.map { $0.writableIndexes.count + $0.readonlyIndexes.count }
        promise(loaded.allSatisfy { $0 > 0 }, "a table gives at least one account")
        let limits = message.version == .v1 ? (signatures: 12, accounts: 64, instructions: 64) : (127, 256, .max)
        let accounts = keys.count + loaded.reduce(0, +)
        promise(signers <= limits.signatures && accounts <= limits.accounts, "no more accounts than can be named")
        promise(message.instructions.count <= limits.instructions, "no more instructions than may be")
        for instruction in message.instructions {
            promise((1..<keys.count).contains(Int(instruction.programIndex)), "a program is a static account")
            promise(instruction.accountIndexes.allSatisfy { $0 < accounts }, "an account is one of the message's")
        }
        for lookup in lookups {
            let others = lookups.filter { $0.table == lookup.table }
            let entries = others.flatMap { Array($0.writableIndexes) + Array($0.readonlyIndexes) }
            promise(Set(entries).count == entries.count, "an entry of a table is taken once")
        }
    }

    /// Writes the message again from what was read out of it.
    private static func checkParts(_ transaction: Transaction) {
        let message = transaction.message
        let (keys, instructions) = (message.accountKeys, message.instructions)
        let built: Message? =
            switch message {
            case .legacy(let message):
                try? .legacy(
                    LegacyMessage(
                        header: message.header, accountKeys: keys, recentBlockhash: message.recentBlockhash,
                        instructions: instructions))
            case .v0(let message):
                try? .v0(
                    MessageV0(
                        header: message.header, accountKeys: keys, recentBlockhash: message.recentBlockhash,
                        instructions: instructions, addressTableLookups: message.addressTableLookups))
            case .v1(let message):
                try? .v1(
                    MessageV1(
                        header: message.header, configuration: message.configuration,
                        lifetimeSpecifier: message.lifetimeSpecifier, accountKeys: keys, instructions: instructions))
            }
        promise(built == message, "a message is built again out of its parts")
        promise(
            try Transaction(message: message, signatures: transaction.signatures) == transaction,
            "a transaction is built again out of its parts")
        promise(Set(keys).count == keys.count, "no account stands twice")
        promise(transaction.requiredSigners.first == message.feePayer, "who pays signs")
        for key in keys {
            promise(try PublicKey(base58: key.base58) == key, "an address is read as it is written")
        }
    }

    private static func checkPlacing(_ transaction: Transaction) {
        let before = transaction.encoded()
        guard let mark = try? Signature(bytes: [UInt8](repeating: 0xA5, count: Signature.count)) else { return }
        for (index, signer) in transaction.requiredSigners.enumerated() {
            guard let placed = try? transaction.placing(mark, for: signer) else {
                return promise(false, "a required signer has a slot")
            }
            let after = placed.encoded()
            let changed = before.indices.filter { before[$0] != after[$0] }
            promise(after.count == before.count, "a signature takes the place of another")
            promise((changed.last ?? 0) - (changed.first ?? 0) < Signature.count, "it changes nothing beside its slot")
            promise(placed.signatures[index] == mark, "it stands in its signer's slot")
            promise(placed.messageBytes == transaction.messageBytes, "what is signed stays as it was")
        }
    }

    private static func checkReview(_ transaction: Transaction, _ input: [UInt8]) {
        let review = TransactionReview(transaction)
        promise(review.count == input.count, "a review counts the bytes")
        promise(review.instructions.count == transaction.message.instructions.count, "a review has every instruction")
        promise(review.feePayer == transaction.message.feePayer, "a review names who pays")
        for instruction in review.instructions {
            for field in instruction.fields { checkVisible(field.value) }
            promise(instruction.isKnown == (instruction.name != nil), "an instruction is known or has no name")
        }
        promise(MessageReview.isWholeTransaction(input), "a transaction can't be had signed as a text")
        promise(MessageReview.isWholeTransaction(transaction.messageBytes), "nor can its message")
    }

    /// The same bytes as a text that somebody is to sign.
    private static func checkText(_ input: [UInt8]) {
        let review = MessageReview(input)
        promise(review.count == input.count, "a review counts the bytes")
        checkVisible(review.content)
        if review.encoding == .hex { promise(review.content.utf8.count == 2 * input.count, "hex shows every byte") }
        for finding in review.findings { for parameter in finding.parameters { checkVisible(parameter.value) } }
        if let signIn = review.signIn { promise(Array(signIn.text.utf8) == input, "a sign-in has one spelling") }
        if let message = try? OffchainMessage(decoding: input) {
            promise(message.encoded == input, "an off-chain message has one spelling")
        }
    }

    private static func checkVisible(_ text: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            let category = scalar.properties.generalCategory
            promise(
                category != .control && category != .format && !scalar.properties.isDefaultIgnorableCodePoint,
                "what is shown hides nothing")
        }
    }
}
