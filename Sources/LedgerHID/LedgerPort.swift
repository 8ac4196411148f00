public import Ledger

/// A Ledger that is plugged in, before it is opened.
public struct LedgerDevice: Sendable, Hashable {
    /// The path of its file.
    public let path: String
    /// The number of its USB product: the model in the high byte, and what is open on it in the low one.
    public let product: UInt16

    public init(path: String, product: UInt16) {
        self.path = path
        self.product = product
    }

    /// Nil for a model that isn't known.
    public var model: LedgerApp.Model? { LedgerApp.Model(rawValue: UInt8(product >> 8)) }

    /// True for a device that waits for an update of its firmware and runs no app.
    public var isBootloader: Bool { product == 0x0001 || (0x0004...0x0008).contains(product) }
}

/// An open device, whose reports of 64 bytes come and go.
public protocol LedgerPort: AnyObject {
    /// Writes a report.
    ///
    /// - Throws: `removed`.
    func write(_ report: [UInt8]) throws(LedgerFault)

    /// The next report; nil if none comes in time.
    ///
    /// - Throws: `removed`.
    func read(within milliseconds: Int32) throws(LedgerFault) -> [UInt8]?
}

/// The way to a device, in place of the system's own: what a test puts there.
public struct LedgerIO: Sendable {
    /// Opens the device at a path.
    let open: @Sendable (_ path: String) throws(LedgerFault) -> any LedgerPort

    public init(open: @escaping @Sendable (_ path: String) throws(LedgerFault) -> any LedgerPort) {
        self.open = open
    }

    /// The system's own, by hidapi.
    public static let system = LedgerIO { path throws(LedgerFault) in try HIDPort(path: path) }
}
