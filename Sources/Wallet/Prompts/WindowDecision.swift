import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import Screens
import Synchronization
import WalletState
import Wording

/// The decision about one request in Sidekey's own window: all of it on one screen, with the passphrase's field and a button for each device where a
/// press is not enough. What comes late takes the place of what is shown.
///
/// ```
/// asking:  the field for the passphrase;  Reject, Use security key, Approve
/// pin:     the field for the device's PIN;  Reject, Back, Use PIN
/// waiting: "Touch your security key.";  Reject, Back; the touch approves
/// ```
struct WindowDecision: Sendable {
    /// What the window asks for.
    enum Step: Sendable {
        /// - Parameter problem: What was wrong with the proof before.
        case asking(problem: String? = nil)
        case pin(device: Int, problem: String? = nil)
        case waiting(device: Int, HeldSecret?)
    }

    let window: any ScreenConversation
    let dialog: PromptDialog
    let proving: ApprovalProving
    let following: @Sendable (_ review: String) async -> ApprovalPrompt?

    static let approve = "approve"
    private static let more = "more"
    private static let guards = "guards"

    private var words: Phrasebook { dialog.words }

    func decide(_ prompt: ApprovalPrompt, pressed: () async -> Void) async throws(RPCError) -> ApprovalPrompt.Decision {
        let shown = ShownPrompt(prompt, await proving.need(in: dialog))
        var tries = PassphraseTries()
        var isUnguarded = false
        while true {
            let answer: WindowConversation.Answer
            if case .waiting(let device, let pin) = shown.latest.step {
                switch try await wait(for: device, pin, shown) {
                case .proven(let review): return .approved(review: review)
                case .answered(let given): answer = given
                }
            } else {
                answer = try await ask(shown, isUnguarded: isUnguarded)
            }
            let (prompt, need, step) = shown.of(answer.screen)
            if answer.button == ScreenDialog.ID.back {
                shown.note(.asking())
                continue
            }
            if case .waiting = step { return .rejected }
            if let device = self.device(of: answer.button), case .asking = step, !prompt.isWaiting {
                guard let need, proving.devices[device].answers(need) else { return .rejected }
                isUnguarded = prompt.offersUnguarded && answer.values[Self.guards] == [Self.guards]
                // No touch turns guards off: the passphrase is asked for.
                guard !isUnguarded else {
                    shown.note(need.adding(.unguarded))
                    continue
                }
                shown.note(proving.devices[device].asksPINFirst ? .pin(device: device) : .waiting(device: device, nil))
                continue
            }
            if case .pin(let device, _) = step {
                guard answer.button == Self.approve, let secret = answer.secret() else { return .rejected }
                shown.note(.waiting(device: device, HeldSecret(secret)))
                continue
            }
            if answer.button == Self.more, !prompt.isWaiting, let offer = prompt.offer {
                guard let decision = try await decide(offer, of: prompt) else { continue }
                return decision
            }
            guard answer.button == Self.approve, !prompt.isWaiting else { return .rejected }
            isUnguarded = prompt.offersUnguarded && answer.values[Self.guards] == [Self.guards]
            // Without guards nothing bounds the site any more. That takes the passphrase, typed below the sentence that says so.
            if isUnguarded, need?.reason != .unguarded {
                shown.note(need?.adding(.unguarded) ?? ProofNeed([.unguarded]))
                continue
            }
            if need == nil {
                await pressed()
                // While the user read, the session may have ended, or another press have let something out.
                guard let later = await proving.need(in: dialog) else { return .approved(review: prompt.review) }
                shown.note(later)
                continue
            }
            guard let secret = answer.secret() else { return .rejected }
            do throws(RPCError) {
                try await proving.passphrase(secret)
                dialog.proven()
                return isUnguarded ? .unguarded : .approved(review: prompt.review)
            } catch {
                shown.note(.asking(problem: try tries.note(error, in: words)))
            }
        }
    }

    /// Shows the latest screen and waits for a press.
    private func ask(_ shown: ShownPrompt, isUnguarded: Bool) async throws(RPCError) -> WindowConversation.Answer {
        try await ask(shown, isUnguarded: isUnguarded) {
            guard let next = await following(shown.latest.prompt.review) else { return nil }
            return (next, await proving.need(in: dialog), .asking())
        }
    }

    private func ask(
        _ shown: ShownPrompt, isUnguarded: Bool, replacing: @escaping @Sendable () async -> ShownPrompt.Shown?
    ) async throws(RPCError) -> WindowConversation.Answer {
        let first = shown.latest
        do throws(PinentryError) {
            return try await window.ask(
                showing: nil, measuring: nil,
                replacing: {
                    guard let next = await replacing() else { return nil }
                    return { number in
                        shown.note(next, as: number)
                        return screen(number, next, isUnguarded: false)
                    }
                }
            ) { number in
                shown.note(first, as: number)
                return screen(number, first, isUnguarded: isUnguarded)
            }
        } catch {
            throw RPCError(error, command: dialog.command)
        }
    }

    private func device(of button: String) -> Int? { proving.devices.indices.first { Self.button($0) == button } }

    private static func button(_ device: Int) -> String { "device \(device)" }
}

/// Waiting for a device.
extension WindowDecision {
    private enum Waited {
        /// - Parameter review: The hash of the review that was shown, and that the device's signature names.
        case proven(review: String)
        case answered(WindowConversation.Answer)
    }

    /// Has a device prove the approval while the window says that it waits. Any press ends the waiting, and so does another review of the request.
    private func wait(
        for device: Int, _ pin: HeldSecret?, _ shown: ShownPrompt
    ) async throws(RPCError) -> Waited {
        let before = shown.latest
        let (screens, next) = AsyncStream.makeStream(of: ShownPrompt.Shown.self)
        let isSuperseded = Flag()
        let touch = Task { () -> Result<ProvenApproval, RPCError> in
            do throws(RPCError) {
                return .success(try await proving.device(proving.devices[device], before.prompt.review, pin))
            } catch {
                return .failure(error)
            }
        }
        let changes = Task {
            var review = before.prompt.review
            while !Task.isCancelled, let prompt = await following(review) {
                // What is touched from here on is touched for what isn't shown any more.
                isSuperseded.set()
                touch.cancel()
                review = prompt.review
                next.yield((prompt, await proving.need(in: dialog), .asking()))
            }
        }
        let asking = Task { () -> Result<WindowConversation.Answer, RPCError> in
            defer { touch.cancel() }
            do throws(RPCError) {
                return .success(
                    try await ask(shown, isUnguarded: false) {
                        for await screen in screens { return screen }
                        return nil
                    })
            } catch {
                return .failure(error)
            }
        }
        defer {
            changes.cancel()
            next.finish()
        }
        let result = await withTaskCancellationHandler { () async -> Result<Waited, RPCError> in
            switch await touch.value {
            case .success(let proven) where !isSuperseded.isSet:
                // The window has nothing more to ask. A press that was quicker counts.
                asking.cancel()
                if case .success(let answer) = await asking.value { return .success(.answered(answer)) }
                proving.accept(proven)
                return .success(.proven(review: before.prompt.review))
            case .success: break
            case .failure(let error):
                if !isSuperseded.isSet {
                    next.yield((before.prompt, await proving.need(in: dialog), step(after: error, of: device)))
                }
            }
            return await asking.value.map { .answered($0) }
        } onCancel: {
            touch.cancel()
            asking.cancel()
        }
        return try result.get()
    }

    /// What is asked for after a device proved nothing.
    private func step(after error: RPCError, of device: Int) -> Step {
        switch error.reason {
        case .securityKeyPIN: return .pin(device: device)
        case .securityKeyPINWrong:
            let left = error.data["retries"]?.int
            return .pin(
                device: device,
                problem: left.map { words(.promptWrongPIN, $0) } ?? words(.refusal_security_key_pin_wrong))
        case .tpmPIN: return .pin(device: device)
        case .tpmPINInvalid: return .pin(device: device, problem: words(.tpmPINDigits))
        case .tpmPINWrong:
            let left = error.data["retries"]?.int
            guard left != 0 else { return .asking(problem: words(.refusal_tpm_locked)) }
            return .pin(
                device: device, problem: left.map { words(.promptWrongPIN, $0) } ?? words(.refusal_tpm_pin_wrong))
        case .fingerprintNoMatch:
            return .asking(
                problem: error.data["retries"]?.int.map { words(.promptWrongFinger, $0) }
                    ?? words(.refusal_fingerprint_no_match))
        case .securityKeyCancelled, .tpmCancelled, .fingerprintCancelled, .cancelled: return .asking()
        default:
            let text = error.reason.flatMap { TextKey("refusal", $0.rawValue) }
            return .asking(problem: text.map { words($0) } ?? words.refusal(nil, message: error.message))
        }
    }
}

/// The screens.
extension WindowDecision {
    private func screen(_ number: Int, _ shown: ShownPrompt.Shown, isUnguarded: Bool) -> Screen {
        let prompt = shown.prompt
        // Nothing is asked for before it can count.
        let need = prompt.isWaiting ? nil : shown.need
        var whole: [ScreenPart] = []
        if let recognition = dialog.recognition {
            whole.append(.text(words(.promptRecognition, ["word": recognition]), .muted))
        }
        whole += prompt.parts
        if prompt.offersUnguarded, !prompt.isWaiting, case .asking = shown.step {
            let option = ScreenOption(id: Self.guards, label: words(.promptUnguard))
            whole.append(
                .selection(
                    id: Self.guards, label: words(.promptUnguardMeans), options: [option],
                    chosen: isUnguarded ? [option.id] : []))
        }
        let reject = Screen.Button(id: "reject", label: words(.promptReject))
        let back = Screen.Button(id: ScreenDialog.ID.back, label: words(.promptBack))
        var field: Screen.Field?
        var buttons = [reject]
        switch shown.step {
        case .asking(let problem):
            let devices =
                need.map { need in proving.devices.indices.filter { proving.devices[$0].answers(need) } } ?? []
            if let note = need?.reason.promptText { whole.append(.text(words(note), .note)) }
            if !devices.isEmpty { whole.append(.text(words(.promptOrDevice), .note)) }
            if need != nil {
                field = Screen.Field(label: words(.promptPassphrase), problem: problem, capsLock: words(.capsLockOn))
            }
            // It leads to the offer, gives nothing away, and counts at once.
            if prompt.offer != nil, !prompt.isWaiting {
                buttons.append(Screen.Button(id: Self.more, label: words(.offerButton)))
            }
            // Primary: a press that was meant for something else must not have the device blink.
            buttons += devices.map {
                Screen.Button(id: Self.button($0), label: words(proving.devices[$0].button), style: .primary)
            }
            buttons.append(
                Screen.Button(
                    id: Self.approve, label: words(.promptApprove), style: .primary, takesField: field != nil,
                    isEnabled: !prompt.isWaiting))
        case .pin(let device, let problem):
            buttons.append(back)
            if let pin = proving.devices[device].pin {
                field = Screen.Field(label: words(pin.label), problem: problem, capsLock: words(.capsLockOn))
                buttons.append(
                    Screen.Button(id: Self.approve, label: words(pin.button), style: .primary, takesField: true))
            }
        case .waiting(let device, _):
            whole.append(.text(words(proving.devices[device].waiting), .note))
            buttons += [
                back, Screen.Button(id: Self.approve, label: words(.promptApprove), style: .primary, isEnabled: false),
            ]
        }
        return Screen(
            number: number, title: PromptDialog.title, parts: whole, field: field, buttons: buttons,
            tooSoon: words(.promptTooSoon))
    }
}

/// The offer of wider amounts.
extension WindowDecision {
    /// Shows the amounts that can be let out from now on, and takes the passphrase for the approval and for them together: a device widens nothing.
    ///
    /// - Returns: nil if the user went back.
    private func decide(
        _ offer: BudgetOffer, of prompt: ApprovalPrompt
    ) async throws(RPCError) -> ApprovalPrompt.Decision? {
        var values: ScreenDialog.Values = [:]
        var problem: String?
        var tries = PassphraseTries()
        while true {
            var whole: [ScreenPart] = []
            if let recognition = dialog.recognition {
                whole.append(.text(words(.promptRecognition, ["word": recognition]), .muted))
            }
            whole += prompt.brief + offer.parts(values, site: prompt.site, in: words)
            if !offer.spend.isEmpty { whole.append(.text(words(.offerMeans), .muted)) }
            let field = Screen.Field(label: words(.promptPassphrase), problem: problem, capsLock: words(.capsLockOn))
            let answer: WindowConversation.Answer
            do throws(PinentryError) {
                answer = try await window.ask(showing: nil, measuring: nil) { [whole] number in
                    Screen(
                        number: number, title: PromptDialog.title, parts: whole, field: field,
                        buttons: [
                            Screen.Button(id: "reject", label: words(.promptReject)),
                            Screen.Button(id: ScreenDialog.ID.back, label: words(.promptBack)),
                            Screen.Button(
                                id: Self.approve, label: words(.promptApprove), style: .primary, takesField: true),
                        ], tooSoon: words(.promptTooSoon))
                }
            } catch {
                throw RPCError(error, command: dialog.command)
            }
            guard answer.button != ScreenDialog.ID.back else { return nil }
            guard answer.button == Self.approve, let secret = answer.secret() else { return .rejected }
            values = answer.values
            do throws(RPCError) {
                try await proving.passphrase(secret)
                dialog.proven()
                let widening = offer.chosen(values)
                return .approved(review: prompt.review, widening: widening.isEmpty ? nil : widening)
            } catch {
                problem = try tries.note(error, in: words)
            }
        }
    }
}

extension ApprovalProving {
    /// What the decision takes at a dialog, whose place another program of the user's may have named.
    func need(in dialog: PromptDialog) async -> ProofNeed? {
        let need = await need()
        guard !dialog.isCertain else { return need }
        return need?.alsoTaking(.place) ?? ProofNeed([.place])
    }
}

/// Set once, and never back.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}

/// What a window showed on each of its screens about one request.
private final class ShownPrompt: Sendable {
    typealias Shown = (prompt: ApprovalPrompt, need: ProofNeed?, step: WindowDecision.Step)

    private struct State {
        var latest: Shown
        var screens: [Int: Shown] = [:]
    }

    private let state: Mutex<State>

    init(_ prompt: ApprovalPrompt, _ need: ProofNeed?) { state = Mutex(State(latest: (prompt, need, .asking()))) }

    var latest: Shown { state.withLock(\.latest) }

    func of(_ screen: Int) -> Shown { state.withLock { $0.screens[screen] ?? $0.latest } }

    func note(_ shown: Shown, as screen: Int) {
        state.withLock { state in
            state.latest = shown
            state.screens[screen] = shown
        }
    }

    /// Notes that a press, or the proof before, isn't enough any more.
    func note(_ need: ProofNeed?) { state.withLock { $0.latest.need = need } }

    /// Notes what the next screen asks for.
    func note(_ step: WindowDecision.Step) { state.withLock { $0.latest.step = step } }
}
