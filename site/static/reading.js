// What reading gains from a script, once a page is painted: previews of links, copying, cards sifted. A page reads whole without it.
(() => {
  "use strict";

  const arbitre = window.arbitre;
  const [WAIT, LINGER, PRESS] = [280, 220, 450];

  // The id that a link leads to; nothing for what is no provision. The inverse of kb/site/urls.py.
  function target(link) {
    const url = new URL(link.getAttribute("href"), location.href);
    if (!url.href.startsWith(arbitre.root.href) || !url.pathname.endsWith(".html")) return "";
    const steps = url.pathname.slice(arbitre.root.pathname.length, -".html".length).split("/").map(decodeURIComponent);
    if (steps.length < 2 || steps[1] === "-" || steps[0] === "-") return "";
    const part = decodeURIComponent(url.hash.slice(1));
    // Shown in full on the page of what holds it.
    if (part.startsWith("/")) return steps[0] + part.replace(":", "#");
    return `${steps.map((step) => (/^(?:-|\.*)~+$/.test(step) ? step.slice(0, -1) : step)).join("/")}#${part}`;
  }

  // Previews

  const card = arbitre.element("div", { class: "preview", id: "apercu", role: "tooltip", hidden: "hidden" });
  let shown = null;
  let timer = 0;

  async function show(link) {
    hide();
    const id = target(link);
    if (!id) return;
    shown = link;
    const found = await arbitre.preview(id).catch(() => null);
    if (!found || shown !== link) return;
    card.replaceChildren(arbitre.element("p", "preview-head", found[0]), arbitre.element("p", "", found[1]));
    if (!card.isConnected) document.querySelector("main").append(card);
    card.hidden = false;
    link.setAttribute("aria-describedby", card.id);
    // The browser's own bubble would cover ours, which says more.
    link.removeAttribute("title");
    // Below the link where there is room, else above; never out of the window.
    const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const left = Math.max(12, Math.min(at.left, innerWidth - card.offsetWidth - 12));
    const top = at.bottom + 8 + card.offsetHeight < innerHeight ? at.bottom + 6 : Math.max(8, at.top - card.offsetHeight - 6);
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${top + scrollY}px`;
  }

  function hide() {
    clearTimeout(timer);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    card.hidden = true;
  }

  const linkOf = (node) => node.closest?.("main a[href]:not(.perma)") ?? null;

  function later(action, delay) {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    if (card.contains(event.target)) return clearTimeout(timer);
    const link = linkOf(event.target);
    if (link && link !== shown) later(() => show(link), WAIT);
    else if (shown && !link) later(hide, LINGER);
    else clearTimeout(timer);
  });
  // A question that is sent by Enter leads to its first result, whose preview would hide the answer.
  let sent = false;
  document.addEventListener("keydown", ({ key }) => {
    sent = key === "Enter";
    if (key === "Escape") hide();
  }, true);
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event.target);
    if (link && link === shown) return;
    if (link && !sent && link.matches(":focus-visible")) later(() => show(link), WAIT);
    else if (!card.contains(event.target)) hide();
  });

  // A long press shows, a tap follows the link.
  let pressed = 0;
  let held = false;
  document.addEventListener("pointerdown", (event) => {
    if (!card.contains(event.target) && shown && linkOf(event.target) !== shown) hide();
    const link = event.pointerType === "touch" ? linkOf(event.target) : null;
    held = false;
    if (link) pressed = setTimeout(() => { held = true; show(link); }, PRESS);
  });
  // A finger that scrolls the page is told as one that is taken away.
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(pressed));
  document.addEventListener("contextmenu", (event) => {
    if (held && linkOf(event.target)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (held && linkOf(event.target)) event.preventDefault();
    else if (linkOf(event.target)) hide();
    held = false;
  }, true);

  // Copying

  const status = arbitre.element("p", { class: "vh", role: "status" });

  async function copy(text, button, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const box = arbitre.element("textarea", "vh");
      box.value = text;
      document.body.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
      button.focus();
    }
    if (!status.isConnected) document.querySelector("main").append(status);
    status.textContent = done;
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1600);
  }

  arbitre.copy = copy;

  function tools() {
    const box = document.querySelector(".tools");
    if (!box) return;
    const [whole, link, print] = box.children;
    // The clause whose words are selected, or that the address lights: it is copied alone, with its own address.
    const clause = () => {
      const chosen = getSelection();
      const within = chosen?.isCollapsed === false ? chosen.anchorNode.parentElement : null;
      return within?.closest(".own [id]") ?? document.querySelector(".own :target");
    };
    const place = (one) => location.href.split("#")[0] + (one ? `#${one.id}` : "");
    whole.addEventListener("click", () => {
      const one = clause();
      const shown = one ?? document.querySelector(".own");
      // The words of the rule: the notes beside them are ours.
      const bare = shown.cloneNode(true);
      bare.querySelectorAll(".notes, .perma").forEach((note) => note.remove());
      shown.after(bare);
      const words = bare.innerText.replace(/\n{2,}/g, "\n").trim();
      bare.remove();
      const done = one ? "Passage copié, avec son adresse" : "Règle copiée, avec sa place";
      copy([words, `— ${box.dataset.citation}`, place(one)].join("\n"), whole, done);
    });
    link.addEventListener("click", () => copy(place(clause()), link, "Lien copié"));
    print.addEventListener("click", () => window.print());
    box.hidden = false;
  }

  // The address of each rule, bullet and row (not of each clause): a mark at the end of its first block, seen under the pointer and on focus.
  function addresses() {
    for (const unit of document.querySelectorAll(".prose [id]:not(span, td, dd), .rule[id]")) {
      const mark = arbitre.element("a", { class: "perma", href: `#${unit.id}`, "aria-label": "Copier le lien vers ce passage" }, "#");
      mark.addEventListener("click", () => copy(mark.href, mark, "Lien copié"));
      const host = unit.matches("tr, dl") ? [...unit.querySelectorAll("td, dd")].at(-1) : unit.querySelector(":scope > .rule-head, :scope > p, :scope > .noted > p") ?? unit;
      host.insertBefore(mark, host.querySelector(":scope > :is(ul, ol)"));
    }
  }

  // The cards of a page that hold some words, of a phase, for a player.
  function sift() {
    const form = document.querySelector(".sift");
    if (!form) return;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      const { words, phase, owner } = form.elements;
      const wanted = arbitre.plain(words.value).split(" ");
      for (const deck of document.querySelectorAll(".deck")) {
        for (const card of deck.querySelectorAll(".cards > li")) {
          const { phases, owners } = card.dataset;
          const his = !owner.value || !owners || owners.includes("both") || owners.includes(owner.value);
          card.hidden = !his || !(!phase.value || phases.split("|").includes(phase.value)) || !wanted.every((word) => arbitre.plain(card.textContent).includes(word));
        }
        deck.hidden = !deck.querySelector(".cards > li:not([hidden])");
      }
      const left = document.querySelectorAll(".deck .cards > li:not([hidden])").length;
      form.querySelector("[role=status]").textContent = `${left} fiche${left > 1 ? "s" : ""}`;
    });
    form.hidden = false;
  }

  tools();
  sift();
  // Once their style is there: without it they would move what is read.
  const style = document.querySelector("link[rel=stylesheet]");
  if (style.sheet) addresses();
  else style.addEventListener("load", addresses);
})();
