"""The portal by which a Firefox from Snap or Flatpak starts native hosts. Run by the system's Python, for its D-Bus.

`org.freedesktop.portal.WebExtensions` as xdg-desktop-portal has it: CreateSession, GetManifest, Start, then Request.Response, GetPipes; the session is
closed in the end. Arguments: the folder of the manifests, and a file that takes a line for each call. The host gets the environment of a service of
the user's and no display, and its parent is this process.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

MANIFESTS, LOG = map(Path, sys.argv[1:])
NAME = "org.freedesktop.portal.WebExtensions"
SESSION = "org.freedesktop.portal.Session"
REQUEST = "org.freedesktop.portal.Request"
TOP = "/org/freedesktop/portal/desktop"


def told(*words: object) -> None:
    with LOG.open("a") as log:
        log.write(json.dumps([str(word) for word in words]) + "\n")


def manifest_of(host: str, extension: str) -> dict:
    manifest = json.loads((MANIFESTS / f"{host}.json").read_text())
    if extension not in manifest["allowed_extensions"]:
        raise dbus.DBusException("not allowed", name="org.freedesktop.portal.Error.NotAllowed")
    return manifest


class Session(dbus.service.Object):
    def __init__(self, path: str):
        super().__init__(bus, path)
        self.host: subprocess.Popen | None = None
        self.pipes: tuple[int, int, int] = (-1, -1, -1)

    def start(self, host: str, extension: str) -> None:
        manifest = manifest_of(host, extension)
        pairs = [os.pipe() for _ in range(3)]
        own = {"PATH": "/usr/bin:/bin", "HOME": os.environ["HOME"]}
        self.host = subprocess.Popen(
            [manifest["path"], str(MANIFESTS / f"{host}.json"), extension], env=own, stdin=pairs[0][0], stdout=pairs[1][1], stderr=pairs[2][1]
        )
        for taken in (pairs[0][0], pairs[1][1], pairs[2][1]):
            os.close(taken)
        self.pipes = (pairs[0][1], pairs[1][0], pairs[2][0])

    @dbus.service.method(SESSION)
    def Close(self) -> None:  # noqa: N802, the portal's name
        told("Close")
        if self.host:
            self.host.terminate()
        self.Closed({})
        self.remove_from_connection()

    @dbus.service.signal(SESSION, signature="a{sv}")
    def Closed(self, details) -> None:  # noqa: N802
        pass


class Request(dbus.service.Object):
    @dbus.service.signal(REQUEST, signature="ua{sv}")
    def Response(self, response, results) -> None:  # noqa: N802
        pass


class Portal(dbus.service.Object):
    sessions: dict[str, Session] = {}

    @staticmethod
    def path(kind: str, sender: str, token: str) -> str:
        return f"{TOP}/{kind}/{sender[1:].replace('.', '_')}/{token}"

    @dbus.service.method(NAME, in_signature="a{sv}", out_signature="o", sender_keyword="sender")
    def CreateSession(self, options, sender=None):  # noqa: N802
        told("CreateSession", options.get("mode", ""))
        path = self.path("session", sender, options["session_handle_token"])
        self.sessions[path] = Session(path)
        return dbus.ObjectPath(path)

    @dbus.service.method(NAME, in_signature="oss", out_signature="s")
    def GetManifest(self, session, host, extension):  # noqa: N802
        told("GetManifest", host, extension)
        return json.dumps(manifest_of(host, extension))

    @dbus.service.method(NAME, in_signature="ossa{sv}", out_signature="o", sender_keyword="sender")
    def Start(self, session, host, extension, options, sender=None):  # noqa: N802
        told("Start", host, extension)
        path = self.path("request", sender, options["handle_token"])
        request = Request(bus, path)

        def answer() -> bool:
            self.sessions[session].start(host, extension)
            request.Response(dbus.UInt32(0), dbus.Dictionary({}, signature="sv"))
            request.remove_from_connection()
            return False

        # The user is asked between.
        GLib.timeout_add(200, answer)
        return dbus.ObjectPath(path)

    @dbus.service.method(NAME, in_signature="oa{sv}", out_signature="hhh")
    def GetPipes(self, session, options):  # noqa: N802
        told("GetPipes")
        pipes = self.sessions[session].pipes
        handed = tuple(dbus.types.UnixFd(pipe) for pipe in pipes)
        for pipe in pipes:
            os.close(pipe)
        return handed

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, name):  # noqa: N802
        return {"version": dbus.UInt32(1)} if name == NAME else {}

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, name, member):  # noqa: N802
        return dbus.UInt32(1)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
portal = Portal(bus, TOP)
print("ready", flush=True)
GLib.MainLoop().run()
