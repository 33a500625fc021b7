// SPDX-License-Identifier: Apache-2.0
"use strict";
// The scatter plot: axes, Pareto fronts (one per platform), points with spread, tooltip.

const FRAME = {left: 62, right: 16, top: 14, bottom: 40};
const MARKS = [
  "M-4.2,0a4.2,4.2 0 1,0 8.4,0a4.2,4.2 0 1,0 -8.4,0", "M-3.8,-3.8h7.6v7.6h-7.6z", "M0,-4.9L4.6,3.4H-4.6z",
  "M0,-5.2L5.2,0L0,5.2L-5.2,0z", "M0,4.9L4.6,-3.4H-4.6z", "M-1.6,-4.8h3.2v3.2h3.2v3.2h-3.2v3.2h-3.2v-3.2h-3.2v-3.2h3.2z",
];
const distinct = name => DISTINCT[name];
const markOf = platform => MARKS[distinct("platform").indexOf(platform) % MARKS.length];

function colourBy() {
  if (state.colour) return state.colour;
  return distinct("algorithm").length > 1 ? "algorithm" : "architecture";
}

const colourOf = row => `c${distinct(colourBy()).indexOf(row[colourBy()]) % 8}`;

function commonest(rows, preferred, others) {
  const count = name => rows.filter(row => measured(row, name)).length;
  const most = names => names.reduce((best, name) => count(name) > count(best) ? name : best);
  return count(most(preferred)) ? most(preferred) : most(others);
}

function chosenAxes(rows) {
  const x = state.x || commonest(rows, ["area_ge", "luts"], ["area_um2", "flip_flops", "delay_ns"]);
  return {x, y: state.y || commonest(rows, ["throughput_mbps"], ["fmax_mhz", "delay_ns"])};
}

function scale(values, low, high, log) {
  const useLog = log && values.every(value => value > 0);
  const map = useLog ? Math.log10 : value => value;
  let [start, end] = values.length ? [map(Math.min(...values)), map(Math.max(...values))] : [0, 1];
  const margin = (end - start || Math.abs(end) || 1) * 0.08;
  start = !useLog && values.every(value => value >= 0) ? Math.max(0, start - margin) : start - margin;
  end += margin;
  const place = value => low + (map(value) - start) / (end - start) * (high - low);
  return Object.assign(place, {ticks: useLog ? logTicks(10 ** start, 10 ** end) : linearTicks(start, end)});
}

function logTicks(low, high) {
  const steps = high / low > 300 ? [1] : high / low > 12 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) if (step * 10 ** power >= low && step * 10 ** power <= high) found.push(Number((step * 10 ** power).toPrecision(6)));
  }
  return found.length > 1 ? found : linearTicks(low, high);
}

function linearTicks(low, high) {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find(factor => factor * power >= rough) * power;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) found.push(Number(tick.toPrecision(6)));
  return found;
}

function drawScatter(rows) {
  const {x, y} = chosenAxes(rows);
  const shown = rows.filter(row => measured(row, x) && measured(row, y));
  const width = Math.max(byId("canvas").clientWidth, 280);
  const height = Math.round(Math.min(Math.max(width * 0.52, 280), 430));
  const svg = byId("scatter");
  fill(svg, {viewBox: `0 0 ${width} ${height}`, width, height}, []);
  const across = scale(shown.flatMap(row => spreadOf(row, x)), FRAME.left, width - FRAME.right, state.lx);
  const up = scale(shown.flatMap(row => spreadOf(row, y)), height - FRAME.bottom, FRAME.top, state.ly);
  svg.replaceChildren(axesOf(across, up, x, y, width, height), frontsOf(shown, across, up, x, y), ...pointsOf(shown, across, up, x, y));
  labelFront(svg, shown, across, up, x, y, width);
  fillLegend(shown);
  tellMissing(rows, shown, x, y);
}

function axesOf(across, up, x, y, width, height) {
  const bottom = height - FRAME.bottom;
  let last = -Infinity;
  const columns = across.ticks.map(tick => {
    const at = across(tick);
    const crowded = at - last < 46;
    if (!crowded) last = at;
    return [shape("line", {class: "grid", x1: at, x2: at, y1: FRAME.top, y2: bottom}),
      crowded ? null : shape("text", {class: "tick middle", x: at, y: bottom + 15}, number(tick))];
  });
  const lines = up.ticks.map(tick => [shape("line", {class: "grid", x1: FRAME.left, x2: width - FRAME.right, y1: up(tick), y2: up(tick)}),
    shape("text", {class: "tick end", x: FRAME.left - 7, y: up(tick) + 3.5}, number(tick))]);
  return shape("g", {"aria-hidden": "true"}, ...columns, ...lines,
    shape("path", {class: "axis", d: `M${FRAME.left},${FRAME.top}V${bottom}H${width - FRAME.right}`}),
    shape("text", {class: "title middle", x: (FRAME.left + width - FRAME.right) / 2, y: height - 6}, title(x)),
    shape("text", {class: "title middle", transform: `translate(13 ${(FRAME.top + bottom) / 2}) rotate(-90)`}, title(y)));
}

const good = rows => rows.filter(row => row.status !== "failed");
const platformsOf = rows => distinct("platform").map(name => rows.filter(row => row.platform === name)).filter(list => list.length);
// What may be compared with each other: rows of one platform and one kind, with registers or without.
const likes = rows => distinct("platform").flatMap(platform => distinct("group").map(
  group => rows.filter(row => row.platform === platform && row.group === group))).filter(list => list.length);

function frontsOf(rows, across, up, x, y) {
  // Stairs: every point under the line is beaten by the point at its corner.
  const stairs = list => front(list, x, y).map((row, index) => {
    const [left, top] = [across(median(row, x)), up(median(row, y))];
    return index ? `H${left}V${top}` : `M${left},${top}`;
  }).join("");
  return shape("g", {"aria-hidden": "true"}, likes(good(rows)).map(list => shape("path", {class: "front", d: stairs(list)})));
}

function pointsOf(rows, across, up, x, y) {
  const order = [...rows].sort((a, b) => (a.id === state.row) - (b.id === state.row) || median(a, x) - median(b, x));
  return order.map((row, index) => {
    const [lowX, atX, highX] = spreadOf(row, x);
    const [lowY, atY, highY] = spreadOf(row, y);
    const [left, top] = [across(atX), up(atY)];
    const words = `${row.core}, ${row.platform}, ${row.recipe}: ${title(x)} ${number(atX)}, ${title(y)} ${number(atY)}`;
    return shape("g", {class: `point ${colourOf(row)} ${row.status}${row.id === state.row ? " selected" : ""}`, "data-id": row.id, role: "button",
      tabindex: index ? -1 : 0, "aria-label": words, onclick: () => select(row.id), onkeydown: event => moveInScatter(event, row),
      onpointerenter: () => showTip(row, x, y, left, top), onpointerleave: hideTip, onfocus: () => showTip(row, x, y, left, top), onblur: hideTip},
    shape("path", {class: "whisker", d: `M${across(lowX)},${top}H${across(highX)}M${left},${up(lowY)}V${up(highY)}`}),
    shape("circle", {class: "halo", cx: left, cy: top, r: 9}),
    shape("path", {class: "mark", d: markOf(row.platform), transform: `translate(${left} ${top})`}));
  });
}

function moveInScatter(event, row) {
  if (event.key === "Enter" || event.key === " ") { event.preventDefault(); select(row.id, true); return; }
  const step = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1}[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...byId("scatter").querySelectorAll(".point")];
  all[all.indexOf(event.currentTarget) + step]?.focus();
}

function labelFront(svg, rows, across, up, x, y, width) {
  // Beside the point, on the side where there is room; a label that would cover another one is left out (the tooltip has it).
  const taken = rows.map(row => ({left: across(median(row, x)) - 5, right: across(median(row, x)) + 5, top: up(median(row, y)) - 5, bottom: up(median(row, y)) + 5}));
  const named = new Set();
  const several = new Set(rows.map(row => row.algorithm)).size > 1;
  for (const row of likes(good(rows)).flatMap(list => front(list, x, y)).reverse()) {
    if (named.has(row.platform + row.core)) continue;
    named.add(row.platform + row.core);
    const text = shape("text", {class: "label", "aria-hidden": "true"}, several ? row.core : row.core.split("/").slice(1).join("/") || row.core);
    svg.append(text);
    const [left, top, long] = [across(median(row, x)), up(median(row, y)), text.getComputedTextLength()];
    const places = [[left - 8 - long, top - 6], [left + 9, top + 12], [left - long / 2, top - 10], [left + 9, top - 6], [left - 8 - long, top + 12]];
    const free = places.map(([at, base]) => ({left: at, right: at + long, top: base - 9, bottom: base + 2})).find(box =>
      box.left > FRAME.left && box.right < width - 4 && box.top > 0
      && !taken.some(other => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
    if (!free) { text.remove(); continue; }
    fill(text, {x: free.left, y: free.bottom - 2}, []);
    taken.push(free);
  }
}
