"use strict";
// Plays a run. The page has the run as JSON; each frame holds only what changed since the frame before.
(() => {
  const element = (id) => document.getElementById(id);
  const run = JSON.parse(element("run").textContent);
  const last = run.frames.length - 1;
  const squares = run.rows * run.cols;
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
  const SHADES = 16;
  const MOST_NUMBERED = 26;
  const SPEEDS = [1, 2, 5, 10, 25, 50];

  // The state of the shown frame.

  let state, place, timer = null;

  function begin() {
    state = {
      n: 0, s: "", e: "running", t: [], r: 0, m: new Map(), h: "", l: [], f: [], v: [], c: 0, p: [], x: "",
    };
    place = -1;
  }

  function apply(frame) {
    for (const key of ["n", "s", "e", "r", "h", "l", "c", "p", "x"]) {
      if (key in frame) state[key] = frame[key];
    }
    if (frame.t) {
      state.t.length = frame.t[0];
      for (let i = 1; i < frame.t.length; i++) state.t.push(frame.t[i]);
    }
    for (let i = 0; frame.m && i < frame.m.length; i += 2) {
      if (frame.m[i + 1] < 0) state.m.delete(frame.m[i]);
      else state.m.set(frame.m[i], frame.m[i + 1]);
    }
    for (const key of ["f", "v"]) {
      if (Array.isArray(frame[key])) state[key] = frame[key].map((pair) => pair.slice());
      else if (frame[key]) for (const at in frame[key]) state[key][at][1] = frame[key][at];
    }
  }

  function show(index) {
    index = Math.max(0, Math.min(last, index));
    if (index === place) return;
    if (index < place) begin();
    while (place < index) apply(run.frames[++place]);
    draw();
  }

  // Colours: CSS knows the theme of the reader.

  let colours = {};

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    colours = new Proxy({}, {
      get: (known, name) => known[name] || (known[name] = style.getPropertyValue(`--${name}`).trim()),
    });
  }

  function between(first, second, share) {
    const part = (text, at) => parseInt(text.slice(at, at + 2), 16);
    const mixed = [1, 3, 5].map((at) => Math.round(part(first, at) + (part(second, at) - part(first, at)) * share));
    return `rgb(${mixed.join(",")})`;
  }

  // The board.

  const SIGN = { piece: "square-piece", black: "square-black-text", white: "square-white-text",
                 alarm: "square-alarm-text", hint: "square-hint", good: "square-good-text" };
  const PAPER = { alarm: "square-alarm", good: "square-good" };
  const LINK = { alarm: "line-alarm", hint: "line-hint", heat: "heat-last" };

  function sized(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    return pen;
  }

  function fileName(col) {
    let name = "";
    for (let left = col + 1; left > 0; left = Math.floor((left - 1) / 26)) {
      name = String.fromCharCode(97 + (left - 1) % 26) + name;
    }
    return name;
  }

  function drawBoard() {
    const canvas = element("board"), room = canvas.parentElement.clientWidth;
    const labels = Math.max(run.rows, run.cols) <= MOST_NUMBERED ? 18 : 0;
    const most = Math.max(240, window.innerHeight - 190);
    const unit = Math.min((room - labels) / run.cols, (most - labels) / run.rows, 90);
    const pen = sized(canvas, room, unit * run.rows + labels);
    const x = (square) => labels + (square % run.cols) * unit;
    const y = (square) => Math.floor(square / run.cols) * unit;
    const fill = (square, colour) => {
      pen.fillStyle = colour;
      pen.fillRect(x(square), y(square), Math.max(unit, 1), Math.max(unit, 1));
    };
    const tone = (square) => run.marks[state.m.get(square)]?.[1];
    pen.fillStyle = colours["square-light"];
    pen.fillRect(labels, 0, unit * run.cols, unit * run.rows);
    if (unit >= 3) {
      for (let square = 0; square < squares; square++) {
        if ((Math.floor(square / run.cols) + square % run.cols) % 2) fill(square, colours["square-dark"]);
      }
    }
    for (let square = 0; square < state.h.length; square++) {
      const tenth = Number(state.h[square]);
      if (tenth) fill(square, between(colours["square-light"], colours["heat-last"], 0.75 * tenth / 9));
    }
    for (const square of state.m.keys()) {
      if (tone(square) === "hole") fill(square, colours.background);
      else if (PAPER[tone(square)]) fill(square, colours[PAPER[tone(square)]]);
      else if (unit < 6) fill(square, colours[SIGN[tone(square)]] || colours.foreground);
    }
    drawLinks(pen, unit, x, y);
    drawTrail(pen, unit, x, y);
    if (unit >= 6) drawSigns(pen, unit, x, y, tone);
    if (labels) drawLabels(pen, unit, labels);
  }

  function drawLinks(pen, unit, x, y) {
    pen.lineCap = "round";
    for (const [kind, pairs, weights] of state.l) {
      pen.strokeStyle = colours[LINK[run.links[kind][1]] || "line-last"];
      for (let i = 0; i < weights.length; i++) {
        pen.lineWidth = Math.max(0.5, unit * (0.02 + 0.1 * DIGITS.indexOf(weights[i]) / 35));
        pen.beginPath();
        pen.moveTo(x(pairs[2 * i]) + unit / 2, y(pairs[2 * i]) + unit / 2);
        pen.lineTo(x(pairs[2 * i + 1]) + unit / 2, y(pairs[2 * i + 1]) + unit / 2);
        pen.stroke();
      }
    }
  }

  function drawTrail(pen, unit, x, y) {
    const way = state.r ? state.t.concat(state.t[0]) : state.t;
    if (!way.length) return;
    const moves = way.length - 1, shades = Math.min(SHADES, moves);
    pen.lineWidth = Math.max(unit * 0.08, 1);
    pen.lineJoin = "round";
    for (let shade = 0; shade < shades; shade++) {
      const from = Math.floor(moves * shade / shades), to = Math.floor(moves * (shade + 1) / shades);
      pen.strokeStyle = between(colours["line-first"], colours["line-last"], to / moves);
      pen.beginPath();
      for (let i = from; i <= to; i++) pen.lineTo(x(way[i]) + unit / 2, y(way[i]) + unit / 2);
      pen.stroke();
    }
    const size = Math.max(unit * 0.15, 2);
    pen.fillStyle = colours["trail-last"];
    pen.strokeStyle = colours["trail-first"];
    pen.lineWidth = size / 4;
    pen.beginPath();
    pen.arc(x(way[0]) + unit / 2, y(way[0]) + unit / 2, size, 0, 7);
    pen.fill();
    pen.stroke();
    const end = state.t[state.t.length - 1];
    if (state.t.length > 1) {
      pen.fillRect(x(end) + unit / 2 - size, y(end) + unit / 2 - size, 2 * size, 2 * size);
      pen.strokeRect(x(end) + unit / 2 - size, y(end) + unit / 2 - size, 2 * size, 2 * size);
    }
    if (unit < 18) return;
    pen.fillStyle = colours.foreground;
    pen.font = `${Math.max(unit * 0.22, 8)}px sans-serif`;
    pen.textAlign = "left";
    pen.textBaseline = "top";
    const numbers = new Map(state.t.map((square, i) => [square, i + 1]));
    for (const [square, number] of numbers) pen.fillText(number, x(square) + unit * 0.05, y(square) + unit * 0.05);
  }

  function drawSigns(pen, unit, x, y, tone) {
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const [square, kind] of state.m) {
      const sign = run.marks[kind][0];
      if (!SIGN[tone(square)]) continue;
      if (tone(square) === "black" || tone(square) === "white") {
        pen.fillStyle = colours[`square-${tone(square)}`];
        pen.beginPath();
        pen.arc(x(square) + unit / 2, y(square) + unit / 2, unit * 0.42, 0, 7);
        pen.fill();
      }
      pen.fillStyle = colours[SIGN[tone(square)]];
      pen.font = `${unit * (sign.length > 1 && sign < "~" ? 0.42 : 0.66)}px "DejaVu Sans", "Segoe UI Symbol", sans-serif`;
      // U+FE0E asks for the plain shape of a chess piece, not for an emoji.
      const text = sign.replace(/[♘♛♞]/u, "$&\uFE0E"), at = [x(square) + unit / 2, y(square) + unit * 0.54];
      if (tone(square) === "hint") {
        // A halo covers the link that ends on this square.
        const odd = (Math.floor(square / run.cols) + square % run.cols) % 2;
        pen.strokeStyle = colours[odd ? "square-dark" : "square-light"];
        pen.lineWidth = unit * 0.2;
        pen.lineJoin = "round";
        pen.strokeText(text, ...at);
      }
      pen.fillText(text, ...at);
    }
  }

  function drawLabels(pen, unit, labels) {
    pen.fillStyle = colours.foreground;
    pen.font = "11px sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let col = 0; col < run.cols; col++) {
      pen.fillText(fileName(col), labels + (col + 0.5) * unit, run.rows * unit + labels / 2);
    }
    for (let row = 0; row < run.rows; row++) pen.fillText(run.rows - row, labels / 2, (row + 0.5) * unit);
  }

  function drawLegend() {
    const names = new Map();
    for (const kind of state.m.values()) {
      const [sign, tone, name] = run.marks[kind];
      if (tone !== "hole" && !names.has(name)) names.set(name, sign);
    }
    const parts = [...names].map(([name, sign]) => `${sign} ${name}`);
    for (const [kind] of state.l) parts.push(`— ${run.links[kind][0]}`);
    if (state.h) parts.push(`colour: ${run.heat}`);
    element("legend").textContent = parts.join("   ·   ");
  }

  // The curves.

  const LINES = ["curve-first", "curve-second", "curve-third", "curve-fourth"];
  const EDGE = { left: 52, right: 8, top: 18, bottom: 18 };

  function drawCurves() {
    const canvas = element("curves");
    if (canvas.hidden) return;
    const width = canvas.clientWidth, height = 150, pen = sized(canvas, width, height);
    const values = run.curves.flatMap((curve) => curve.values);
    const low = Math.min(0, ...values), high = Math.max(low + 1e-9, ...values);
    const end = Math.max(1, ...run.curves.map((curve) => curve.steps[curve.steps.length - 1]));
    const begin = run.curves[0].along ? Math.min(end - 1, ...run.curves.map((curve) => curve.steps[0])) : 0;
    const x = (step) => EDGE.left + (step - begin) / (end - begin) * (width - EDGE.left - EDGE.right);
    const y = (value) => height - EDGE.bottom - (value - low) / (high - low) * (height - EDGE.top - EDGE.bottom);
    pen.font = "11px sans-serif";
    pen.fillStyle = pen.strokeStyle = colours.foreground;
    pen.textAlign = "right";
    pen.fillText(short(high), EDGE.left - 6, y(high) + 4);
    pen.fillText(short(low), EDGE.left - 6, y(low) + 4);
    pen.fillText(run.across, width - EDGE.right, height - 4);
    pen.globalAlpha = 0.25;
    pen.strokeRect(EDGE.left, EDGE.top, width - EDGE.left - EDGE.right, height - EDGE.top - EDGE.bottom);
    pen.globalAlpha = 1;
    run.curves.forEach((curve, i) => drawCurve(pen, curve, colours[LINES[i % LINES.length]], i, x, y));
    pen.strokeStyle = colours.foreground;
    pen.lineWidth = 1;
    for (const [step] of run.events) vertical(pen, x(step), height, [3, 3]);
    if (!run.curves[0].along) vertical(pen, x(Math.min(state.n, end)), height, []);
  }

  function drawCurve(pen, curve, colour, i, x, y) {
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = curve.bars ? 3 : 1.5;
    const known = (curve.at || curve.steps).filter((step) => step <= state.n).length;
    for (const [from, to, alpha] of [[0, known, 1], [Math.max(known - 1, 0), curve.steps.length, 0.25]]) {
      pen.globalAlpha = alpha;
      pen.beginPath();
      for (let at = from; at < to; at++) {
        if (curve.bars) pen.moveTo(x(curve.steps[at]), y(0));
        pen.lineTo(x(curve.steps[at]), y(curve.values[at]));
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
    pen.textAlign = "left";
    const now = known ? `: ${short(curve.values[known - 1])}` : "";
    pen.fillText(`— ${curve.name}${now}`, EDGE.left + 150 * i, 11);
  }

  function vertical(pen, x, height, dash) {
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(x, EDGE.top);
    pen.lineTo(x, height - EDGE.bottom);
    pen.stroke();
    pen.setLineDash([]);
  }

  function short(value) {
    return Number(value.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 });
  }

  function plural(word) {
    return word.endsWith("s") ? word : `${word}s`;
  }

  // Words, figures and the source. Every text is set as text, never as HTML.

  function fillTable(id, pairs) {
    const body = element(id).tBodies[0];
    body.replaceChildren(...pairs.map((pair) => {
      const row = document.createElement("tr");
      row.append(...pair.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      return row;
    }));
  }

  function drawSource() {
    if (!run.code) return;
    const lines = element("lines");
    for (const line of lines.querySelectorAll(".here")) line.className = "";
    const here = lines.children[state.c - 1];
    if (here) {
      here.className = state.e === "failed" ? "here failed" : "here";
      if (here.offsetTop < lines.scrollTop + 20 || here.offsetTop > lines.scrollTop + lines.clientHeight - 40) {
        lines.scrollTop = here.offsetTop - lines.clientHeight / 2;
      }
    }
    element("missing").textContent = state.c ? "" : run.code.note;
    fillTable("variables", state.v);
    element("printed").hidden = !(state.p.length || state.x);
    element("printed").textContent = [...state.p, state.x].filter(Boolean).join("\n");
  }

  function draw() {
    drawBoard();
    drawLegend();
    drawCurves();
    drawSource();
    fillTable("figures", state.f);
    const status = element("status");
    status.textContent = place === last ? run.end : state.e.replace("-", " ");
    status.className = state.e;
    element("sentence").textContent = state.s;
    element("board").setAttribute("aria-label", `The board after ${state.n} ${plural(run.unit)}. ${state.s}`);
    element("step").textContent = `${state.n.toLocaleString("en")} of ${run.frames[last].n.toLocaleString("en")}`;
    element("slider").value = place;
  }

  // Playing.

  function pause() {
    clearInterval(timer);
    timer = null;
    element("play").textContent = "▶";
    element("play").setAttribute("aria-label", "play");
  }

  function play() {
    if (place === last) show(0);
    const tick = () => (place < last ? show(place + 1) : pause());
    timer = setInterval(tick, 1000 / Number(element("speed").value));
    element("play").textContent = "❚❚";
    element("play").setAttribute("aria-label", "pause");
  }

  function stepTo(index) {
    pause();
    show(index);
  }

  const KEYS = {
    ArrowRight: () => stepTo(place + 1),
    ArrowLeft: () => stepTo(place - 1),
    Home: () => stepTo(0),
    End: () => stepTo(last),
    " ": () => (timer === null ? play() : pause()),
  };

  function listen() {
    document.addEventListener("keydown", (event) => {
      if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    document.addEventListener("keyup", (event) => event.key === " " && event.preventDefault());
    element("back").addEventListener("click", KEYS.ArrowLeft);
    element("on").addEventListener("click", KEYS.ArrowRight);
    element("play").addEventListener("click", KEYS[" "]);
    element("slider").addEventListener("input", (event) => stepTo(Number(event.target.value)));
    element("speed").addEventListener("change", () => timer !== null && (pause(), play()));
    element("curves").addEventListener("click", (event) => {
      if (run.curves[0].along) return;
      const end = Math.max(...run.curves.map((curve) => curve.steps[curve.steps.length - 1]));
      const width = event.target.clientWidth - EDGE.left - EDGE.right;
      const step = (event.offsetX - EDGE.left) / width * end;
      const after = run.frames.findIndex((frame) => frame.n >= step);
      stepTo(after < 0 ? last : after);
    });
    window.addEventListener("resize", draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); draw(); });
  }

  function prepare() {
    const steps = run.stride > 1 ? `Shown is 1 of ${run.stride.toLocaleString("en")} ${plural(run.unit)}.` : "";
    element("note").textContent = [steps, run.note].filter(Boolean).join(" ");
    element("command").hidden = !run.command;
    element("command").lastChild.textContent = run.command;
    element("slider").max = last;
    element("curves").hidden = !run.curves.length;
    const usual = SPEEDS.find((speed) => speed >= last / 25) || SPEEDS[SPEEDS.length - 1];
    for (const speed of SPEEDS) {
      element("speed").append(new Option(`${speed}/s`, speed, false, speed === Math.max(usual, 2)));
    }
    if (!run.code) return;
    element("source").hidden = false;
    element("file").textContent = run.code.name;
    element("lines").replaceChildren(...run.code.text.split("\n").map((text, i) => {
      const line = document.createElement("li"), number = document.createElement("span");
      number.textContent = i + 1;
      line.append(number, text);
      return line;
    }));
  }

  readColours();
  prepare();
  listen();
  begin();
  show(0);
})();
