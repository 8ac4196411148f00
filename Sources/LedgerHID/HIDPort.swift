import CHidapi
import Ledger

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A Ledger that hidapi has opened. It is closed when this object ends.
final class HIDPort: LedgerPort {
    /// The time to wait for another program's lock.
    private static let patience = Duration.seconds(2)
    /// The time between two looks at that lock, in microseconds.
    private static let pause: UInt32 = 50_000

    private let device: OpaquePointer
    private let lock: FileLock

    /// Opens the device at a path, and locks it against programs that lock it too, as libfido2 does.
    ///
    /// - Throws: `forbidden`, `busy`, `removed`.
    init(path: String) throws(LedgerFault) {
        lock = try FileLock(path)
        // hidapi 0.13 writes to memory that it has freed where a file is no such device's, or not any more.
        guard lock.isDevice else { throw .removed }
        guard let device = hid_open_path(path) else { throw .removed }
        self.device = device
    }

    deinit { hid_close(device) }

    func write(_ report: [UInt8]) throws(LedgerFault) {
        // The number of the report, which this device's haven't, stands before it.
        let bytes = [0] + report
        guard hid_write(device, bytes, bytes.count) >= bytes.count else { throw .removed }
    }

    func read(within milliseconds: Int32) throws(LedgerFault) -> [UInt8]? {
        var report = [UInt8](repeating: 0, count: LedgerReport.count)
        let count = hid_read_timeout(device, &report, report.count, milliseconds)
        guard count >= 0 else { throw .removed }
        return count > 0 ? Array(report.prefix(Int(count))) : nil
    }

    /// An advisory lock on a device's file, until this object ends.
    private final class FileLock {
        private let descriptor: Int32

        init(_ path: String) throws(LedgerFault) {
            descriptor = open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { throw errno == EACCES || errno == EPERM ? .forbidden : .removed }
            let end = ContinuousClock.now + HIDPort.patience
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard ContinuousClock.now < end else { throw .busy }
                usleep(HIDPort.pause)
            }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// True for a file of the kernel's for such devices: it tells the size of the device's description.
        var isDevice: Bool {
            #if os(Linux)
                // _IOR('H', 1, int) of linux/hidraw.h, which is no constant for Swift.
                let sizeOfDescription: UInt = 0x8004_4801
                var count: Int32 = 0
                return ioctl(descriptor, sizeOfDescription, &count) == 0
            #else
                return true
            #endif
        }
    }
}

extension LedgerDevice {
    /// The vendor's number on USB.
    private static let vendor: UInt16 = 0x2C97
    /// The usage page of the interface for commands. The others are a FIDO key's and a keyboard's.
    private static let usagePage: UInt16 = 0xFFA0

    /// The Ledgers that are plugged in, at most 16.
    ///
    /// hidapi reads what the kernel knows of them and opens none.
    public static func all() -> [LedgerDevice] {
        let list = hid_enumerate(vendor, 0)
        defer { hid_free_enumeration(list) }
        var found: [LedgerDevice] = []
        var next = list
        while let entry = next?.pointee, found.count < 16 {
            next = entry.next
            guard let path = entry.path.map({ String(cString: $0) }) else { continue }
            let device = LedgerDevice(path: path, product: entry.product_id)
            guard entry.usage_page == usagePage || device.isBootloader, !found.contains(device) else { continue }
            found.append(device)
        }
        return found
    }
}
