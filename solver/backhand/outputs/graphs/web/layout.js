// Where things stand. A unit is a position with the marks of its actions at its right, or a deal, or an ending.
"use strict";

const layout = (() => {
  const BOX = { width: 126, height: 27 };
  const MARK = { radius: 11, gap: 27 };
  const COLUMN = 296;
  const ROW = 37;
  const NARROW = innerWidth <= 760; // a phone: less between the columns, and of endings the number below the name

  const actions = (node) => node.out.filter((edge) => edge.type === "action" && model.marked(edge));
  function boxWidth(node) {
    if (model.merged && node.type === "decision") return BOX.width;
    if (NARROW && !model.merged) return 8.2 * name(node).length + (node.type === "ending" ? 24 : 74);
    return Math.max(100, 8.2 * name(node).length + 80);
  }

  const isLow = (node) => NARROW && !model.merged && node.type === "ending";
  const boxHeight = (node) => (isLow(node) ? 42 : BOX.height);

  function name(node) {
    if (node.type === "ending") return NARROW && !model.merged ? node.label.replace("-", " ") : node.id;
    if (!model.merged || node.type !== "decision") return node.label;
    return node.cards === 2 ? `${node.kind} ${node.total}` : String(node.total);
  }

  // Columns by number of cards, rows by total: the whole game as a table to walk in.
  function table(nodes) {
    const endings = nodes.filter((node) => node.type === "ending").sort((a, b) => a.number - b.number);
    const places = new Map();
    for (const node of nodes) {
      if (node.type === "deal") places.set(node, { x: 0, y: 11.5 * ROW });
      if (node.type === "decision") places.set(node, { x: COLUMN * (node.cards - 1), y: ROW * node.total });
      if (node.type === "ending") {
        const at = endings.indexOf(node) - (endings.length - 1) / 2;
        places.set(node, { x: COLUMN * 4 + 40, y: ROW * (11.5 + at * 2) });
      }
    }
    return places;
  }

  // Anything else in layers, by dagre, with the endings in a last column of their own.
  function layers(nodes, edges) {
    const graph = new dagre.graphlib.Graph();
    graph.setGraph({ rankdir: "LR", nodesep: 13, ranksep: NARROW ? 46 : 110 });
    graph.setDefaultEdgeLabel(() => ({}));
    const units = nodes.filter((node) => node.type !== "chance").sort((a, b) => a.number - b.number);
    const endings = units.filter((node) => node.type === "ending");
    const others = units.filter((node) => node.type !== "ending");
    const marks = Math.max(...others.map((node) => actions(node).length));
    const width = (node) => boxWidth(node) + MARK.gap * marks + 10;
    for (const node of others) graph.setNode(node.id, { width: width(node), height: BOX.height });
    for (const edge of [...edges].sort((a, b) => a.to.decision.number - b.to.decision.number)) {
      const [from, to] = [edge.from.decision, edge.to.decision];
      if (from !== to && to.type !== "ending") graph.setEdge(from.id, to.id);
    }
    dagre.layout(graph, { disableOptimalOrderHeuristic: true }); // in the order of the cards
    const places = new Map(others.map((node) => {
      const { x, y } = graph.node(node.id);
      return [node, { x: x - width(node) / 2 + boxWidth(node) / 2, y }];
    }));
    const all = others.map((node) => graph.node(node.id));
    const half = Math.max(0, ...endings.map((node) => boxWidth(node) / 2));
    const right = Math.max(...all.map((at) => at.x + at.width / 2)) + half + (NARROW ? 60 : 190);
    const middle = (Math.min(...all.map((at) => at.y)) + Math.max(...all.map((at) => at.y))) / 2;
    endings.forEach((node, at) => places.set(node, { x: right, y: middle + ROW * 2 * (at - (endings.length - 1) / 2) }));
    return places;
  }

  // Places of all visible nodes and of the marks, which include a mark for each push, by its edge.
  function places({ nodes, edges }) {
    const found = model.merged ? table(nodes) : layers(nodes, edges);
    for (const [node, place] of [...found]) {
      place.width = boxWidth(node);
      actions(node).forEach((edge, number) => {
        const mark = { x: place.x + place.width / 2 + 17 + number * MARK.gap, y: place.y, width: 2 * MARK.radius };
        found.set(edge.to.type === "chance" ? edge.to : edge, mark);
      });
    }
    return found;
  }

  // The levels at which a line passes the boxes of the columns between two places: beside what stands there.
  const CLEAR = 18;
  function stops(found, from, to) {
    const columns = new Map();
    for (const [node, at] of found) {
      if (!node.type || node.from || node.type === "chance" || at.x - at.width / 2 <= from.x || at.x + at.width / 2 >= to.x) continue;
      const column = columns.get(Math.round(at.x - at.width / 2)) ?? { left: Infinity, right: -Infinity, levels: [] };
      const marks = MARK.gap * actions(node).length;
      column.left = Math.min(column.left, at.x - at.width / 2);
      column.right = Math.max(column.right, at.x + at.width / 2 + marks);
      column.levels.push(at.y);
      columns.set(Math.round(at.x - at.width / 2), column);
    }
    return [...columns.values()].filter(({ left, right }) => left > from.x + 8 && right < to.x - 8)
      .sort((a, b) => a.left - b.left).reduce((done, { left, right, levels }) => {
        if (done.length && left < done[done.length - 1].right) return done;
        const straight = from.y + (to.y - from.y) * ((left + right) / 2 - from.x) / (to.x - from.x);
        const free = [straight, ...levels.flatMap((level) => [level - CLEAR, level + CLEAR])]
          .filter((y) => levels.every((level) => Math.abs(y - level) > CLEAR - 0.01));
        const y = free.reduce((a, b) => (Math.abs(b - straight) < Math.abs(a - straight) ? b : a));
        return [...done, { left: left - 6, right: right + 6, y }];
      }, []);
  }

  return { places, stops, name, boxHeight, isLow, NARROW, actions, BOX, MARK, COLUMN, ROW };
})();
