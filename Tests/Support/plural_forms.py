"""The plural forms of numbers in a language, by Unicode CLDR (PyPI's babel).

Reads {"language": "pt_BR", "numbers": ["0", ...]} and writes ["one", ...].
"""

import json
import sys

from babel import Locale

asked = json.load(sys.stdin)
locale = Locale.parse(asked["language"])
json.dump([locale.plural_form(int(number)) for number in asked["numbers"]], sys.stdout)
