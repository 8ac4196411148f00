#if canImport(Security)
    internal import CoreFoundation
    internal import Salt
    internal import Security

    /// A storage in the keychain of Apple's systems: generic passwords of one service that stay on this device.
    ///
    /// Sidekey is built and tested on Linux: this file has never been compiled.
    public struct KeychainStorage: SecureStorage {
        /// The service's name, such as the app's bundle identifier.
        public let service: String

        public init(service: String) {
            self.service = service
        }

        public func retrieve(_ key: StorageKey) async throws(SecureStorageError) -> StoredSecret? {
            let query = query(for: key)
            Self.set(query, kSecReturnData, kCFBooleanTrue)
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query, &found)
            if status == errSecItemNotFound { return nil }
            try Self.check(status)
            return Self.secret(found)
        }

        public func store(_ secret: StoredSecret, for key: StorageKey) async throws(SecureStorageError) {
            try secret.checkCount()
            try await clear(key)
            let query = query(for: key)
            let data = secret.bytes.withBytes { bytes in
                CFDataCreate(nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
            }
            Self.set(query, kSecValueData, data)
            Self.set(query, kSecAttrAccessible, kSecAttrAccessibleWhenUnlockedThisDeviceOnly)
            try Self.check(SecItemAdd(query, nil))
        }

        public func clear(_ key: StorageKey) async throws(SecureStorageError) {
            let status = SecItemDelete(query(for: key))
            if status != errSecItemNotFound { try Self.check(status) }
        }

        public func retrieveAll() async throws(SecureStorageError) -> [StorageKey: StoredSecret] {
            let query = query(for: nil)
            Self.set(query, kSecReturnAttributes, kCFBooleanTrue)
            Self.set(query, kSecMatchLimit, kSecMatchLimitAll)
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query, &found)
            if status == errSecItemNotFound { return [:] }
            try Self.check(status)
            var secrets: [StorageKey: StoredSecret] = [:]
            for key in Self.keys(found) { secrets[key] = try await retrieve(key) }
            return secrets
        }

        private func query(for key: StorageKey?) -> CFMutableDictionary {
            var (keys, values) = (kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks)
            let query: CFMutableDictionary = CFDictionaryCreateMutable(nil, 0, &keys, &values)
            Self.set(query, kSecClass, kSecClassGenericPassword)
            Self.set(query, kSecAttrService, Self.text(service))
            if let key { Self.set(query, kSecAttrAccount, Self.text(key.description)) }
            return query
        }

        private static func set(_ query: CFMutableDictionary, _ name: CFString, _ value: CFTypeRef?) {
            guard let value else { return }
            CFDictionarySetValue(
                query, Unmanaged.passUnretained(name).toOpaque(), Unmanaged.passUnretained(value).toOpaque())
        }

        private static func text(_ text: String) -> CFString? {
            CFStringCreateWithCString(nil, text, CFStringBuiltInEncodings.UTF8.rawValue)
        }

        private static func secret(_ found: CFTypeRef?) -> StoredSecret? {
            guard let found, CFGetTypeID(found) == CFDataGetTypeID() else { return nil }
            let data = unsafeDowncast(found, to: CFData.self)
            let bytes = UnsafeRawBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data))
            return StoredSecret(SecretBytes(copying: bytes))
        }

        /// The accounts of the entries that were found, as keys.
        private static func keys(_ found: CFTypeRef?) -> [StorageKey] {
            guard let found, CFGetTypeID(found) == CFArrayGetTypeID() else { return [] }
            let entries = unsafeDowncast(found, to: CFArray.self)
            return (0..<CFArrayGetCount(entries)).compactMap { index in
                guard let entry = CFArrayGetValueAtIndex(entries, index) else { return nil }
                let attributes = Unmanaged<CFDictionary>.fromOpaque(entry).takeUnretainedValue()
                let name = Unmanaged.passUnretained(kSecAttrAccount).toOpaque()
                guard let value = CFDictionaryGetValue(attributes, name) else { return nil }
                var bytes = [CChar](repeating: 0, count: 129)
                let text = Unmanaged<CFString>.fromOpaque(value).takeUnretainedValue()
                guard CFStringGetCString(text, &bytes, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue) else {
                    return nil
                }
                return StorageKey(String(cString: bytes))
            }
        }

        private static func check(_ status: OSStatus) throws(SecureStorageError) {
            switch status {
            case errSecSuccess: return
            case errSecInteractionNotAllowed, errSecAuthFailed: throw .locked
            case errSecUserCanceled: throw .cancelled
            case errSecNotAvailable, errSecNoDefaultKeychain: throw .missing
            default: throw .failed(status: status)
            }
        }
    }
#endif
