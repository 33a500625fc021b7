// SPDX-License-Identifier: Apache-2.0
"use strict";
// The rows, and what of them is visible in which order. The state lives in the URL's hash: a link restores it.

const DATA = JSON.parse(byId("data").textContent);
const ROWS = DATA.rows;
const METRICS = DATA.metrics;
const DISTINCT = Object.fromEntries(["platform", "algorithm", "architecture", "recipe", "group"].map(name => [name, [...new Set(ROWS.map(row => row[name]))]]));
const FILTERS = ["platform", "algorithm", "architecture"];
const CHOICES = ["kind", "message"];
const LIMITS = ["kge", "luts", "mhz", "mbps", "pj"];
const NEEDS = ["dec", "hash", "masked", "redundant"];
const PROTECTIONS = {masked: "masked=", redundant: "redundant="};
const DEFAULTS = {q: "", platform: "", algorithm: "", architecture: "", kind: "", message: "long", kge: "", luts: "", mhz: "", mbps: "", pj: "", dec: "", hash: "", masked: "", redundant: "", verified: "",
  sort: "", dir: "", x: "", y: "", lx: "1", ly: "1", colour: "", row: ""};
const state = {...DEFAULTS};

const title = name => METRICS[name].unit ? `${METRICS[name].label} (${METRICS[name].unit})` : METRICS[name].label;
const BY_WORKLOAD = ["throughputs", "energies"];
const workloadOf = name => BY_WORKLOAD.find(group => name.startsWith(group + "/"));
const valueOf = (row, name) => { const group = workloadOf(name); return group ? row[group][name.slice(group.length + 1)] : row.values[name]; };
const median = (row, name) => row.seed_spread[name]?.[1] ?? valueOf(row, name) ?? null;
const spreadOf = (row, name) => row.seed_spread[name] || (measured(row, name) ? Array(3).fill(median(row, name)) : null);
const measured = (row, name) => median(row, name) !== null;

for (const row of ROWS) {
  row.text = [row.core, row.platform, row.recipe, row.options, row.group, row.status, row.cycles_formula, ...row.remarks,
    ...Object.values(row.third_party || {})].join(" ").toLowerCase();
}

function readHash() {
  Object.assign(state, DEFAULTS);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (Object.hasOwn(DEFAULTS, name)) state[name] = value;
  }
  for (const name of ["x", "y"]) if (!Object.hasOwn(METRICS, state[name])) state[name] = "";
  if (!Object.hasOwn(METRICS, state.sort) && !TEXT_COLUMNS.includes(state.sort)) state.sort = "";
}

function writeHash() {
  const changed = Object.entries(state).filter(([name, value]) => value !== DEFAULTS[name]);
  history.replaceState(null, "", "#" + new URLSearchParams(changed));
}

function matches(row) {
  return state.q.toLowerCase().split(/\s+/).every(word => row.text.includes(word))
    && FILTERS.every(name => !state[name] || row[name] === state[name])
    && (!state.verified || row.status === "ok")
    && (!state.kind || kindOf(row) === state.kind) && keepsLimits(row) && NEEDS.every(name => !state[name] || does(row, name));
}

// What has no frequency has no throughputs, but formulas of its cycles.
const measures = (row, work) => Object.keys({...row.throughputs, ...row.formulas}).some(load => load.split("/")[0] === work);
const KINDS = {aead: "aead", hash: "hash", perm: "primitive", bc: "primitive", tbc: "primitive"};
const kindOf = row => KINDS[row.kind] || (measures(row, "call") || row.bus === null ? "primitive" : measures(row, "enc") ? "aead" : "hash");
const does = (row, name) => Object.hasOwn(PROTECTIONS, name) ? row.core.includes(PROTECTIONS[name]) : measures(row, name);

// As `cipherfab choose`: what was not measured keeps no limit, and throughput is that at the clock that is asked for.
function keepsLimits(row) {
  const {area_ge: area, luts, fmax_mhz: fmax} = row.values;
  const mbps = ofMessage(row, "throughputs", row.values.throughput_mbps);
  const speed = state.mhz && mbps !== null ? mbps / fmax * Number(state.mhz) : mbps;
  const above = (name, value) => !state[name] || known(value) && value >= Number(state[name]);
  const below = (name, value, unit = 1) => !state[name] || known(value) && value <= unit * Number(state[name]);
  return below("kge", area, 1000) && below("luts", luts) && above("mhz", fmax) && above("mbps", speed) && below("pj", ofMessage(row, "energies", row.values.energy_pj_per_bit));
}

const known = value => value !== null && value !== undefined;

// What a core's own work takes on messages of the chosen length; a primitive has calls, whatever the length is.
function ofMessage(row, group, long) {
  if (kindOf(row) === "primitive" || state.message === "long") return long ?? null;
  return row[group][`enc/pt/${state.message}`] ?? row[group][`hash/msg/${state.message}`] ?? null;
}

function visible() {
  const rows = ROWS.filter(matches);
  if (!state.sort) return rows;
  const sign = state.dir === "desc" ? -1 : 1;
  return rows.sort((a, b) => {
    if (TEXT_COLUMNS.includes(state.sort)) return sign * textOf(a, state.sort).localeCompare(textOf(b, state.sort), "en", {numeric: true});
    const [left, right] = [median(a, state.sort), median(b, state.sort)];
    // What was not measured comes last in both directions.
    if (left === null || right === null) return (left === null) - (right === null);
    return sign * (left - right);
  });
}

const TEXT_COLUMNS = ["core", "platform", "recipe", "target", "evidence"];
const passedLinks = row => Object.keys(DATA.links).map(name => ({false: 0, null: 1, true: 2})[row.chain[name]?.passed ?? null]).join("");
function textOf(row, name) {
  return name === "evidence" ? passedLinks(row) : String(row[name]);
}

function front(rows, x, y) {
  const low = METRICS[y].better === "low" ? 1 : -1;
  const across = METRICS[x].better === "low" ? 1 : -1;
  const found = [];
  const sorted = [...rows].sort((a, b) => across * (median(a, x) - median(b, x)) || low * (median(a, y) - median(b, y)));
  for (const row of sorted) {
    if (!found.length || low * median(row, y) < low * median(found.at(-1), y)) found.push(row);
  }
  return found;
}

function csv(rows) {
  const names = ["core", "algorithm", "architecture", "options", "bus", "platform", "recipe", "kind", "period_ps", "seeds", "status", "verified", "failure", "cycles_formula", "command"];
  const metrics = Object.keys(METRICS).filter(name => ROWS.some(row => measured(row, name)));
  const lines = rows.map(row => [...names.map(name => row[name]), ...metrics.map(name => median(row, name))].map(quote).join(","));
  return [[...names, ...metrics].map(quote).join(","), ...lines].join("\r\n") + "\r\n";
}

function quote(value) {
  if (value === null || value === undefined) return "";
  // A spreadsheet would run a text that starts like a formula.
  if (Array.isArray(value)) return quote(value.join(" "));
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
