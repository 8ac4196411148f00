import Codecs
import Fuzzing
import SolanaTransactions

/// Transactions of the first format.
@main enum LegacyTransactions {
    static func main() {
        Fuzzer.run { CodecCheck.run($0, version: .legacy) }
    }
}
