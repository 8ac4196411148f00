#!/usr/bin/python3
"""A bus of its own with mocks of logind and of the user's systemd on it (python3-dbusmock), driven by words on standard input.

Prints the bus's address, then answers each line with how many delay the machine's sleep: `lock`, `lock-other`, `hint`, `sleep`, `wake` cause what they
name; `x11 :0` has the user sit before that display, `far :0` has them there by a session without a seat, `wayland` before one that only the user's systemd names, `away` before none; `environment NAME=value...`
are the variables of the user's systemd. It is the system's Python that has the modules. Ends with its input.
"""

import os
import subprocess
import sys
import time

import dbus

BUS = "org.freedesktop.login1"
SESSION = f"{BUS}.Session"
SYSTEMD = "org.freedesktop.systemd1"


def wait_for(condition):
    deadline = time.monotonic() + 20
    while not (value := condition()):
        if time.monotonic() > deadline:
            sys.exit("the mock did not start")
        time.sleep(0.02)
    return value


def main() -> None:
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = daemon.stdout.readline().strip()
    environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address}
    mock = subprocess.Popen(
        [sys.executable, "-m", "dbusmock", "--system", "--template", "logind"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    systemd = subprocess.Popen(
        [sys.executable, "-m", "dbusmock", "--session", SYSTEMD, "/org/freedesktop/systemd1", f"{SYSTEMD}.Manager"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        bus = dbus.bus.BusConnection(address)
        wait_for(lambda: bus.name_has_owner(BUS))
        manager = bus.get_object(BUS, "/org/freedesktop/login1")
        control = dbus.Interface(manager, "org.freedesktop.DBus.Mock")
        own = control.AddSession("own", "seat0", dbus.UInt32(os.getuid()), "user", True)
        other = control.AddSession("other", "seat0", dbus.UInt32(os.getuid() + 1), "other", True)

        wait_for(lambda: bus.name_has_owner(SYSTEMD))
        variables = dbus.Interface(bus.get_object(SYSTEMD, "/org/freedesktop/systemd1"), "org.freedesktop.DBus.Mock")
        variables.AddProperty(f"{SYSTEMD}.Manager", "Environment", dbus.Array([], signature="s"))

        def session(path):
            return dbus.Interface(bus.get_object(BUS, path), "org.freedesktop.DBus.Mock")

        # As logind has a session of SSH, which the template knows none of.
        far = "/org/freedesktop/login1/session/far"
        user = dbus.Struct((dbus.UInt32(os.getuid()), dbus.ObjectPath(f"/org/freedesktop/login1/user/{os.getuid()}")), signature="uo")
        seat = dbus.Struct(("", dbus.ObjectPath("/")), signature="so")
        properties = {"Name": "user", "State": "active", "Class": "user", "Type": "tty", "Display": "", "LockedHint": False, "User": user, "Seat": seat}
        control.AddObject(far, SESSION, dbus.Dictionary(properties, signature="sv"), dbus.Array([], signature="(ssss)"))
        print(address, flush=True)
        for line in sys.stdin:
            word, *given = line.split() or [""]
            if word == "x11":
                session(own).UpdateProperties(SESSION, {"Type": "x11", "Display": given[0]})
            elif word == "far":
                session(far).UpdateProperties(SESSION, {"Type": "x11", "Display": given[0]})
            elif word in ("wayland", "away"):
                session(own).UpdateProperties(SESSION, {"Type": "wayland" if word == "wayland" else "tty", "Display": ""})
            elif word == "environment":
                variables.UpdateProperties(f"{SYSTEMD}.Manager", {"Environment": dbus.Array(given, signature="s")})
            elif word == "lock":
                session(own).EmitSignal(SESSION, "Lock", "", [])
            elif word == "lock-other":
                session(other).EmitSignal(SESSION, "Lock", "", [])
            elif word == "hint":
                session(own).UpdateProperties(SESSION, {"LockedHint": True})
            elif word in ("sleep", "wake"):
                control.EmitSignal(f"{BUS}.Manager", "PrepareForSleep", "b", [word == "sleep"])
            print(len(manager.ListInhibitors(dbus_interface=f"{BUS}.Manager")), flush=True)
    finally:
        for each in (mock, systemd):
            each.kill()
            each.wait()
        daemon.kill()
        daemon.wait()


if __name__ == "__main__":
    main()
