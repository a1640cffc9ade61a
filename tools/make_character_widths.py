#!/usr/bin/env python3
"""Writes include/tenon/inspect/character_widths.hpp from Unicode's character database, as Python brings it.

    python3 tools/make_character_widths.py > include/tenon/inspect/character_widths.hpp
"""
import sys
import textwrap
import unicodedata

JOINING = {"Mn", "Me", "Cf"}


def unassigned(code):
    return unicodedata.category(chr(code)) == "Cn"


def ranges(holds):
    """The ranges of code points that `holds` is true of; those that differ by unassigned code points alone are one."""
    result = []
    for code in range(sys.maxunicode + 1):
        if unassigned(code) or not holds(code):
            continue
        if result and all(unassigned(between) for between in range(result[-1][1] + 1, code)):
            result[-1][1] = code
        else:
            result.append([code, code])
    return result


def is_zero(code):
    # Vowels and final consonants of Korean join the first one, and a skin tone its emoji.
    return (unicodedata.category(chr(code)) in JOINING and code != 0xAD or 0x1160 <= code <= 0x11FF
            or 0x1F3FB <= code <= 0x1F3FF)


def is_wide(code):
    return unicodedata.east_asian_width(chr(code)) in ("W", "F") and not is_zero(code)


def table(name, comment, found):
    text = ", ".join(f"{{0x{first:x}, 0x{last:x}}}" for first, last in found)
    lines = textwrap.fill(text, 118, initial_indent="    ", subsequent_indent="    ")
    return f"/// {comment}\nTENON_LOCAL inline constexpr character_range {name}[] = {{\n{lines}}};\n"


print(f"""// Which characters take no column or two, by Unicode {unicodedata.unidata_version}.
// Written by tools/make_character_widths.py.
#pragma once
#include <tenon/config.hpp>

namespace tenon::inspect::detail {{

struct character_range {{
  char32_t first, last;
}};

// clang-format off
{table("joining_characters", "Marks, and others that join the character before them.", ranges(is_zero))}
{table("wide_characters", "Chinese, Japanese, Korean and emoji: two columns.", ranges(is_wide))}// clang-format on

}}  // namespace tenon::inspect::detail""")
