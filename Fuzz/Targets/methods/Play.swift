import Foundation
import JSONRPC
import Wallet

/// A script being played to a wallet, and what has to be true at its end.
struct Play {
    private let wallet: FuzzedWallet
    private var walletExtension: FuzzedClient
    private let commandLine: FuzzedClient
    private let otherExtension: FuzzedClient
    /// The wallet's extension on connections that it lost.
    private var lost: [FuzzedClient] = []
    private var number = 0

    init(_ wallet: FuzzedWallet) async {
        self.wallet = wallet
        walletExtension = await FuzzedClient(.walletExtension, of: wallet)
        commandLine = await FuzzedClient(.commandLine, of: wallet)
        otherExtension = await FuzzedClient(.otherExtension, of: wallet)
    }

    mutating func perform(_ step: Step) async {
        number += 1
        switch step.kind {
        case .second: wallet.advance(by: .seconds(1))
        case .reconnect:
            await walletExtension.lose()
            lost.append(walletExtension)
            walletExtension = await FuzzedClient(.walletExtension, of: wallet)
        case .page, .walletExtension, .frame: await send(step, from: walletExtension)
        case .commandLine: await send(step, from: commandLine)
        case .otherExtension: await send(step, from: otherExtension)
        }
    }

    /// Lets everything end, checks what was promised, and leaves the wallet as it was found.
    func end() async {
        let clients = [walletExtension, commandLine, otherExtension]
        await drain(clients)
        var checks = AnswerChecks()
        for client in clients + lost {
            promise(client.isAnsweredOnce, "a request is answered once")
            for answer in client.answers { checks.add(answer, to: client) }
        }
        checks.finish()
        _ = await commandLine.ask("vault.lock")
        let origins = await commandLine.ask("origins.list", ["limit": 100])?["origins"]?.array ?? []
        for origin in Set(origins.compactMap { $0["origin"]?.text }) {
            _ = await commandLine.ask("origins.revoke", ["origin": .string(origin)])
        }
        for client in clients { await client.lose() }
        // The longest that a site has to wait after rejections, and more than a lost request waits to be joined.
        wallet.advance(by: .seconds(61))
        let start = ContinuousClock.now
        while await !wallet.service.isIdle {
            try? await Task.sleep(for: .microseconds(100))
            promise(start.duration(to: .now) < .seconds(60), "in the end nothing waits and the session is locked")
        }
    }

    private func send(_ step: Step, from client: FuzzedClient) async {
        let frame = await filled(step.frame(number: number), method: step.method, client)
        let before = commandLine.announcements
        let due = await client.send(frame: frame)
        guard due.isDue else { return }
        // An answer or a queued request. Or a passphrase that has to wait after wrong ones, so that time passes meanwhile.
        for _ in 0..<100 {
            await wallet.bell.wait(atMost: .milliseconds(20)) {
                client.isAnswered(due.id) || commandLine.announcements > before
            }
            if client.isAnswered(due.id) || commandLine.announcements > before { return }
            wallet.advanceSession(by: .seconds(1))
        }
    }

    /// Until everything is answered time passes, half a minute at once: what nobody decides expires.
    private func drain(_ clients: [FuzzedClient]) async {
        let start = ContinuousClock.now
        while !clients.allSatisfy(\.isAnswered) {
            wallet.advance(by: .seconds(31))
            await wallet.bell.wait(atMost: .milliseconds(5)) { clients.allSatisfy(\.isAnswered) }
            promise(start.duration(to: .now) < .seconds(60), "every request is answered")
        }
    }

    private func filled(_ frame: [UInt8], method: String, _ client: FuzzedClient) async -> [UInt8] {
        guard frame.contains(UInt8(ascii: "$")), var text = String(validating: frame, as: UTF8.self) else {
            return frame
        }
        for (name, secret, parameter) in [
            ("$passphrase", FuzzedWallet.passphrase, "passphrase"), ("$phrase", FuzzedWallet.phrase, "phrase"),
            ("$unlock", FuzzedWallet.passphrase, "unlock.passphrase"),
        ] where text.contains(name) {
            text = text.replacingOccurrences(of: name, with: client.sealed(secret, for: method, parameter))
        }
        guard text.contains("$"),
            let summary = await commandLine.ask("approvals.list", ["limit": 1])?["requests"]?[0],
            let id = summary["id"]?.text, let digest = summary["digest"]?.text,
            let review = await commandLine.ask("approvals.get", ["id": .string(id)])?["reviewHash"]?.text
        else { return Array(text.utf8) }
        for (name, value) in [("$id", id), ("$digest", digest), ("$review", review)] {
            text = text.replacingOccurrences(of: name, with: value)
        }
        return Array(text.utf8)
    }
}
