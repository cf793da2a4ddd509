// What reading gains from a script: previews of links, copying, taking a game along. A page reads whole without it.
(() => {
  "use strict";

  const root = new URL(document.documentElement.dataset.root || "./", location.href);
  const WAIT = 280;
  const LINGER = 220;
  const PRESS = 450;

  function element(name, className, text) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text) node.textContent = text;
    return node;
  }

  // Where a link leads: the work, and the id in it; nothing for what is no provision. The inverse of kb/site/urls.py.
  function target(link) {
    const href = link.getAttribute("href");
    if (!href) return null;
    const url = new URL(href, location.href);
    if (url.origin !== root.origin && url.protocol !== "file:") return null;
    if (!url.pathname.startsWith(root.pathname) || !url.pathname.endsWith(".html")) return null;
    const steps = url.pathname.slice(root.pathname.length, -".html".length).split("/").map(decodeURIComponent);
    if (steps.length < 2 || steps[1] === "-" || steps[0] === "-") return null;
    const part = decodeURIComponent(url.hash.slice(1));
    const path = steps.slice(1).map((step) => (/^(?:-|\.*)~+$/.test(step) ? step.slice(0, -1) : step)).join("/");
    if (!part.startsWith("/")) return { work: steps[0], path, part };
    const [shown, unit] = part.slice(1).split(":");
    return { work: steps[0], path: shown, part: unit ?? "" };
  }

  // Previews

  const loading = new Map();

  function words(work) {
    if (!loading.has(work)) {
      loading.set(work, new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = new URL(`${encodeURIComponent(work)}/-/apercus.js`, root);
        script.onload = () => resolve(window.arbitreApercus?.[work] ?? {});
        script.onerror = () => resolve({});
        document.head.append(script);
      }));
    }
    return loading.get(work);
  }

  const card = element("div", "preview");
  card.id = "apercu";
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  let shown = null;
  let timer = 0;

  async function show(link) {
    const place = target(link);
    if (!place) return;
    shown = link;
    const known = await words(place.work);
    const found = known[place.part ? `${place.path}#${place.part}` : place.path] ?? known[place.path];
    if (!found || shown !== link) return;
    const [label, text] = found;
    card.replaceChildren(element("p", "preview-head", label), element("p", "", text));
    if (!card.isConnected) document.querySelector("main").append(card);
    card.hidden = false;
    if (!link.hasAttribute("aria-describedby")) link.setAttribute("aria-describedby", card.id);
    // The browser's own bubble would cover ours.
    if (link.title) {
      link.dataset.title = link.title;
      link.removeAttribute("title");
    }
    put(link);
  }

  // Below the link where there is room, else above; never out of the window.
  function put(link) {
    const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const width = Math.min(384, innerWidth - 24);
    card.style.width = `${width}px`;
    const left = Math.max(12, Math.min(at.left, innerWidth - width - 12));
    const below = at.bottom + 8 + card.offsetHeight < innerHeight;
    const top = below ? at.bottom + 6 : Math.max(8, at.top - card.offsetHeight - 6);
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${top + scrollY}px`;
  }

  function hide() {
    clearTimeout(timer);
    if (shown) {
      if (shown.getAttribute("aria-describedby") === card.id) shown.removeAttribute("aria-describedby");
      if (shown.dataset.title) shown.title = shown.dataset.title;
    }
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
    if (link && link !== shown) later(() => { hide(); show(link); }, WAIT);
    else if (link) clearTimeout(timer);
    else if (shown) later(hide, LINGER);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event.target);
    if (link && link === shown) return;
    if (link && link.matches(":focus-visible")) later(() => { hide(); show(link); }, WAIT);
    else if (!card.contains(event.target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !card.hidden) hide();
  });

  // A long press shows, a tap follows the link.
  let pressed = 0;
  let held = false;
  document.addEventListener("pointerdown", (event) => {
    if (!card.contains(event.target) && shown && linkOf(event.target) !== shown) hide();
    const link = event.pointerType === "touch" ? linkOf(event.target) : null;
    held = false;
    if (link) pressed = setTimeout(() => { held = true; hide(); show(link); }, PRESS);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(end, (event) => {
      if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 8) clearTimeout(pressed);
    });
  }
  document.addEventListener("contextmenu", (event) => {
    if (held && linkOf(event.target)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (held && linkOf(event.target)) event.preventDefault();
    else if (linkOf(event.target)) hide();
    held = false;
  }, true);

  // Copying

  const told = element("p", "vh");
  told.setAttribute("role", "status");

  async function copy(text, button, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const box = element("textarea", "vh");
      box.value = text;
      document.body.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
      button.focus();
    }
    if (!told.isConnected) document.querySelector("main").append(told);
    told.textContent = done;
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1600);
  }

  const here = () => location.href.split("#")[0];

  function tools() {
    const box = document.querySelector(".tools");
    if (!box) return;
    const citation = box.dataset.citation;
    const buttons = [
      ["Copier le lien", (button) => copy(here(), button, "Lien copié")],
      ["Copier la citation", (button) => copy(`${citation}\n${here()}`, button, "Citation copiée")],
      ["Imprimer", () => window.print()],
    ];
    for (const [name, act] of buttons) {
      const button = element("button", "", name);
      button.type = "button";
      button.addEventListener("click", () => act(button));
      box.append(button);
    }
    box.hidden = false;
  }

  // The address of each rule, bullet and row: a mark in its margin, seen under the pointer and on focus.
  function addresses() {
    for (const unit of document.querySelectorAll(".prose [id]:not(.anchor), .rule[id]")) {
      const mark = element("a", "perma", "#");
      mark.href = `#${encodeURIComponent(unit.id).replace(/%2F/g, "/").replace(/%3A/g, ":").replace(/%40/g, "@")}`;
      mark.setAttribute("aria-label", "Copier le lien vers ce passage");
      mark.addEventListener("click", () => copy(new URL(mark.getAttribute("href"), location.href).href, mark, "Lien copié"));
      const host = unit.matches("tr") ? unit.lastElementChild : unit.matches(".rule") ? unit.querySelector(".rule-head") : unit;
      host?.append("\u00a0", mark);
    }
  }

  // A moved page hands over the fragment that it was asked for.
  function moved() {
    const link = document.querySelector("a[data-moved]");
    if (link && location.hash && !link.hash) location.replace(link.href + location.hash);
  }

  // The door of this page and the last step of its path, where they are wider than the phone.
  function door() {
    const path = document.querySelector(".trail ol");
    if (path) path.scrollLeft = path.scrollWidth;
    const here = document.querySelector(".game [aria-current]");
    const list = here?.closest("ul");
    if (list && list.scrollWidth > list.clientWidth) list.scrollLeft = here.offsetLeft - list.offsetLeft - 24;
  }

  // A fragment inside what is folded opens it.
  function unfold() {
    const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let up = wanted?.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (wanted) wanted.scrollIntoView({ behavior: "instant" });
  }

  // Offline, where the page is secure

  async function worker() {
    if (!("serviceWorker" in navigator) || !isSecureContext || !/^https?:$/.test(location.protocol)) return;
    try {
      await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
    } catch {
      return; // A browser set to keep nothing: the site reads all the same.
    }
    const box = document.querySelector(".take");
    if (box) await offer(box, new URL(box.dataset.list, root).href);
  }

  async function offer(box, list) {
    const ready = await navigator.serviceWorker.ready;
    const button = element("button", "", "Emporter ce jeu, pour le lire sans réseau");
    const state = element("span", "meta");
    state.setAttribute("role", "status");
    button.type = "button";
    box.append(button, " ", state);
    box.hidden = false;
    const kept = () => { button.hidden = true; state.textContent = "Ce jeu se lit sans réseau sur cet appareil."; };
    if (await caches.match(list)) return kept();
    button.addEventListener("click", () => {
      const channel = new MessageChannel();
      button.disabled = true;
      channel.port1.onmessage = ({ data }) => {
        if (data.failed) {
          state.textContent = "Le réseau a manqué : recommencez.";
          button.disabled = false;
        } else if (data.done === data.all) kept();
        else state.textContent = `${Math.round((100 * data.done) / data.all)} %`;
      };
      ready.active.postMessage({ take: list }, [channel.port2]);
    });
  }

  moved();
  unfold();
  addEventListener("hashchange", unfold);
  window.arbitre.painted(() => {
    tools();
    door();
    addresses();
    worker();
  });
})();
