#!/usr/bin/python3
"""A bus of its own with a mock of fprintd on it (python3-dbusmock has no template), driven by words on standard input.

Prints the bus's address, then answers each line with the calls that the sensor has got: `match`, `no-match`, `retry`, `pulled` say what the sensor saw;
`forged` has a stranger on the bus say that it matched, `elsewhere` has fprintd say so of another sensor; `enrol`, `forget` the finger; `busy`,
`refuse`, `free` are how it answers a claim; `die` ends fprintd. It is the system's Python that has the modules. Ends with its input.
"""

import os
import subprocess
import sys
import time

import dbus

NAME = "net.reactivated.Fprint"
MANAGER = f"{NAME}.Manager"
DEVICE = f"{NAME}.Device"
ROOT = "/net/reactivated/Fprint/Manager"
PATH, OTHER = "/net/reactivated/Fprint/Device/0", "/net/reactivated/Fprint/Device/1"
MOCK = "org.freedesktop.DBus.Mock"
SAID = {"match": ("verify-match", True), "no-match": ("verify-no-match", True), "retry": ("verify-retry-scan", False), "pulled": ("verify-disconnected", True)}


def wait_for(condition):
    deadline = time.monotonic() + 20
    while not (value := condition()):
        if time.monotonic() > deadline:
            sys.exit("the mock did not start")
        time.sleep(0.02)
    return value


def sensor(bus: dbus.bus.BusConnection, path: str) -> dbus.Interface:
    return dbus.Interface(bus.get_object(NAME, path), MOCK)


def claim(control: dbus.Interface, code: str) -> None:
    control.AddMethod(DEVICE, "Claim", "s", "", code)


def main() -> None:
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = daemon.stdout.readline().strip()
    environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    mock = subprocess.Popen([sys.executable, "-m", "dbusmock", "--system", NAME, ROOT, MANAGER], env=environment, **quiet)
    try:
        bus = dbus.bus.BusConnection(address)
        wait_for(lambda: bus.name_has_owner(NAME))
        manager = dbus.Interface(bus.get_object(NAME, ROOT), MOCK)
        manager.AddMethod(MANAGER, "GetDefaultDevice", "", "o", f"ret = dbus.ObjectPath('{PATH}')")
        for path in (PATH, OTHER):
            methods = [("ListEnrolledFingers", "s", "as", "ret = ['right-index-finger']"), ("Claim", "s", "", ""), ("VerifyStart", "s", "", "")]
            methods += [("VerifyStop", "", "", ""), ("Release", "", "", "")]
            manager.AddObject(path, DEVICE, dbus.Dictionary({}, signature="sv"), dbus.Array(methods, signature="(ssss)"))
        device = sensor(bus, PATH)
        print(address, flush=True)
        for line in sys.stdin:
            word = line.strip()
            if word in SAID:
                device.EmitSignal(DEVICE, "VerifyStatus", "sb", list(SAID[word]))
            elif word == "elsewhere":
                sensor(bus, OTHER).EmitSignal(DEVICE, "VerifyStatus", "sb", list(SAID["match"]))
            elif word == "forged":
                stranger = dbus.bus.BusConnection(address)
                message = dbus.lowlevel.SignalMessage(PATH, DEVICE, "VerifyStatus")
                message.append("verify-match", True, signature="sb")
                stranger.send_message(message)
                stranger.flush()
                stranger.close()
            elif word in ("enrol", "forget"):
                fingers = "['right-index-finger']" if word == "enrol" else "[]"
                device.AddMethod(DEVICE, "ListEnrolledFingers", "s", "as", f"ret = {fingers}")
            elif word in ("busy", "refuse"):
                error = "AlreadyInUse" if word == "busy" else "PermissionDenied"
                claim(device, f"raise dbus.exceptions.DBusException('no', name='{NAME}.Error.{error}')")
            elif word == "free":
                claim(device, "")
            elif word == "die":
                mock.kill()
                mock.wait()
            calls = [] if word == "die" else [str(call[1]) for call in device.GetCalls()]
            print(" ".join(call for call in calls if call != "ListEnrolledFingers") or "-", flush=True)
    finally:
        mock.kill()
        daemon.kill()
        mock.wait()
        daemon.wait()


if __name__ == "__main__":
    main()
