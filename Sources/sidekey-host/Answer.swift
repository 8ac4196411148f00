import AgentSocket
import JSONRPC
import NativeMessaging

/// The frames that the host itself writes to the browser. Everything else comes from the agent.
enum Answer {
    static func tooLarge(_ count: Int) -> [UInt8] {
        frame(
            nil,
            RPCError(
                .invalidRequest, .frameTooLarge, "a frame of \(count) bytes is longer than \(Frame.maximumCount)"))
    }

    static let empty = frame(nil, RPCError(.invalidRequest, .frameEmpty, "a frame of no bytes"))

    static func callerRefused(id: String?) -> [UInt8] {
        frame(id, RPCError(.invalidRequest, .callerRefused, "the host's arguments name no extension"))
    }

    /// - Parameter error: its description names paths and numbers and nothing a frame held.
    static func agentUnavailable(id: String?, _ error: any Error) -> [UInt8] {
        let reason: RPCReason =
            switch error as? AgentSocketError {
            case .diskFull: .diskFull
            case .diskReadOnly: .diskReadOnly
            default: .agentUnavailable
            }
        return frame(id, RPCError(.internalError, reason, "\(error)"))
    }

    /// The agent wrote a frame that no browser may see: one byte too many ends the browser's port.
    static func agentFault(count: Int) -> [UInt8] {
        frame(nil, RPCError(.internalError, .internal, "the agent sent a frame of \(count) bytes"))
    }

    static func fault(_ fault: RPCFault) -> [UInt8] { frame(fault.id, fault.error) }

    private static func frame(_ id: String?, _ error: RPCError) -> [UInt8] {
        let payload = RPCResponse(id: id, outcome: .failure(error)).serialized()
        return Frame.header(count: payload.count) + payload
    }
}
