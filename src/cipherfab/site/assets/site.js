// SPDX-License-Identifier: Apache-2.0
"use strict";
// The theme, and the chart of a page that has one. Numbers and names come from the page's own data; nothing is requested.

const root = document.documentElement;
const remembered = () => { try { return localStorage.getItem("theme"); } catch { return null; } };

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setTheme(name) {
  if (name) root.dataset.theme = name;
  document.getElementById("theme").textContent = isDark() ? "Light" : "Dark";
}

document.getElementById("theme").addEventListener("click", () => {
  const name = isDark() ? "light" : "dark";
  try { localStorage.setItem("theme", name); } catch { /* a page from a file may have no storage */ }
  setTheme(name);
});
setTheme(remembered());

function draw(place, points) {
  const narrow = place.clientWidth < 560;
  const several = new Set(points.map(point => point.algorithm)).size > 1;
  const words = point => `${point.core}\n${point.platform}, ${point.recipe}\n${point.kge} kGE, ${Math.round(point.mbps)} Mbit/s`;
  const channels = {x: "kge", y: "mbps", r: 4, stroke: "var(--accent)"};
  const labelled = several ? [] : [Plot.text(points.filter(point => point.recipe === points[0].recipe), {
    x: "kge", y: "mbps", text: point => point.core.split("/")[1] || "round", dy: -10, fill: "currentColor", fontSize: 11})];
  place.replaceChildren(Plot.plot({
    width: place.clientWidth, height: narrow ? 300 : 420, marginLeft: 56, marginTop: 24, inset: 12, grid: true,
    style: {fontSize: "12px", color: "inherit", background: "none"},
    x: {type: "log", label: "Area (kGE)", tickFormat: ".3~s", ticks: narrow ? 4 : 8},
    y: {type: "log", label: "Throughput (Mbit/s)", tickFormat: ",.3~r"},
    marks: [
      Plot.dot(points, {...channels, fill: point => point.verified ? "var(--accent)" : "var(--paper)", fillOpacity: 0.9}),
      ...labelled,
      Plot.tip(points, Plot.pointer({x: "kge", y: "mbps", title: words, fill: "var(--panel)", stroke: "var(--line)"})),
    ],
  }));
  // The table beside the chart has the same numbers; readers of the screen are told so by the chart's label.
  place.firstElementChild.setAttribute("aria-hidden", "true");
}

const chart = document.getElementById("chart");
if (chart) {
  const points = JSON.parse(document.getElementById("data").textContent).points;
  if (!points.length) chart.closest("figure").hidden = true;
  else {
    let width = 0;
    new ResizeObserver(() => {
      if (chart.clientWidth !== width) { width = chart.clientWidth; draw(chart, points); }
    }).observe(chart);
  }
}
