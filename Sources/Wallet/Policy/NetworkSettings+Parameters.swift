import JSONRPC
import SolanaRPC
import WalletNetwork

extension NetworkSettings.Change {
    /// Reads `network`, where it is there.
    ///
    /// - Throws: -32602 with what is wrong with it, never the address.
    init?(reading parameters: inout RPCParameters) throws(RPCError) {
        guard let object = try parameters.optionalObject("network") else { return nil }
        do throws(NetworkSettings.Fault) {
            self = try Self(object)
        } catch {
            throw RPCError(error)
        }
    }

    /// - Throws: -32602.
    func change(_ settings: inout NetworkSettings) throws(RPCError) {
        do throws(NetworkSettings.Fault) {
            try apply(to: &settings)
        } catch {
            throw RPCError(error)
        }
    }
}

extension RPCError {
    fileprivate init(_ fault: NetworkSettings.Fault) {
        let what =
            switch fault {
            case .cluster: "no such cluster"
            case .count: "an endpoint stands there twice, or there are more than \(NetworkSettings.maximumEndpoints)"
            case .shape: "a member is missing, unknown or of another type"
            case .endpoint(let fault): fault.words
            }
        self.init(.invalidParams, .paramValue, what, data: ["name": "network"])
    }
}
