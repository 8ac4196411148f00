import JSONRPC
import Pinentry
import Screens
import Wording

extension ApprovalPrompt {
    /// Says that the request waits for the Ledger, with the whole of it to be compared with what the device shows.
    ///
    /// Closing the window ends nothing but the note: the device has the request, and there it is confirmed or rejected.
    ///
    /// - Returns: True if the user wants the wait to end.
    func waitForLedger(in dialog: PromptDialog) async throws(RPCError) -> Bool {
        guard let window = dialog.conversation as? any ScreenConversation else {
            _ = try await dialog.confirm(dialog.page(note([.ledgerConfirm], in: dialog.words)))
            return false
        }
        let words = dialog.words
        var whole: [ScreenPart] = []
        if let recognition = dialog.recognition {
            whole.append(.text(words(.promptRecognition, ["word": recognition]), .muted))
        }
        whole += parts
        whole.append(.text(words(.ledgerConfirm), .note))
        do throws(PinentryError) {
            let answer = try await window.ask(showing: nil, measuring: nil) { [whole] number in
                Screen(
                    number: number, title: PromptDialog.title, parts: whole,
                    buttons: [
                        Screen.Button(id: Self.stop, label: words(.promptStopWaiting)),
                        Screen.Button(id: ScreenDialog.ID.next, label: words(.promptOK), style: .primary),
                    ], tooSoon: words(.promptTooSoon))
            }
            return answer.button == Self.stop
        } catch {
            throw RPCError(error, command: dialog.command)
        }
    }

    private static let stop = "stop"
}
