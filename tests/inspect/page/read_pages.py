#!/usr/bin/env python3
"""Opens the heat map's pages in a headless browser, and reads labels and values from what it shows.

    read_pages.py <write_pages program> [--screenshot FILE]

Exits with 77 where there is no browser of Chromium's family. Where a user is played, it is by a script added to a copy.
"""
import html.parser
import os
import shutil
import struct
import subprocess
import sys
import tempfile

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]


class Page(html.parser.HTMLParser):
    """The table of a dumped page: labels of both axes, cells by (query, key), and the text of elements by id."""

    def __init__(self, source):
        super().__init__()
        self.titles, self.queries, self.keys, self.cells, self.ids = [], [], [], {}, {}
        self.map = self.checked = None
        self.open = []
        self.scripts = self.images = 0
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        classes = (attrs.get("class") or "").split()
        self.scripts += tag == "script"
        self.images += tag == "img"
        sink = None
        if tag == "th":
            target = self.titles if "axis" in classes else self.queries if "query" in classes else self.keys
            target.append("")
            sink = (target, len(target) - 1)
        if tag == "td" and "data-key" in attrs:
            place = int(attrs["data-query"]), int(attrs["data-key"])
            self.cells[place] = attrs["data-value"]
        if "id" in attrs:
            self.ids[attrs["id"]] = ""
            sink = sink or (self.ids, attrs["id"])
            if attrs["id"] == "map":
                self.map = attrs.get("data-map")
        if tag == "title":
            self.ids["title"] = ""
            sink = (self.ids, "title")
        if tag not in ("meta", "link", "input", "img", "br"):
            self.open.append((tag, sink))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for _, sink in self.open:
            if sink:
                sink[0][sink[1]] += data


class Browser:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, name, fragment="", script="", arguments=()):
        path = os.path.join(self.folder, name)
        if script:
            with open(path, encoding="utf-8") as file:
                source = file.read()
            path = os.path.join(self.folder, "played_" + name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(source.replace("</body>", f"<script>{script}</script></body>"))
        command = [self.program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                   "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
                   f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=5000", *arguments,
                   "file://" + path + fragment]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=120, check=False)
        complaints = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
        assert not complaints, f"{name}: the browser complains: {complaints}"
        return run.stdout

    def read(self, name, fragment="", script=""):
        return Page(self.run(name, fragment, script, ["--dump-dom"]))


def same(came, wanted, what):
    assert came == wanted, f"{what}: wanted {wanted!r}, came {came!r}"


def check_places(browser):
    for fragment, head in (("", 0), ("#head=1", 1), ("#heads=1", 1), ("#heads=7", 0)):
        page = browser.read("places.html", fragment)
        same(page.queries, ["猫", "吃", "鱼"], "labels of queries")
        same(page.keys, ["猫", "吃", "鱼"], "labels of keys")
        same(sorted(page.titles), ["seq (query)", "seq' (key)"], "names of axes")
        same(page.map, f"heads={head}", f"the map shown for {fragment!r}")
        same({place: float(value) for place, value in page.cells.items()},
             {(q, k): round(head + q / 10 + k / 100, 6) for q in range(3) for k in range(3)}, f"weights of head {head}")
        same(page.ids["caption"], f"Attention weights, heads={head}", "caption")
        same(page.ids["lowest"], "0", "the lower end of the scale")


def check_play(browser):
    page = browser.read("places.html", script="document.getElementById('choice-0-1').click()")
    same(page.map, "heads=1", "the map after a click on head 1")
    page = browser.read("places.html", script="""
        const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        document.querySelector("td[tabindex='0']").focus();
        const keys = "Down Right Right Right Up Down Down";
        for (const key of keys.split(" ")) press("Arrow" + key);
        """)
    same(page.ids["reading"], "0.22鱼 → 鱼", "what is read after walking to the last cell")
    page = browser.read("places.html", script="location.hash = '#heads=1'")
    same(page.map, "heads=1", "the map after a change of the fragment")
    page = browser.read("places.html", script="""
        const cell = document.querySelector("td[data-query='1'][data-key='2']");
        cell.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))""")
    same(page.ids["reading"], "0.12吃 → 鱼", "what is read under the pointer")


def check_cross(browser):
    page = browser.read("cross.html", "#batch=1&heads=1")
    same(page.queries, ["le", "chat", "\U0001F408"], "labels of queries")
    same(page.keys, ["the", "cat", "eats", "e\u0301"], "labels of keys")
    same(page.map, "batch=1, heads=1", "the map")
    same(page.cells[2, 3], "1123", "a weight")
    page = browser.read("cross.html", script="""
        const list = document.getElementById("list-0"); list.value = 1; list.dispatchEvent(new Event("change"))""")
    same(page.map, "batch=1, heads=0", "the map after a choice from the list")


def check_hostile(browser):
    page = browser.read("hostile.html")
    same(page.ids["title"], "</title><script>document.title='owned'</script>", "title")
    same(page.queries[0], "</script><script>document.title='owned'</script>", "a label that closes scripts")
    same(page.keys[1], "<img src=x onerror=\"document.title='owned'\">", "a label that is an image")
    same(page.keys[3], "&amp;\ufffd␊", "a label with an entity, a change of direction and a new line")
    same((page.scripts, page.images), (2, 0), "scripts and images of the page")


def check_sizes(browser):
    page = browser.read("odd.html")
    same(list(page.cells.values()), ["nan", "-inf", "0.5"], "weights that are not finite")
    page = browser.read("one.html")
    same((page.queries, page.keys, page.cells), (["all"], ["all"], {(0, 0): "1"}), "one cell")
    page = browser.read("none.html")
    same(page.cells, {}, "no cells")
    page = browser.read("whole.html")
    same((len(page.cells), page.cells[63, 63], page.cells[63, 62]), (64 * 64, "1", "0"), "64 x 64")
    page = browser.read("large.html")
    same(len(page.cells), 128 * 128, "cells of 512 x 512")
    same([place for place, value in page.cells.items() if value != "0"], [(75, 102)], "the peak of 512 x 512")
    same(page.queries[75], "300 .. 303", "the label of four queries")


def check_screenshot(browser, keep):
    path = keep or os.path.join(browser.folder, "page.png")
    browser.run("places.html", "#head=1", arguments=[f"--screenshot={path}", "--window-size=640,720"])
    with open(path, "rb") as file:
        picture = file.read()
    same(struct.unpack(">II", picture[16:24]), (640, 720), "the size of the screenshot")
    assert len(picture) > 5000, "the screenshot is blank"


def main():
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if not browser:
        print("skipped: no Chromium was found (Debian, Ubuntu: apt-get install chromium)")
        sys.exit(77)
    keep = sys.argv[sys.argv.index("--screenshot") + 1] if "--screenshot" in sys.argv else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        subprocess.run([os.path.abspath(sys.argv[1]), folder], check=True)
        browser = Browser(browser, folder)
        for check in (check_places, check_play, check_cross, check_hostile, check_sizes):
            check(browser)
            print(check.__name__, "passed", flush=True)
        check_screenshot(browser, keep)
        print("check_screenshot passed")


if __name__ == "__main__":
    main()
