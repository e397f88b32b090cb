// The drawing: what is visible, where the layout puts it, with what is chosen lit.
"use strict";

const drawing = (() => {
  const LETTERS = { backhand: "B", hit: "H", push: "P", "play-push": "L" };
  const svg = d3.select("#canvas");
  const view = svg.append("g");
  const [heads, lines, boxes, words] = ["heads", "lines", "boxes", "words"].map((name) => view.append("g").attr("class", name));
  const zoom = d3.zoom().scaleExtent([0.05, 4]).on("zoom", (event) => view.attr("transform", event.transform));
  svg.call(zoom).on("dblclick.zoom", null);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  // What is not quite all or nothing is not shown as if it were.
  function percent(number, places = 1) {
    const text = (100 * number.decimal).toFixed(places);
    if (Number(text) === 100 && number.fraction !== "1") return `>${(100 - 10 ** -places).toFixed(places)} %`;
    return Number(text) === 0 && number.fraction !== "0" ? `<${(10 ** -places).toFixed(places)} %` : `${text} %`;
  }
  let places = new Map();
  let shown = { nodes: [], edges: [] };

  function draw(chosen, trail) {
    shown = model.visible();
    places = layout.places(shown);
    const marks = shown.nodes.flatMap((node) => layout.actions(node).filter((edge) => places.has(edge)));
    drawHeads();
    drawEdges(chosen, trail);
    drawNodes([...shown.nodes, ...marks], chosen);
    drawLabels(chosen);
  }

  function drawHeads() {
    const titles = ["Deal", "Two cards", "Three cards", "Four cards", "End of the round"];
    const top = model.merged ? Math.min(...shown.nodes.filter((n) => n.type === "decision").map((n) => places.get(n).y)) : 0;
    heads.selectAll("text").data(model.merged ? titles : []).join("text")
      .attr("x", (_, column) => column * layout.COLUMN + (column === 4 ? 40 : 0)).attr("y", top - 34).text((title) => title);
  }

  // From the mark, or the deal, to the left side of what comes next; a push goes back in an arc.
  function path(edge) {
    const from = places.get(edge.to.type === "deal" && places.has(edge) ? edge : edge.from);
    const to = places.get(edge.to);
    const [x, y] = [from.x + from.width / 2 + 1, from.y];
    if (to.x < x) {
      const low = Math.max(y, to.y) + 90;
      return `M${x - 12},${y + 12} C${x - 30},${low} ${to.x + 60},${low} ${to.x},${to.y + layout.BOX.height / 2 + 2}`;
    }
    const end = to.x - to.width / 2 - 2;
    const most = model.merged || edge.to.type !== "ending" ? 54 : layout.NARROW ? 12 : 110;
    const level = Math.min(most, (end - x) * 0.4); // the last stretch, above which its card stands
    let way = `M${x},${y}`;
    let at = { x, y };
    const curve = (next) => {
      const bend = (next.x - at.x) * 0.55;
      way += ` C${at.x + bend},${at.y} ${next.x - bend},${next.y} ${next.x},${next.y}`;
      at = next;
    };
    for (const stop of layout.stops(places, at, { x: end - level, y: to.y })) {
      curve({ x: stop.left, y: stop.y });
      way += ` H${stop.right}`;
      at = { x: stop.right, y: stop.y };
    }
    curve({ x: end - level, y: to.y });
    return `${way} H${end}`;
  }

  const leaves = (chosen) => new Set(
    !chosen ? [] : chosen.type === "ending" ? chosen.into : [chosen, ...chosen.out.map((edge) => edge.to)]
      .filter((node) => node === chosen || node.type === "chance").flatMap((node) => node.out),
  );

  function drawEdges(chosen, trail) {
    const lit = leaves(chosen);
    const passed = new Set(trail);
    const drawn = shown.edges.filter((edge) => edge.to.type !== "chance");
    const busy = drawn.length > 150;
    lines.selectAll("path").data(drawn, (edge) => edge.id).join("path")
      .attr("class", (edge) => ["edge", edge.best ? "" : "off", edge.to.type === "deal" ? "back" : "",
        lit.has(edge) ? "lit" : "", passed.has(edge.from) && passed.has(edge.to) ? "trail" : ""].join(" "))
      .attr("d", path)
      .attr("stroke-width", (edge) => 0.7 + 7 * Math.sqrt(edge.reach.decimal))
      .attr("stroke-opacity", (edge) => busy ? (edge.to.type === "ending" ? 0.13 : 0.22) + 0.6 * Math.sqrt(edge.reach.decimal) : 0.6)
      .filter((edge) => lit.has(edge)).raise();
  }

  const isMark = (item) => Boolean(item.from) || item.type === "chance";
  const action = (item) => item.from ? item : item.into[0];

  function describe(item) {
    if (item.from) return `push on ${item.from.id}, back to ${item.to.id}`;
    const win = item.win ? `, wins ${percent(item.win)}` : "";
    if (item.type === "decision") return `${item.id}, ${model.merged ? "takes" : "best"} ${item.best}${win}`;
    if (item.type === "ending") return `${item.id}, ends ${percent(item.reach)} of rounds`;
    return `${item.id}${win}${model.folded.has(item) ? ", folded" : ""}`;
  }

  function classes(item, chosen) {
    const kind = item.from ? "mark push" : item.type === "chance" ? `mark ${item.action}` : item.type;
    const fate = item.type === "ending" ? (item.won ? "won" : "lost") : "";
    const rare = isMark(item) && (model.merged ? action(item).probability.decimal < 0.1 : !action(item).best) ? "rare" : "";
    return ["node", kind, fate, rare, item === chosen || (item.from && item.from === chosen) ? "chosen" : ""].join(" ");
  }

  function drawNodes(items, chosen) {
    const key = (item) => item.from ? item.id : `node ${item.id}`;
    const joined = boxes.selectAll("g.node").data(items, key).join((enter) => {
      const groups = enter.append("g").attr("transform", place).attr("role", "button").attr("tabindex", -1);
      groups.filter(isMark).call(addMark);
      groups.filter((item) => !isMark(item)).call(addBox);
      return groups;
    });
    joined.attr("class", (item) => classes(item, chosen)).attr("data-id", (item) => item.from ? null : item.id)
      .attr("aria-label", describe);
    joined.select(".more").text((item) => model.folded.has(item) ? "+" : "");
    (still ? joined : joined.transition().duration(220)).attr("transform", place);
  }

  const place = (item) => `translate(${places.get(item).x},${places.get(item).y})`;

  function addMark(groups) {
    groups.append("circle").attr("r", layout.MARK.radius);
    groups.append("text").attr("class", "letter").text((item) => LETTERS[item.from ? "push" : item.action]);
    groups.append("text").attr("class", "more").attr("x", layout.MARK.radius - 4).attr("y", -layout.MARK.radius);
  }

  function addBox(groups) {
    const width = (item) => places.get(item).width;
    groups.append("rect").attr("class", "box").attr("rx", 7).attr("height", layout.boxHeight)
      .attr("y", (item) => -layout.boxHeight(item) / 2).attr("width", width).attr("x", (item) => -width(item) / 2);
    const low = (item) => (layout.isLow(item) ? 9 : 0);
    groups.append("text").attr("class", "name").attr("x", (item) => -width(item) / 2 + 10).attr("y", (item) => -low(item)).text(layout.name);
    groups.append("text").attr("class", "win").attr("x", (item) => width(item) / 2 - 9).attr("y", low)
      .text((item) => percent(item.win ?? item.reach));
    groups.append("text").attr("class", "more").attr("x", (item) => width(item) / 2 + 4);
  }

  // The cards and probabilities of the lit edges, each beside what it leads to.
  function drawLabels(chosen) {
    const lit = [...leaves(chosen)].filter((edge) => edge.to.type !== "chance" && places.has(edge.to) && chosen.type !== "ending");
    const several = new Map();
    for (const edge of lit) several.set(edge.to, [...(several.get(edge.to) ?? []), edge]);
    const marked = new Set(lit.map((edge) => edge.from)).size > 1;
    const mark = (edge) => (marked ? `${LETTERS[edge.from.action]}: ` : "");
    const text = (edges) => edges.map((edge) => edge.type === "card" && layout.NARROW && !model.merged ? `${mark(edge)}${edge.label}`
      : edge.type === "card"
      ? `${mark(edge)}${edge.label}   ${percent(edge.probability)}` : percent(edge.probability)).join("    ");
    words.selectAll("text").data([...several].filter(([to]) => !(to.type === "deal" && chosen.type !== "deal")), ([to]) => to.id).join("text")
      .attr("class", "label").attr("text-anchor", "end")
      .attr("x", ([to]) => places.get(to).x - places.get(to).width / 2 - 7)
      .attr("y", ([to]) => places.get(to).y - 5).text(([, edges]) => text(edges));
  }

  function bounds() {
    const all = [...places.values()];
    const sides = all.map((at) => [at.x - at.width / 2, at.x + at.width / 2]);
    const top = Math.min(...all.map((at) => at.y)) - (model.merged ? 62 : 24);
    return { left: Math.min(...sides.flat()) - 22, right: Math.max(...sides.flat()) + 22, top, bottom: Math.max(...all.map((at) => at.y)) + 30 };
  }

  const size = () => svg.node().getBoundingClientRect();
  const smooth = () => (still ? svg : svg.transition().duration(260));

  // Everything in view; where that would be too small to read, the start in view at a size one can read.
  function fit(readable = 0) {
    const { width, height: high } = size();
    const height = high - (innerWidth > 760 ? document.querySelector(".legend").offsetHeight + 12 : 0);
    const at = bounds();
    const whole = Math.min(width / (at.right - at.left), height / (at.bottom - at.top), 1.5);
    const scale = Math.max(whole, readable);
    const start = places.get(model.root);
    const x = scale > whole ? 14 - (start.x - start.width / 2) * scale : (width - (at.left + at.right) * scale) / 2;
    const y = scale > whole && (at.bottom - at.top) * scale > height
      ? height / 2 - start.y * scale : (height - (at.top + at.bottom) * scale) / 2;
    svg.call(zoom.transform, d3.zoomIdentity.translate(x, y).scale(scale));
  }

  // Bring a node into view, and what it leads to if there is room, without moving more than needed.
  function show(node) {
    const at = places.get(node);
    if (!at) return;
    const { width, height } = size();
    const now = d3.zoomTransform(svg.node());
    const near = [at, ...[...leaves(node)].map((edge) => places.get(edge.to)).filter((to) => to && to.x > at.x)];
    const move = (low, high, most) => {
      const edge = Math.min(24, most / 8);
      const here = low >= edge && high <= most - edge ? 0 : low < edge ? edge - low : most - edge - high;
      return high - low <= most - 2 * edge ? here : null;
    };
    const across = near.map((one) => one.x).concat(near.map((one) => one.x + (one === at ? -1 : 1) * one.width / 2));
    const [left, right] = [Math.min(...across), Math.max(...across)].map((x) => now.applyX(x));
    const [top, bottom] = [Math.min(...near.map((one) => one.y)) - 20, Math.max(...near.map((one) => one.y)) + 20].map((y) => now.applyY(y));
    const dx = move(left, right, width) ?? Math.min(110, width / 4) - now.applyX(at.x);
    const dy = move(top, bottom, height) ?? height / 2 - now.applyY(at.y);
    if (dx || dy) smooth().call(zoom.transform, d3.zoomIdentity.translate(now.x + dx, now.y + dy).scale(now.k));
  }

  // On paper all that is visible fills the width; on the screen it goes back to where it was.
  function whole() {
    const at = bounds();
    svg.attr("viewBox", `${at.left} ${at.top} ${at.right - at.left} ${at.bottom - at.top + 90}`);
    view.attr("transform", null);
  }

  function back() {
    svg.attr("viewBox", null);
    view.attr("transform", d3.zoomTransform(svg.node()));
  }

  const scale = (factor) => smooth().call(zoom.scaleBy, factor);
  const focus = (node) => boxes.selectAll("g.node").filter((item) => item === node).node()?.focus({ preventScroll: true });
  return { svg, draw, fit, show, whole, back, scale, focus, percent, LETTERS, at: (node) => places.get(node), shown: () => shown };
})();
