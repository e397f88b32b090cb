// The graph: what is in it, what is folded, and so what can be seen.
"use strict";

const model = (() => {
  const doc = JSON.parse(document.getElementById("graph").textContent);
  const nodes = new Map(doc.nodes.map((node, number) => [node.id, { ...node, number, out: [], into: [] }]));
  for (const { source, target, ...data } of doc.edges) {
    const edge = { ...data, id: `${source} → ${target}`, from: nodes.get(source), to: nodes.get(target) };
    edge.from.out.push(edge);
    edge.to.into.push(edge);
  }
  const root = nodes.get(doc.nodes[0].id);
  for (const node of nodes.values()) {
    node.decision = node.type === "chance" ? node.into[0].from : node;
    node.out.sort((a, b) => b.best - a.best || b.probability.decimal - a.probability.decimal);
  }
  const merged = doc.graph.merge === "total";
  const foldable = [...nodes.values()].filter((node) => node.type !== "decision" && node.out.length);
  const folded = new Set();
  if (!merged) foldAll();

  // Where positions are merged, an action that is next to never taken has no mark until it is asked for.
  const LEAST = 0.001;
  const asked = new Set();
  const marked = (edge) => !merged || edge.type !== "action" || edge.probability.decimal >= LEAST || asked.has(edge.to);

  // Nodes and edges that are not below something folded, from the start.
  function visible() {
    const seen = new Set([root]);
    const edges = [];
    for (const node of seen) {
      if (folded.has(node)) continue;
      for (const edge of node.out) {
        if (!marked(edge)) continue;
        edges.push(edge);
        seen.add(edge.to);
      }
    }
    return { nodes: [...seen], edges };
  }

  // What an action of this node unfolds or folds: its own cards, or those of all its actions.
  const folds = (node) => [node, ...node.out.map((edge) => edge.to)].filter(
    (one) => foldable.includes(one) && (one === node || one.type === "chance"),
  );

  function toggle(node) {
    const all = folds(node);
    const open = all.some((one) => folded.has(one));
    for (const one of all) open ? folded.delete(one) : folded.add(one);
    return all.length > 0;
  }

  // Unfold the likeliest way from the start to a node.
  function reveal(node) {
    for (const one of [node, node.decision]) if (one.type === "chance") asked.add(one);
    const way = new Map([[root, null]]);
    const queue = [root];
    while (queue.length && !way.has(node)) {
      const at = queue.shift();
      for (const edge of [...at.out].sort((a, b) => b.reach.decimal - a.reach.decimal)) {
        if (!way.has(edge.to)) {
          way.set(edge.to, at);
          queue.push(edge.to);
        }
      }
    }
    for (let at = way.get(node); at; at = way.get(at)) folded.delete(at);
  }

  // All but the first step.
  function foldAll() {
    for (const node of foldable) folded.add(node);
    for (const node of [root, ...root.out.map((edge) => edge.to)]) folded.delete(node);
  }

  const unfoldAll = () => folded.clear();

  // The next step of best play: the best action, or the likeliest card; over an ending there is none.
  const next = (node) => node.out[0];

  return { doc, nodes, root, merged, folded, foldable, visible, marked, folds, toggle, reveal, foldAll, unfoldAll, next };
})();
