import JSONRPC
import WalletKeys

extension DerivationPath {
    /// - Throws: -32602 where the text is no path.
    init(parameter text: String, _ name: String) throws(RPCError) {
        guard let path = DerivationPath(text) else {
            throw RPCError(.invalidParams, .paramValue, "no such path", data: ["name": .string(name)])
        }
        self = path
    }

    /// The paths that were named, at least one; the first account's where none was.
    ///
    /// - Throws: -32602.
    static func list(_ texts: [String]?) throws(RPCError) -> [DerivationPath] {
        var paths: [DerivationPath] = []
        for text in texts ?? [DerivationPath.firstSolanaAccount.description] {
            paths.append(try DerivationPath(parameter: text, "paths"))
        }
        guard !paths.isEmpty else {
            throw RPCError(.invalidParams, .paramValue, "at least one path", data: ["name": "paths"])
        }
        return paths
    }
}
