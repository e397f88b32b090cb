// The page: choosing, keys, search, light and dark.
"use strict";

(() => {
  let chosen = model.root;
  let trail = [model.root];
  const byId = (id) => document.getElementById(id);
  const redraw = () => drawing.draw(chosen, trail);

  // At this scale names have 9 pixels, 8 on a phone; only "Fit" goes below.
  const READABLE = layout.NARROW ? 0.62 : 0.7;

  // Choose a node; a step along an edge goes on with the trail, anything else begins a new one.
  function choose(node, { keep = true } = {}) {
    const before = trail[trail.length - 1];
    if (trail.includes(node)) trail = trail.slice(0, trail.indexOf(node) + 1);
    else if (keep && before.out.some((edge) => edge.to === node)) trail = [...trail, node];
    else trail = node.type === "chance" ? [node.decision, node] : [node];
    chosen = node;
    if (!drawing.shown().nodes.includes(node)) model.reveal(node);
    redraw();
    drawing.show(node);
    panel.show(node, trail, choose);
  }

  function unfold(node) {
    for (const one of model.folds(node)) model.folded.delete(one);
  }

  function follow() {
    const edge = model.next(chosen);
    if (!edge) return choose(model.root, { keep: false });
    unfold(chosen);
    return choose(edge.to);
  }

  function toggle(node) {
    if (model.toggle(node)) redraw();
  }

  drawing.svg.on("click", (event) => {
    const group = event.target.closest("g.node");
    if (!group) return;
    const item = d3.select(group).datum();
    const node = item.from ?? item;
    if (node === chosen && node.type !== "decision") return toggle(node);
    if (!model.merged && node.type !== "decision") unfold(node);
    choose(node);
  });

  // To the nearest of what is visible above or below, in the same column if there is one.
  function neighbour(direction) {
    const here = drawing.at(chosen);
    const cost = (node) => {
      const at = drawing.at(node);
      const ahead = direction * (at.y - here.y);
      return ahead < 2 ? Infinity : ahead + 3 * Math.abs(at.x - here.x);
    };
    const others = drawing.shown().nodes.filter((node) => cost(node) < Infinity);
    if (others.length) choose(others.reduce((a, b) => (cost(b) < cost(a) ? b : a)), { keep: false });
  }

  function back() {
    if (trail.length > 1) return choose(trail[trail.length - 2]);
    const into = chosen.into.filter((edge) => drawing.at(edge.from)).sort((a, b) => b.reach.decimal - a.reach.decimal)[0];
    return into && choose(into.from, { keep: false });
  }

  const keys = {
    ArrowRight: () => chosen.out.length && follow(), ArrowLeft: back,
    ArrowUp: () => neighbour(-1), ArrowDown: () => neighbour(1),
    Enter: () => toggle(chosen), " ": () => toggle(chosen), b: follow, Home: () => choose(model.root, { keep: false }),
    "+": () => drawing.scale(1.3), "=": () => drawing.scale(1.3), "-": () => drawing.scale(1 / 1.3), 0: () => drawing.fit(),
    u: () => byId("unfold").click(), o: () => byId("fold").click(), t: () => byId("theme").click(),
    "/": () => byId("search").focus(), "?": () => byId("about").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    // On a button only the keys that press it are its own, and Escape goes back to the drawing.
    const presses = event.target.closest("button, summary") && ["Enter", " "].includes(event.key);
    const busy = event.target.closest("input, dialog") || presses || event.ctrlKey || event.metaKey || event.altKey;
    if (!busy && event.key === "Escape") drawing.focus(chosen);
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (busy || !action) return;
    event.preventDefault();
    action();
    if (!["/", "?"].includes(event.key)) drawing.focus(chosen);
  });

  byId("best").addEventListener("click", follow);
  byId("fit").addEventListener("click", () => drawing.fit());
  byId("help").addEventListener("click", () => byId("about").showModal());
  byId("fold").addEventListener("click", () => {
    model.foldAll();
    choose(model.root, { keep: false });
    drawing.fit(0.55);
  });
  byId("unfold").addEventListener("click", () => {
    if (model.nodes.size > 400) return unfoldSome();
    model.unfoldAll();
    redraw();
    return drawing.fit(READABLE);
  });
  byId("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  });

  // Too much to unfold at once: what is below the chosen node.
  function unfoldSome() {
    const below = [chosen];
    for (const node of below) {
      unfold(node);
      if (below.length < 60) below.push(...node.out.map((edge) => edge.to).filter((to) => !below.includes(to)));
    }
    redraw();
    drawing.fit(READABLE);
  }

  // Search: cards in any order, a total, or a name.
  const ranks = "A23456789T";
  function asHand(text) {
    const cards = text.toUpperCase().replace(/10|[JQK]/g, "T").replace(/[\s,]+/g, "");
    return /^[A2-9T]{2,4}$/.test(cards) ? [...cards].sort((a, b) => ranks.indexOf(a) - ranks.indexOf(b)).join(" ") : null;
  }

  function find(text) {
    const hand = asHand(text);
    const wanted = text.trim().toLowerCase();
    const rank = (node) => {
      const name = node.id.toLowerCase();
      if (hand && (node.hand === hand || (node.hands ?? "").split(", ").includes(hand))) return name === hand.toLowerCase() ? 0 : 1;
      if (name === wanted) return 0;
      if (node.type === "decision" && String(node.total) === wanted) return 2;
      return name.includes(wanted) && !hand ? 3 : Infinity;
    };
    return [...model.nodes.values()].map((node) => [rank(node), node]).filter(([at]) => at < Infinity)
      .sort(([a], [b]) => a - b).slice(0, 10).map(([, node]) => node);
  }

  const search = byId("search");
  const found = byId("found");
  let results = [];
  let at = 0;

  function list() {
    results = search.value.trim() ? find(search.value) : [];
    at = 0;
    const none = search.value.trim() && !results.length;
    found.replaceChildren(...results.map((node, number) => panel.make("li", {
      role: "option", "aria-selected": String(number === at), onclick: () => take(number),
    }, node.id)), ...(none ? [panel.make("li", { class: "none" }, "nothing here has that name or these cards")] : []));
    found.hidden = !results.length && !none;
    byId("said").textContent = none ? "nothing found" : results.length
      ? `${results.length} found, the first ${results[0].id}: Enter goes there` : "";
    search.setAttribute("aria-expanded", String(!found.hidden));
  }

  function take(number) {
    if (!results[number]) return;
    const node = results[number];
    choose(node, { keep: false });
    search.value = "";
    list();
    byId("said").textContent = `went to ${node.id}`;
    drawing.focus(chosen);
  }

  search.addEventListener("input", list);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take(at);
    if (event.key === "Escape") { search.value = ""; list(); drawing.focus(chosen); }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      at = (at + (event.key === "ArrowDown" ? 1 : -1) + results.length) % Math.max(results.length, 1);
      if (results[at]) byId("said").textContent = results[at].id;
      [...found.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    }
  });

  const used = new Set([...model.nodes.values()].flatMap((node) => node.out.map((edge) => edge.label)));
  for (const item of document.querySelectorAll(".legend [data-action]")) item.hidden = !used.has(item.dataset.action);
  redraw();
  panel.show(chosen, trail, choose);
  drawing.fit(layout.NARROW ? READABLE : 0.55);
  addEventListener("resize", () => drawing.show(chosen));
  addEventListener("beforeprint", drawing.whole);
  addEventListener("afterprint", drawing.back);
})();
