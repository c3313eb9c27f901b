// The page is complete without this script: it only opens panels in place, follows
// paths through the graph and moves through it with the arrow keys.
"use strict";
(() => {
  const graph = document.querySelector(".graph");
  const inspector = document.querySelector(".inspector");
  if (!graph || !inspector) return;
  const boxes = [...graph.querySelectorAll(".box")];
  const links = [...graph.querySelectorAll(".link")];

  // walk collects the nodes and edges that lead to a node, or that it leads to.
  const walk = (start, from, to, near) => {
    const todo = [start], seen = new Set(todo);
    while (todo.length) {
      const at = todo.pop();
      for (const l of links) {
        if (l.dataset[from] !== at) continue;
        near.add(l);
        if (!seen.has(l.dataset[to])) {
          seen.add(l.dataset[to]);
          todo.push(l.dataset[to]);
        }
      }
    }
    for (const b of boxes) if (seen.has(b.dataset.node)) near.add(b);
  };

  const clear = () => {
    graph.classList.remove("picked");
    for (const e of [...boxes, ...links]) e.classList.remove("near", "on");
  };

  const open = (anchor, move) => {
    const panel = document.getElementById(anchor);
    if (!panel || !panel.classList.contains("panel")) return false;
    inspector.classList.add("live");
    for (const p of inspector.children) p.classList.toggle("show", p === panel);
    clear();
    const near = new Set();
    for (const e of [...boxes, ...links]) {
      if (e.dataset.open !== anchor) continue;
      e.classList.add("on");
      near.add(e);
      const ends = e.dataset.node !== undefined ? [e.dataset.node, e.dataset.node] : [e.dataset.from, e.dataset.to];
      walk(ends[0], "to", "from", near);
      walk(ends[1], "from", "to", near);
    }
    if (near.size) {
      graph.classList.add("picked");
      for (const e of near) e.classList.add("near");
    }
    if (move) {
      panel.scrollIntoView({ block: "nearest" });
      panel.focus({ preventScroll: true });
    }
    return true;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-open]");
    if (!link) {
      if (event.target.closest(".canvas")) clear();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const inside = graph.contains(link);
    if (!open(link.dataset.open, false)) return;
    event.preventDefault();
    if (!inside) document.getElementById("graph").scrollIntoView();
    const panel = document.getElementById(link.dataset.open);
    if (inside && panel.getBoundingClientRect().top > innerHeight - 80) panel.scrollIntoView({ block: "nearest" });
  });

  const centre = (b) => {
    const r = b.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2];
  };
  graph.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape") clear();
    const here = event.target.closest(".box");
    if (!step || !here) return;
    event.preventDefault();
    const [x, y] = centre(here);
    let best = null, least = Infinity;
    for (const b of boxes) {
      const [bx, by] = centre(b);
      const along = (bx - x) * step[0] + (by - y) * step[1];
      const aside = Math.abs((bx - x) * step[1]) + Math.abs((by - y) * step[0]);
      if (b === here || along < 4 || (step[1] && aside > 20)) continue;
      if (along + aside < least) [best, least] = [b, along + aside];
    }
    if (best) best.focus();
  });

  // On a narrow screen the graph starts where it breaks.
  const canvas = graph.parentElement;
  const fault = graph.querySelector(".box.s-broken, .box.s-partial, .box.s-missing, .link.s-broken");
  if (fault && canvas.scrollWidth > canvas.clientWidth) {
    canvas.scrollLeft = centre(fault)[0] - canvas.getBoundingClientRect().left - canvas.clientWidth / 2;
  }

  if (location.hash.length > 1) open(location.hash.slice(1), false);
  addEventListener("hashchange", () => open(location.hash.slice(1), false));
  addEventListener("beforeprint", () => {
    clear();
    for (const d of document.querySelectorAll("details")) d.open = true;
  });
})();
