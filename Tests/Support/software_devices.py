"""Devices in software for tests with a real wallet: a folder of programs in which `sidekey-device` has them, and each of them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from browsers import wait_for
from wallet import ROOT, programs


class DeviceFolder:
    """The built programs, with a `sidekey-device` that is confined as ever and looks for its devices in this folder."""

    def __init__(self):
        # Linked and not copied, and so on the same disk.
        self.programs = programs() / f"d{os.getpid()}"
        self.programs.mkdir(mode=0o700)
        for name in ("sidekey", "sidekey-host", "sidekey-agent", "sidekey-rpc", "sidekey-picture", "sidekey-window"):
            os.link(programs() / name, self.programs / name)
        os.link(programs() / "sidekey-software-device", self.programs / "sidekey-device")

    def close(self) -> None:
        shutil.rmtree(self.programs)


class PluggedDevice(DeviceFolder):
    """A device that is plugged in and pulled out: a program of this folder behind a socket."""

    def __init__(self, script: str, name: str, *arguments: str):
        super().__init__()
        self.socket = self.programs / name
        self.command = [sys.executable, str(ROOT / "Tests/Support" / script), str(self.socket), *arguments]
        self.process: subprocess.Popen | None = None

    def plug(self, *options: str) -> None:
        """Plugs it in with these options of its program; pulls it out first."""
        self.pull()
        self.process = subprocess.Popen([*self.command, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.says() == "ready"

    def says(self) -> str:
        """The next line that it writes: what its user would see."""
        return self.process.stdout.readline().removesuffix("\n")

    def pull(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process.stdin.close()
            self.process = None
        self.socket.unlink(missing_ok=True)

    def close(self) -> None:
        self.pull()
        super().close()


class SoftwareKey(PluggedDevice):
    """A security key (`security_key.py`), which keeps what it knows in a folder."""

    def __init__(self, folder: Path):
        super().__init__("security_key.py", "security-key", str(folder / "key.json"))


class SoftwareLedger(PluggedDevice):
    """A Ledger (`ledger.py`), with the keys of the app's own tests."""

    def __init__(self):
        super().__init__("ledger.py", "ledger")


class SoftwareTPM(DeviceFolder):
    """The TPM of a computer: `swtpm`, which speaks the real protocol."""

    def __init__(self, folder: Path):
        super().__init__()
        self.socket = self.programs / "tpm"
        state = folder / "tpm"
        state.mkdir()
        servers = ["--server", f"type=unixio,path={self.socket}", "--ctrl", f"type=unixio,path={self.socket}.ctrl"]
        command = ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={state}", *servers, "--flags", "not-need-init,startup-clear"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.socket.exists, "the TPM listens")

    def clear(self) -> None:
        """Clears it, as its owner or its firmware does: what was sealed before is lost."""
        subprocess.run(["tpm2_clear", "-c", "l"], env=os.environ | {"TPM2TOOLS_TCTI": f"swtpm:path={self.socket}"}, check=True)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        super().close()
