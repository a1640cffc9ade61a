#!/usr/bin/env python3
"""Checks that a translated page says as much as its original: the same headings by level, code blocks, tables and links.

usage: check_translations.py ORIGINAL TRANSLATION...
Words may differ, but for code: its blocks are equal to the last character. Links of the pages to each other are left out.
"""
import difflib
import os
import re
import sys


class Page:
    def __init__(self, path):
        self.path, self.headings, self.code, self.tables, self.links = path, [], [], [], []
        inside, table_rows = False, 0
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for line in [*lines, ""]:
            if line.startswith("```"):
                inside = not inside
                if inside:
                    self.code.append([line])
                continue
            if inside:
                self.code[-1].append(line)
                continue
            if re.match(r"#+ ", line):
                self.headings.append(line.split()[0])
            if line.startswith("|"):
                table_rows += 1
            elif table_rows:
                self.tables.append(f"a table of {table_rows} rows")
                table_rows = 0
            self.links += re.findall(r"\]\(([^)]*)\)", line)


def differences(name, original, translation):
    """Lines of a diff of two lists, or none."""
    if original == translation:
        return []
    diff = list(difflib.unified_diff(original, translation, "original", "translation", lineterm="", n=1))
    return [f"  {name} differ:", *[f"    {line}" for line in diff]]


def compare(original, translation):
    pages = {os.path.basename(original.path), os.path.basename(translation.path)}
    found = differences("headings", original.headings, translation.headings)
    found += differences("tables", original.tables, translation.tables)
    found += differences("links", *[sorted(link for link in page.links if link not in pages)
                                    for page in (original, translation)])
    if len(original.code) != len(translation.code):
        found.append(f"  {len(original.code)} code blocks are not {len(translation.code)}")
    for number, (ours, theirs) in enumerate(zip(original.code, translation.code), 1):
        found += differences(f"code blocks {number}", ours, theirs)
    return found


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    original, failed = Page(sys.argv[1]), 0
    if not original.headings or not original.code:
        sys.exit(f"{sys.argv[1]}: no headings or no code blocks were found")
    for path in sys.argv[2:]:
        found = compare(original, Page(path))
        failed += bool(found)
        print("\n".join([f"FAIL  {path} is not equal to {original.path}", *found] if found else [f"ok    {path}"]))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
