import JSONRPC
import Pinentry
import Salt
import Screens
import SolanaTransactions
import WalletKeys
import WalletState
import Wording

/// The ceremonies about what the vault holds.
extension CeremonyModule {
    private enum ID {
        static let account = "account"
        static let kind = "kind"
        static let key = "key"
        static let phrase = "phrase"
    }

    /// The present passphrase, then another one twice.
    func changePassphrase(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let present: HeldSecret? = try await screens.prove(
            .ceremonyPassphraseTitle, next: .promptGoOn, label: .ceremonyPresentPassphrase,
            parts: { _ in [.text(words(.ceremonyPassphraseMeans), .plain)] }
        ) { [keys] _, passphrase throws(RPCError) in
            let held = HeldSecret(passphrase)
            try await keys.prove(held.bytes.clone())
            return held
        }
        guard let present, let new = try await screens.newPassphrase(.vault) else { return false }
        try await keys.changePassphrase(from: present.bytes.clone(), to: new.bytes.clone())
        return true
    }

    /// Shows each phrase and each imported key, as long as its button is held down.
    func showSecrets(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let proof: PassphraseProven? = try await screens.prove(
            .ceremonyPhraseTitle, next: .ceremonyPhraseButton,
            parts: { _ in [.finding(.warning, name: words(.level_warning), words(.ceremonyPhraseMeans))] }
        ) { [keys] _, passphrase throws(RPCError) in try await keys.prove(passphrase) }
        guard let proof else { return false }
        await keys.record(.phraseShown)
        let shown = try Self.shown(proof.shownSecrets(), in: words)
        for (index, secret) in shown.enumerated() {
            let isWanted = try await screens.tell(
                .ceremonyPhraseTitle, secret.parts, isLast: index == shown.count - 1, showing: secret.text.bytes.clone()
            )
            guard isWanted else { break }
        }
        return true
    }

    /// The screens of secrets: a phrase, its own passphrase where it has one, an imported key.
    private static func shown(
        _ secrets: [VaultSecret], in words: Phrasebook
    ) throws(RPCError) -> [(parts: [ScreenPart], text: HeldSecret)] {
        let reveal = words(.ceremonyReveal)
        var shown: [(parts: [ScreenPart], text: HeldSecret)] = []
        for secret in secrets {
            if let key = secret.privateKey() {
                guard let text = PrivateKeyText.base58(of: key) else { throw RPCError(WalletKeyError.vaultForged) }
                shown.append(([.text(words(.ceremonyKeyShown), .plain), .secret(reveal: reveal)], HeldSecret(text)))
                continue
            }
            guard let phrase = try secret.shownPhrase() else { throw RPCError(WalletKeyError.vaultForged) }
            shown.append(([.text(words(.setupWordsMeans), .plain), .words(reveal: reveal)], HeldSecret(phrase)))
            guard let passphrase = secret.phrasePassphrase() else { continue }
            shown.append(
                ([.text(words(.ceremonySeedPassphrase), .plain), .secret(reveal: reveal)], HeldSecret(passphrase)))
        }
        return shown
    }

    /// Takes a private key, or the words of another phrase, into the vault.
    func importSecret(_ setup: SetupScreens) async throws(RPCError) -> Bool {
        let (screens, words) = (setup.screens, setup.screens.words)
        let options = [
            ScreenOption(id: ID.key, label: words(.ceremonyImportKey)),
            ScreenOption(id: ID.phrase, label: words(.ceremonyImportPhrase)),
        ]
        let answer = try await screens.ask(
            .ceremonyImportTitle,
            [
                .choice(
                    id: ID.kind, label: words(.ceremonyImportWhat), options: options, chosen: ID.key,
                    answersAtOnce: false)
            ])
        guard answer.button == ScreenDialog.ID.next else { return false }
        let imported: (secret: VaultSecret, paths: [DerivationPath])?
        if answer.values[ID.kind] == [ID.phrase] {
            imported = try await setup.knownPhrase(.ceremonyImportTitle, search)
        } else {
            imported = try await typedKey(screens).map { ($0, [DerivationPath.none]) }
        }
        guard let imported else { return false }
        let coming: [(path: DerivationPath, publicKey: PublicKey)]
        do throws(WalletKeyError) {
            coming = try SessionLock.candidates(of: imported.secret, at: imported.paths)
        } catch {
            throw RPCError(error)
        }
        let rows = coming.map { ScreenPart.row(name: words(.factAccount), value: "\($0.publicKey)", isAddress: true) }
        let proof: PassphraseProven? = try await screens.prove(
            .ceremonyImportTitle, next: .ceremonyImportButton,
            parts: { _ in [.text(words(.ceremonyImportMeans), .plain)] + rows }
        ) { [keys] _, passphrase throws(RPCError) in try await keys.prove(passphrase) }
        guard let proof else { return false }
        try await keys.change { lock throws(WalletKeyError) in
            try await lock.add(imported.secret, paths: imported.paths, by: proof)
        }
        return true
    }

    private func typedKey(_ screens: ScreenDialog) async throws(RPCError) -> VaultSecret? {
        let words = screens.words
        var problem: String?
        while true {
            let field = Screen.Field(
                label: words(.ceremonyKeyField), problem: problem, capsLock: words(.capsLockOn))
            let answer = try await screens.ask(
                .ceremonyImportTitle, [.text(words(.ceremonyKeyMeans), .plain)], field: field, takesField: true)
            guard answer.button == ScreenDialog.ID.next, let typed = answer.secret() else { return nil }
            do throws(PrivateKeyTextError) {
                if let secret = VaultSecret(privateKey: try PrivateKeyText.privateKey(in: typed)) { return secret }
            } catch {
                problem = words(.typedIsNoKey, ["fault": error.text(in: words)])
            }
        }
    }

    /// Removes an account, and says first whether its key comes back.
    ///
    /// - Parameter named: The address that the browser proposes; the window asks if it is none of the wallet's.
    func removeAccount(_ named: String?, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let accounts = await keys.status().accounts
        var chosen = accounts.first { "\($0.publicKey)" == named }
        if chosen == nil {
            let options = accounts.map {
                ScreenOption(id: "\($0.publicKey)", label: $0.label, detail: "\($0.publicKey)")
            }
            let answer = try await screens.ask(
                .ceremonyRemoveTitle,
                [
                    .choice(
                        id: ID.account, label: words(.ceremonyRemoveWhich), options: options,
                        chosen: options.first?.id ?? "", answersAtOnce: false)
                ])
            guard answer.button == ScreenDialog.ID.next else { return false }
            chosen = accounts.first { answer.values[ID.account] == ["\($0.publicKey)"] }
        }
        guard let account = chosen else { throw WalletKeyring.unknownAccount }
        // With the last account of a phrase its words go as well, and no other words bring it back.
        let rest: TextKey =
            switch account.signer {
            case .vault: .ceremonyRemovePhrase
            case .ledger: .ceremonyRemoveDevice
            case .hardwareToken: .ceremonyRemoveHardwareToken
            }
        let isLast =
            account.signer == .vault
            && !accounts.contains { $0.secret == account.secret && $0.publicKey != account.publicKey }
        let parts: [ScreenPart] = [
            .text(account.label, .sentence),
            isLast
                ? .finding(
                    .danger, name: words(.level_danger),
                    words(account.path == .none ? .ceremonyRemoveKey : .ceremonyRemoveWords))
                : .text(words(rest), .plain),
            .row(name: words(.factAccount), value: "\(account.publicKey)", isAddress: true),
        ]
        let proof: PassphraseProven? = try await screens.prove(
            .ceremonyRemoveTitle, next: .ceremonyRemoveButton, parts: { _ in parts }
        ) { [keys] _, passphrase throws(RPCError) in try await keys.prove(passphrase) }
        guard let proof else { return false }
        try await keys.change { lock throws(WalletKeyError) in try await lock.remove(account.publicKey, by: proof) }
        return true
    }
}

/// The wallets beside the open one.
extension CeremonyModule {
    /// Deletes a wallet that isn't open, by its own passphrase. The window names its accounts: a browser may have renamed it.
    func removeWallet(_ id: String, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        guard let wallets else { throw RPCError(.invalidInput, .walletUnknown, "there is no such wallet") }
        let words = screens.words
        let wallet = try await wallets.removable(id)
        var parts: [ScreenPart] = [
            .finding(.danger, name: words(.level_danger), words(.walletRemoveMeans, ["name": wallet.name])),
            .row(name: words(.groupWallet), value: wallet.name, isAddress: false),
        ]
        if case .accounts(let accounts) = wallet.vault {
            parts += accounts.map { .row(name: words(.factAccount), value: "\($0.publicKey)", isAddress: true) }
        }
        let removed: Bool? = try await screens.prove(
            .ceremonyWalletTitle, next: .ceremonyRemoveButton, label: .ceremonyWalletPassphrase, parts: { _ in parts }
        ) { _, passphrase throws(RPCError) in
            try await wallets.remove(id, by: passphrase)
            return true
        }
        return removed == true
    }
}

extension PrivateKeyTextError {
    fileprivate func text(in words: Phrasebook) -> String {
        switch self {
        case .tooLong: words(.countedKeyTooLong, PrivateKeyText.maximumCount)
        case .syntax(let offset): words(.keySyntax, ["offset": "\(offset)"])
        case .count(let count): words(.keyCount, ["count": "\(count)"])
        case .length: words(.keyLength)
        case .publicKeyDiffers: words(.keyHalvesDiffer)
        }
    }
}
