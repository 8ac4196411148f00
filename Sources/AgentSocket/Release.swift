/// What this installation is.
public enum Release {
    /// The version of the programs, which are installed together.
    public static let version = "0.1.0"
    /// The number of the protocol they speak (`docs/protocol.md`).
    public static let protocolNumber = 1
}
