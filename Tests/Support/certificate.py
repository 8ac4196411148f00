"""A certificate for sites and nodes of tests, made on the spot and signed by itself.

    certificate.py FILE HOST... [--expired]
"""

import sys
from datetime import datetime, timedelta, timezone
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def write_certificate(path: Path, *names: str, expired: bool = False) -> Path:
    """Writes a PEM file with a new P-256 key and a certificate for these hosts, good for a day, or until yesterday."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Sidekey tests")])
    now = datetime.now(timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=2))
        .not_valid_after(now + timedelta(days=-1 if expired else 1))
        .add_extension(x509.SubjectAlternativeName([host(each) for each in names]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path.touch(0o600)
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path


def host(name: str) -> x509.GeneralName:
    """What a certificate says of a host: its address where it is one, else its name."""
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


if __name__ == "__main__":
    file, *words = sys.argv[1:]
    write_certificate(Path(file), *(each for each in words if each != "--expired"), expired="--expired" in words)
