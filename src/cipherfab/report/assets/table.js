// SPDX-License-Identifier: Apache-2.0
"use strict";
// The table: sortable headers, one cached element per row, evidence badges.

const TABLE_METRICS = DATA.columns;
const LETTERS = DATA.letters;
const SPREAD = new Set(TABLE_METRICS.filter(name => ROWS.some(row => deviation(spreadOf(row, name)))));
const rowElements = new Map();
// A browser lays out some hundred rows at once, but not thousands; the others are a click away, and always in plot and download.
let rowLimit = 300;

function badges(row) {
  return el("span", {class: "chain"}, Object.entries(DATA.links).map(([name, meaning]) => {
    const item = row.chain[name];
    const result = !item ? "absent" : item.passed === null ? "not applicable" : item.passed ? "passed" : "failed";
    const words = `${name}: ${result}${item?.detail ? " – " + item.detail : ""}`;
    return el("abbr", {class: `badge ${result.split(" ")[0]}`, title: `${words}\n${meaning}`, role: "img", "aria-label": words}, LETTERS[name]);
  }));
}

function metricCell(row, name) {
  const spread = spreadOf(row, name);
  if (!spread) return el("td", {class: "number absent", "data-column": name}, "–", SPREAD.has(name) ? el("small", {}) : null);
  const range = deviation(spread) ? `median of the seeds; ${number(spread[0])} to ${number(spread[2])}` : "";
  return el("td", {class: "number", "data-column": name, title: range}, number(spread[1]), SPREAD.has(name) ? el("small", {}, deviation(spread)) : null);
}

function makeRow(row) {
  const name = el("button", {type: "button", class: "core", onclick: event => { event.stopPropagation(); select(row.id, true); }}, row.core);
  const remarks = row.remarks.length ? el("span", {class: "remarks"}, el("span", {}, row.remarks.join(" · "))) : null;
  return el("tr", {"data-id": row.id, class: row.status, onclick: () => select(row.id)},
    el("th", {scope: "row"}, name, remarks),
    el("td", {}, row.platform), el("td", {}, row.recipe), el("td", {title: "the target period and the seeds that the numbers are of"}, row.target || "–"), el("td", {}, badges(row)),
    TABLE_METRICS.map(metric => metricCell(row, metric)));
}

function makeHeader() {
  const columns = [["core", "Core"], ["platform", "Platform"], ["recipe", "Recipe"], ["target", "Period, seeds"], ["evidence", "Evidence"],
    ...TABLE_METRICS.map(name => [name, METRICS[name].header || title(name)])];
  byId("table").tHead.replaceChildren(el("tr", {}, columns.map(([name, text]) => {
    const metric = METRICS[name];
    const hint = metric ? `${title(name)}, ${metric.better} is better` : "";
    return el("th", {scope: "col", "data-column": name, class: metric ? `number${SPREAD.has(name) ? " spread" : ""}` : null, title: hint},
      el("button", {type: "button", onclick: () => sortBy(name)}, text, el("i", {"aria-hidden": "true"})));
  })));
}

function sortBy(name) {
  const down = state.sort === name ? state.dir !== "desc" : METRICS[name]?.better === "high" || name === "evidence";
  Object.assign(state, {sort: name, dir: down ? "desc" : ""});
  update();
}

function drawTable(rows) {
  for (const header of byId("table").tHead.querySelectorAll("th")) {
    const sorted = header.dataset.column === state.sort;
    header.setAttribute("aria-sort", sorted ? (state.dir === "desc" ? "descending" : "ascending") : "none");
  }
  if (rows.findIndex(row => row.id === state.row) >= rowLimit) rowLimit = Infinity;
  byId("more").hidden = rows.length <= rowLimit;
  byId("more").textContent = `Show the other ${number(rows.length - rowLimit)} rows`;
  const elements = rows.slice(0, rowLimit).map(row => {
    if (!rowElements.has(row.id)) rowElements.set(row.id, makeRow(row));
    const element = rowElements.get(row.id);
    element.classList.toggle("selected", row.id === state.row);
    return element;
  });
  byId("table").tBodies[0].replaceChildren(...elements);
  hideEmptyColumns(rows, elements);
  byId("none").hidden = rows.length > 0;
}

function hideEmptyColumns(rows, elements) {
  const empty = new Set(rows.length ? TABLE_METRICS.filter(name => !rows.some(row => measured(row, name))) : []);
  const key = [...empty].join(" ");
  for (const element of [byId("table").tHead.rows[0], ...elements]) {
    if ((element.dataset.hides || "") === key) continue;
    element.dataset.hides = key;
    for (const cell of element.querySelectorAll("[data-column]")) cell.hidden = empty.has(cell.dataset.column);
  }
}

function moveInTable(event) {
  const step = {ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling"}[event.key];
  const next = step && event.target.closest("tbody tr")?.[step];
  if (!next) return;
  event.preventDefault();
  next.querySelector("button.core").focus();
  if (state.row) select(next.dataset.id);
}

function drawChainLegend() {
  byId("chain").replaceChildren("Chain of evidence: ", ...Object.entries(DATA.links).map(([name, meaning]) =>
    el("span", {}, el("b", {class: "badge passed"}, LETTERS[name]), " " + meaning)),
  el("span", {}, el("b", {class: "badge absent"}, "–"), " absent"), el("span", {}, el("b", {class: "badge failed"}, "×"), " failed"),
  el("span", {}, "± largest deviation of a seed from the median"));
}
