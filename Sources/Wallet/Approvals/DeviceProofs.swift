import JSONRPC
import Salt
import SecurityKeys
import Wording

extension DeviceProof {
    /// The devices that are set up for this wallet, in the order of their buttons.
    ///
    /// Another kind of device is one more case of `ApprovalFactor`, and one more of them here.
    static func all(
        _ securityKeys: SecurityKeyReader, _ tpm: TPMReader, _ fingerprints: FingerprintPresence
    ) async -> [DeviceProof] {
        [
            DeviceProof(
                factors: await securityKeys.factors, button: .promptSecurityKey, waiting: .securityKeyTouch,
                pin: (.promptPIN, .securityKeyPINButton),
                prove: { subject, pin, counts throws(RPCError) in
                    let pin = pin.map { SecurityKeyPIN($0.bytes.clone()) } ?? .none
                    return try await securityKeys.prove(subject, pin: pin, with: counts)
                }),
            DeviceProof(
                factors: await tpm.factors, button: .promptTPM, waiting: .tpmChecking,
                pin: (.tpmPINPrompt, .securityKeyPINButton), asksPINFirst: true,
                prove: { subject, pin, _ throws(RPCError) in
                    guard let pin else { throw RPCError(.unauthorized, .tpmPIN, "the TPM asks for the PIN") }
                    return try await tpm.prove(subject, pin: pin.bytes.clone())
                }),
            DeviceProof(
                factors: await fingerprints.factors, button: .promptFingerprint, waiting: .fingerprintTouch,
                pin: nil, prove: { subject, _, _ throws(RPCError) in try await fingerprints.prove(subject) }),
        ].filter { !$0.factors.isEmpty }
    }
}
