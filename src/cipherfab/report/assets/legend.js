// SPDX-License-Identifier: Apache-2.0
"use strict";
// What surrounds the scatter plot: tooltip, legend, and the best rows per platform.

function showTip(row, x, y, left, top) {
  const tip = byId("tip");
  const line = name => el("div", {}, el("span", {}, METRICS[name].label), el("b", {}, `${number(median(row, name))} ${METRICS[name].unit}`), el("small", {}, deviation(spreadOf(row, name))));
  tip.replaceChildren(el("strong", {}, row.core), el("div", {class: "muted"}, [row.platform, row.recipe].filter(Boolean).join(" · ")), line(x), line(y), badges(row),
    ...row.remarks.map(text => el("div", {class: "remarks"}, text)));
  tip.hidden = false;
  const room = byId("canvas").clientWidth - tip.offsetWidth;
  tip.style.left = `${Math.max(0, left + 16 > room ? left - tip.offsetWidth - 14 : left + 16)}px`;
  tip.style.top = `${Math.max(0, top - tip.offsetHeight / 2)}px`;
}

function hideTip() {
  byId("tip").hidden = true;
}

function fillLegend(rows) {
  const sample = (mark, css) => {
    const svg = shape("svg", {width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true"});
    svg.append(shape("g", {class: `point ${css}`}, shape("path", {class: "mark", d: mark})));
    return svg;
  };
  const name = colourBy();
  const colours = distinct(name).filter(value => rows.some(row => row[name] === value)).slice(0, 12).map(value =>
    el("span", {}, sample(MARKS[0], colourOf({[name]: value})), value || "–"));
  const platforms = platformsOf(rows).map(([row]) => el("span", {}, sample(markOf(row.platform), "plain"), row.platform));
  const failed = rows.some(row => row.status === "failed") ? [el("span", {}, sample(MARKS[0], "plain failed"), "failed")] : [];
  byId("legend").replaceChildren(...colours, ...(name === "platform" ? [] : platforms), ...failed, el("span", {}, el("i", {class: "stairs"}), "Pareto front per platform"));
}

function tellMissing(rows, shown, x, y) {
  const note = byId("missing");
  const absent = rows.filter(row => !shown.includes(row));
  note.hidden = !absent.length;
  if (!absent.length) return;
  const lacks = absent.some(row => !measured(row, x)) ? x : y;
  const other = lacks === x ? ["area_ge", "luts"].find(name => name !== x && absent.some(row => measured(row, name))) : null;
  note.replaceChildren(`${absent.length} of ${rows.length} visible rows have no ${title(lacks)} and are not in the plot. `,
    ...(other ? [el("button", {type: "button", class: "link", onclick: () => { state.x = other; update(); }}, `Plot ${title(other)} instead`)] : []));
}

// Lists of best rows that are shown: of each platform and kind one.
const LEADERS = 6;

function drawLeaders(rows) {
  const wanted = [["area_ge", "smallest"], ["luts", "fewest LUTs"], ["throughput_mbps", "fastest"], ["throughput_per_kge", "most per area"],
    ["throughput_per_lut", "most per LUT"], ["throughputs/enc/pt/16", "fastest, 16 B"], ["energy_pj_per_bit", "least energy"]];
  const found = likes(rows.filter(row => row.status === "ok"));
  const parts = found.slice(0, LEADERS).map(list => {
    const lines = wanted.filter(([name]) => METRICS[name] && list.some(row => measured(row, name))).map(([name, words]) => leader(list, name, words));
    return el("div", {}, el("h3", {}, `${list[0].platform}, ${list[0].group}`), el("dl", {}, lines));
  });
  byId("leaders").replaceChildren(el("h2", {}, "Best verified rows"), ...(parts.length ? parts : [el("p", {class: "muted"}, "No verified row is visible.")]),
    ...(found.length > LEADERS ? [el("p", {class: "muted"}, "Filters show the other kinds and platforms.")] : []));
}

function leader(list, name, words) {
  const sign = METRICS[name].better === "low" ? 1 : -1;
  const sorted = list.filter(row => measured(row, name)).sort((a, b) => sign * (median(a, name) - median(b, name)));
  const [best, ...others] = sorted;
  const reach = row => row.reach[name] || spreadOf(row, name);
  const [low, , high] = reach(best);
  const close = others.some(row => reach(row)[0] <= high && low <= reach(row)[2]);
  const unit = METRICS[name].unit ? " " + METRICS[name].unit.replace(" per ", "/") : "";
  return [el("dt", {}, words), el("dd", {}, el("button", {type: "button", class: "link", "data-id": best.id, title: `${best.core} · ${best.recipe}`, onclick: () => select(best.id)}, best.core),
    el("span", {title: close ? "indistinguishable from another row: the spreads over the seeds overlap" : ""}, `${close ? "≈ " : ""}${number(median(best, name))}${unit}`))];
}
