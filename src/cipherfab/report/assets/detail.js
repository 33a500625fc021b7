// SPDX-License-Identifier: Apache-2.0
"use strict";
// The panel of one row: everything that is known about it.

const part = (heading, ...content) => el("section", {}, el("h3", {}, heading), ...content);
const pairs = entries => el("dl", {class: "pairs"}, entries.map(([name, value]) => [el("dt", {}, name), el("dd", {}, words(value))]));

// Lists in a line, and what has parts as a list of its own.
function words(value) {
  if (value === null || typeof value !== "object" || value instanceof Node) return value;
  return Array.isArray(value) ? value.map(item => typeof item === "object" ? JSON.stringify(item) : item).join(", ") : pairs(Object.entries(value));
}

function copyable(text) {
  const button = el("button", {type: "button", class: "copy", onclick: () => copy(text, button)}, "Copy");
  return el("div", {class: "code"}, el("pre", {tabindex: 0}, text), button);
}

function drawDetail() {
  const panel = byId("detail");
  const row = ROWS.find(item => item.id === state.row);
  panel.hidden = !row;
  document.body.classList.toggle("open", Boolean(row));
  if (!row || panel.dataset.id === row.id) return;
  panel.dataset.id = row.id;
  panel.scrollTop = 0;
  panel.replaceChildren(...detailOf(row).filter(Boolean));
}

function detailOf(row) {
  const where = [row.platform, row.recipe, row.target, row.bus && `${row.bus}-bit bus`, row.options].filter(Boolean).join(" · ");
  return [
    el("div", {class: "head"}, el("div", {}, el("h2", {}, row.core), el("p", {class: "muted"}, where)),
      el("button", {type: "button", class: "close", "aria-label": "Close the details", onclick: () => select("")}, "×")),
    row.remarks.length ? el("ul", {class: `remarks ${row.status}`}, row.remarks.map(text => el("li", {}, text))) : null,
    row.command ? part("Reproduce", copyable(row.command)) : null,
    part("Measured", metricList(row)),
    part("Evidence", evidenceList(row)),
    row.cycles_formula || Object.keys(row.formulas).length ? part("Cycles", formulas(row)) : null,
    Object.keys(row.throughputs).length ? part("Throughput, Mbit/s", ...grids(row.throughputs)) : null,
    Object.keys(row.energies).length ? part("Energy, pJ/bit at 10 MHz", ...grids(row.energies)) : row.energy_note ? part("Energy", el("p", {class: "muted"}, row.energy_note)) : null,
    Object.keys(row.area_split).length ? part(`Area, ${row.values.area_ge ? "GE" : "LUTs"}`, ...splits(row)) : null,
    row.requested_achieved.length ? part("Requested and achieved frequency", sweep(row)) : null,
    row.recipe_text ? part("Recipe", copyable(row.recipe_text)) : null,
    row.third_party ? part("Author", pairs(Object.entries(row.third_party))) : null,
    Object.keys(row.versions).length ? part("Versions", pairs(Object.entries(row.versions))) : null,
    Object.keys({...row.provenance, ...row.extra}).length ? part("Provenance", pairs(Object.entries({...row.provenance, ...row.extra}))) : null,
  ];
}

function metricList(row) {
  const names = Object.keys(METRICS).filter(name => !workloadOf(name) && measured(row, name) && !["area_kge", "throughput_gbps"].includes(name));
  return el("table", {class: "plain"}, el("tbody", {}, names.map(name => {
    const spread = spreadOf(row, name);
    const range = deviation(spread) ? `${number(spread[0])} … ${number(spread[2])}` : "";
    return el("tr", {}, el("th", {scope: "row"}, METRICS[name].label), el("td", {class: "number"}, number(spread[1])), el("td", {class: "unit"}, METRICS[name].unit), el("td", {class: "muted"}, range));
  })));
}

function evidenceList(row) {
  return el("ul", {class: "links"}, Object.entries(DATA.links).map(([name, meaning]) => {
    const items = row.evidence.filter(item => item.link === name);
    const result = item => item.passed === null ? "not applicable" : item.passed ? "passed" : "failed";
    const lines = items.length ? items.map(item => el("span", {}, `${result(item)}${item.detail ? ": " + item.detail : ""} `, el("small", {}, duration(item.seconds)))) : ["absent"];
    const worst = items.some(item => item.passed === false) ? "failed" : items.some(item => item.passed) ? "passed" : "absent";
    return el("li", {}, el("b", {class: `badge ${worst}`, "aria-hidden": "true"}, LETTERS[name]), el("div", {}, el("span", {class: "muted"}, meaning), ...lines.map(line => el("div", {}, line))));
  }));
}

function formulas(row) {
  const known = Object.values(row.formulas).includes(row.cycles_formula) || "enc" in row.formulas;
  return pairs([...(row.cycles_formula && !known ? [["enc", el("code", {}, row.cycles_formula)]] : []), ...Object.entries(row.formulas).map(([name, text]) => [name, el("code", {}, text)])]);
}

function grids(values) {
  const keys = Object.keys(values).map(key => key.split("/"));
  const rank = size => size === "long" ? Infinity : Number(size);
  const sizes = [...new Set(keys.map(key => key.at(-1)))].sort((a, b) => rank(b) - rank(a));
  const kinds = [...new Set(keys.map(key => key.slice(0, -1).join("/")))];
  const words = {enc: "encrypt", dec: "decrypt", hash: "hash", pt: "PT", ad: "AD", "ad+pt": "AD + PT", msg: "message"};
  const name = kind => kind.split("/").map(word => words[word] || word).join(" ");
  return [el("table", {class: "plain grid"},
    el("thead", {}, el("tr", {}, el("th", {}), sizes.map(size => el("th", {scope: "col", class: "number"}, size === "long" ? size : `${size} B`)))),
    el("tbody", {}, kinds.map(kind => el("tr", {}, el("th", {scope: "row"}, name(kind)), sizes.map(size => el("td", {class: "number"}, number(values[`${kind}/${size}`])))))))];
}

function splits(row) {
  return [["sequential", "combinational"], ["core", "wrapper"]].filter(names => names.some(name => row.area_split[name] !== undefined)).map(names => {
    const values = names.map(name => row.area_split[name] || 0);
    const total = values[0] + values[1] || 1;
    const svg = shape("svg", {class: "split", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true"},
      shape("rect", {class: "first", width: 100 * values[0] / total, height: 6}), shape("rect", {class: "second", x: 100 * values[0] / total, width: 100 * values[1] / total, height: 6}));
    const text = names.map((name, index) => el("span", {}, `${name} ${number(values[index])} (${Math.round(100 * values[index] / total)}%)`));
    return el("div", {class: "splits"}, svg, el("div", {}, text));
  });
}

function sweep(row) {
  const area = row.requested_achieved.some(line => line[2] !== null && line[2] !== undefined);
  const heads = ["requested MHz", "achieved MHz", ...(area ? [row.values.area_ge ? "area GE" : "LUTs"] : [])];
  return el("table", {class: "plain grid"}, el("thead", {}, el("tr", {}, heads.map(text => el("th", {scope: "col", class: "number"}, text)))),
    el("tbody", {}, row.requested_achieved.map(line => el("tr", {}, heads.map((_, index) => el("td", {class: "number"}, number(line[index])))))));
}
