"""A desktop's notification service, which draws nothing. Run by the system's Python, for its D-Bus."""

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
# The reason for which a notification is closed by its program.
BY_CALL = 3


class Service(dbus.service.Object):
    def __init__(self, bus: dbus.Bus):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.standing: set[int] = set()
        self.last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, _program, replaced, _icon, _title, _text, _actions, _hints, _timeout):  # noqa: N802, the service's name
        if replaced in self.standing:
            return replaced
        self.last += 1
        self.standing.add(self.last)
        return dbus.UInt32(self.last)

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, number):  # noqa: N802
        if int(number) in self.standing:
            self.standing.remove(int(number))
            self.NotificationClosed(number, BY_CALL)

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):  # noqa: N802
        return ["actions", "body"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):  # noqa: N802
        return ("tests", "Sidekey", "1", "1.2")

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):  # noqa: N802
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
service = Service(bus)
print("ready", flush=True)
GLib.MainLoop().run()
