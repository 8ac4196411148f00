import JSONRPC
import SolanaRPC
import Testing

@Suite struct TransactionFailureTests {
    private func failure(_ text: String) async throws -> TransactionFailure? {
        let node = ScriptedNode([
            ScriptedNode.text(
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"","data":{"err":\#(text),"logs":null}}}"#)
        ])
        do throws(SolanaRPCError) {
            _ = try await SolanaRPC(node).getSlot()
        } catch {
            guard case .node(let refusal) = error else { return nil }
            return refusal.preflight?.failure
        }
        return nil
    }

    @Test(arguments: [
        (#""AccountNotFound""#, TransactionFailure(name: "AccountNotFound")),
        (
            #"{"InstructionError":[255,"InvalidAccountData"]}"#,
            TransactionFailure(name: "InstructionError", instruction: 255, reason: "InvalidAccountData")
        ),
        (
            #"{"InstructionError":[0,{"Custom":4294967295}]}"#,
            TransactionFailure(name: "InstructionError", instruction: 0, reason: "Custom", code: .max)
        ),
        (
            #"{"InstructionError":[0,{"BorshIoError":"Unknown"}]}"#,
            TransactionFailure(name: "InstructionError", instruction: 0, reason: "BorshIoError")
        ),
        (#"{"InsufficientFundsForRent":{"account_index":2}}"#, TransactionFailure(name: "InsufficientFundsForRent")),
        (#"{"DuplicateInstruction":3}"#, TransactionFailure(name: "DuplicateInstruction")),
    ])
    func `each form is read`(_ text: String, _ wanted: TransactionFailure) async throws {
        #expect(try await failure(text) == wanted)
    }

    @Test(arguments: [
        "1", "[]", "{}", #"{"a":1,"b":2}"#, #"{"InstructionError":[0]}"#, #"{"InstructionError":[-1,"x"]}"#,
        #"{"InstructionError":[0,{"Custom":4294967296}]}"#, #"{"InstructionError":[0,{}]}"#,
        #"{"InstructionError":[0,{"Custom":-1}]}"#, #"{"InstructionError":"x"}"#,
    ])
    func `what has no such form is none`(_ text: String) async throws {
        #expect(try await failure(text) == nil)
    }
}
