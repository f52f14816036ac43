// Draws the lecturer's screen. The server sends changed rows; a row is a list of runs: text, style and, if the text does
// not take one cell for each sign, its width in cells. A style has two colours of six digits, then letters.
"use strict";

const FONT = '"DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace';
const WIDEST = 1.6; // cells that a sign of another font may take
const canvas = document.querySelector("canvas");
const pen = canvas.getContext("2d", { alpha: false });
const layer = document.querySelector("pre");
const notice = document.querySelector("p");
let columns = 0;
let rows = [];
let cell = null;
const stale = new Set();

// The size of a cell in pixels of the device: the largest at which the whole screen fits into the window.
function fit() {
  const ratio = window.devicePixelRatio || 1;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.font = `100px ${FONT}`;
  const measured = pen.measureText("0");
  const [ascent, descent] = [measured.fontBoundingBoxAscent / 100, measured.fontBoundingBoxDescent / 100];
  const [advance, height] = [measured.width / 100, ascent + descent];
  const room = [window.innerWidth * ratio, window.innerHeight * ratio];
  const largest = Math.min(room[0] / (columns * advance), room[1] / (rows.length * height));
  const w = Math.max(1, Math.floor(largest * advance));
  const h = Math.max(1, Math.floor(largest * height));
  const size = Math.min(w / advance, h / height);
  cell = { w, h, size, baseline: (h * ascent) / height, x: w / (advance * size), y: h / (height * size) };
  canvas.width = columns * w;
  canvas.height = rows.length * h;
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.style.height = `${canvas.height / ratio}px`;
  layer.style.fontSize = `${size / ratio}px`;
  layer.style.letterSpacing = `${(w - advance * size) / ratio}px`;
  layer.style.lineHeight = `${h / ratio}px`;
  rows.forEach((_, y) => stale.add(y));
}

// The rectangles of a block element, in eighths of a cell: x, y, width, height.
function blocks(code) {
  const quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]; // ▖ to ▟: bits for upper left, upper right, lower left, lower right
  if (code === 0x2580) return [[0, 0, 8, 4]];
  if (code <= 0x2588) return [[0, 0x2588 - code, 8, code - 0x2580]];
  if (code <= 0x258f) return [[0, 0, 0x2590 - code, 8]];
  if (code === 0x2590) return [[4, 0, 4, 8]];
  if (code === 0x2594) return [[0, 0, 8, 1]];
  if (code === 0x2595) return [[7, 0, 1, 8]];
  if (code < 0x2596) return null;
  const bits = quadrants[code - 0x2596];
  return [0, 1, 2, 3].filter((i) => bits & (1 << i)).map((i) => [4 * (i % 2), 4 * (i >> 1), 4, 4]);
}

function drawBlocks(parts, left, top) {
  for (const [x, y, w, h] of parts) {
    const [x1, y1] = [Math.round((x * cell.w) / 8), Math.round((y * cell.h) / 8)];
    const [x2, y2] = [Math.round(((x + w) * cell.w) / 8), Math.round(((y + h) * cell.h) / 8)];
    pen.fillRect(left + x1, top + y1, Math.max(1, x2 - x1), Math.max(1, y2 - y1));
  }
}

function drawDots(bits, left, top) {
  const places = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [0, 3], [1, 3]];
  const radius = Math.min(cell.w / 4, cell.h / 8) * 0.8;
  places.forEach(([x, y], bit) => {
    if (!(bits & (1 << bit))) return;
    pen.beginPath();
    pen.arc(left + ((2 * x + 1) * cell.w) / 4, top + ((2 * y + 1) * cell.h) / 8, radius, 0, 2 * Math.PI);
    pen.fill();
  });
}

function drawSign(sign, width, x, y) {
  const [code, left, top] = [sign.codePointAt(0), x * cell.w, y * cell.h];
  const parts = code >= 0x2580 && code <= 0x259f ? blocks(code) : null;
  if (parts) return drawBlocks(parts, left, top);
  if (code > 0x2800 && code <= 0x28ff) return drawDots(code - 0x2800, left, top);
  pen.setTransform(cell.x, 0, 0, cell.y, left + (width * cell.w) / 2, top + cell.baseline);
  pen.fillText(sign, 0, 0, (WIDEST * width * cell.w) / cell.x);
  pen.setTransform(1, 0, 0, 1, 0, 0);
}

function drawRow(y) {
  const runs = [];
  let x = 0;
  pen.save();
  pen.beginPath();
  pen.rect(0, y * cell.h, canvas.width, cell.h);
  pen.clip(); // a sign that is too tall leaves nothing in other rows
  for (const [text, style, width] of rows[y]) {
    const signs = width === undefined ? [...text] : [text];
    const cells = width ?? signs.length;
    pen.fillStyle = `#${style.slice(6, 12)}`;
    pen.fillRect(x * cell.w, y * cell.h, cells * cell.w, cell.h);
    runs.push([signs, style, width ?? 1, x, cells]);
    x += cells;
  }
  for (const [signs, style, width, first, cells] of runs) {
    const letters = style.slice(12);
    pen.fillStyle = `#${style.slice(0, 6)}`;
    pen.font = `${letters.includes("i") ? "italic " : ""}${letters.includes("b") ? "bold " : ""}${cell.size}px ${FONT}`;
    signs.forEach((sign, i) => sign.trim() && drawSign(sign, width, first + i, y));
    const line = Math.max(1, Math.round(cell.h / 16));
    if (letters.includes("u")) pen.fillRect(first * cell.w, (y + 1) * cell.h - line, cells * cell.w, line);
    if (letters.includes("s")) pen.fillRect(first * cell.w, y * cell.h + cell.h / 2, cells * cell.w, line);
  }
  pen.restore();
  layer.children[y].textContent = rows[y].map(([text]) => text).join("");
}

function draw() {
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  stale.forEach(drawRow);
  stale.clear();
  const paper = rows[0]?.[0]?.[1];
  if (paper) document.body.style.background = `#${paper.slice(6, 12)}`;
}

function resize(width, height) {
  columns = width;
  rows = Array.from({ length: height }, () => []);
  layer.replaceChildren(...rows.map(() => document.createElement("div")));
  fit();
}

// One drawing at a time: a hidden page draws nothing until it is shown.
let waiting = false;
function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (cell) draw();
  });
}

function say(words) {
  notice.textContent = words;
  document.body.classList.toggle("away", words !== "");
}

function receive(message) {
  if (message.end) return say("The lecturer has closed knightwatch. This page continues when it opens again.");
  if (!message.size) return;
  say("");
  const [width, height] = message.size;
  if (width !== columns || height !== rows.length) resize(width, height);
  for (const [y, runs] of Object.entries(message.rows)) {
    rows[y] = runs;
    stale.add(Number(y));
  }
  drawSoon();
}

const source = new EventSource("screen");
source.onmessage = (event) => receive(JSON.parse(event.data));
source.onerror = () => {
  if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000); // a word, or no place
  else if (!document.body.classList.contains("away")) say("The connection is lost. Trying again ...");
};
window.addEventListener("resize", () => {
  if (!cell) return;
  fit();
  drawSoon();
});
