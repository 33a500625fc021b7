// SPDX-License-Identifier: Apache-2.0
"use strict";
// Wires the controls to the state, and draws after every change.

function options(select, names, first) {
  select.replaceChildren(...(first ? [el("option", {value: ""}, first)] : []), ...names.map(([value, text]) => el("option", {value}, text)));
}

function makeControls() {
  for (const name of FILTERS) options(byId(name), [...distinct(name)].sort((a, b) => a.localeCompare(b, "en", {numeric: true})).map(value => [value, value]), "all");
  options(byId("kind"), [["aead", "AEAD"], ["hash", "hash"], ["primitive", "primitive"]], "all");
  options(byId("message"), [["long", "long"], ["1536", "1,536 B"], ["64", "64 B"], ["16", "16 B"]]);
  const usable = Object.keys(METRICS).filter(name => ROWS.some(row => measured(row, name)));
  for (const name of ["x", "y"]) options(byId(name), usable.map(metric => [metric, title(metric)]));
  for (const name of ["q", ...LIMITS]) byId(name).addEventListener("input", event => { state[name] = event.target.value; update(); });
  for (const name of [...FILTERS, ...CHOICES, "x", "y", "colour"]) byId(name).addEventListener("change", event => { state[name] = event.target.value; update(); });
  for (const name of ["verified", ...NEEDS, "lx", "ly"]) byId(name).addEventListener("change", event => { state[name] = event.target.checked ? "1" : ""; update(); });
  byId("filters").addEventListener("submit", event => event.preventDefault());
  for (const id of ["reset", "none-reset"]) byId(id).addEventListener("click", event => { event.preventDefault(); reset(); });
  byId("csv").addEventListener("click", () => download("cipherfab.csv", "text/csv", csv(visible())));
  byId("json").addEventListener("click", () => download("cipherfab.json", "application/json", JSON.stringify(visible().map(clean), null, 1)));
  byId("theme").addEventListener("click", switchTheme);
  byId("table").addEventListener("keydown", moveInTable);
  byId("more").addEventListener("click", () => { rowLimit = Infinity; update(); });
  document.addEventListener("keydown", shortcuts);
}

const clean = ({text, remarks, chain, id, values, target, group, reach, ...row}) => row;

function shortcuts(event) {
  if (event.key === "Escape" && state.row) {
    const element = rowElements.get(state.row);
    select("");
    element?.querySelector("button.core").focus({preventScroll: true});
  }
  if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName)) {
    event.preventDefault();
    byId("q").focus();
  }
}

function reset() {
  for (const name of ["q", ...FILTERS, ...CHOICES, ...LIMITS, ...NEEDS, "verified", "sort", "dir"]) state[name] = DEFAULTS[name];
  update();
}

function select(id, focus) {
  state.row = id;
  update();
  if (!id) return;
  rowElements.get(id)?.scrollIntoView({block: "nearest"});
  if (focus) byId("detail").focus({preventScroll: true});
}

function switchTheme() {
  const dark = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark === "dark" ? "light" : "dark";
}

function update() {
  const rows = visible();
  const {x, y} = chosenAxes(rows);
  const shown = {...state, x, y, colour: colourBy()};
  for (const name of ["q", ...FILTERS, ...CHOICES, ...LIMITS, "x", "y", "colour"]) if (byId(name).value !== shown[name]) byId(name).value = shown[name];
  for (const name of ["verified", ...NEEDS, "lx", "ly"]) byId(name).checked = Boolean(state[name]);
  byId("count").textContent = `${rows.length} of ${ROWS.length} rows`;
  drawDetail();
  drawTable(rows);
  drawScatter(rows);
  drawLeaders(rows);
  writeHash();
}

makeControls();
makeHeader();
drawChainLegend();
readHash();
update();
addEventListener("hashchange", () => { readHash(); update(); });
let drawnWidth = byId("canvas").clientWidth;
new ResizeObserver(() => {
  // Only the width matters: the plot's own height would start a loop.
  if (byId("canvas").clientWidth === drawnWidth) return;
  drawnWidth = byId("canvas").clientWidth;
  drawScatter(visible());
}).observe(byId("canvas"));
