"""A desktop's portal that answers with the settings it was started with. Run by the system's Python, for its D-Bus."""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

SETTINGS = json.loads(sys.argv[1])
NAME = "org.freedesktop.portal.Settings"


class Portal(dbus.service.Object):
    @dbus.service.method(NAME, in_signature="as", out_signature="a{sa{sv}}")
    def ReadAll(self, groups):  # noqa: N802, the portal's name
        found = {
            "org.freedesktop.appearance": {
                "color-scheme": dbus.UInt32(1 if SETTINGS.get("dark") else 0, variant_level=1),
                "contrast": dbus.UInt32(1 if SETTINGS.get("contrast") else 0, variant_level=1),
            },
            "org.gnome.desktop.interface": {"text-scaling-factor": dbus.Double(SETTINGS.get("scale", 1.0), variant_level=1)},
        }
        return dbus.Dictionary({group: dbus.Dictionary(found[group], signature="sv") for group in groups if group in found}, signature="sa{sv}")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
portal = Portal(bus, "/org/freedesktop/portal/desktop")
print("ready", flush=True)
GLib.MainLoop().run()
