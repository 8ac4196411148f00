#!/usr/bin/python3
"""Runs the Python script that lies beside the link by which this was started, under its name.

A test that writes a program and starts it at once finds it busy where another thread forks in between: the child holds the
file open for writing. This one is never written.
"""

import runpy
import sys

runpy.run_path(sys.argv[0] + ".py", run_name="__main__")
