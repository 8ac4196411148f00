#!/usr/bin/env python3
"""The base58 spelling, by PyPI's base58, of what is given in base64."""

import base64
import sys

import base58

sys.stdout.write(base58.b58encode(base64.b64decode(sys.argv[1])).decode())
