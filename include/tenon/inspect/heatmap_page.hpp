// The style and the script of the heat map's HTML page; its data come from heatmap_html.hpp.
#pragma once

namespace tenon::inspect::detail {

inline constexpr const char* page_style = R"css(
:root { color-scheme: light dark;
  --paper: #f6f6f3; --card: #ffffff; --ink: #1c1e24; --quiet: #666b75; --line: #dfdfd9; --accent: #1f6c9e; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #111217; --card: #191b22; --ink: #eceef3; --quiet: #9aa0ad; --line: #2e313b; --accent: #6fd6b8; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, -apple-system, "Segoe UI",
  "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
main { width: fit-content; min-width: min(100%, 34rem); max-width: 100%; margin: 0 auto; padding: 2.2rem 1.5rem 3rem; }
h1 { margin: 0; font-size: 1.45rem; font-weight: 650; letter-spacing: -.01em; }
.axes, .note { margin: .2rem 0 0; color: var(--quiet); font-size: .9rem; }
.axes { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: .82rem; }
fieldset { border: 0; margin: 1.3rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .55rem; min-width: 0; }
legend { padding: 0 0 .35rem; color: var(--quiet); font-size: .82rem; }
.choice { position: relative; display: block; cursor: pointer; border-radius: 9px; }
.choice input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.choice span { display: flex; flex-direction: column; align-items: center; gap: .3rem; padding: .45rem;
  min-width: 3.2rem; border: 1.5px solid var(--line); border-radius: 9px; background: var(--card); color: var(--quiet);
  font-size: .8rem; font-variant-numeric: tabular-nums; transition: border-color .12s, color .12s; }
.choice:hover span { border-color: var(--quiet); }
.choice input:checked + span { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent);
  color: var(--ink); font-weight: 600; }
.choice input:focus-visible + span { outline: 2.5px solid var(--accent); outline-offset: 2px; }
canvas { width: 44px; height: 44px; image-rendering: pixelated; border-radius: 4px; display: block; }
select { font: inherit; color: inherit; background: var(--card); border: 1.5px solid var(--line); border-radius: 8px;
  padding: .35rem .6rem; }
.card { margin-top: 1.3rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 1.2rem 1.4rem 0; }
.scroll { overflow-x: auto; padding: 3px; }
table { border-collapse: separate; border-spacing: var(--gap); font-variant-numeric: tabular-nums; margin: 0 auto; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { font-weight: 400; padding: 0; }
th.axis { color: var(--quiet); font-size: .82rem; text-align: center; white-space: nowrap; }
th.axis.keys { padding-bottom: .45rem; }
th.axis.queries { writing-mode: vertical-rl; transform: rotate(180deg); padding-left: .45rem; }
th bdi { display: block; white-space: pre; overflow: hidden; text-overflow: ellipsis; max-width: 11rem; }
th.query bdi { text-align: end; padding-inline-end: .5rem; }
th.key { vertical-align: bottom; padding-bottom: .3rem; }
th.key bdi { margin: 0 auto; }
.upright th.key bdi { width: var(--cell); text-align: center; }
.downwards th.key bdi { writing-mode: vertical-rl; max-width: none; max-height: 9rem; width: var(--cell);
  line-height: var(--cell); text-align: end; }
.small th.query bdi, .small th.key bdi { font-size: 11px; }
.small th.query bdi { line-height: var(--cell); height: var(--cell); overflow: visible; }
.small th.key bdi { overflow: visible; }
th.thin bdi { visibility: hidden; }
th.lit { font-weight: 650; } th.lit bdi { visibility: visible; }
td { width: var(--cell); min-width: var(--cell); height: var(--cell); padding: 0; text-align: center;
  border-radius: var(--round); overflow: hidden; font-size: 0; cursor: default; print-color-adjust: exact; }
td.corner { width: auto; min-width: 0; height: auto; }
.numbers td { font-size: calc(9px + var(--cell) * .08); }
td:hover, td:focus { outline: 2px solid var(--ink); outline-offset: 1px; position: relative; z-index: 1; }
td.odd { background: repeating-linear-gradient(45deg, #c2410c 0 2px, transparent 2px 6px) !important;
  color: var(--ink) !important; }
.below { display: flex; flex-wrap: wrap; gap: .8rem 2.2rem; align-items: flex-start; justify-content: space-between;
  position: sticky; bottom: 0; background: var(--card); border-radius: 14px; padding: 1.1rem 0 1rem;
  margin-bottom: 1px; }
.scale { width: 15rem; color: var(--quiet); font-size: .8rem; font-variant-numeric: tabular-nums; }
.scale .bar { height: 10px; border-radius: 3px; margin-bottom: .25rem; print-color-adjust: exact; }
.scale .ends { display: flex; justify-content: space-between; }
.scale .not { margin-top: .4rem; display: flex; align-items: center; gap: .45rem; }
.scale .not i { width: 14px; height: 14px; border-radius: 3px;
  background: repeating-linear-gradient(45deg, #c2410c 0 2px, transparent 2px 6px); }
.scale label { display: flex; gap: .4rem; align-items: center; margin-top: .35rem; cursor: pointer; }
.scale input { margin: 0; accent-color: var(--accent); }
output { min-height: 3.1em; font-size: .95rem; text-align: end; max-width: 22rem; }
output .quiet { font-size: .85rem; }
output b { font-size: 1.25rem; font-weight: 650; font-variant-numeric: tabular-nums; display: block; }
output bdi { white-space: pre-wrap; overflow-wrap: anywhere; } output .quiet { color: var(--quiet); }
)css";

inline constexpr const char* page_script = R"js(
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const brief = value => String(Number(value.toPrecision(Math.abs(value) < 1000 ? 3 : 5)));
const number = text => Number(text === "inf" ? Infinity : text === "-inf" ? -Infinity : text);
const rows = data.queries.labels.length, columns = data.keys.labels.length;
const chosen = data.maps.map(() => 0);

// ---- colours

const fromLeast = () => byId("from-least")?.checked ?? false;

function colourOf(value) {
  const points = data.scales[dark.matches ? "dark" : "light"], low = fromLeast() ? data.least : data.low;
  // The range itself may overflow.
  const range = data.high - low, half = data.high / 2 - low / 2;
  const share = range < Infinity ? (value - low) / range : (value / 2 - low / 2) / half;
  const place = Math.min(1, Math.max(0, share)) * (points.length - 1);
  const below = Math.min(points.length - 2, Math.floor(place)), weight = place - below;
  return [0, 1, 2].map(i => Math.round(points[below][i] + (points[below + 1][i] - points[below][i]) * weight));
}
function isLight(colour) {
  const [r, g, b] = colour.map(channel => (channel / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179;
}
const css = colour => "rgb(" + colour.join(",") + ")";

// ---- which map

const mapAt = places => data.maps.reduce((index, axis, i) => index * axis.shown + places[i], 0);
function readFragment() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  data.maps.forEach((axis, i) => {
    const alias = i === data.maps.length - 1 ? wanted.get("head") : null;
    const place = Number(wanted.get(axis.name) ?? alias ?? NaN);
    if (Number.isInteger(place) && place >= 0 && place < axis.shown) chosen[i] = place;
  });
}
function choose(axis, place) {
  chosen[axis] = place;
  const parts = data.maps.map((a, i) => a.extent > 1 ? encodeURIComponent(a.name) + "=" + chosen[i] : "");
  const fragment = parts.filter(Boolean).join("&");
  try { history.replaceState(null, "", "#" + fragment); } catch { }
  show();
}

// ---- the table

const cells = [], queryHeads = [], keyHeads = [];
const make = (name, parent, settings) => parent.appendChild(Object.assign(document.createElement(name), settings));
function label(parent, text) { make("bdi", parent, { textContent: text, title: text }); }

function build() {
  const table = byId("map"), longest = Math.max(rows, columns);
  const size = [[4, 92], [8, 68], [12, 52], [20, 34], [36, 22], [64, 13]].find(([most]) => longest <= most) ?? [0, 7];
  const cell = size[1], every = Math.max(1, Math.ceil(13 / cell));
  table.style.setProperty("--cell", cell + "px");
  table.style.setProperty("--gap", cell > 40 ? "3px" : cell > 20 ? "2px" : cell > 10 ? "1px" : "0px");
  table.style.setProperty("--round", cell > 40 ? "7px" : cell > 20 ? "4px" : cell > 10 ? "2px" : "0");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = (cell < 20 ? "11px" : "15px") + " " + getComputedStyle(document.body).fontFamily;
  const upright = data.keys.labels.every(text => pen.measureText(text).width <= cell);
  table.className = [upright ? "upright" : "downwards", cell > 40 ? "numbers" : "", cell < 20 ? "small" : ""].join(" ");
  make("caption", table, { id: "caption" });
  const head = make("thead", table), body = make("tbody", table);
  const axisRow = make("tr", head), keyRow = make("tr", head);
  make("td", axisRow, { colSpan: 2, className: "corner" });
  make("th", axisRow,
    { colSpan: Math.max(1, columns), className: "axis keys", textContent: data.keys.title, scope: "colgroup" });
  make("td", keyRow, { colSpan: 2, className: "corner" });
  data.keys.labels.forEach((text, k) => {
    keyHeads.push(make("th", keyRow, { className: "key" + (k % every ? " thin" : ""), scope: "col" }));
    label(keyHeads[k], text);
  });
  data.queries.labels.forEach((text, q) => {
    const row = make("tr", body);
    if (q === 0)
      make("th", row, { rowSpan: rows, className: "axis queries", textContent: data.queries.title, scope: "rowgroup" });
    queryHeads.push(make("th", row, { className: "query" + (q % every ? " thin" : ""), scope: "row" }));
    label(queryHeads[q], text);
    for (let k = 0; k < columns; ++k) {
      const cell = make("td", row, { tabIndex: cells.length ? -1 : 0 });
      cell.dataset.query = q;
      cell.dataset.key = k;
      cells.push(cell);
    }
  });
  table.addEventListener("pointerover", event => read(event.target.closest("td[data-key]")));
  table.addEventListener("focusin", event => read(event.target.closest("td[data-key]")));
  table.addEventListener("pointerleave", () => read(document.activeElement?.closest("td[data-key]")));
  table.addEventListener("focusout", () => read(null));
  table.addEventListener("keydown", walk);
}

function walk(event) {
  const cell = event.target.closest("td[data-key]");
  if (!cell) return;
  let q = Number(cell.dataset.query), k = Number(cell.dataset.key);
  if (event.key === "ArrowUp") --q;
  else if (event.key === "ArrowDown") ++q;
  else if (event.key === "ArrowLeft") --k;
  else if (event.key === "ArrowRight") ++k;
  else if (event.key === "Home") k = 0;
  else if (event.key === "End") k = columns - 1;
  else return;
  event.preventDefault();
  if (q < 0 || q >= rows || k < 0 || k >= columns) return;
  cell.tabIndex = -1;
  cells[q * columns + k].tabIndex = 0;
  cells[q * columns + k].focus();
}

function read(cell) {
  for (const head of document.querySelectorAll(".lit")) head.classList.remove("lit");
  const out = byId("reading");
  out.replaceChildren();
  if (!cell) { make("span", out, { className: "quiet", textContent: data.hint }); return; }
  queryHeads[cell.dataset.query].classList.add("lit");
  keyHeads[cell.dataset.key].classList.add("lit");
  make("b", out, { textContent: cell.dataset.value });
  make("bdi", out, { textContent: data.queries.labels[cell.dataset.query] });
  make("span", out, { className: "quiet", textContent: " \u2192 " });
  make("bdi", out, { textContent: data.keys.labels[cell.dataset.key] });
}

function show() {
  const map = data.cells[mapAt(chosen)] ?? [];
  cells.forEach((cell, i) => {
    const value = number(map[i]), odd = !Number.isFinite(value), colour = odd ? [0, 0, 0] : colourOf(value);
    cell.dataset.value = map[i];
    cell.textContent = odd ? map[i] : data.high <= 1 ? value.toFixed(2) : brief(value);
    cell.classList.toggle("odd", odd);
    cell.style.background = css(colour);
    cell.style.color = isLight(colour) ? "#111" : "#fff";
  });
  const name = data.maps.map((axis, i) => axis.name + "=" + chosen[i]).join(", ");
  byId("caption").textContent = data.title + (name ? ", " + name : "");
  byId("map").dataset.map = name;
  data.maps.forEach((axis, i) => {
    const control = byId("choice-" + i + "-" + chosen[i]);
    if (control) control.checked = true;
    const list = byId("list-" + i);
    if (list) list.value = chosen[i];
  });
  byId("lowest").textContent = fromLeast() ? data.ends.least : data.ends.low;
  byId("middle").textContent = fromLeast() ? data.ends.upperMiddle : data.ends.middle;
  const points = data.scales[dark.matches ? "dark" : "light"];
  byId("bar").style.background = "linear-gradient(to right," + points.map(css).join(",") + ")";
  drawThumbnails();
}

// ---- the selectors: pictures for the last leading axis, a list for the others and for many

function buildSelectors() {
  data.maps.forEach((axis, i) => {
    if (axis.shown < 2) return;
    const group = make("fieldset", byId("selectors"));
    make("legend", group, { textContent: axis.name });
    if (i < data.maps.length - 1 || axis.shown > 64) {
      const list = make("select", group, { id: "list-" + i, ariaLabel: axis.name });
      for (let place = 0; place < axis.shown; ++place) make("option", list, { value: place, textContent: place });
      list.addEventListener("change", () => choose(i, Number(list.value)));
      return;
    }
    for (let place = 0; place < axis.shown; ++place) {
      const choice = make("label", group, { className: "choice" });
      const id = "choice-" + i + "-" + place;
      const input = make("input", choice, { type: "radio", name: "axis-" + i, id, value: place });
      input.addEventListener("change", () => choose(i, place));
      const face = make("span", choice);
      make("canvas", face, { ariaHidden: "true" }).dataset.place = place;
      make("span", face, { textContent: place, style: "all: unset" });
    }
  });
}
function drawThumbnails() {
  for (const canvas of document.querySelectorAll("canvas[data-place]")) {
    const places = [...chosen.slice(0, -1), Number(canvas.dataset.place)], map = data.cells[mapAt(places)] ?? [];
    canvas.width = columns;
    canvas.height = rows;
    if (!rows || !columns) continue;
    const picture = new ImageData(columns, rows);
    map.forEach((text, i) => {
      const value = number(text);
      picture.data.set([...(Number.isFinite(value) ? colourOf(value) : [194, 65, 12]), 255], 4 * i);
    });
    canvas.getContext("2d").putImageData(picture, 0, 0);
  }
}

readFragment();
build();
buildSelectors();
byId("not").hidden = !data.cells.some(map => map.some(text => !Number.isFinite(number(text))));
show();
read(null);
byId("from-least")?.addEventListener("change", show);
addEventListener("hashchange", () => { readFragment(); show(); });
dark.addEventListener("change", show);
)js";

}  // namespace tenon::inspect::detail
