// SPDX-License-Identifier: Apache-2.0
"use strict";
// Numbers, elements and copying: nothing here knows what a row is. Text always enters the page as a text node, never as markup.

function number(value) {
  if (value === null || value === undefined) return "–";
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en");
  if (Math.abs(value) < 1) return String(Number(value.toPrecision(3)));
  return value.toFixed(4 - String(Math.trunc(Math.abs(value))).length);
}

function deviation(spread) {
  if (!spread || !spread[1] || spread[0] === spread[2]) return "";
  const percent = 100 * Math.max(spread[2] - spread[1], spread[1] - spread[0]) / Math.abs(spread[1]);
  return percent >= 0.05 ? `±${percent.toFixed(1)}%` : "±<0.1%";
}

function duration(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 60) return seconds < 10 ? `${Number(seconds.toPrecision(2))} s` : `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

const byId = id => document.getElementById(id);
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const shape = (tag, attributes, ...children) =>
  fill(document.createElementNS(byId("scatter").namespaceURI, tag), attributes, children);

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not every browser offers the clipboard to pages opened from a file.
    const area = el("textarea", {class: "hidden"}, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = before; }, 1200);
}

function download(name, type, text) {
  const link = el("a", {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
