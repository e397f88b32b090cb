// The side: everything that is known about what is chosen, in exact numbers.
"use strict";

const panel = (() => {
  const side = document.getElementById("panel");

  // An element; children are elements or text.
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      name === "onclick" ? element.addEventListener("click", value) : element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  const percent = (number) => drawing.percent(number, 4);
  const signed = (number) => `${number.decimal < 0 ? "-" : "+"}${Math.abs(number.decimal).toFixed(6)}`;

  const lost = (number) => number.decimal < 5e-7 && number.fraction !== "0" ? "<0.000001" : number.decimal.toFixed(6);

  // A figure for people, and the exact number below it.
  const figure = (name, number, text) => make("div", { class: "figure" },
    make("span", {}, name), make("b", {}, text(number)),
    make("span", { class: "exact", "data-exact": name }, number.fraction));

  const worth = (node) => [figure("win probability", node.win, percent), figure("EV per stake", node.ev, signed)];

  function steps(node, go) {
    const items = node.out.map((edge) => make("li", {},
      make("button", { onclick: () => go(edge.to) },
        make("span", {}, make("span", { class: "by" }, edge.type === "card" && edge.label !== edge.to.id ? `${edge.label} → ` : ""),
          make("span", { class: "name" }, edge.to.id)),
        make("b", {}, percent(edge.probability))),
      make("span", { class: "exact" }, edge.probability.fraction)));
    return make("ul", { class: "to" }, ...items);
  }

  const list = (text) => text.split(", ").filter(Boolean);

  function actionCard(node, action, go) {
    const edge = node.out.find((one) => one.type === "action" && one.label === action);
    const best = list(node.best).includes(action);
    const loss = node[`loss_${action}`];
    const none = { fraction: "0", decimal: 0 };
    const shares = model.merged ? [figure("taken here", edge?.probability ?? none, percent),
      figure("best here, ties counted", node[`best_${action}`], percent)] : [];
    const tie = node.ties.fraction === "1" ? "as good as another" : "best";
    const taken = !best ? `loses ${lost(loss)}`
      : !model.merged ? tie : edge ? `taken in ${percent(edge.probability)}` : "taken";
    const bar = make("i", { style: `width:${100 * node[`win_${action}`].decimal}%` });
    return make("section", { class: `action ${action} ${best ? "best" : ""}`, "data-action": action },
      make("button", edge ? { onclick: () => go(edge.to) } : { disabled: "" },
        make("span", { class: `mark ${action} ${best ? "" : "rare"}` }, drawing.LETTERS[action]), action.replace("-", " "),
        make("span", { class: "is" }, taken)),
      make("div", { class: "bar" }, bar),
      figure("win probability", node[`win_${action}`], percent), figure("EV per stake", node[`ev_${action}`], signed),
      figure("less than the best", loss, lost), ...shares);
  }

  function about(node, go) {
    if (node.type === "decision") {
      const hands = list(node.hands ?? "");
      const kind = { low: "low hand, can only hit", play: "play hand", push: "push hand", drawn: `hand of ${node.cards} cards` };
      const cards = hands.length > 1 ? `${hands.length} hands: ${hands.join(" · ")}` : "";
      const details = hands.length > 12 ? make("details", {}, make("summary", {}, `${hands.length} hands`), hands.join(" · ")) : cards;
      return [make("p", { class: "kind" }, `${kind[node.kind]}, total ${node.total}`), ...(cards ? [make("p", { class: "kind" }, details)] : []),
        ...list(node.actions).sort((a, b) => node[`ev_${b}`].decimal - node[`ev_${a}`].decimal).map((one) => actionCard(node, one, go)),
        make("h3", {}, "With best play"), ...worth(node), figure("comes up in a round", node.reach, percent),
        ...(model.merged && list(node.actions).length > 1 ? [figure("two actions equally good", node.ties, percent)] : []),
        ...(node.shoe ? [make("h3", {}, "Undealt cards"), shoe(node.shoe)] : []),
        ...(node.open ? [make("p", { class: "kind" }, "It goes on from here; this graph ends at its depth.")] : [])];
    }
    if (node.type === "ending") {
      return [make("p", { class: "kind" }, node.won ? "a win" : node.id === "void" ? "no card left" : "a loss"),
        figure("comes up in a round", node.reach, percent), figure("pays per stake", node.net, signed)];
    }
    const into = node.into[0];
    return [make("p", { class: "kind" }, node.type === "deal" ? "two cards are dealt" : "the next card is turned"),
      ...(node.win ? worth(node) : []), figure(node.type === "deal" ? "dealt in a round" : "comes up in a round", node.reach,
        (number) => node.type === "deal" ? `${number.decimal.toFixed(4)} times` : percent(number)),
      ...(node.type === "chance" ? [figure("taken there", into.probability, percent)] : []),
      ...(node.out.length ? [make("h3", {}, "Leads to"), steps(node, go)] : [])];
  }

  function shoe(text) {
    const counts = text.split(",");
    return make("p", { class: "kind" }, [..."A23456789T"].map((rank, place) => `${rank}:${counts[place]}`).join("  "));
  }

  function show(node, trail, go) {
    const way = trail.length > 1 ? [make("p", { class: "trail" }, ...trail.slice(-7, -1).flatMap((one) => [
      make("button", { onclick: () => go(one) }, one.id), " › "]), node.id)] : [];
    side.replaceChildren(...way, make("h2", {}, node.id), ...about(node, go));
    side.dataset.node = node.id;
    side.scrollTop = 0;
  }

  return { show, make };
})();
