import ApprovalQueue
import DisplayText
import HardwareTokens
import JSONRPC
import Pinentry
import Salt
import SolanaTransactions
import Synchronization
import WalletKeys
import Wording

/// The question for the PIN of the hardware token that is to sign a request, in the window where it was approved.
///
/// The token takes the PIN, or refuses it, before anything is counted or signed: a wrong one is typed again, and a token that isn't there leaves the
/// request waiting. The PIN stays in closed memory for this approval alone.
final class TokenPINQuestion: Sendable {
    private let keys: WalletKeyring
    private let request: ApprovalRequest
    private let typed = Mutex<HeldSecret?>(nil)

    init(keys: WalletKeyring, request: ApprovalRequest) {
        self.keys = keys
        self.request = request
    }

    /// The PIN that the token took; nil if none was asked for.
    var pin: HeldSecret? { typed.withLock(\.self) }

    /// Asks for the PIN until the token takes it. Where the token has a pad, it says so.
    ///
    /// - Returns: False if the user gave up; true without a question where no token signs, or it asks for no PIN.
    /// - Throws: 4100 with the fault of the token; the request goes on waiting.
    func answer(
        in dialog: PromptDialog, showing prompt: ApprovalPrompt, by proof: (any ApprovalProof)?
    ) async throws(RPCError) -> Bool {
        guard let claimed = await keys.deviceAccount(request.content.account),
            let (account, token) = try await keys.vouched(claimed.publicKey, by: proof)
        else { return true }
        let words = dialog.words
        let name: KeyValuePairs = ["name": VisibleText.spellingOut(token.label, keepingLines: false)]
        let state = try await keys.tokens.look(account.publicKey, on: token)
        guard state.asksForPIN else { return true }
        guard state.takesPIN else {
            let page = dialog.page(
                prompt.asking(words(.hardwareTokenPad, name), in: words), ok: .promptGoOn, cancel: .promptReject)
            return try await dialog.confirm(page) == .yes
        }
        var fault: String?
        while true {
            let question = dialog.page(
                prompt.asking(words(.hardwareTokenQuestion, name), in: words), prompt: words(.tpmPINPrompt),
                error: fault, ok: .securityKeyPINButton, cancel: .promptReject)
            guard let given = try await dialog.typed(question) else { return false }
            do throws(RPCError) {
                _ = try await keys.tokens.look(account.publicKey, on: token, pin: HardwareTokenReader.pin(given))
                typed.withLock { $0 = given }
                return true
            } catch {
                switch (error.reason, error.data["left"]?.text) {
                case (.hardwareTokenPINInvalid, _): fault = words(.refusal_hardware_token_pin_invalid)
                case (.hardwareTokenPINWrong, "one"): fault = words(.hardwareTokenPINLast)
                case (.hardwareTokenPINWrong, "few"): fault = words(.hardwareTokenPINFew)
                case (.hardwareTokenPINWrong, _): fault = words(.refusal_hardware_token_pin_wrong)
                default: throw error
                }
            }
        }
    }
}
