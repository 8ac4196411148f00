import JSONRPC
import Pinentry
import Synchronization
import WalletRuntime
import WalletState
import Wording

/// The prompts outside the browser: one at a time, a few waiting, and none that outlives its subject.
actor PromptQueue {
    /// The most prompts that wait behind the shown one.
    static let maximumWaiting = 4

    private let prompt: (any NativePrompt)?
    private let language: PromptLanguage
    private let clock: any MonotonicClock
    /// The word by which the user knows the wallet's windows; nil if there is none.
    private let recognition: @Sendable () async -> String?
    private var places: PromptPlaces
    private var cooldown = PromptCooldown()
    private var tickets: UInt64 = 0
    /// The prompt that is shown, or about to be.
    private var shown: UInt64?
    private var waiting: [(ticket: UInt64, turn: CheckedContinuation<Bool, Never>)] = []
    private var running: [UInt64: Running] = [:]
    private var isClosed = false

    private struct Running {
        let connection: ConnectionID
        let subject: String
        let cancel: @Sendable () -> Void
    }

    /// - Parameters:
    ///   - prompt: nil if there is nothing to ask with.
    ///   - desktop: Tells where the user sits; nil if nothing does.
    ///   - recognition: The word that every window shows.
    init(
        _ prompt: (any NativePrompt)?, desktop: (any UserDesktop)?, language: PromptLanguage,
        clock: any MonotonicClock, recognition: @escaping @Sendable () async -> String?
    ) {
        self.prompt = prompt
        places = PromptPlaces(desktop)
        self.language = language
        self.clock = clock
        self.recognition = recognition
    }

    /// True if no prompt is shown and none waits.
    var isEmpty: Bool { running.isEmpty }

    /// True while the user makes, restores or changes the wallet in a window, or waits for one.
    var isInCeremony: Bool { running.values.contains { ["vault.setup", "vault.ceremony"].contains($0.subject) } }

    /// Notes the asker of a connection, as ``PromptPlaces/attach(_:environment:browser:)`` has it.
    func attach(_ connection: ConnectionID, environment: DisplayEnvironment, browser: String) {
        places.attach(connection, environment: environment, browser: browser)
    }

    /// Notes that the passphrase was proven over a connection, which tells where the user sits if the system doesn't.
    ///
    /// - Parameter environment: The command's own; nil for a browser, whose host has said it.
    func notePassphrase(by connection: ConnectionID, from environment: DisplayEnvironment?) {
        guard let environment = environment ?? places.environment(of: connection) else { return }
        places.prove(at: environment)
    }

    /// Takes away the prompts for a connection.
    func connectionLost(_ connection: ConnectionID) {
        places.forget(connection)
        for prompt in running.values where prompt.connection == connection { prompt.cancel() }
    }

    /// Takes all prompts away, and shows no more.
    func close() {
        isClosed = true
        for prompt in running.values { prompt.cancel() }
    }

    /// The texts of prompts for the user of a connection.
    func words(for connection: ConnectionID) async -> Phrasebook {
        await language.words(on: places.environment(of: connection))
    }

    /// Holds a conversation when it is its turn. Cancelling the task ends it, as losing the connection does.
    ///
    /// - Parameters:
    ///   - subject: The subject of the conversation; only one prompt asks about it at a time.
    ///   - command: The command that does the same in a terminal, for the error if the user can't be asked.
    ///   - limit: The longest time for the conversation, once it is its turn.
    ///   - isFirst: True if it makes the first wallet, which proves the passphrase where it is asked.
    ///   - counts: True if its end is a yes or a no of the user's; false if nothing is decided in it.
    ///   - isDecided: True if the prompt was taken away because its subject was decided elsewhere: then its end is no rejection.
    ///   - body: Asks; nil if the user said no or closed the prompt.
    /// - Returns: The result of `body`.
    /// - Throws: -32000 (`prompt-unavailable`, `cancelled`, `expired`), -32002 (`too-many-pending`, `prompt-cooldown`), and the errors of `body`.
    func converse<Value: Sendable>(
        for connection: ConnectionID, about subject: String, command: String, limit: Duration,
        isFirst: Bool = false, counts: Bool = true,
        unless isDecided: @escaping @Sendable () async -> Bool = { false },
        _ body: @escaping @Sendable (PromptDialog) async throws(RPCError) -> Value?
    ) async throws(RPCError) -> Value? {
        guard !isClosed else { throw RPCError(PinentryError.cancelled, command: command) }
        guard running.count <= Self.maximumWaiting, !running.values.contains(where: { $0.subject == subject }) else {
            throw RPCError(.tooManyPending, .tooManyPending, "a prompt is being shown already")
        }
        guard let prompt, let browser = places.browser(of: connection) else {
            throw RPCError(PinentryError.noDisplay, command: command)
        }
        try checkCooldown(of: browser, command: command)
        tickets += 1
        let ticket = tickets
        let task = Task { () -> Result<Value?, RPCError> in
            guard await turn(ticket) else { return .failure(RPCError(.cancelled, command: command)) }
            let result: Result<Value?, RPCError>
            do throws(RPCError) {
                // Those that waited behind one which was closed don't follow on its heels.
                try checkCooldown(of: browser, command: command)
                // Now, and not when it was asked for: the user may have gone to another session.
                guard let place = await places.place(for: connection, isFirst: isFirst) else {
                    throw RPCError(PinentryError.noDisplay, command: command)
                }
                let conversation: any PromptConversation
                do throws(PinentryError) {
                    conversation = try await prompt.open(on: place.display, limit: limit)
                } catch {
                    throw RPCError(error, command: command)
                }
                let words = await language.words(on: place.display)
                let isProven = Mutex(false)
                result = await Self.hold(
                    PromptDialog(
                        conversation: conversation, command: command, words: words, recognition: await recognition(),
                        isCertain: place.isCertain, proven: { isProven.withLock { $0 = true } }), body)
                if isFirst, case .success(.some) = result { isProven.withLock { $0 = true } }
                if isProven.withLock({ $0 }) { places.prove(at: place.display) }
                var isNoted = counts
                if isNoted, case .failure(let error) = result, error.reason == .cancelled {
                    isNoted = await !isDecided()
                }
                if isNoted { note(result, of: browser) }
            } catch {
                result = .failure(error)
            }
            done(ticket)
            return result
        }
        running[ticket] = Running(connection: connection, subject: subject, cancel: { task.cancel() })
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        running[ticket] = nil
        return try result.get()
    }

    private static func hold<Value: Sendable>(
        _ dialog: PromptDialog, _ body: @Sendable (PromptDialog) async throws(RPCError) -> Value?
    ) async -> Result<Value?, RPCError> {
        let result: Result<Value?, RPCError>
        do throws(RPCError) {
            result = .success(try await body(dialog))
        } catch {
            result = .failure(error)
        }
        await dialog.conversation.close()
        return result
    }

    private func checkCooldown(of browser: String, command: String) throws(RPCError) {
        guard let remaining = cooldown.remaining(for: browser, at: clock.now) else { return }
        throw RPCError(
            .tooManyPending, .promptCooldown, "the prompt before was closed, and the next has to wait",
            data: ["retryAfter": .number(remaining.milliseconds), "command": .string(JSONString(command))])
    }

    /// Notes how a prompt ended. A prompt that couldn't be shown, or that ended by a fault of ours, is no rejection.
    private func note<Value>(_ result: Result<Value?, RPCError>, of browser: String) {
        switch result {
        case .success(let value): cooldown.note(value != nil, of: browser, at: clock.now)
        case .failure(let error):
            let isNo = [.cancelled, .expired, .wrongPassphrase, .passphraseInvalid].contains(error.reason)
            if isNo { cooldown.note(false, of: browser, at: clock.now) }
        }
    }

    /// Waits until nothing else is shown; false if the task was cancelled first.
    private func turn(_ ticket: UInt64) async -> Bool {
        guard shown != nil else {
            guard !Task.isCancelled else { return false }
            shown = ticket
            return true
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                // A task that is cancelled before it waits has told so already.
                guard !Task.isCancelled else { return turn.resume(returning: false) }
                waiting.append((ticket, turn))
            }
        } onCancel: {
            Task { await self.giveUp(ticket) }
        }
    }

    private func giveUp(_ ticket: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: index).turn.resume(returning: false)
    }

    private func done(_ ticket: UInt64) {
        guard shown == ticket else { return }
        shown = nil
        guard !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        shown = next.ticket
        next.turn.resume(returning: true)
    }
}

/// The time that a browser has to wait before its next prompt, after prompts that ended without a yes.
///
/// A hijacked extension could show the user one window after the other until they type what it wants. So each prompt that ended without a yes
/// (closed, run out, taken away by the browser itself) delays the next one: 5 s, then 15, then 60 each time. A yes, or ten quiet minutes, end that.
/// Browsers are told apart by what the host says of its caller, which the extension can't change by connecting again.
struct PromptCooldown {
    static let delays: [Duration] = [.seconds(5), .seconds(15), .seconds(60)]
    /// The time without a prompt after which the count begins anew.
    static let memory: Duration = .seconds(600)

    private struct Refusals {
        var count = 0
        var end = Duration.zero
    }

    private var refusals: [String: Refusals] = [:]

    /// The time that a browser still has to wait; nil if it needn't.
    func remaining(for browser: String, at now: Duration) -> Duration? {
        guard let end = refusals[browser]?.end, now < end else { return nil }
        return end - now
    }

    /// Notes how a shown prompt ended.
    mutating func note(_ isYes: Bool, of browser: String, at now: Duration) {
        guard !isYes else {
            refusals[browser] = nil
            return
        }
        var noted = refusals[browser] ?? Refusals()
        if now > noted.end + Self.memory { noted.count = 0 }
        noted.end = now + Self.delays[min(noted.count, Self.delays.count - 1)]
        noted.count += 1
        refusals[browser] = noted
    }
}
